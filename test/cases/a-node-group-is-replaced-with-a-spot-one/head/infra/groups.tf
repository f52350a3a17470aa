resource "aws_eks_node_group" "controllers" {
  cluster_name    = "parcels"
  node_group_name = "controllers"
  node_role_arn   = "arn:aws:iam::111122223333:role/parcels-controllers"
  instance_types  = ["m6g.large", "m7g.large"]
  capacity_type   = "SPOT"

  scaling_config {
    desired_size = 2
    min_size     = 2
    max_size     = 4
  }
}
