import type { Draft, KubeObject, Taint } from '../draft.ts';
import { addNode } from '../nodes.ts';
import { hostnameLabel, zoneLabel } from '../vocabulary.ts';
import { affinityOf, boundPods, ofKind, required, someOf, type Template } from './templates.ts';
import type { Twist } from './twist.ts';

/** More nodes than the generator creates. */
const moreNodes: Twist = (draft) => {
  const known = ofKind(draft, 'Node').length + ofKind(draft, 'NodeClaim').length;
  for (let i = draft.random.pick(2, 4, 8); i > 0; i--) addNode(draft, known + i);
  return true;
};

interface NodeSpec {
  taints?: Taint[];
}

const specOf = ({ spec }: KubeObject): NodeSpec => spec as NodeSpec;
const labelsOf = ({ metadata }: KubeObject): Record<string, string> => metadata.labels as Record<string, string>;

/** A twist that changes some of the Nodes, each independently. */
const ofNodes =
  (change: (draft: Draft, node: KubeObject) => void): Twist =>
  (draft) =>
    someOf(draft, ofKind(draft, 'Node')).map((node) => change(draft, node)).length > 0;

const taints: Twist = ofNodes(({ random }, node) => {
  const spec = specOf(node);
  spec.taints = [
    ...(spec.taints ?? []),
    ...random.sample<Taint>(
      [
        { key: 'karpenter.sh/disrupted', effect: 'NoSchedule' },
        { key: 'node.kubernetes.io/unreachable', effect: 'NoSchedule' },
        { key: 'node.kubernetes.io/not-ready', effect: 'NoExecute' },
        { key: 'node.cloudprovider.kubernetes.io/uninitialized', value: 'true', effect: 'NoSchedule' },
        { key: 'karpenter.sh/unregistered', effect: 'NoExecute' },
        { key: 'readiness.k8s.io/gpu', effect: 'NoSchedule' },
        { key: 'node.cilium.io/agent-not-ready', value: 'true', effect: 'NoExecute' },
        { key: 'preferred', value: 'no', effect: 'PreferNoSchedule' },
        { key: 'level', value: '5', effect: 'NoSchedule' },
      ],
      random.pick(1, 1, 2),
    ),
  ];
});

/** Labels that a node lacks, or that differ from its NodePool and its NodeClaim. */
const labels: Twist = ofNodes(({ random, zones }, node) => {
  const own = labelsOf(node);
  random.pick<() => void>(
    () => delete own[zoneLabel],
    () => Object.assign(own, { [zoneLabel]: 'us-east-1z' }),
    () => delete own['karpenter.sh/nodepool'],
    () => Object.assign(own, { 'karpenter.sh/nodepool': 'gone' }),
    () => delete own['karpenter.sh/initialized'],
    () => delete own['karpenter.sh/registered'],
    () => delete own[hostnameLabel],
    () => Object.assign(own, { [hostnameLabel]: 'another-name' }),
    () => Object.assign(own, { 'example.com/tier': random.pick('gold', 'bronze'), 'example.com/rank': '4' }),
    () => Object.assign(own, { [zoneLabel]: random.pick(...zones), 'karpenter.sh/capacity-type': 'spot' }),
    () => delete own['node.kubernetes.io/instance-type'],
    () => delete own['karpenter.sh/capacity-type'],
  )();
});

/** More or less capacity than a node of that instance type has. */
const room: Twist = ofNodes(({ random }, node) => {
  const { allocatable, capacity } = node.status as Record<'allocatable' | 'capacity', Record<string, string>>;
  random.pick<() => void>(
    () => Object.assign(allocatable, { cpu: '50m' }),
    () => Object.assign(allocatable, { pods: random.pick('1', '3') }),
    () => Object.assign(allocatable, { 'nvidia.com/gpu': '4' }) && Object.assign(capacity, { 'nvidia.com/gpu': '4' }),
    () => Object.assign(allocatable, { 'nvidia.com/gpu': '0' }) && Object.assign(capacity, { 'nvidia.com/gpu': '0' }),
    () =>
      Object.assign(allocatable, { cpu: '64', memory: '256Gi' }) &&
      Object.assign(capacity, { cpu: '64', memory: '256Gi' }),
    () => delete allocatable['ephemeral-storage'] && delete capacity['ephemeral-storage'],
  )();
});

/** NodeClaims that are not launched, are being deleted, or have no node. */
const claims: Twist = (draft) => {
  const found = someOf(draft, ofKind(draft, 'NodeClaim'));
  for (const claim of found) {
    const { metadata } = claim;
    const status = claim.status as Record<string, unknown>;
    draft.random.pick<() => void>(
      () =>
        Object.assign(metadata, {
          deletionTimestamp: '2026-01-01T00:30:00Z',
          finalizers: ['karpenter.sh/termination'],
        }),
      // Static NodePools wait for NodeClaims that are not launched.
      () => draft.settings.featureGates?.staticCapacity || delete status.providerID,
      () =>
        Object.assign(status, {
          conditions: [
            { type: 'InstanceTerminating', status: 'True', reason: 'x', lastTransitionTime: '2026-01-01T00:30:00Z' },
          ],
        }),
      () => Object.assign(status, { capacity: {}, allocatable: {} }),
    )();
  }
  return found.length > 0;
};

/** Volumes, requests and anti-affinity of running pods. */
const bound: Twist = (draft) => {
  const pods = someOf(draft, boundPods(draft));
  for (const pod of pods) holdMore(draft, pod);
  return pods.length > 0;
};

function holdMore(draft: Draft, { object, spec, labels: own }: Template): void {
  const { random } = draft;
  const container = spec.containers[0]!;
  const app = random.pick(...draft.apps);
  const owner = (kind: string, apiVersion: string) => [
    { apiVersion, kind, name: 'owner', uid: 'owner', controller: true },
  ];
  random.pick<() => void>(
    () => Object.assign(container, { ports: [{ containerPort: 80, hostPort: random.pick(8080, 9100) }] }),
    () => Object.assign(own, { app }),
    () => Object.assign(object.metadata, { namespace: 'team-a' }),
    () =>
      Object.assign(object.metadata, { deletionTimestamp: '2026-01-01T00:40:00Z', finalizers: ['example.com/waits'] }),
    () => Object.assign(object.metadata, { ownerReferences: owner('Node', 'v1') }),
    () => Object.assign(object.metadata, { ownerReferences: owner('StatefulSet', 'apps/v1') }),
    () =>
      Object.assign(object.metadata, { annotations: { 'karpenter.sh/do-not-disrupt': random.pick('true', 'false') } }),
    () => Object.assign(container, { resources: {} }),
    () => Object.assign(container, { resources: { limits: { cpu: '700m', memory: '700Mi' } } }),
    () => Object.assign(spec, { priority: 1000, overhead: { cpu: '300m' } }),
    () => {
      affinityOf(spec, 'podAntiAffinity')[required] = [
        {
          labelSelector: { matchLabels: { app } },
          topologyKey: random.pick(zoneLabel, hostnameLabel, 'karpenter.sh/capacity-type'),
        },
      ];
    },
    () => {
      spec.topologySpreadConstraints = [
        {
          maxSkew: 1,
          topologyKey: zoneLabel,
          whenUnsatisfiable: 'DoNotSchedule',
          labelSelector: { matchLabels: { app } },
        },
      ];
    },
  )();
}

export const nodeTwists = {
  'twist-more-nodes': moreNodes,
  'twist-node-taints': taints,
  'twist-node-labels': labels,
  'twist-node-room': room,
  'twist-node-claims': claims,
  'twist-bound-pods': bound,
} satisfies Record<string, Twist>;
