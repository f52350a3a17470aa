locals {
  environments = {
    staging = {
      kubernetes_version = "1.33"
      image              = "al2023@v20250915"
      families           = ["m6i", "m7i", "c6i", "c7i"]
      vpc_id             = data.aws_vpc.main.id
    }
    production = {
      kubernetes_version = "1.33"
      image              = "al2023@v20250915"
      families           = ["m6i", "m7i", "c6i", "c7i", "r6i", "r7i"]
      vpc_id             = data.aws_vpc.main.id
    }
  }

  environment = local.environments[terraform.workspace]
}

data "aws_vpc" "main" {
  tags = {
    Name = terraform.workspace
  }
}

provider "aws" {
  region = "eu-west-1"
}

module "eks" {
  source  = "terraform-aws-modules/eks/aws"
  version = "~> 20.31"

  cluster_name    = "shop-${terraform.workspace}"
  cluster_version = local.environment.kubernetes_version
  vpc_id          = local.environment.vpc_id

  node_security_group_tags = {
    "karpenter.sh/discovery" = "shop-${terraform.workspace}"
  }
}

resource "helm_release" "karpenter" {
  name       = "karpenter"
  namespace  = "kube-system"
  repository = "oci://public.ecr.aws/karpenter"
  chart      = "karpenter"
  version    = "1.8.1"

  set {
    name  = "settings.clusterName"
    value = module.eks.cluster_name
  }
}

resource "kubectl_manifest" "node_class" {
  yaml_body = yamlencode({
    apiVersion = "karpenter.k8s.aws/v1"
    kind       = "EC2NodeClass"
    metadata   = { name = "default" }
    spec = {
      role             = "shop-nodes-${terraform.workspace}"
      amiSelectorTerms = [{ alias = local.environment.image }]
      subnetSelectorTerms = [
        { tags = { "karpenter.sh/discovery" = "shop-${terraform.workspace}" } },
      ]
      securityGroupSelectorTerms = [
        { tags = { "karpenter.sh/discovery" = "shop-${terraform.workspace}" } },
      ]
    }
  })
}

resource "kubectl_manifest" "node_pool" {
  yaml_body = yamlencode({
    apiVersion = "karpenter.sh/v1"
    kind       = "NodePool"
    metadata   = { name = "default" }
    spec = {
      template = {
        spec = {
          expireAfter  = "720h"
          nodeClassRef = { group = "karpenter.k8s.aws", kind = "EC2NodeClass", name = "default" }
          requirements = [
            { key = "karpenter.k8s.aws/instance-family", operator = "In", values = local.environment.families },
          ]
        }
      }
      limits = { cpu = "200" }
    }
  })
}
