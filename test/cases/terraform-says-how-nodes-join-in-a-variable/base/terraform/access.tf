data "aws_caller_identity" "current" {}

resource "aws_eks_access_entry" "nodes" {
  cluster_name  = "orders"
  principal_arn = "arn:aws:iam::${data.aws_caller_identity.current.account_id}:role/orders-nodes"
  type          = "EC2_LINUX"
}

resource "aws_iam_role" "nodes" {
  name = "orders-nodes"
  assume_role_policy = jsonencode({
    Version   = "2012-10-17"
    Statement = [{ Effect = "Allow", Action = "sts:AssumeRole", Principal = { Service = "ec2.amazonaws.com" } }]
  })
}

resource "helm_release" "karpenter" {
  namespace  = "kube-system"
  name       = "karpenter"
  repository = "oci://public.ecr.aws/karpenter"
  chart      = "karpenter"
  version    = "1.8.6"
  values     = [yamlencode({ settings = { clusterName = "orders", interruptionQueue = "orders-interruptions" } })]
}
