provider "aws" { region = "eu-west-1" }
variable "name" { default = "orders" }
resource "aws_vpc" "this" { cidr_block = "10.1.0.0/16" }
resource "aws_subnet" "private" {
  for_each          = { a = "10.1.0.0/24", b = "10.1.1.0/24" }
  vpc_id            = aws_vpc.this.id
  cidr_block        = each.value
  availability_zone = "eu-west-1${each.key}"
  tags = { Name = "private-${each.key}", "kubernetes.io/cluster/orders" = "shared" }
}
resource "aws_eks_cluster" "this" {
  name     = var.name
  role_arn = aws_iam_role.cluster.arn
  version  = "1.33"
  access_config { authentication_mode = "API" }
  vpc_config { subnet_ids = [for s in aws_subnet.private : s.id] }
}
resource "aws_security_group" "nodes" {
  name   = "nodes"
  vpc_id = aws_vpc.this.id
  tags   = { "karpenter.sh/discovery" = var.name }
}
resource "aws_iam_role" "cluster" {
  name = "orders-cluster"
  assume_role_policy = jsonencode({ Version = "2012-10-17", Statement = [{ Effect = "Allow", Principal = { Service = "eks.amazonaws.com" }, Action = "sts:AssumeRole" }] })
}
resource "aws_iam_role" "nodes" {
  name = "orders-nodes"
  assume_role_policy = jsonencode({ Version = "2012-10-17", Statement = [{ Effect = "Allow", Principal = { Service = "ec2.amazonaws.com" }, Action = "sts:AssumeRole" }] })
}
resource "aws_iam_role" "controller" {
  name = "orders-karpenter"
  assume_role_policy = jsonencode({ Version = "2012-10-17", Statement = [{ Effect = "Allow", Principal = { Service = "pods.eks.amazonaws.com" }, Action = ["sts:AssumeRole", "sts:TagSession"] }] })
}
resource "aws_iam_policy" "controller" {
  name = "orders-karpenter"
  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [
      { Effect = "Allow", Resource = "*", Action = ["ec2:CreateFleet", "ec2:CreateTags", "ec2:CreateLaunchTemplate", "ec2:DeleteLaunchTemplate", "ec2:Describe*", "ssm:GetParameter", "pricing:GetProducts", "eks:DescribeCluster"] },
      { Effect = "Allow", Resource = "*", Action = "ec2:TerminateInstances", Condition = { StringLike = { "ec2:ResourceTag/karpenter.sh/nodepool" = "*" } } },
      { Effect = "Allow", Resource = aws_iam_role.controller.arn, Action = "iam:PassRole" },
      { Effect = "Allow", Resource = "*", Action = ["iam:CreateInstanceProfile", "iam:TagInstanceProfile", "iam:AddRoleToInstanceProfile", "iam:RemoveRoleFromInstanceProfile", "iam:DeleteInstanceProfile", "iam:GetInstanceProfile"] },
    ]
  })
}
resource "aws_iam_role_policy_attachment" "controller" {
  role       = aws_iam_role.controller.name
  policy_arn = aws_iam_policy.controller.arn
}
resource "aws_eks_pod_identity_association" "karpenter" {
  cluster_name    = aws_eks_cluster.this.name
  namespace       = "karpenter"
  service_account = "karpenter"
  role_arn        = aws_iam_role.controller.arn
}
resource "aws_sqs_queue" "karpenter" { name = "karpenter-orders" }
resource "aws_cloudwatch_event_rule" "spot" {
  name          = "spot"
  event_pattern = jsonencode({ source = ["aws.ec2"], "detail-type" = ["EC2 Spot Instance Interruption Warning"] })
}
resource "aws_cloudwatch_event_target" "spot" {
  rule = aws_cloudwatch_event_rule.spot.name
  arn  = aws_sqs_queue.karpenter.arn
}
