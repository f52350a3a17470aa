locals {
  name   = "orders"
  region = "eu-central-1"

  pools = {
    general = { families = ["m6i", "m7i", "c6i", "c7i"], cpu = 64 }
    batch   = { families = ["c6i", "c7i", "m6i", "m7i"], cpu = 200, spot = true }
  }
}

module "eks" {
  source  = "terraform-aws-modules/eks/aws"
  version = "~> 21.0"

  name               = local.name
  kubernetes_version = "1.33"
  node_security_group_tags = { "karpenter.sh/discovery" = local.name }
  eks_managed_node_groups = {
    system = {
      instance_types = ["m6i.large"]
      desired_size   = 2
    }
  }
}

module "karpenter" {
  source  = "terraform-aws-modules/eks/aws//modules/karpenter"
  version = "~> 21.0"

  cluster_name       = module.eks.cluster_name
  node_iam_role_name = "orders-nodes"

  node_iam_role_use_name_prefix = false
}

resource "helm_release" "karpenter" {
  name       = "karpenter"
  namespace  = "kube-system"
  repository = "oci://public.ecr.aws/karpenter"
  chart      = "karpenter"
  version    = "1.11.1"

  values = [yamlencode({
    settings = {
      clusterName       = local.name
      interruptionQueue = module.karpenter.queue_name
    }
  })]
}

module "pools" {
  source   = "../modules/node-pools"
  for_each = local.pools

  name     = each.key
  settings = each.value
}

resource "kubectl_manifest" "node_class" {
  yaml_body = <<-YAML
    apiVersion: karpenter.k8s.aws/v1
    kind: EC2NodeClass
    metadata:
      name: default
    spec:
      role: orders-nodes
      amiSelectorTerms:
        - alias: al2023@v20250920
      subnetSelectorTerms:
        - tags:
            karpenter.sh/discovery: ${local.name}
      securityGroupSelectorTerms:
        - tags:
            karpenter.sh/discovery: ${local.name}
  YAML

  depends_on = [helm_release.karpenter]
}
