import type { Texts } from './readings.ts';

/** A call of the EKS module with a cluster `shop`, and more inputs. */
export const eksModule = (more = '', version = '~> 21.0'): string => {
  const isRenamed = /2[1-9]/.test(version);
  return `module "eks" {
  source             = "terraform-aws-modules/eks/aws"
  version            = "${version}"
  ${isRenamed ? 'name' : 'cluster_name'} = "shop"
  ${isRenamed ? 'kubernetes_version' : 'cluster_version'} = "1.33"
  vpc_id             = "vpc-1"
  subnet_ids         = ["subnet-1", "subnet-2"]
  node_security_group_tags = { "karpenter.sh/discovery" = "shop" }
  ${more}
}
`;
};

/** A call of the module for Karpenter with more inputs, and the release of its chart. */
export const karpenterModule = (more = '', version = '~> 21.0', karpenter = '1.6.0'): string => `module "karpenter" {
  source       = "terraform-aws-modules/eks/aws//modules/karpenter"
  version      = "${version}"
  cluster_name = module.eks.cluster_name
  node_iam_role_use_name_prefix = false
  node_iam_role_name            = "shop-nodes"
  ${more}
}
resource "helm_release" "karpenter" {
  name       = "karpenter"
  namespace  = "kube-system"
  repository = "oci://public.ecr.aws/karpenter"
  chart      = "karpenter"
  version    = "${karpenter}"
  values     = [yamlencode({ settings = { clusterName = "shop", interruptionQueue = module.karpenter.queue_name } })]
}
`;

/** The NodePool and the node class of a cluster that Terraform creates. */
export const karpenterNodes: Texts = {
  'tf/providers.tf': 'provider "aws" {\n  region = "eu-west-1"\n}\n',
  'k8s/nodes.yaml': `apiVersion: karpenter.k8s.aws/v1
kind: EC2NodeClass
metadata: { name: default }
spec:
  role: shop-nodes
  amiSelectorTerms: [{ alias: al2023@v20260715 }]
  subnetSelectorTerms: [{ tags: { karpenter.sh/discovery: shop } }]
  securityGroupSelectorTerms: [{ tags: { karpenter.sh/discovery: shop } }]
---
apiVersion: karpenter.sh/v1
kind: NodePool
metadata: { name: general }
spec:
  limits: { cpu: 100 }
  template:
    spec:
      nodeClassRef: { group: karpenter.k8s.aws, kind: EC2NodeClass, name: default }
      requirements: [{ key: karpenter.k8s.aws/instance-family, operator: In, values: [m6i] }]
`,
};
