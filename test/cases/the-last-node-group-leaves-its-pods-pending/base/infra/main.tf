provider "aws" {
  region = "us-east-1"
}

resource "aws_eks_cluster" "orders" {
  name    = "orders"
  version = "1.34"
}

resource "aws_eks_node_group" "data" {
  cluster_name    = aws_eks_cluster.orders.name
  node_group_name = "data"
  node_role_arn   = "arn:aws:iam::111122223333:role/orders-data"
  subnet_ids      = ["subnet-1", "subnet-2"]
  instance_types  = ["m6i.xlarge"]
  capacity_type   = "ON_DEMAND"

  scaling_config {
    min_size     = 3
    max_size     = 3
    desired_size = 3
  }
}
