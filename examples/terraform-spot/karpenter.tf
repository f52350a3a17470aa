resource "aws_iam_role" "karpenter" {
  name               = "KarpenterNodeRole-${aws_eks_cluster.main.name}"
  assume_role_policy = data.aws_iam_policy_document.node_group_role.json
}

data "aws_iam_policy_document" "karpenter_controller_policy" {
  statement {
    sid    = "Karpenter"
    effect = "Allow"
    actions = [
      "ec2:CreateFleet", "ec2:CreateLaunchTemplate", "ec2:CreateTags", "ec2:DeleteLaunchTemplate",
      "ec2:DescribeImages", "ec2:DescribeInstanceTypeOfferings", "ec2:DescribeInstanceTypes",
      "ec2:DescribeInstances", "ec2:DescribeLaunchTemplates", "ec2:DescribeSecurityGroups",
      "ec2:DescribeSpotPriceHistory", "ec2:DescribeSubnets", "ec2:RunInstances",
      "pricing:GetProducts", "ssm:GetParameter",
    ]
    resources = ["*"]
  }
  statement {
    sid       = "PassNodeIAMRole"
    effect    = "Allow"
    actions   = ["iam:PassRole"]
    resources = [aws_iam_role.karpenter.arn]
  }
  statement {
    sid       = "ConditionalEC2Termination"
    effect    = "Allow"
    actions   = ["ec2:TerminateInstances"]
    resources = ["*"]
    condition {
      test     = "StringLike"
      variable = "ec2:ResourceTag/karpenter.sh/nodepool"
      values   = ["*"]
    }
  }
  statement {
    sid       = "AllowInterruptionQueueActions"
    effect    = "Allow"
    actions   = ["sqs:DeleteMessage", "sqs:GetQueueUrl", "sqs:ReceiveMessage"]
    resources = ["*"]
  }
}

# No EventBridge rule feeds this queue.
resource "aws_sqs_queue" "karpenter_spot" {
  name                      = "Karpenter-${aws_eks_cluster.main.name}-SpotInterruptionQueue"
  message_retention_seconds = 300
  sqs_managed_sse_enabled   = true
}

# The first tag is misspelt: interna-elb.
resource "aws_subnet" "private" {
  vpc_id     = aws_vpc.main.id
  cidr_block = "10.0.1.0/24"
  tags = {
    "kubernetes.io/role/interna-elb" = 1
    "karpenter.sh/discovery"         = var.name.eks
  }
}
