resource "aws_eks_cluster" "stage" {
  name     = "stage"
  role_arn = "arn:aws:iam::111122223333:role/stage"

  compute_config {
    enabled    = true
    node_pools = ["general-purpose"]
  }

  vpc_config {
    subnet_ids = ["subnet-0a1b2c3d4e5f60718", "subnet-0f1e2d3c4b5a69780"]
  }
}
