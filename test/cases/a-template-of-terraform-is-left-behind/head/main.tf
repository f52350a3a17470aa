variable "role" {
  default = "nodes"
}

resource "helm_release" "karpenter" {
  name       = "karpenter"
  repository = "oci://public.ecr.aws/karpenter"
  chart      = "karpenter"
  version    = "1.8.1"
}

moved {
  from = kubectl_manifest.web
  to   = kubectl_manifest.classes["web"]
}

resource "kubectl_manifest" "classes" {
  for_each  = toset(["web"])
  yaml_body = templatefile("${path.module}/${each.key}.yaml", { role = var.role })
}
