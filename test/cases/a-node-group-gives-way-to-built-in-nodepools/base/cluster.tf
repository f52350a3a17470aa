module "eks" {
  source             = "terraform-aws-modules/eks/aws"
  version            = "21.3.1"
  name               = "orders"
  kubernetes_version = "1.34"

  eks_managed_node_groups = {
    workers = {
      instance_types = ["m6i.xlarge"]
      min_size       = 2
      max_size       = 4
      desired_size   = 2
    }
  }
}

provider "aws" {
  region = "eu-west-1"
}
