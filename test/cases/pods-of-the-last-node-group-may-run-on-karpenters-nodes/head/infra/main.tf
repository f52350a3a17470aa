provider "aws" {
  region = "us-east-1"
}

resource "aws_eks_cluster" "orders" {
  name    = "orders"
  version = "1.34"
}
