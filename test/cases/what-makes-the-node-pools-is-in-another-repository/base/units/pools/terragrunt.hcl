terraform {
  source = "git::https://example.com/modules.git//karpenter-pools?ref=v7"
}
inputs = {
  cpu = 300
}
