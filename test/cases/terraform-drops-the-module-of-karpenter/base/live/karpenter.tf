module "autoscaler" {
  source  = "terraform-aws-modules/eks/aws//modules/karpenter"
  version = "21.3.1"

  cluster_name                  = module.cluster.cluster_name
  node_iam_role_name            = "orders-nodes"
  node_iam_role_use_name_prefix = false
}
