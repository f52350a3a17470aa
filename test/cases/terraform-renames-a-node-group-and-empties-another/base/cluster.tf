module "eks" {
  source             = "terraform-aws-modules/eks/aws"
  version            = "21.3.2"
  name               = "orders"
  kubernetes_version = "1.33"
  subnet_ids         = ["subnet-0a1b2c3d4e5f60718"]

  eks_managed_node_groups = {
    system = {
      instance_types = ["m7i.large"]
      min_size       = 2
      max_size       = 4
    }
  }
}

resource "aws_eks_node_group" "batch" {
  cluster_name    = module.eks.cluster_name
  node_group_name = "batch"
  node_role_arn   = "arn:aws:iam::111122223333:role/orders-batch"
  subnet_ids      = ["subnet-0a1b2c3d4e5f60718"]
  instance_types  = ["c7i.xlarge"]

  scaling_config {
    desired_size = 3
    max_size     = 6
    min_size     = 0
  }
}
