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

resource "aws_eks_access_entry" "nodes" {
  cluster_name  = aws_eks_cluster.orders.name
  principal_arn = aws_iam_role.nodes.arn
  type          = "EC2_LINUX"
}
