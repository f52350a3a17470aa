import { expect, test } from 'vitest';
import { manifestsOf } from '../../cluster/provisioning/simulation.test-support.ts';
import { podRequests } from '../../karpenter/scheduling/pod-requests.ts';
import { controlPlaneOf } from './control-plane.ts';
import { addonPods, karpenterController, kopsNetworks, kopsPods } from './documented-pods.ts';
import { systemPods } from './system-pods.ts';

/** `coredns 2 100m`: name, number of pods or `each`, millicores. */
const counted = (text: string): string[] =>
  systemPods(manifestsOf(text)).map(
    ({ name, replicas, spec }) => `${name} ${replicas ?? 'each'} ${podRequests(spec).get('cpu') ?? 0}m`,
  );

const defaults = ['coredns 2 100m', 'kube-proxy each 100m', 'aws-node each 50m'];
const module = (inputs: string) => `
apiVersion: terraform/v1
kind: module
metadata: { name: eks }
spec: { eks_managed_node_groups: {}, ${inputs} }
---
`;

test('every EKS cluster runs what EKS installs, and Karpenter with the requests of its installation guide', () => {
  expect(counted(module(''))).toEqual([...defaults, 'karpenter 2 1000m']);
});

test.each([
  ['the EKS module', module('cluster_addons: { coredns: {}, aws-ebs-csi-driver: { most_recent: true } }')],
  [
    'a resource',
    'apiVersion: terraform/v1\nkind: aws_eks_addon\nmetadata: { name: ebs }\nspec: { addon_name: aws-ebs-csi-driver }\n',
  ],
  [
    'eksctl',
    'apiVersion: eksctl.io/v1alpha5\nkind: ClusterConfig\nmetadata: { name: demo }\naddons: [{ name: aws-ebs-csi-driver }]\n',
  ],
])('an add-on that %s declares is counted', (_, text) => {
  expect(counted(text)).toEqual([
    'ebs-csi-controller 2 60m',
    'ebs-csi-node each 30m',
    ...defaults,
    'karpenter 2 1000m',
  ]);
});

test('a cluster without default add-ons runs only those that are declared', () => {
  expect(counted(module('bootstrap_self_managed_addons: false, addons: { kube-proxy: {} }'))).toEqual([
    'kube-proxy each 100m',
    'karpenter 2 1000m',
  ]);
});

test('pods on Fargate take no room on nodes', () => {
  const profiles = 'fargate_profiles: { karpenter: { selectors: [{ namespace: karpenter }] } }';
  expect(counted(module(profiles))).toEqual(defaults);
});

const values = (text: string) => `
apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: { name: karpenter, namespace: karpenter }
spec:
  chart: { spec: { chart: karpenter } }
  values: { ${text} }
---
`;

test.each([
  ['its requests', values('replicas: 1, controller: { resources: { requests: { cpu: 250m } } }'), 'karpenter 1 250m'],
  ['no requests, as the chart has none', values('logLevel: debug'), 'karpenter 2 0m'],
  ['a placeholder', values('replicas: "${COUNT}", settings: { clusterName: a }'), 'karpenter 2 0m'],
  [
    'other requests in each environment',
    values('replicas: 1') + values('replicas: 3').replace('name: karpenter,', 'name: b,'),
    'karpenter 2 0m',
  ],
])('Karpenter has the values of its chart: %s', (_, text, expected) => {
  expect(counted(module('') + text).at(-1)).toBe(expected);
});

const group =
  'apiVersion: kops.k8s.io/v1alpha2\nkind: InstanceGroup\nmetadata: { name: nodes }\nspec: { role: Node }\n---\n';
const kops = (spec: string) =>
  `apiVersion: kops.k8s.io/v1alpha2\nkind: Cluster\nmetadata: { name: demo.k8s.local }\nspec: { ${spec} }\n---\n`;
const kopsDefaults = ['coredns 2 100m', 'coredns-autoscaler 1 20m', 'ebs-csi-node each 30m'];

test.each([
  ['the defaults of kOps', '', [...kopsDefaults, 'cilium each 100m']],
  [
    'the VPC CNI',
    kops('networking: { amazonvpc: {} }'),
    [...kopsDefaults, 'aws-node each 50m', 'kube-proxy each 100m'],
  ],
  [
    'no kube-proxy',
    kops('networking: { cilium: {} }, kubeProxy: { enabled: false }'),
    [...kopsDefaults, 'cilium each 100m'],
  ],
  [
    'a metrics server',
    kops('networking: { calico: {} }, metricsServer: { enabled: true }'),
    [...kopsDefaults, 'calico-node each 250m', 'kube-proxy each 100m', 'metrics-server 2 100m'],
  ],
])('worker nodes of kOps run its own pods: %s', (_, cluster, expected) => {
  expect(counted(group + cluster)).toEqual(expected);
});

test('each figure names its source and a date', () => {
  const all = [...addonPods.values(), kopsPods, Object.values(kopsNetworks), [karpenterController]].flat();
  for (const { source, date } of all) {
    expect(source).toMatch(/^https:\/\//);
    expect(date).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  }
});

const nodeClass = (spec: string) =>
  `apiVersion: karpenter.k8s.aws/v1\nkind: EC2NodeClass\nmetadata: { name: default }\nspec: { ${spec} }\n---\n`;

test.each([
  [module(''), 'eks'],
  ['apiVersion: eksctl.io/v1alpha5\nkind: ClusterConfig\nmetadata: { name: demo }\n', 'eks'],
  [group, 'kops'],
  [nodeClass('tags: { kops.k8s.io/instancegroup: nodes }'), 'kops'],
  [values('settings: { clusterName: demo.k8s.local }'), 'kops'],
  [
    'apiVersion: controlplane.cluster.x-k8s.io/v1beta1\nkind: KubeadmControlPlane\nmetadata: { name: a }\n',
    'self-managed',
  ],
  [nodeClass('role: x'), undefined],
  // A repository with clusters of both kinds.
  [group + module(''), 'eks'],
])('the control plane of %j', (text, expected) => {
  expect(controlPlaneOf(manifestsOf(text))).toBe(expected);
});
