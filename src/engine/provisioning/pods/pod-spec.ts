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
} from '../../api/pod.ts';
import { boolean, listOf, mapOf, number, objectOf, quantity, type Reader, text } from '../value-reader.ts';

type Readers<T> = { readonly [K in keyof T]-?: Reader<NonNullable<T[K]>> };

const requirement = objectOf<NodeSelectorRequirement>(
  { key: text, operator: text, values: listOf(text) },
  { required: ['key', 'operator'] },
);

const term = objectOf<NodeSelectorTerm>({ matchExpressions: listOf(requirement), matchFields: listOf(requirement) });

const labelSelector = objectOf<LabelSelector>({ matchLabels: mapOf(text), matchExpressions: listOf(requirement) });

const podAffinityTerm = objectOf<PodAffinityTerm>(
  {
    labelSelector,
    topologyKey: text,
    namespaces: listOf(text),
    namespaceSelector: labelSelector,
    matchLabelKeys: listOf(text),
    mismatchLabelKeys: listOf(text),
  },
  { required: ['topologyKey'] },
);

type PodAffinity = NonNullable<Affinity['podAffinity']>;
type NodeAffinity = NonNullable<Affinity['nodeAffinity']>;
type RequiredNodeAffinity = NonNullable<NodeAffinity['requiredDuringSchedulingIgnoredDuringExecution']>;
type PreferredNodeAffinity = NonNullable<NodeAffinity['preferredDuringSchedulingIgnoredDuringExecution']>[number];

const podAffinity = objectOf<PodAffinity>({
  requiredDuringSchedulingIgnoredDuringExecution: listOf(podAffinityTerm),
  preferredDuringSchedulingIgnoredDuringExecution: listOf(
    objectOf<WeightedPodAffinityTerm>({ weight: number, podAffinityTerm }, { required: ['weight', 'podAffinityTerm'] }),
  ),
});

const nodeAffinity = objectOf<NodeAffinity>({
  requiredDuringSchedulingIgnoredDuringExecution: objectOf<RequiredNodeAffinity>(
    { nodeSelectorTerms: listOf(term) },
    { defaults: { nodeSelectorTerms: [] } },
  ),
  preferredDuringSchedulingIgnoredDuringExecution: listOf(
    objectOf<PreferredNodeAffinity>({ weight: number, preference: term }, { required: ['weight', 'preference'] }),
  ),
});

const resources = objectOf<ResourceRequirements>({ requests: mapOf(quantity), limits: mapOf(quantity) });

const container = objectOf<Container>({
  name: text,
  resources,
  ports: listOf(objectOf<ContainerPort>({ containerPort: number, hostPort: number, hostIP: text, protocol: text })),
  restartPolicy: text,
});

type Ephemeral = NonNullable<Volume['ephemeral']>;
type VolumeClaimTemplate = NonNullable<Ephemeral['volumeClaimTemplate']>;

const volume = objectOf<Volume>(
  {
    name: text,
    persistentVolumeClaim: objectOf<NonNullable<Volume['persistentVolumeClaim']>>(
      { claimName: text },
      { required: ['claimName'] },
    ),
    ephemeral: objectOf<Ephemeral>({
      volumeClaimTemplate: objectOf<VolumeClaimTemplate>({
        spec: objectOf<NonNullable<VolumeClaimTemplate['spec']>>({ storageClassName: text }),
      }),
    }),
  },
  { required: ['name'] },
);

/** A list of taints; those without key or effect are left out. */
export const readTaints: Reader<readonly Taint[]> = listOf(
  objectOf<Taint>({ key: text, value: text, effect: text }, { required: ['key', 'effect'] }),
);

const specReaders: Readers<PodSpec> = {
  nodeName: text,
  nodeSelector: mapOf(text),
  affinity: objectOf<Affinity>({ nodeAffinity, podAffinity, podAntiAffinity: podAffinity }),
  tolerations: listOf(objectOf<Toleration>({ key: text, operator: text, value: text, effect: text })),
  topologySpreadConstraints: listOf(
    objectOf<TopologySpreadConstraint>(
      {
        maxSkew: number,
        topologyKey: text,
        whenUnsatisfiable: text,
        labelSelector,
        minDomains: number,
        nodeAffinityPolicy: text,
        nodeTaintsPolicy: text,
        matchLabelKeys: listOf(text),
      },
      { required: ['topologyKey'], defaults: { maxSkew: 1, whenUnsatisfiable: 'DoNotSchedule' } },
    ),
  ),
  containers: listOf(container),
  initContainers: listOf(container),
  resources,
  overhead: mapOf(quantity),
  volumes: listOf(volume),
  resourceClaims: listOf(objectOf<{ readonly name: string }>({ name: text }, { required: ['name'] })),
  hostNetwork: boolean,
  priority: number,
  priorityClassName: text,
  schedulerName: text,
  terminationGracePeriodSeconds: number,
};

/** The parts of a pod's spec that scheduling looks at, whatever else stands in the manifest. */
export const readPodSpec: Reader<PodSpec> = objectOf<PodSpec>(specReaders, { defaults: { containers: [] } });
