resource "aws_eks_cluster" "mill" {
  name     = "mill"
  version  = "1.34"
  role_arn = "arn:aws:iam::111122223333:role/mill-cluster"

  vpc_config {
    subnet_ids = ["subnet-0a1b2c3d4e5f60718", "subnet-0a1b2c3d4e5f60719"]
  }
}
