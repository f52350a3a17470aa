data "aws_subnets" "private" {
  tags = {
    Tier = "private"
  }
}

# The subnets of the database, not those of the cluster.
resource "aws_subnet" "database" {
  vpc_id     = data.aws_vpc.main.id
  cidr_block = "10.0.48.0/24"
}

module "eks" {
  source  = "terraform-aws-modules/eks/aws"
  version = "~> 21.0"

  name       = "orders"
  subnet_ids = data.aws_subnets.private.ids

  node_security_group_tags = {
    "karpenter.sh/discovery" = "orders"
  }
}
