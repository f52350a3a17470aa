import type {
  Affinity,
  Container,
  ContainerPort,
  LabelSelector,
  NodeSelectorRequirement,
  NodeSelectorTerm,
  PodAffinityTerm,
  PodSpec,
  ResourceRequirements,
  Taint,
  Toleration,
  TopologySpreadConstraint,
  Volume,
  WeightedPodAffinityTerm,
} from '../../../karpenter/api/pod.ts';
import {
  listOf,
  mapOf,
  objectWith,
  type Reader,
  readBoolean,
  readNumber,
  readQuantity,
  readText,
} from '../input/value-reader.ts';

type Readers<T> = { readonly [K in keyof T]-?: Reader<NonNullable<T[K]>> };

const requirement = objectWith<NodeSelectorRequirement>(
  { key: readText, operator: readText, values: listOf(readText) },
  { required: ['key', 'operator'] },
);

const term = objectWith<NodeSelectorTerm>({ matchExpressions: listOf(requirement), matchFields: listOf(requirement) });

/** Reads a label selector. */
export const labelSelector = objectWith<LabelSelector>({
  matchLabels: mapOf(readText),
  matchExpressions: listOf(requirement),
});

const podAffinityTerm = objectWith<PodAffinityTerm>(
  {
    labelSelector,
    topologyKey: readText,
    namespaces: listOf(readText),
    namespaceSelector: labelSelector,
    matchLabelKeys: listOf(readText),
    mismatchLabelKeys: listOf(readText),
  },
  { required: ['topologyKey'] },
);

type PodAffinity = NonNullable<Affinity['podAffinity']>;
type NodeAffinity = NonNullable<Affinity['nodeAffinity']>;
type RequiredNodeAffinity = NonNullable<NodeAffinity['requiredDuringSchedulingIgnoredDuringExecution']>;
type PreferredNodeAffinity = NonNullable<NodeAffinity['preferredDuringSchedulingIgnoredDuringExecution']>[number];

const podAffinity = objectWith<PodAffinity>({
  requiredDuringSchedulingIgnoredDuringExecution: listOf(podAffinityTerm),
  preferredDuringSchedulingIgnoredDuringExecution: listOf(
    objectWith<WeightedPodAffinityTerm>(
      { weight: readNumber, podAffinityTerm },
      { required: ['weight', 'podAffinityTerm'] },
    ),
  ),
});

const nodeAffinity = objectWith<NodeAffinity>({
  requiredDuringSchedulingIgnoredDuringExecution: objectWith<RequiredNodeAffinity>(
    { nodeSelectorTerms: listOf(term) },
    { defaults: { nodeSelectorTerms: [] } },
  ),
  preferredDuringSchedulingIgnoredDuringExecution: listOf(
    objectWith<PreferredNodeAffinity>({ weight: readNumber, preference: term }, { required: ['weight', 'preference'] }),
  ),
});

const resources = objectWith<ResourceRequirements>({ requests: mapOf(readQuantity), limits: mapOf(readQuantity) });

const container = objectWith<Container>({
  name: readText,
  resources,
  ports: listOf(
    objectWith<ContainerPort>({
      containerPort: readNumber,
      hostPort: readNumber,
      hostIP: readText,
      protocol: readText,
    }),
  ),
  restartPolicy: readText,
});

type Ephemeral = NonNullable<Volume['ephemeral']>;
type VolumeClaimTemplate = NonNullable<Ephemeral['volumeClaimTemplate']>;

const volume = objectWith<Volume>(
  {
    name: readText,
    persistentVolumeClaim: objectWith<NonNullable<Volume['persistentVolumeClaim']>>(
      { claimName: readText },
      { required: ['claimName'] },
    ),
    ephemeral: objectWith<Ephemeral>({
      volumeClaimTemplate: objectWith<VolumeClaimTemplate>({
        spec: objectWith<NonNullable<VolumeClaimTemplate['spec']>>({ storageClassName: readText }),
      }),
    }),
  },
  { required: ['name'] },
);

/** Reads a list of taints. Taints without a key or an effect are left out. */
export const readTaints: Reader<readonly Taint[]> = listOf(
  objectWith<Taint>({ key: readText, value: readText, effect: readText }, { required: ['key', 'effect'] }),
);

/** Reads a list of tolerations. */
export const readTolerations: Reader<readonly Toleration[]> = listOf(
  objectWith<Toleration>({ key: readText, operator: readText, value: readText, effect: readText }),
);

const specReaders: Readers<PodSpec> = {
  nodeName: readText,
  nodeSelector: mapOf(readText),
  affinity: objectWith<Affinity>({ nodeAffinity, podAffinity, podAntiAffinity: podAffinity }),
  tolerations: readTolerations,
  topologySpreadConstraints: listOf(
    objectWith<TopologySpreadConstraint>(
      {
        maxSkew: readNumber,
        topologyKey: readText,
        whenUnsatisfiable: readText,
        labelSelector,
        minDomains: readNumber,
        nodeAffinityPolicy: readText,
        nodeTaintsPolicy: readText,
        matchLabelKeys: listOf(readText),
      },
      { required: ['topologyKey'], defaults: { maxSkew: 1, whenUnsatisfiable: 'DoNotSchedule' } },
    ),
  ),
  containers: listOf(container),
  initContainers: listOf(container),
  resources,
  overhead: mapOf(readQuantity),
  volumes: listOf(volume),
  resourceClaims: listOf(objectWith<{ readonly name: string }>({ name: readText }, { required: ['name'] })),
  hostNetwork: readBoolean,
  priority: readNumber,
  priorityClassName: readText,
  runtimeClassName: readText,
  preemptionPolicy: readText,
  schedulerName: readText,
  terminationGracePeriodSeconds: readNumber,
  activeDeadlineSeconds: readNumber,
  schedulingGates: listOf(objectWith<{ readonly name: string }>({ name: readText }, { required: ['name'] })),
};

/** Reads the parts of a pod's spec that scheduling uses, and ignores everything else. */
export const readPodSpec: Reader<PodSpec> = objectWith<PodSpec>(specReaders, { defaults: { containers: [] } });
