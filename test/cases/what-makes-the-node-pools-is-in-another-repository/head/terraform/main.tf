module "eks" {
  source                  = "git::https://example.com/modules.git//eks?ref=v7"
  cloudwatch_log_days     = 30
  karpenter_node_pool_cpu = 250
}
