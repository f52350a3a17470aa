module "eks" {
  source                  = "git::https://example.com/modules.git//eks?ref=v7"
  cloudwatch_log_days     = 7
  karpenter_node_pool_cpu = 200
}
