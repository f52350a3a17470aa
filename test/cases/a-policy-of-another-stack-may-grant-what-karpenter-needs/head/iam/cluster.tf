provider "aws" {
  region = "eu-west-1"
}

resource "aws_eks_cluster" "orders" {
  name     = "orders"
  version  = "1.34"
  role_arn = "arn:aws:iam::111122223333:role/orders-cluster"

  vpc_config {
    subnet_ids = var.subnets
  }
}

resource "aws_eks_access_entry" "nodes" {
  cluster_name  = aws_eks_cluster.orders.name
  principal_arn = "arn:aws:iam::111122223333:role/orders-nodes"
  type          = "EC2_LINUX"
}

resource "helm_release" "karpenter" {
  namespace  = "karpenter"
  name       = "karpenter"
  repository = "oci://public.ecr.aws/karpenter"
  chart      = "karpenter"
  version    = "1.8.6"

  set {
    name  = "settings.clusterName"
    value = aws_eks_cluster.orders.name
  }
}

variable "subnets" {
  type = list(string)
}
