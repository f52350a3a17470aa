resource "kubernetes_manifest" "class" {
  manifest = {
    apiVersion = "karpenter.k8s.aws/v1"
    kind       = "EC2NodeClass"
    metadata   = { name = "web" }
    spec = {
      amiSelectorTerms           = [{ alias = "al2023@v20260701" }]
      role                       = "orders-nodes"
      subnetSelectorTerms        = [{ tags = { "karpenter.sh/discovery" = "orders" } }]
      securityGroupSelectorTerms = [{ id = "sg-0a1b2c3d4e5f60718" }]
    }
  }
}

resource "kubernetes_manifest" "pool" {
  manifest = {
    apiVersion = "karpenter.sh/v1"
    kind       = "NodePool"
    metadata   = { name = "web" }
    spec = {
      template = {
        spec = {
          nodeClassRef = { group = "karpenter.k8s.aws", kind = "EC2NodeClass", name = "web" }
          requirements = [{ key = "karpenter.k8s.aws/instance-family", operator = "In", values = ["m7g"] }]
        }
      }
      limits = { cpu = "32" }
    }
  }
}
