import type { Layout } from './layouts.ts';

const adding =
  (files: Readonly<Record<string, string>>): Layout =>
  (all) => ({ ...all, ...files });

const karpenterRelease = `resource "helm_release" "karpenter" {
  name       = "karpenter"
  repository = "oci://public.ecr.aws/karpenter"
  chart      = "karpenter"
  version    = "1.5.0"
}
`;

const nodePool = (name: string, nodeClass: string): string => `apiVersion: karpenter.sh/v1
kind: NodePool
metadata: {name: ${name}}
spec:
  limits: {cpu: 10}
  template:
    spec:
      nodeClassRef: {group: karpenter.k8s.aws, kind: EC2NodeClass, name: ${nodeClass}}
      requirements:
        - {key: karpenter.sh/capacity-type, operator: In, values: [spot]}
        - {key: topology.kubernetes.io/zone, operator: In, values: [ap-south-1a]}
`;

/** Content that says nothing about a cluster in `envs/prod`, by its kind. */
export const unrelated: Readonly<Record<string, Layout>> = {
  'a second environment': adding({
    'envs/staging/pools.yaml': `${nodePool('general', 'default')}---
apiVersion: karpenter.k8s.aws/v1
kind: EC2NodeClass
metadata: {name: default}
spec:
  role: staging-nodes
  amiSelectorTerms: [{alias: al2023@v20250101}]
  subnetSelectorTerms: [{tags: {karpenter.sh/discovery: staging-elsewhere}}]
  securityGroupSelectorTerms: [{tags: {karpenter.sh/discovery: staging-elsewhere}}]
`,
    'envs/staging/main.tf': `provider "aws" {
  region = "ap-south-1"
}
${karpenterRelease}module "eks" {
  source          = "terraform-aws-modules/eks/aws"
  cluster_name    = "staging-elsewhere"
  cluster_version = "1.31"
}
`,
  }),
  'the Terraform of a second cluster': adding({
    'infra/billing/main.tf': `provider "aws" {
  region = "ap-south-1"
}
resource "aws_eks_cluster" "billing" {
  name     = "billing"
  role_arn = "arn:aws:iam::111122223333:role/billing"
  version  = "1.31"
}
${karpenterRelease}`,
  }),
  'objects of another team': adding({
    'teams/billing/service.yaml': `apiVersion: v1
kind: Service
metadata: {name: billing, namespace: billing}
spec: {selector: {app: billing}, ports: [{port: 80}]}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: billing, namespace: billing}
data: {mode: fast}
`,
    'teams/billing/prod.yaml': 'replicas: 3\n',
  }),
  'a folder of documentation': adding({
    'docs/README.md': '# Nodes\n',
    'docs/examples/nodepool.yaml': nodePool('example', 'example'),
    'docs/install.sh': 'export KARPENTER_VERSION=1.2.0\nexport AWS_REGION=ap-south-1\n',
  }),
  'a CRD of another product': adding({
    'crds/widgets.yaml': `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.example.com}
spec:
  group: example.com
  names: {kind: Widget, plural: widgets, singular: widget, listKind: WidgetList}
  scope: Namespaced
  versions:
    - name: v1
      served: true
      storage: true
      schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}
`,
  }),
};
