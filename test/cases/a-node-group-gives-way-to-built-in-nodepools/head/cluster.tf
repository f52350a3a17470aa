module "eks" {
  source             = "terraform-aws-modules/eks/aws"
  version            = "21.3.1"
  name               = "orders"
  kubernetes_version = "1.34"

  compute_config = {
    enabled    = true
    node_pools = ["general-purpose", "system"]
  }
}

provider "aws" {
  region = "eu-west-1"
}
