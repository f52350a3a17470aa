import type { Field, Shape } from './go-hash.ts';
import { goShape } from './go-shape.ts';

const { bool, field, int32, map, pointer, slice, struct, text } = goShape;

/** The Go structs under Karpenter's hashes, without the fields that carry `hash:"ignore"`. Core and provider-aws, pkg/apis/v1. */

/** metav1.Duration contains a plain duration, NillableDuration a pointer to one. */
const duration = (name: string, isPointer: boolean): Shape =>
  struct(name, [{ name: 'Duration', json: undefined, shape: { kind: 'duration' }, isPointer }]);

/** metav1.Time embeds a plain time. */
const time = struct('Time', [{ name: 'Time', json: undefined, shape: { kind: 'time' }, isPointer: false }]);

const taint = struct('Taint', [
  field('Key', 'key', text),
  field('Value', 'value', text),
  field('Effect', 'effect', text),
  pointer('TimeAdded', 'timeAdded', time),
]);

const objectMeta = field(
  'ObjectMeta',
  'metadata',
  struct('ObjectMeta', [field('Labels', 'labels', map), field('Annotations', 'annotations', map)]),
);
const taints = [field('Taints', 'taints', slice(taint)), field('StartupTaints', 'startupTaints', slice(taint))];
const reference = [field('Kind', 'kind', text), field('Name', 'name', text)];
const nodeClassRef = (...group: readonly Field[]): Field =>
  pointer('NodeClassRef', 'nodeClassRef', struct('NodeClassReference', [...reference, ...group]));

/** core NodePool.spec.template. */
export const nodeClaimTemplate = struct('NodeClaimTemplate', [
  objectMeta,
  field(
    'Spec',
    'spec',
    struct('NodeClaimTemplateSpec', [
      ...taints,
      nodeClassRef(field('Group', 'group', text)),
      pointer('TerminationGracePeriod', 'terminationGracePeriod', duration('Duration', false)),
      field('ExpireAfter', 'expireAfter', duration('NillableDuration', true)),
    ]),
  ),
]);

/** Kubelet settings of v1beta1 NodePools and of node classes. */
export const hashedKubelet = struct('KubeletConfiguration', [
  field('ClusterDNS', 'clusterDNS', slice(text)),
  pointer('MaxPods', 'maxPods', int32),
  pointer('PodsPerCore', 'podsPerCore', int32),
  field('SystemReserved', 'systemReserved', map),
  field('KubeReserved', 'kubeReserved', map),
  field('EvictionHard', 'evictionHard', map),
  field('EvictionSoft', 'evictionSoft', map),
  field('EvictionSoftGracePeriod', 'evictionSoftGracePeriod', { kind: 'map', of: duration('Duration', false) }),
  pointer('EvictionMaxPodGracePeriod', 'evictionMaxPodGracePeriod', int32),
  pointer('ImageGCHighThresholdPercent', 'imageGCHighThresholdPercent', int32),
  pointer('ImageGCLowThresholdPercent', 'imageGCLowThresholdPercent', int32),
  pointer('CPUCFSQuota', 'cpuCFSQuota', bool),
]);

/** The template in v1beta1, where the NodePool had the kubelet settings. */
export const nodeClaimTemplateV1beta1 = struct('NodeClaimTemplate', [
  objectMeta,
  field(
    'Spec',
    'spec',
    struct('NodeClaimSpec', [
      ...taints,
      pointer('Kubelet', 'kubelet', hashedKubelet),
      nodeClassRef(field('APIVersion', 'apiVersion', text)),
    ]),
  ),
]);
