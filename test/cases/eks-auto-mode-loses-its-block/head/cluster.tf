module "eks" {
  source             = "terraform-aws-modules/eks/aws"
  version            = "~> 21.8"
  name               = "orders"
  kubernetes_version = "1.33"
  subnet_ids         = ["subnet-0a1b2c3d4e5f60718", "subnet-1a1b2c3d4e5f60718"]
}
