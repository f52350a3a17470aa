import type { Toleration } from '../../karpenter/api/pod.ts';

/** Pods that a cluster runs apart from its workloads, with the requests that their publisher documents. */
export interface DocumentedPods {
  readonly name: string;
  /** The number of pods; undefined for a DaemonSet. */
  readonly replicas?: number;
  /** The requests of one pod: all of its containers together. */
  readonly requests: Readonly<Record<string, string>>;
  /** Replicas avoid nodes that already run one. */
  readonly isSpread?: true;
  readonly tolerations: readonly Toleration[];
  /** Where the requests are documented, and the day on which they were compared with it. */
  readonly source: string;
  readonly date: string;
}

const date = '2026-11-23';

const everywhere: readonly Toleration[] = [{ operator: 'Exists' }];
const criticalAddons: readonly Toleration[] = [{ key: 'CriticalAddonsOnly', operator: 'Exists' }];

/** The two containers `aws-node` and `aws-eks-nodeagent`. */
const awsNode: DocumentedPods = {
  name: 'aws-node',
  requests: { cpu: '50m' },
  tolerations: everywhere,
  source: 'https://github.com/aws/amazon-vpc-cni-k8s/blob/master/config/master/aws-k8s-cni.yaml',
  date,
};

const kubeProxy: DocumentedPods = {
  name: 'kube-proxy',
  requests: { cpu: '100m' },
  tolerations: everywhere,
  source: 'https://github.com/eksctl-io/eksctl/blob/main/pkg/addons/default/testdata/sample-1.25.json',
  date,
};

const coredns: DocumentedPods = {
  name: 'coredns',
  replicas: 2,
  requests: { cpu: '100m', memory: '70Mi' },
  isSpread: true,
  tolerations: criticalAddons,
  source: 'https://github.com/eksctl-io/eksctl/blob/main/pkg/addons/default/assets/coredns-1.34.json',
  date,
};

/** Three containers with 10m and 40Mi each. */
const ebsCsiNode: DocumentedPods = {
  name: 'ebs-csi-node',
  requests: { cpu: '30m', memory: '120Mi' },
  tolerations: everywhere,
  source: 'https://github.com/kubernetes-sigs/aws-ebs-csi-driver/blob/master/charts/aws-ebs-csi-driver/values.yaml',
  date,
};

/** Six containers with 10m and 40Mi each. */
const ebsCsiController: DocumentedPods = {
  ...ebsCsiNode,
  name: 'ebs-csi-controller',
  replicas: 2,
  requests: { cpu: '60m', memory: '240Mi' },
  isSpread: true,
  tolerations: criticalAddons,
};

const metricsServer: DocumentedPods = {
  name: 'metrics-server',
  replicas: 1,
  requests: { cpu: '100m', memory: '200Mi' },
  tolerations: [],
  source: 'https://github.com/kubernetes-sigs/metrics-server/blob/master/charts/metrics-server/values.yaml',
  date,
};

/**
 * Karpenter's controller. The chart has no default requests since 0.27; the installation guide sets these, and they were the chart's
 * default before.
 */
export const karpenterController: DocumentedPods = {
  name: 'karpenter',
  replicas: 2,
  requests: { cpu: '1', memory: '1Gi' },
  tolerations: criticalAddons,
  source: 'https://karpenter.sh/docs/getting-started/getting-started-with-karpenter/',
  date,
};

/** EKS add-on → its pods, for add-ons whose pods request anything. */
export const addonPods: ReadonlyMap<string, readonly DocumentedPods[]> = new Map([
  ['vpc-cni', [awsNode]],
  ['kube-proxy', [kubeProxy]],
  ['coredns', [coredns]],
  ['aws-ebs-csi-driver', [ebsCsiController, ebsCsiNode]],
  ['metrics-server', [metricsServer]],
]);

/** What EKS installs in each cluster unless it is told not to. */
export const defaultAddons: readonly string[] = ['coredns', 'kube-proxy', 'vpc-cni'];

const kopsSource = 'https://github.com/kubernetes/kops/tree/master/upup/models/cloudup/resources/addons';

/** What kOps runs on worker nodes whatever the network. The other parts of kOps run on the control plane. */
export const kopsPods: readonly DocumentedPods[] = [
  { ...coredns, source: kopsSource, date },
  {
    name: 'coredns-autoscaler',
    replicas: 1,
    requests: { cpu: '20m', memory: '10Mi' },
    tolerations: criticalAddons,
    source: kopsSource,
    date,
  },
  { ...ebsCsiNode, source: kopsSource, date },
];

/** `spec.networking` of a kOps cluster → the pods of that network. Networks without documented requests are left out. */
export const kopsNetworks: Readonly<Record<string, DocumentedPods>> = {
  amazonvpc: awsNode,
  calico: {
    name: 'calico-node',
    requests: { cpu: '250m' },
    tolerations: everywhere,
    source: kopsSource,
    date,
  },
  // The init container `install-cni-binaries` requests 100m, more than the agent.
  cilium: {
    name: 'cilium',
    requests: { cpu: '100m', memory: '128Mi' },
    tolerations: everywhere,
    source: kopsSource,
    date,
  },
};

export const kopsKubeProxy: DocumentedPods = { ...kubeProxy, source: kopsSource, date };

export const kopsMetricsServer: DocumentedPods = {
  ...metricsServer,
  replicas: 2,
  source: kopsSource,
  date,
};
