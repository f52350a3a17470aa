provider "aws" {
  region = "eu-west-1"
}

module "cluster" {
  source  = "git::https://git.example.com/platform/eks.git?ref=v4"

  name               = "orders"
  kubernetes_version = "1.34"

  node_security_group_tags = { "karpenter.sh/discovery" = "orders" }

  eks_managed_node_groups = {
    base = {
      instance_types = ["m7i.large"]
      min_size       = 2
      max_size       = 3
      desired_size   = 2
    }
  }
}
