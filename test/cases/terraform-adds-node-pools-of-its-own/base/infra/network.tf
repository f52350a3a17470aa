locals {
  discovery = { "karpenter.sh/discovery" = "orders" }
}

resource "aws_subnet" "zone_a" {
  vpc_id            = "vpc-0a1b2c3d4e5f60718"
  cidr_block        = "10.20.0.0/22"
  availability_zone = "eu-central-1a"
  tags              = local.discovery
}

resource "aws_subnet" "zone_b" {
  vpc_id            = "vpc-0a1b2c3d4e5f60718"
  cidr_block        = "10.20.4.0/22"
  availability_zone = "eu-central-1b"
  tags              = local.discovery
}

resource "aws_eks_cluster" "orders" {
  name     = "orders"
  version  = "1.33"
  role_arn = "arn:aws:iam::111122223333:role/orders-cluster"

  vpc_config {
    subnet_ids = [aws_subnet.zone_a.id, aws_subnet.zone_b.id]
  }
}
