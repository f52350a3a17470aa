import type { CloudProvider } from '../../../karpenter/cloud-provider/cloud-provider.ts';
import { isOfKind } from '../../../karpenter/cloud-provider/node-class.ts';
import {
  isObject,
  type Manifest,
  type Mapping,
  mappingOrEmpty,
  type Path,
  type Value,
  valueAt,
} from '../../../manifest/model/manifest.ts';
import { optional } from '../../../text/list-if.ts';
import { controllerOf, workloadKeyOf } from '../pods/owner-references.ts';
import { isFinished } from '../pods/workloads.ts';
import { type KeepsLabel, pickPaths, pruneLabels, pruneOwners, pruneTemplate, withoutEmptyFields } from './pruning.ts';

/** What is kept of a kind, in addition to name, labels and the annotations that matter. */
interface Kept {
  readonly fields?: readonly Path[];
  /** The path of the pod template. */
  readonly template?: Path;
  /** All labels are kept, because nodes can be selected by any of them. */
  readonly hasAllLabels?: boolean;
}

const scalingFields: readonly Path[] = [
  ['spec', 'scaleTargetRef', 'kind'],
  ['spec', 'scaleTargetRef', 'name'],
  ...['minReplicas', 'maxReplicas', 'minReplicaCount', 'maxReplicaCount'].map((field): Path => ['spec', field]),
];
const controller: Kept = {
  fields: [
    ['spec', 'replicas'],
    ['spec', 'workloadRef'],
  ],
  template: ['spec', 'template'],
};
const jobFields: readonly Path[] = ['parallelism', 'completions', 'suspend'].map((field): Path => ['spec', field]);
const launched: Kept = {
  hasAllLabels: true,
  fields: [
    ['spec', 'taints'],
    ['spec', 'startupTaints'],
    ['spec', 'providerID'],
    ['spec', 'expireAfter'],
    ['spec', 'terminationGracePeriod'],
    ['status', 'providerID'],
    ['status', 'capacity'],
    ['status', 'allocatable'],
  ],
};
const claim: Kept = { ...launched, fields: [...launched.fields!, ['status', 'conditions']] };
const pool: Kept = { hasAllLabels: true, fields: [['spec']] };
const nodeClass: Kept = {
  hasAllLabels: true,
  fields: [['spec'], ['status', 'subnets'], ['status', 'capacityReservations'], ['status', 'conditions']],
};
const named: Kept = {};
/** What the API server judges objects by, as written. */
const policy: Kept = { fields: [['spec']] };

/** The kinds that are kept, in addition to node classes. Nothing else in a cluster becomes part of a snapshot. */
const kinds: Readonly<Record<string, Kept>> = {
  CapacityBuffer: { fields: [['spec']] },
  CronJob: { fields: [['spec', 'suspend']], template: ['spec', 'jobTemplate', 'spec', 'template'] },
  CSINode: { fields: [['spec', 'drivers']] },
  DaemonSet: controller,
  Deployment: controller,
  HorizontalPodAutoscaler: { fields: scalingFields },
  Job: { fields: [...jobFields, ['status', 'completionTime']], template: ['spec', 'template'] },
  LimitRange: { fields: [['spec', 'limits']] },
  Namespace: named,
  Node: launched,
  NodeClaim: claim,
  NodeOverlay: pool,
  NodePool: pool,
  PersistentVolume: {
    fields: [
      ['spec', 'claimRef', 'namespace'],
      ['spec', 'claimRef', 'name'],
      ['spec', 'csi', 'driver'],
      ['spec', 'awsElasticBlockStore', 'fsType'],
      ['spec', 'hostPath', 'type'],
      ['spec', 'local', 'fsType'],
      ['spec', 'nodeAffinity'],
      ['status', 'phase'],
    ],
  },
  PersistentVolumeClaim: {
    fields: [
      ['spec', 'storageClassName'],
      ['spec', 'volumeName'],
      ['status', 'phase'],
    ],
  },
  PodDisruptionBudget: {
    fields: [
      ...['selector', 'minAvailable', 'maxUnavailable', 'unhealthyPodEvictionPolicy'].map(
        (field): Path => ['spec', field],
      ),
      ['status', 'disruptionsAllowed'],
    ],
  },
  PodTemplate: { template: ['template'] },
  PriorityClass: { fields: [['value'], ['globalDefault'], ['preemptionPolicy']] },
  Provisioner: pool,
  ReplicaSet: controller,
  ReplicationController: controller,
  Rollout: controller,
  RuntimeClass: { fields: [['overhead'], ['scheduling']] },
  ScaledJob: named,
  ScaledObject: { fields: scalingFields },
  SecurityGroupPolicy: { fields: [['spec']] },
  StatefulSet: controller,
  StorageClass: { fields: [['provisioner'], ['volumeBindingMode'], ['allowedTopologies']] },
  ValidatingAdmissionPolicy: policy,
  ValidatingAdmissionPolicyBinding: policy,
  VerticalPodAutoscaler: named,
};

/** Whether objects of a kind become part of a snapshot. Pods do too, in a separate form. */
export const isKept = (manifest: Manifest, providers: readonly CloudProvider[]): boolean =>
  keptOf(manifest, providers) !== undefined;

const keptOf = (manifest: Manifest, providers: readonly CloudProvider[]): Kept | undefined => {
  if (Object.hasOwn(kinds, manifest.kind)) return kinds[manifest.kind];
  if (providers.some((provider) => isClassOf(provider, manifest))) return nodeClass;
  return undefined;
};

const isClassOf = ({ nodeClasses, nodeTemplate }: CloudProvider, manifest: Manifest): boolean =>
  [...nodeClasses, ...optional(nodeTemplate)].some((kind) => isOfKind(manifest, kind));

/** Kinds that are counted as part of their owner when they have one. Such an object is kept only for its owner reference. */
const between = ['ReplicaSet', 'Job'];

/** The owners of pods, as keys. */
type PodOwners = ReadonlySet<string>;

/** The settings that decide how much of an object is kept. */
interface Pruning {
  readonly owners: PodOwners;
  readonly keeps: KeepsLabel;
  readonly providers: readonly CloudProvider[];
}

/** An object as it is kept in a snapshot; undefined if it does not matter, such as an old ReplicaSet or a finished Job. */
export function pruneObject(manifest: Manifest, { owners, keeps, providers }: Pruning): Mapping | undefined {
  const kept = keptOf(manifest, providers);
  const isBetween = between.includes(manifest.kind) && (isFinished(manifest) || isCountedAbove(manifest));
  if (kept === undefined || (isBetween && !owners.has(workloadKeyOf(manifest)))) return undefined;

  const object = () => {
    if (isBetween) return pickPaths(manifest.object, [['status', 'completionTime']]);
    return fieldsOf(manifest, kept, keeps);
  };

  return withoutEmptyFields({
    apiVersion: manifest.apiVersion,
    kind: manifest.kind,
    metadata: metadataOf(manifest, kept, keeps),
    ...object(),
  });
}

const isCountedAbove = (manifest: Manifest): boolean =>
  ['Deployment', 'Rollout', 'CronJob'].includes(controllerOf(manifest)?.kind ?? '');

function metadataOf(manifest: Manifest, kept: Kept, keeps: KeepsLabel): Mapping {
  const { metadata } = manifest.object;
  const isLabelled = kept.hasAllLabels || manifest.kind === 'Namespace';
  const { labels, annotations } = pruneLabels(metadata, kept.hasAllLabels ? () => true : keeps);

  const creationTimestamp = () => {
    if (manifest.kind === 'NodeClaim') return mappingOrEmpty(metadata).creationTimestamp;
    return undefined;
  };

  return withoutEmptyFields({
    name: manifest.name,
    namespace: manifest.namespace,
    labels: isLabelled ? labels : undefined,
    annotations,
    // A node expires at a time counted from its creation.
    creationTimestamp: creationTimestamp(),
    deletionTimestamp: mappingOrEmpty(metadata).deletionTimestamp,
    ownerReferences: pruneOwners(mappingOrEmpty(metadata).ownerReferences),
  });
}

function fieldsOf({ kind, object }: Manifest, kept: Kept, keeps: KeepsLabel): Mapping {
  const { fields = [], template } = kept;
  const picked = pickPaths(object, fields);
  const withTemplate = template ? joined(picked, template, pruneTemplate(valueAt(object, template), keeps)) : picked;
  if (kind === 'StatefulSet') return withClaims(withTemplate, valueAt(object, ['spec', 'volumeClaimTemplates']));
  if (kind === 'NodeClaim') return withTermination(withTemplate);
  if (kind === 'CronJob') return joined(withTemplate, ['spec', 'jobTemplate', 'spec'], jobSpec(object));

  if (kept === nodeClass || ['NodePool', 'Provisioner'].includes(kind)) return withoutTexts(withTemplate);
  return withTemplate;
}

/** Keeps the one condition of a NodeClaim that matters, without its message: that its instance is terminating. */
function withTermination({ status, ...object }: Mapping): Mapping {
  const { conditions, ...others } = mappingOrEmpty(status);
  const kept = (Array.isArray(conditions) ? conditions : [])
    .map(mappingOrEmpty)
    .filter(({ type }) => type === 'InstanceTerminating')
    .map((condition) => pickPaths(condition, [['type'], ['status']]));
  return { ...object, status: { ...others, ...(kept.length > 0 && { conditions: kept }) } };
}

const jobSpec = (object: Mapping): Mapping =>
  mappingOrEmpty(pickPaths(mappingOrEmpty(valueAt(object, ['spec', 'jobTemplate'])), jobFields).spec);

/** Removes free text from a NodePool or node class: annotations, user data and tags. */
function withoutTexts(object: Mapping): Mapping {
  const { userData: _, tags: __, ...spec } = mappingOrEmpty(object.spec);
  const metadata = valueAt(spec, ['template', 'metadata']);
  if (metadata === undefined) return { ...object, spec };
  return {
    ...object,
    spec: { ...spec, template: { ...mappingOrEmpty(spec.template), metadata: pruneLabels(metadata, () => true) } },
  };
}

/** Keeps only the name and storage class of a StatefulSet's claim templates. */
function withClaims(object: Mapping, templates: Value | undefined): Mapping {
  if (!Array.isArray(templates)) return object;
  const pruned = templates.map((template: Value) =>
    pickPaths(mappingOrEmpty(template), [
      ['metadata', 'name'],
      ['spec', 'storageClassName'],
    ]),
  );

  return { ...object, spec: { ...mappingOrEmpty(object.spec), volumeClaimTemplates: pruned } };
}

/** A copy with additional fields in the mapping at a path. */
function joined(object: Mapping, [head, ...rest]: Path, more: Mapping): Mapping {
  if (head === undefined) {
    if (isObject(object)) return { ...object, ...more };
    return more;
  }
  return { ...object, [head]: joined(mappingOrEmpty(object[`${head}`]), rest, more) };
}
