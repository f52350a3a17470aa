provider "aws" {
  region = "eu-central-1"
}

module "vpc" {
  source  = "terraform-aws-modules/vpc/aws"
  version = "~> 6.0"

  name            = "orders"
  cidr            = "10.20.0.0/16"
  azs             = ["eu-central-1a", "eu-central-1b", "eu-central-1c"]
  private_subnets = ["10.20.0.0/25", "10.20.0.128/25", "10.20.1.0/25"]

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

  addons = {
    vpc-cni = {
      configuration_values = jsonencode({
        env = {
          WARM_IP_TARGET    = "1"
          MINIMUM_IP_TARGET = "2"
        }
      })
    }
  }
}
