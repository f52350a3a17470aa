provider "aws" {
  region = "eu-central-1"
}

resource "aws_eks_cluster" "orders" {
  name    = "orders"
  version = "1.34"
}

resource "aws_iam_role" "karpenter_nodes" {
  name = "orders-karpenter-nodes"
}
