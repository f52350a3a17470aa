terraform {
  source = "git::https://example.com/modules.git//karpenter-pools?ref=v8"
}
inputs = {
  cpu = 300
}
