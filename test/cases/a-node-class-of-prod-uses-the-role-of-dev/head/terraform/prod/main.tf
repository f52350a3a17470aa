provider "aws" {
  region = "eu-central-1"
}

resource "aws_eks_cluster" "main" {
  name    = "orders-prod"
  version = "1.34"
}

resource "aws_iam_role" "karpenter_nodes" {
  name = "orders-prod-karpenter-nodes"
}
