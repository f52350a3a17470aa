module "autoscaler" {
  source  = "registry.example.com/platform/karpenter/aws"
  version = "4.0.0"

  cluster_name                  = module.cluster.cluster_name
  node_iam_role_name            = "orders-nodes"
  node_iam_role_use_name_prefix = false
}
