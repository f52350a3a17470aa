provider "aws" {
  region = "eu-west-1"
}

locals {
  name = "orders"
  spec = {
    limits     = { cpu = "200" }
    disruption = { consolidationPolicy = "WhenEmptyOrUnderutilized", consolidateAfter = "45m" }
    template = {
      spec = {
        nodeClassRef = { group = "karpenter.k8s.aws", kind = "EC2NodeClass", name = "orders" }
        requirements = [
          { key = "karpenter.sh/capacity-type", operator = "In", values = ["on-demand"] },
          { key = "karpenter.k8s.aws/instance-family", operator = "In", values = ["m7i", "m7a"] },
        ]
      }
    }
  }
}

resource "kubectl_manifest" "pool" {
  force_new = true
  yaml_body = yamlencode({
    apiVersion = "karpenter.sh/v1"
    kind       = "NodePool"
    metadata   = { name = local.name }
    spec       = local.spec
  })
}
