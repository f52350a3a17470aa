resource "helm_release" "karpenter" {
  namespace  = "kube-system"
  name       = "karpenter"
  repository = "oci://public.ecr.aws/karpenter"
  chart      = "karpenter"
  version    = "1.8.6"
  values     = [yamlencode({ settings = { clusterName = module.cluster.cluster_name } })]
}
