import type { Draft, KubeObject } from './draft.ts';
import { zoneLabel } from './vocabulary.ts';

const ebs = 'ebs.csi.aws.com';

/** A StorageClass with that name, created once. `zonal` allows some zones; `now` binds immediately. */
export function storageClass(draft: Draft, name: string): string {
  if (draft.objects.some(({ kind, metadata }) => kind === 'StorageClass' && metadata.name === name)) return name;
  const { random } = draft;
  const expressions = (...terms: readonly (readonly string[])[]) =>
    terms.map((values) => ({
      matchLabelExpressions: [{ key: random.pick(zoneLabel, 'topology.ebs.csi.aws.com/zone'), values }],
    }));
  const zones = random.sample(draft.zones, random.integer(1, 2));
  if (name === 'zonal') draft.note('storage-class-topologies');
  draft.objects.push({
    apiVersion: 'storage.k8s.io/v1',
    kind: 'StorageClass',
    metadata: {
      name,
      ...(name === 'standard' && { annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' } }),
    },
    provisioner: random.pick(ebs, ebs, ebs, 'efs.csi.aws.com'),
    volumeBindingMode: name === 'now' ? 'Immediate' : 'WaitForFirstConsumer',
    ...(name === 'zonal' && {
      allowedTopologies: random.chance(0.5) ? expressions(zones) : expressions(...zones.map((zone) => [zone])),
    }),
  });
  return name;
}

function claimSpec(draft: Draft): Record<string, unknown> {
  const name = draft.has('storage-class-default', 0.1) ? 'standard' : draft.random.pick('gp3', 'gp3', 'zonal');
  storageClass(draft, name);
  return {
    accessModes: ['ReadWriteOnce'],
    resources: { requests: { storage: '20Gi' } },
    ...(name !== 'standard' && { storageClassName: name }),
  };
}

/** volumeClaimTemplates of a StatefulSet. Its first claims may already be bound. */
export function claimTemplates(draft: Draft, app: string, namespace: string, replicas: number): object[] {
  const spec = claimSpec(draft);
  if (draft.has('volumes-bound', 0.4)) {
    for (let i = 0; i < Math.min(replicas, draft.random.integer(1, 3)); i++)
      boundClaim(draft, `data-${app}-${i}`, namespace);
  }
  return [{ metadata: { name: 'data' }, spec }];
}

/** A claim with its volume, which is in one zone or can be in either of two. */
export function boundClaim(draft: Draft, name: string, namespace: string): void {
  const { random } = draft;
  const storageClassName = storageClass(draft, 'gp3');
  const key = random.pick(zoneLabel, 'topology.ebs.csi.aws.com/zone');
  const term = (zone: string) => ({ matchExpressions: [{ key, operator: 'In', values: [zone] }] });
  const volume = `pv-${namespace}-${name}`;
  draft.objects.push(
    {
      apiVersion: 'v1',
      kind: 'PersistentVolume',
      metadata: { name: volume },
      spec: {
        capacity: { storage: '20Gi' },
        accessModes: ['ReadWriteOnce'],
        storageClassName,
        claimRef: { apiVersion: 'v1', kind: 'PersistentVolumeClaim', namespace, name },
        csi: { driver: ebs, volumeHandle: `vol-${volume}` },
        nodeAffinity: {
          required: { nodeSelectorTerms: random.sample(draft.zones, random.pick(1, 1, 1, 2)).map(term) },
        },
      },
    },
    claim(name, namespace, { storageClassName, volumeName: volume }),
  );
}

const claim = (name: string, namespace: string, spec: object): KubeObject => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: { name, namespace },
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '20Gi' } }, ...spec },
});

/** Volumes of a pod spec: claims in every state, ephemeral ones, and volumes that need no claim. */
export function volumes(draft: Draft, app: string, namespace: string): object[] {
  const { random } = draft;
  const found: object[] = [];
  const use = (name: string): void => {
    found.push({ name, persistentVolumeClaim: { claimName: name } });
  };
  if (draft.has('volume-claim', 0.05)) {
    const name = `${app}-shared`;
    if (random.chance(0.5)) boundClaim(draft, name, namespace);
    else
      draft.objects.push(
        claim(name, namespace, { storageClassName: storageClass(draft, random.pick('gp3', 'zonal')) }),
      );
    use(name);
  }
  if (draft.has('volume-claim-broken', 0.015)) {
    const name = `${app}-broken`;
    const spec = random.pick<object | undefined>(
      undefined,
      { storageClassName: '' },
      { storageClassName: 'missing' },
      { volumeName: 'missing' },
      { storageClassName: storageClass(draft, 'now') },
    );
    if (spec) draft.objects.push(claim(name, namespace, spec));
    use(name);
  }
  if (draft.has('ephemeral-volume', 0.03)) {
    found.push({ name: 'scratch', ephemeral: { volumeClaimTemplate: { spec: claimSpec(draft) } } });
  }
  if (random.chance(0.03)) found.push({ name: 'tmp', emptyDir: {} });
  return found;
}
