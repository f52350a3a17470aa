resource "aws_eks_cluster" "main" {
  name = "orders"
}
resource "aws_eks_fargate_profile" "shop" {
  cluster_name           = aws_eks_cluster.main.name
  fargate_profile_name   = "shop"
  pod_execution_role_arn = "arn:aws:iam::111122223333:role/fargate"
  subnet_ids             = ["subnet-1"]
  selector {
    namespace = "shop"
    labels    = { app = "api" }
  }
}
