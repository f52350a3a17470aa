/** Path → text. */
type Texts = Readonly<Record<string, string>>;

const nodeClass = `apiVersion: karpenter.k8s.aws/v1
kind: EC2NodeClass
metadata:
  name: default
spec:
  role: karpenter-node
  amiSelectorTerms:
    - alias: al2023@v20250715
  subnetSelectorTerms:
    - tags: {karpenter.sh/discovery: production}
  securityGroupSelectorTerms:
    - tags: {karpenter.sh/discovery: production}
`;

const web = `apiVersion: karpenter.sh/v1
kind: NodePool
metadata:
  name: web
spec:
  limits: {cpu: 100}
  disruption:
    consolidationPolicy: WhenEmpty
    consolidateAfter: 10m
  template:
    spec:
      expireAfter: 720h
      nodeClassRef: {group: karpenter.k8s.aws, kind: EC2NodeClass, name: default}
      requirements:
        - {key: karpenter.sh/capacity-type, operator: In, values: [on-demand]}
        - {key: kubernetes.io/arch, operator: In, values: [amd64]}
        - {key: karpenter.k8s.aws/instance-category, operator: In, values: [c, m, r]}
`;

const cart = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: cart
  namespace: shop
spec:
  replicas: 6
  selector: {matchLabels: {app: cart}}
  template:
    metadata: {labels: {app: cart}}
    spec:
      containers:
        - name: cart
          image: registry.example.com/cart:1
          resources: {requests: {cpu: 900m, memory: 1Gi}}
`;

/** A NodePool for reports with two mistakes: `limit`, which the API server drops, and a taint with an invalid effect. */
const reportsPool = `apiVersion: karpenter.sh/v1
kind: NodePool
metadata:
  name: reports
spec:
  limit:
    cpu: 64
  disruption:
    consolidationPolicy: WhenEmpty
    consolidateAfter: 10m
  template:
    metadata:
      labels:
        workload: reports
    spec:
      expireAfter: 336h
      nodeClassRef:
        group: karpenter.k8s.aws
        kind: EC2NodeClass
        name: default
      taints:
        - key: workload
          value: reports
          effect: NoSchedul
      requirements:
        - key: karpenter.sh/capacity-type
          operator: In
          values: [spot, on-demand]
        - key: kubernetes.io/arch
          operator: In
          values: [arm64, amd64]
        - key: karpenter.k8s.aws/instance-category
          operator: In
          values: [c, m, r]
        - key: karpenter.k8s.aws/instance-generation
          operator: Gt
          values: ["5"]
        - key: karpenter.k8s.aws/instance-cpu
          operator: Lt
          values: ["17"]
`;

const reports = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: reports
  namespace: shop
spec:
  replicas: 9
  selector: {matchLabels: {app: reports}}
  template:
    metadata: {labels: {app: reports}}
    spec:
      nodeSelector: {workload: reports}
      tolerations:
        - {key: workload, operator: Equal, value: reports, effect: NoSchedule}
      topologySpreadConstraints:
        - maxSkew: 1
          topologyKey: topology.kubernetes.io/zone
          whenUnsatisfiable: DoNotSchedule
          labelSelector: {matchLabels: {app: reports}}
      containers:
        - name: reports
          image: registry.example.com/reports:1
          resources: {requests: {cpu: 1800m, memory: 6Gi}}
`;

/** The content of main, without the files that `init` wrote. */
export const atFirst: Texts = { 'pools/nodeclass.yaml': nodeClass, 'pools/web.yaml': web, 'apps/cart.yaml': cart };

/** The files that the pull request adds. */
export const change: Texts = {
  'pools/reports.yaml': reportsPool,
  'apps/reports.yaml': reports,
};
