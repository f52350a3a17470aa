provider "aws" {
  region = "eu-central-1"
}

module "karpenter_addon" {
  source  = "aws-ia/eks-blueprints-addon/aws"
  version = "~> 1.1.1"

  chart         = "karpenter"
  chart_version = "0.37.0"
  repository    = "oci://public.ecr.aws/karpenter"
  namespace     = "karpenter"
}
