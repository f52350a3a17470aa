provider "aws" {
  region = "eu-central-1"
}

resource "aws_eks_cluster" "orders" {
  name    = "orders"
  version = "1.34"
}

resource "aws_iam_role" "nodes" {
  name = "orders-nodes"
}

resource "aws_eks_node_group" "spare" {
  cluster_name    = aws_eks_cluster.orders.name
  node_group_name = "spare"
  node_role_arn   = aws_iam_role.nodes.arn
  instance_types  = ["m7i.large"]

  scaling_config {
    desired_size = 0
    max_size     = 3
    min_size     = 0
  }
}
