provider "aws" {
  region = "eu-west-1"
}

resource "aws_security_group" "nodes" {
  name   = "orders-nodes"
  vpc_id = var.vpc

  tags = {
    "kubernetes.io/cluster/orders" = "owned"
  }
}

resource "aws_security_group" "metrics" {
  name   = "orders-metrics"
  vpc_id = var.vpc

  tags = {
    team = "platform"
  }
}

variable "vpc" {
  type = string
}
