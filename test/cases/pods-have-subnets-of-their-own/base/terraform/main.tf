provider "aws" {
  region = "eu-central-1"
}

module "vpc" {
  source  = "terraform-aws-modules/vpc/aws"
  version = "~> 6.0"

  name            = "orders"
  cidr            = "10.20.0.0/16"
  azs             = ["eu-central-1a", "eu-central-1b", "eu-central-1c"]
  private_subnets = ["10.20.0.0/27", "10.20.0.32/27", "10.20.0.64/27"]

  private_subnet_tags = {
    "karpenter.sh/discovery" = "orders"
  }
}

module "eks" {
  source  = "terraform-aws-modules/eks/aws"
  version = "~> 21.0"

  name               = "orders"
  kubernetes_version = "1.34"
  vpc_id             = module.vpc.vpc_id
  subnet_ids         = module.vpc.private_subnets

  node_security_group_tags = { "karpenter.sh/discovery" = "orders" }
}

# Pods take their addresses from these, and not from the subnets of the nodes.
resource "aws_subnet" "pods" {
  for_each = { eu-central-1a = "100.64.0.0/18", eu-central-1b = "100.64.64.0/18" }

  vpc_id            = module.vpc.vpc_id
  availability_zone = each.key
  cidr_block        = each.value
}

resource "aws_eks_addon" "cni" {
  cluster_name = module.eks.cluster_name
  addon_name   = "vpc-cni"

  configuration_values = jsonencode({
    eniConfig = {
      create  = true
      subnets = { for zone, subnet in aws_subnet.pods : zone => { id = subnet.id } }
    }
    env = {
      AWS_VPC_K8S_CNI_CUSTOM_NETWORK_CFG = "true"
      ENI_CONFIG_LABEL_DEF               = "topology.kubernetes.io/zone"
    }
  })
}
