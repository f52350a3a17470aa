provider "aws" {
  region = "eu-central-1"
}

resource "aws_eks_cluster" "orders" {
  name    = "orders"
  version = "1.34"
}

resource "aws_iam_role" "nodes" {
  for_each = toset(["default", "gpu"])
  name     = "orders-${each.key}-nodes"
}

data "aws_iam_policy_document" "karpenter" {
  statement {
    actions = [
      "ec2:CreateFleet", "ec2:RunInstances", "ec2:CreateLaunchTemplate", "ec2:CreateTags",
      "ec2:TerminateInstances", "ec2:DeleteLaunchTemplate", "ec2:Describe*", "iam:*InstanceProfile*",
      "eks:DescribeCluster", "pricing:GetProducts", "ssm:GetParameter",
    ]
    resources = ["*"]
  }

  statement {
    actions   = ["iam:PassRole"]
    resources = ["arn:aws:iam::111122223333:role/orders-default-nodes"]
  }
}
