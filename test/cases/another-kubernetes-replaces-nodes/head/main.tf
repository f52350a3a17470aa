module "eks" {
  source             = "terraform-aws-modules/eks/aws"
  version            = "~> 21.0"
  name               = "shop"
  kubernetes_version = "1.34"
  node_security_group_tags = { "karpenter.sh/discovery" = "shop" }
}
resource "helm_release" "karpenter" {
  repository = "oci://public.ecr.aws/karpenter"
  chart      = "karpenter"
  version    = "1.14.1"

  set = [
    { name = "settings.clusterName", value = "shop" },
    { name = "settings.vmMemoryOverheadPercent", value = "0.1" },
  ]
}
