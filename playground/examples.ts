/** A change that a visitor can choose. */
export interface Example {
  readonly id: string;
  readonly title: string;
  readonly before: string;
  readonly after: string;
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

export const examples: readonly Example[] = [
  {
    id: 'typo',
    title: 'A misspelled field: limit instead of limits',
    before: shop,
    after: edited(shop, { '  limits:\n    cpu: 100': '  limit:\n    cpu: 100' }),
  },
  {
    id: 'label',
    title: 'A new label that replaces every node',
    before: shop,
    after: edited(shop, { '        tier: web\n': '        tier: web\n        team: shop\n' }),
  },
  {
    id: 'unschedulable',
    title: 'A pod that no node can run',
    before: shop,
    after: edited(shop, { 'cpu: 900m': 'cpu: "12"' }),
  },
  {
    id: 'discovery',
    title: 'A discovery tag that no subnet has',
    before: shop + cluster,
    after: edited(shop + cluster, {
      '  subnetSelectorTerms:\n    - tags:\n        karpenter.sh/discovery: shop':
        '  subnetSelectorTerms:\n    - tags:\n        karpenter.sh/discovery: shop-prod',
    }),
  },
  {
    id: 'cost',
    title: 'More replicas and larger requests: what it costs',
    before: shop,
    after: edited(shop, { 'replicas: 18': 'replicas: 24', 'cpu: 900m': 'cpu: 1900m' }),
  },
];
