provider "aws" {
  region = "eu-central-1"
}

resource "aws_eks_cluster" "orders" {
  name    = "orders"
  version = "1.33"
}

resource "helm_release" "karpenter" {
  name       = "karpenter"
  namespace  = "kube-system"
  repository = "oci://public.ecr.aws/karpenter"
  chart      = "karpenter"
  version    = "1.5.2"
}
