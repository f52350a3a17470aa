resource "aws_eks_cluster" "workshop" {
  name     = "workshop"
  role_arn = "arn:aws:iam::111122223333:role/workshop"
  version  = "1.34"

  vpc_config {
    subnet_ids = var.subnet_ids
  }
}
