import { driverOf, ebsDrivers } from '../../karpenter/api/ebs.ts';
import { isWritten } from '../../karpenter/installation/helm-releases.ts';
import {
  hasKarpenterObjects,
  namespaceOf,
  type WorkloadField,
  workloadsOf,
} from '../../karpenter/workloads/workload-fields.ts';
import type { ManifestSet } from '../../manifest/manifest-set.ts';
import { asList, asMapping, asText, groupOf, type Manifest, type Path } from '../../manifest/model/manifest.ts';
import { holdsPlaceholder } from '../../manifest/yaml/placeholder.ts';
import { corrected, type Example, yaml } from '../../rules/lint/example.ts';
import { defineRule, type RuleExamples, type RuleFinding } from '../../rules/lint/rule.ts';
import { nodePool, together } from '../../rules/lint/scenes.ts';

export const sharedVolumeRule = defineRule({
  id: 'shared-volume',
  severity: 'warning',
  since: '0.1.0',
  providers: ['aws'],
  theme: 'Volumes',
  mistakes: [],
  on: {
    Manifests(all, context) {
      if (!hasKarpenterObjects(all)) return;

      for (const workload of workloadsOf(all)) {
        const { manifest } = workload;
        if (manifest.kind !== 'Deployment' || manifest.isPartial) continue;

        const volume = singleVolume(workload, all);
        if (volume === undefined || isScaled(manifest, all)) continue;

        for (const finding of judge(workload, volume, context.base)) context.report(finding);
      }
    },
  },
  docs: {
    summary: 'Several pods of a Deployment need an EBS volume that is attached to one node at a time.',
    why: 'All pods of a Deployment use the same claim. An EBS volume with the access mode `ReadWriteOnce` is attached to one node, so pods on any other node stay in `ContainerCreating` with `Multi-Attach error`. During a rolling update, the new pod starts before the old one ends. If Karpenter or the scheduler gives it another node, it waits for the volume, and the old pod waits for it. That is a note, because both may share a node, and a warning where the strategy was `Recreate` before the change.',
    help: 'Use a StatefulSet with `volumeClaimTemplates`, a class of EFS with `ReadWriteMany`, or one replica with `strategy: Recreate`.',
    url: 'https://kubernetes.io/docs/concepts/storage/persistent-volumes/#access-modes',
  },
  examples,
});

/** A claim of a Deployment, and where the pod names it. */
interface SharedVolume {
  readonly claim: Manifest;
  readonly path: Path;
}

/** Whether an autoscaler decides about the number of pods. */
const isScaled = ({ kind, name }: Manifest, { manifests }: ManifestSet): boolean =>
  manifests.some(
    (scaler) =>
      (scaler.kind === 'HorizontalPodAutoscaler' || scaler.kind === 'ScaledObject') &&
      (asText(scaler.get(['spec', 'scaleTargetRef', 'kind'])) ?? kind) === kind &&
      asText(scaler.get(['spec', 'scaleTargetRef', 'name'])) === name,
  );

/** The first claim of the pods that is known to be an EBS volume for one node. */
function singleVolume({ manifest, template, namespace }: WorkloadField, all: ManifestSet): SharedVolume | undefined {
  const path = [...template, 'spec', 'volumes'];

  for (const index of asList(manifest.get(path)).keys()) {
    const at = [...path, index, 'persistentVolumeClaim', 'claimName'];
    const name = asText(manifest.get(at));
    if (name === undefined) continue;

    const claims = all.manifests.filter(
      (candidate) =>
        candidate.kind === 'PersistentVolumeClaim' && candidate.name === name && namespaceOf(candidate) === namespace,
    );
    const [claim] = claims;
    if (claims.length === 1 && claim !== undefined && isForOneNode(claim) && isOfEbs(claim, all))
      return { claim, path: at };
  }

  return undefined;
}

function isForOneNode(claim: Manifest): boolean {
  const modes = asList(claim.get(['spec', 'accessModes'])).map(asText);
  return modes.length > 0 && modes.every((mode) => mode === 'ReadWriteOnce' || mode === 'ReadWriteOncePod');
}

/** The usual names of classes for EBS. */
const usualNames = /^(?:gp2|gp3|io1|io2)(?:-|$)/;

function isOfEbs(claim: Manifest, { manifests }: ManifestSet): boolean {
  const name = asText(claim.get(['spec', 'storageClassName']));
  const classes = manifests.filter(
    (manifest) =>
      manifest.kind === 'StorageClass' && groupOf(manifest.apiVersion) === 'storage.k8s.io' && manifest.name === name,
  );
  if (name === undefined || claim.isPartial) return false;
  if (classes.length === 0) return usualNames.test(name);
  return classes.every((storageClass) =>
    ebsDrivers.includes(driverOf(asText(storageClass.get(['provisioner']))) ?? ''),
  );
}

/** Whether required affinity keeps all pods on one node. */
const isOnOneNode = ({ manifest, template }: WorkloadField): boolean => {
  const affinity = asMapping(manifest.get([...template, 'spec', 'affinity']))?.podAffinity;
  return JSON.stringify(asMapping(affinity)?.requiredDuringSchedulingIgnoredDuringExecution ?? null).includes(
    'kubernetes.io/hostname',
  );
};

/** Whether the Deployment ended its old pod first before the change. */
const endedFirst = ({ source, name, namespace }: Manifest, base: ManifestSet | null): boolean =>
  base?.manifests.some(
    (other) =>
      other.kind === 'Deployment' &&
      other.source.file === source.file &&
      other.name === name &&
      other.namespace === namespace &&
      asText(other.get(['spec', 'strategy', 'type'])) === 'Recreate',
  ) === true;

function judge(
  workload: WorkloadField,
  { claim, path }: SharedVolume,
  base: ManifestSet | null,
): readonly RuleFinding[] {
  const { manifest } = workload;
  const spec = asMapping(manifest.get(['spec'])) ?? {};
  const { replicas = 1, strategy = {} } = spec;
  if (typeof replicas !== 'number' || replicas === 0 || holdsPlaceholder(strategy) || isOnOneNode(workload)) return [];

  const labels = [{ span: claim.span(['spec', 'accessModes']), message: 'one node at a time' }];
  const named = `claim \`${claim.name}\``;

  if (replicas > 1)
    return [
      {
        manifest,
        at: manifest.span(['spec', 'replicas']),
        message: `The ${replicas} pods of Deployment \`${manifest.name}\` share the ${named}, an EBS volume that is attached to one node at a time. Pods on any other node never start`,
        help: 'Use a StatefulSet with `volumeClaimTemplates`, a class with `ReadWriteMany`, or one replica.',
        labels,
      },
    ];

  const { type = 'RollingUpdate', rollingUpdate = {} } = asMapping(strategy) ?? {};
  const { maxUnavailable = '25%', maxSurge = '25%' } = asMapping(rollingUpdate) ?? {};
  const startsFirst =
    type === 'RollingUpdate' && !/^(?:[1-9]\d*|100%)$/.test(`${maxUnavailable}`) && !/^0%?$/.test(`${maxSurge}`);
  if (!startsFirst) return [];

  const isNew = endedFirst(manifest, base);

  return [
    {
      manifest,
      at: manifest.span(isNew && isWritten(manifest, ['spec', 'strategy']) ? ['spec', 'strategy'] : path),
      severity: isNew ? 'warning' : 'note',
      message: `An update of Deployment \`${manifest.name}\` starts the new pod before the old one ends, and both need the ${named}, an EBS volume. On another node, the new pod waits for the volume without end`,
      help: 'Set `strategy.type: Recreate`.',
      labels,
    },
  ];
}

const workload = (fields: Example): Example => yaml`
  apiVersion: apps/v1
  kind: Deployment
  metadata:
    name: web
  spec:
    ${fields}
    selector:
      matchLabels:
        app: web
    template:
      metadata:
        labels:
          app: web
      spec:
        containers:
          - name: web
            image: example.com/web:1
            resources:
              requests:
                cpu: 100m
                memory: 100Mi
        volumes:
          - name: data
            persistentVolumeClaim:
              claimName: data
`;

const claim = (mode: string, name: string): Example => yaml`
  apiVersion: v1
  kind: PersistentVolumeClaim
  metadata:
    name: data
  spec:
    accessModes: [${mode}]
    storageClassName: ${name}
    resources:
      requests:
        storage: 10Gi
`;

function examples(): RuleExamples {
  const recreate = yaml`
    replicas: 1
    strategy:
      type: Recreate
  `;
  const single = yaml`replicas: 1`;
  const three = yaml`replicas: 3`;
  const recreated = 'replicas: 1\nstrategy:\n  type: Recreate';

  return {
    bad: [
      corrected(together(nodePool(), workload(three), claim('ReadWriteOnce', 'gp3')), { 'replicas: 3': recreated }),
      corrected(together(nodePool(), workload(single), claim('ReadWriteOnce', 'gp3')), { 'replicas: 1': recreated }),
    ],
    good: [
      together(nodePool(), workload(recreate), claim('ReadWriteOnce', 'gp3')),
      together(nodePool(), workload(three), claim('ReadWriteMany', 'efs')),
      together(nodePool(), workload(three), claim('ReadWriteOnce', 'nfs')),
    ],
  };
}
