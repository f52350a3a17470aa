import type { Draft, KubeObject } from '../draft.ts';
import { boundClaim, storageClass } from '../storage.ts';
import { hostnameLabel, zoneLabel } from '../vocabulary.ts';
import { ofKind, someOf, workloads } from './templates.ts';
import type { Twist } from './twist.ts';

/** Several claims of one pod, shared or not. Some are bound in different zones. */
const severalClaims: Twist = (draft) => {
  const { random } = draft;
  const chosen = someOf(draft, workloads(draft));
  for (const { object, spec } of chosen) {
    const namespace = (object.metadata.namespace as string | undefined) ?? 'default';
    spec.volumes ??= [];
    for (let i = random.pick(1, 2, 2); i > 0; i--) {
      const name = `more-${object.metadata.name}-${i}`;
      random.pick<() => void>(
        () => boundClaim(draft, name, namespace),
        () => boundClaim(draft, name, namespace),
        () => draft.objects.push(unbound(draft, name, namespace)),
      )();
      spec.volumes.push({ name: `more-${i}`, persistentVolumeClaim: { claimName: name } });
    }
  }
  return chosen.length > 0;
};

const unbound = (draft: Draft, name: string, namespace: string): KubeObject => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: { name, namespace },
  spec: {
    accessModes: ['ReadWriteOnce'],
    resources: { requests: { storage: '20Gi' } },
    storageClassName: storageClass(draft, draft.random.pick('gp3', 'zonal')),
  },
});

interface VolumeSpec {
  nodeAffinity?: object;
  csi?: object;
  [source: string]: unknown;
}

/** Volumes that are not tied to a zone but to something else, that use other drivers, or that are unbound. */
const volumes: Twist = (draft) => {
  const { random, zones } = draft;
  const chosen = someOf(draft, ofKind(draft, 'PersistentVolume'));
  const within = (key: string, ...values: readonly string[]) => ({ key, operator: 'In', values });
  for (const { metadata, spec: owned } of chosen) {
    const spec = owned as VolumeSpec;
    const terms = (...lists: readonly object[][]) => {
      spec.nodeAffinity = { required: { nodeSelectorTerms: lists.map((matchExpressions) => ({ matchExpressions })) } };
    };
    const zone = () => within(zoneLabel, random.pick(...zones));
    random.pick<() => void>(
      () => delete spec.nodeAffinity,
      () => terms([zone(), within('topology.kubernetes.io/region', 'us-east-1')]),
      () => terms([zone(), within('kubernetes.io/arch', random.pick('amd64', 'arm64'))]),
      () => terms([zone(), within('example.com/disks', 'yes')]),
      () => terms([within(hostnameLabel, 'a-node'), zone()]),
      () => terms([zone()], [zone()], [within('example.com/disks', 'yes')]),
      () => terms([{ key: zoneLabel, operator: 'NotIn', values: [random.pick(...zones)] }]),
      () => terms([within('failure-domain.beta.kubernetes.io/zone', ...zones.slice(0, 2))]),
      () => {
        delete spec.csi;
        Object.assign(spec, { local: { path: '/mnt' } });
        terms([within(hostnameLabel, 'a-node')]);
      },
      () => {
        delete spec.csi;
        Object.assign(spec, { hostPath: { path: '/mnt' } });
        terms([within(hostnameLabel, 'a-node'), zone()]);
      },
      () => {
        delete spec.csi;
        Object.assign(spec, { awsElasticBlockStore: { volumeID: 'vol-1' } });
      },
      () => Object.assign(spec, { csi: { driver: 'efs.csi.aws.com', volumeHandle: 'fs-1' } }),
      () =>
        Object.assign(metadata, {
          deletionTimestamp: '2026-01-01T00:30:00Z',
          finalizers: ['kubernetes.io/pv-protection'],
        }),
    )();
  }
  return chosen.length > 0;
};

/** Topologies of StorageClasses with several labels, with other keys, or without any. */
const classes: Twist = (draft) => {
  const { random, zones } = draft;
  const chosen = someOf(draft, ofKind(draft, 'StorageClass'));
  for (const object of chosen) {
    const label = (key: string, ...values: readonly string[]) => ({ key, values });
    random.pick<() => void>(
      () =>
        Object.assign(object, {
          allowedTopologies: [
            {
              matchLabelExpressions: [label(zoneLabel, ...zones), label('topology.kubernetes.io/region', 'us-east-1')],
            },
          ],
        }),
      () =>
        Object.assign(object, {
          allowedTopologies: [
            { matchLabelExpressions: [label(zoneLabel, zones[0]!), label('kubernetes.io/arch', 'amd64')] },
            { matchLabelExpressions: [label(zoneLabel, zones.at(-1)!), label('kubernetes.io/arch', 'arm64')] },
          ],
        }),
      () =>
        Object.assign(object, { allowedTopologies: [{ matchLabelExpressions: [label('example.com/disks', 'yes')] }] }),
      () => Object.assign(object, { provisioner: 'kubernetes.io/aws-ebs' }),
      () => Object.assign(object, { provisioner: 'example.com/disks' }),
    )();
  }
  return chosen.length > 0;
};

/** How many volumes drivers can attach to existing nodes. */
const attachLimits: Twist = (draft) => {
  const known = new Set(ofKind(draft, 'CSINode').map(({ metadata }) => metadata.name));
  const { random } = draft;
  const nodes = ofKind(draft, 'Node').filter(({ metadata }) => !known.has(metadata.name));
  for (const { metadata } of nodes) {
    const driver = (name: string, count: number | undefined) => ({
      name,
      nodeID: metadata.name,
      topologyKeys: [],
      ...(count !== undefined && { allocatable: { count } }),
    });
    draft.objects.push({
      apiVersion: 'storage.k8s.io/v1',
      kind: 'CSINode',
      metadata: { name: metadata.name },
      spec: {
        drivers: [
          driver('ebs.csi.aws.com', random.pick(1, 2, 3, undefined)),
          driver('efs.csi.aws.com', random.pick(0, 1)),
        ],
      },
    });
  }
  return nodes.length > 0;
};

export const volumeTwists = {
  'twist-several-claims': severalClaims,
  'twist-volumes': volumes,
  'twist-storage-classes': classes,
  'twist-attach-limits': attachLimits,
} satisfies Record<string, Twist>;
