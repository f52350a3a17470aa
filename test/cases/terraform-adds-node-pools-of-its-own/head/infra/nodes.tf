resource "kubernetes_manifest" "class" {
  manifest = {
    apiVersion = "karpenter.k8s.aws/v1"
    kind       = "EC2NodeClass"
    metadata   = { name = "default" }
    spec = {
      amiSelectorTerms           = [{ alias = "al2023@v20260701" }]
      role                       = "orchard-nodes"
      subnetSelectorTerms        = [{ tags = { "karpenter.sh/discovery" = "orchard" } }]
      securityGroupSelectorTerms = [{ tags = { "karpenter.sh/discovery" = "orchard" } }]
    }
  }
}
