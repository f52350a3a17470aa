resource "aws_eks_cluster" "orders" {
  name     = "orders"
  role_arn = aws_iam_role.cluster.arn
  version  = "1.33"

  bootstrap_self_managed_addons = false

  compute_config {
    enabled       = true
    node_pools    = ["system"]
    node_role_arn = aws_iam_role.node.arn
  }

  kubernetes_network_config {
    elastic_load_balancing {
      enabled = true
    }
  }

  storage_config {
    block_storage {
      enabled = true
    }
  }

  vpc_config {
    subnet_ids = ["subnet-0a1b2c3d4e5f60718", "subnet-1a1b2c3d4e5f60718"]
  }
}
