import { capacityBufferVersion, isCapacityBuffer, scalableRefOf } from '../../../karpenter/api/capacity-buffer.ts';
import type { Pod, PodSpec } from '../../../karpenter/api/pod.ts';
import { podRequests, readResources } from '../../../karpenter/scheduling/pod-requests.ts';
import { groupOf, type Manifest, mappingOrEmpty } from '../../../manifest/model/manifest.ts';
import { isUnrendered } from '../../../manifest/unrendered.ts';
import { hasPlaceholder } from '../../../manifest/yaml/placeholder.ts';
import { optional } from '../../../text/list-if.ts';
import type { PodClass } from '../input/scheduler-input.ts';
import { mapOf, readQuantity, readText } from '../input/value-reader.ts';
import { workloadKey, workloadKeyOf } from './owner-references.ts';
import { defaultPodSpec } from './pod-defaults.ts';
import { readPodSpec } from './pod-spec.ts';
import { badRequest, unknownIn } from './pod-unknowns.ts';
import {
  byReplicaCase,
  fixedReplicas,
  maxReplicas,
  type ReplicaCase,
  type ReplicaRange,
  readCount,
} from './replicas.ts';
import type { Workload } from './workloads.ts';

/** A CapacityBuffer: room for pods that do not exist. Karpenter plans a place for them in every scheduling pass. */
export interface CapacityBuffer {
  /** `CapacityBuffer/namespace/name`. */
  readonly key: string;
  readonly manifest: Manifest;
  /** Where its pods come from, such as `Deployment/namespace/name`; undefined if it names nothing that Karpenter supports. */
  readonly target: string | undefined;
  /** One of its pods; undefined if the target is not in the manifests. */
  readonly pod: Pod | undefined;
  /** For how many pods it keeps room; null if a placeholder decides it. */
  readonly replicas: ReplicaRange;
}

/** The CapacityBuffers that Karpenter reads. `workloads` have the replicas that they will have. */
export function readCapacityBuffers(
  manifests: readonly Manifest[],
  workloads: readonly Workload[],
): readonly CapacityBuffer[] {
  const buffers = manifests.filter((manifest) => isCapacityBuffer(manifest) && isRead(manifest));
  if (buffers.length === 0) return [];

  const targets = new Map(workloads.map((workload) => [workload.key, workload]));
  const templates = new Map(manifests.filter(isPodTemplate).map((manifest) => [workloadKeyOf(manifest), manifest]));
  const first = new Map(buffers.toReversed().map((manifest) => [workloadKeyOf(manifest), manifest]));
  return [...first].toReversed().map(([key, manifest]) => ({
    key,
    manifest,
    ...(isUnrendered(manifest) ? unknownBuffer : buffered(manifest, { targets, templates })),
  }));
}

const isRead = ({ apiVersion }: Manifest): boolean => apiVersion === capacityBufferVersion;

const isPodTemplate = ({ kind, apiVersion }: Manifest): boolean => kind === 'PodTemplate' && groupOf(apiVersion) === '';

type Buffered = Pick<CapacityBuffer, 'target' | 'pod' | 'replicas'>;

const unknownBuffer: Buffered = { target: undefined, pod: undefined, replicas: fixedReplicas(null) };

interface Targets {
  readonly targets: ReadonlyMap<string, Workload>;
  readonly templates: ReadonlyMap<string, Manifest>;
}

/** Source: core v1.14.1 pkg/utils/apps/resolve.go ResolveCapacityBuffer. */
function buffered(manifest: Manifest, { targets, templates }: Targets): Buffered {
  const namespace = manifest.namespace ?? 'default';
  const nothing = { pod: undefined, replicas: fixedReplicas(0) };
  const template = readText(manifest.get(['spec', 'podTemplateRef', 'name']));
  if (template !== undefined) {
    const target = workloadKey('PodTemplate', namespace, template);
    const podTemplate = templates.get(target);
    if (podTemplate === undefined) return { target, ...nothing };

    const { metadata, spec } = mappingOrEmpty(podTemplate.get(['template']));
    const read = defaultPodSpec(readPodSpec(mappingOrEmpty(spec)) ?? { containers: [] });
    const isUnknown = isUnrendered(podTemplate) || unknownIn(spec) !== undefined || badRequest(read) !== undefined;
    const pod = podOf(manifest, read, mapOf(readText)(mappingOrEmpty(metadata).labels) ?? {});

    return { target, pod, replicas: isUnknown ? fixedReplicas(null) : countOf(manifest, pod, undefined) };
  }

  const scalable = scalableRefOf(manifest);
  if (scalable === undefined || !scalable.isSupported) return { target: undefined, ...nothing };

  const target = workloadKey(scalable.kind, namespace, scalable.name);
  const workload = targets.get(target);
  if (workload === undefined) return { target, ...nothing };

  const pod = podOf(manifest, workload.template, workload.labels);
  const isUnknown = workload.problem?.kind === 'placeholder' || workload.problem?.kind === 'bad-request';

  return { target, pod, replicas: isUnknown ? fixedReplicas(null) : countOf(manifest, pod, workload.replicas) };
}

/**
 * A pod that stands for the buffer's pods: with the labels of the template, without those that a controller adds, and without volumes of
 * claims. Source: core v1.14.1 pkg/state/virtualpods/utilities.go BuildVirtualPods.
 */
function podOf(buffer: Manifest, { nodeName: _, volumes, ...spec }: PodSpec, labels: Pod['metadata']['labels']): Pod {
  const kept = volumes?.filter(({ persistentVolumeClaim, ephemeral }) => !persistentVolumeClaim && !ephemeral) ?? [];
  return {
    metadata: { name: `capacity-buffer-${buffer.name}`, namespace: buffer.namespace ?? 'default', labels },
    spec: kept.length === 0 ? spec : { ...spec, volumes: kept },
  };
}

/**
 * The larger of `replicas` and the percentage, but not more than the limits allow. Only limits: as many as they allow.
 * Source: core v1.14.1 pkg/controllers/capacitybuffer/controller.go computeReplicas.
 */
function countOf(buffer: Manifest, pod: Pod, replicas: ReplicaRange | undefined): ReplicaRange {
  const spec = mappingOrEmpty(buffer.get(['spec']));
  const fixed = readCount(spec.replicas);
  const percentage = readCount(spec.percentage);
  const most = withinLimits(buffer, pod);

  return byReplicaCase((which) => {
    const target = replicas?.[which];
    if (fixed === null || percentage === null || most === null || target === null) return null;

    // At least one: 1% of 10 pods rounds up to 1.
    const share = percentage !== undefined && target ? [Math.ceil((target * percentage) / 100)] : [];
    const wanted = [...share, ...optional(fixed)];
    const count = wanted.length === 0 ? (most ?? 0) : Math.min(Math.max(...wanted), most ?? Number.POSITIVE_INFINITY);

    if (count > maxReplicas) return null;
    return count;
  });
}

/** How many pods the limits allow; undefined if they limit nothing that the pod requests, null if a placeholder decides it. */
function withinLimits(buffer: Manifest, { spec }: Pod): number | undefined | null {
  const raw = buffer.get(['spec', 'limits']);
  if (hasPlaceholder(raw) || Object.values(mappingOrEmpty(raw)).some(hasPlaceholder)) return null;

  const requests = podRequests(spec);
  const counts = [...readResources(mapOf(readQuantity)(raw))].flatMap(([name, limit]) => {
    const request = name === 'pods' ? 0 : (requests.get(name) ?? 0);
    if (request > 0) return [Math.max(0, Math.floor(limit / request))];
    return [];
  });

  if (counts.length === 0) return undefined;
  return Math.min(...counts);
}

/** Whether the number of its pods is known in a case. */
export const isBufferCounted = ({ replicas }: CapacityBuffer, which: ReplicaCase): boolean => replicas[which] !== null;

/** The pods of buffers. `first` is the position of the first one among all workloads. */
export const bufferPods = (
  buffers: readonly CapacityBuffer[],
  { first, which }: { readonly first: number; readonly which: ReplicaCase },
): readonly PodClass[] =>
  buffers.flatMap(({ key, pod, replicas }, at): PodClass[] => {
    const count = replicas[which] ?? 0;
    if (pod === undefined || count === 0) return [];
    return [{ workload: key, order: first + at, firstIndex: 0, count, pod, isVirtual: true }];
  });
