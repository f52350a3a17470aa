variable "role" {
  default = "nodes"
}

resource "helm_release" "karpenter" {
  name       = "karpenter"
  repository = "oci://public.ecr.aws/karpenter"
  chart      = "karpenter"
  version    = "1.8.1"
}

resource "kubectl_manifest" "web" {
  yaml_body = templatefile("${path.module}/web.yaml", { role = var.role })
}

resource "kubectl_manifest" "batch" {
  yaml_body = templatefile("${path.module}/batch.yaml", { role = var.role })
}
