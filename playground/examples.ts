import { pastedFile, type Texts } from './text-files.ts';

/** A change that a visitor can choose. */
export interface Example {
  readonly id: string;
  readonly title: string;
  readonly before: Texts;
  readonly after: Texts;
}

const shop = `apiVersion: karpenter.sh/v1
kind: NodePool
metadata:
  name: web
spec:
  limits:
    cpu: 100
    memory: 400Gi
  disruption:
    consolidationPolicy: WhenEmptyOrUnderutilized
    consolidateAfter: 5m
    budgets:
      - nodes: 20%
  template:
    metadata:
      labels:
        tier: web
    spec:
      expireAfter: 720h
      nodeClassRef:
        group: karpenter.k8s.aws
        kind: EC2NodeClass
        name: default
      requirements:
        - key: node.kubernetes.io/instance-type
          operator: In
          values: [m6i.xlarge, m6i.2xlarge]
        - key: karpenter.sh/capacity-type
          operator: In
          values: [on-demand]
        - key: topology.kubernetes.io/zone
          operator: In
          values: [us-east-1a, us-east-1b, us-east-1c]
---
apiVersion: karpenter.k8s.aws/v1
kind: EC2NodeClass
metadata:
  name: default
spec:
  role: KarpenterNodeRole-shop
  amiSelectorTerms:
    - alias: al2023@v20250715
  securityGroupSelectorTerms:
    - tags:
        karpenter.sh/discovery: shop
  subnetSelectorTerms:
    - tags:
        karpenter.sh/discovery: shop
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: cart
  namespace: shop
spec:
  replicas: 18
  selector:
    matchLabels:
      app: cart
  template:
    metadata:
      labels:
        app: cart
    spec:
      containers:
        - name: cart
          image: public.ecr.aws/docker/library/nginx:1.27
          resources:
            requests:
              cpu: 900m
              memory: 512Mi
`;

const cluster = `---
apiVersion: eksctl.io/v1alpha5
kind: ClusterConfig
metadata:
  name: shop
  region: us-east-1
  version: "1.33"
  tags:
    karpenter.sh/discovery: shop
`;

/** A text with other words in it. A text that is not there is a mistake in this file. */
function edited(text: string, edits: Readonly<Record<string, string>>): string {
  return Object.entries(edits).reduce((all, [old, now]) => {
    if (!all.includes(old)) throw new Error(`the example has no ${old}`);
    return all.replace(old, now);
  }, text);
}

const subnets = `provider "aws" {
  region = "us-east-1"
}

resource "aws_vpc" "shop" {
  cidr_block = "10.0.0.0/16"
}

resource "aws_subnet" "private" {
  for_each = {
    us-east-1a = "10.0.0.0/20"
    us-east-1b = "10.0.16.0/20"
    us-east-1c = "10.0.32.0/20"
  }

  vpc_id            = aws_vpc.shop.id
  availability_zone = each.key
  cidr_block        = each.value

  tags = {
    "karpenter.sh/discovery" = "shop"
  }
}

resource "aws_security_group" "nodes" {
  name   = "shop-nodes"
  vpc_id = aws_vpc.shop.id

  tags = {
    "karpenter.sh/discovery" = "shop"
  }
}
`;

const pasted = (text: string): Texts => ({ [pastedFile]: text });

export const examples: readonly Example[] = [
  {
    id: 'typo',
    title: 'A misspelled field: limit instead of limits',
    before: pasted(shop),
    after: pasted(edited(shop, { '  limits:\n    cpu: 100': '  limit:\n    cpu: 100' })),
  },
  {
    id: 'label',
    title: 'A new label that replaces every node',
    before: pasted(shop),
    after: pasted(edited(shop, { '        tier: web\n': '        tier: web\n        team: shop\n' })),
  },
  {
    id: 'unschedulable',
    title: 'A pod that no node can run',
    before: pasted(shop),
    after: pasted(edited(shop, { 'cpu: 900m': 'cpu: "12"' })),
  },
  {
    id: 'discovery',
    title: 'A discovery tag that no subnet has',
    before: pasted(shop + cluster),
    after: pasted(
      edited(shop + cluster, {
        '  subnetSelectorTerms:\n    - tags:\n        karpenter.sh/discovery: shop':
          '  subnetSelectorTerms:\n    - tags:\n        karpenter.sh/discovery: shop-prod',
      }),
    ),
  },
  {
    id: 'cost',
    title: 'More replicas and larger requests: what it costs',
    before: pasted(shop),
    after: pasted(edited(shop, { 'replicas: 18': 'replicas: 24', 'cpu: 900m': 'cpu: 1900m' })),
  },
  {
    id: 'terraform',
    title: 'Terraform takes a tag from the subnets of the nodes',
    before: { 'karpenter/shop.yaml': shop, 'network/subnets.tf': subnets },
    after: {
      'karpenter/shop.yaml': shop,
      'network/subnets.tf': edited(subnets, { '"karpenter.sh/discovery" = "shop"': 'Tier = "private"' }),
    },
  },
];
