provider "aws" {
  region = "eu-west-1"
}

module "karpenter" {
  source       = "terraform-aws-modules/eks/aws//modules/karpenter"
  version      = "21.3.1"
  cluster_name = "bakery"

  node_iam_role_use_name_prefix = true
  node_iam_role_name            = "bakery-nodes"
  tags                          = { team = "ovens" }
}

resource "kubectl_manifest" "class" {
  yaml_body = <<-YAML
    apiVersion: karpenter.k8s.aws/v1
    kind: EC2NodeClass
    metadata:
      name: web
    spec:
      amiSelectorTerms:
        - alias: al2023@v20260202
      role: ${module.karpenter.node_iam_role_name}
      subnetSelectorTerms: [{ tags: { karpenter.sh/discovery: bakery } }]
      securityGroupSelectorTerms: [{ tags: { karpenter.sh/discovery: bakery } }]
  YAML
}
