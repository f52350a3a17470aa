import type { PodSpec } from '../../api/pod.ts';
import { groupOf, type Manifest, type Path, type Value } from '../../manifest/manifest.ts';
import { isUnrendered } from '../../manifest/unrendered.ts';
import { hasPlaceholder } from '../../manifest/yaml/placeholder.ts';
import { mapOf, mappingOrEmpty, readText } from '../value-reader.ts';
import { injectedContainers } from './injected-containers.ts';
import {
  controllerOf,
  type OwnerReferences,
  readOwners,
  workloadKey,
  workloadKeyOf,
  workloadOf,
} from './owner-references.ts';
import type { PodAdmission } from './pod-admission.ts';
import { defaultDaemonSpec, defaultPodSpec } from './pod-defaults.ts';
import { readPodSpec } from './pod-spec.ts';
import { type BadRequest, badRequest, unknownIn, unrenderedProblem } from './pod-unknowns.ts';
import {
  fixedReplicas,
  jobReplicas,
  maxReplicas,
  type ReplicaRange,
  readCount,
  readReplicaBounds,
  replicaRange,
} from './replicas.ts';

/** A claim that a StatefulSet creates for each of its pods. */
export interface ClaimTemplate {
  readonly name: string;
  readonly storageClassName: string | undefined;
}

/** Why the pods of a workload cannot be counted exactly. */
export type WorkloadProblem =
  | { readonly kind: 'placeholder'; readonly path: Path }
  | { readonly kind: 'bad-request'; readonly request: BadRequest }
  | { readonly kind: 'too-many'; readonly path: Path }
  | { readonly kind: 'bad-replicas'; readonly path: Path };

/** An object that creates pods. */
export interface Workload {
  /** `Deployment/namespace/name`. */
  readonly key: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  readonly manifest: Manifest;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  /** Names of containers that webhooks add and whose requests are unknown. */
  readonly uncountedContainers: readonly string[];
  /** As written and as webhooks complete it, with the defaults of the API server. */
  readonly template: PodSpec;
  /** What pods have once they are created: the template, and what admission adds. */
  readonly spec: PodSpec;
  readonly claimTemplates: readonly ClaimTemplate[];
  readonly replicas: ReplicaRange;
  /** The autoscaler that sets the bounds. */
  readonly scaledBy: string | undefined;
  readonly problem: WorkloadProblem | undefined;
}

/** The workloads in a set of manifests. */
export interface Workloads {
  /** In the order of file paths and positions in the files. */
  readonly workloads: readonly Workload[];
  readonly daemonSets: readonly Workload[];
  /**
   * Objects that create pods but cannot be counted: fragments of an object, ScaledJobs, and pods for nodes that are not in
   * the input.
   */
  readonly uncounted: readonly { readonly manifest: Manifest; readonly why: 'fragment' | 'kind' | 'managed-group' }[];
  /** Objects that occur more than once. Only the first one counts. */
  readonly repeated: readonly Manifest[];
}

interface Shape {
  readonly group: string;
  readonly template: Path;
  /** The path of the number of pods. */
  readonly replicas: Path | undefined;
}

const shapes: Readonly<Record<string, Shape>> = {
  CronJob: { group: 'batch', template: ['spec', 'jobTemplate', 'spec', 'template'], replicas: undefined },
  DaemonSet: { group: 'apps', template: ['spec', 'template'], replicas: undefined },
  Deployment: { group: 'apps', template: ['spec', 'template'], replicas: ['spec', 'replicas'] },
  Job: { group: 'batch', template: ['spec', 'template'], replicas: undefined },
  Pod: { group: '', template: [], replicas: undefined },
  ReplicaSet: { group: 'apps', template: ['spec', 'template'], replicas: ['spec', 'replicas'] },
  ReplicationController: { group: '', template: ['spec', 'template'], replicas: ['spec', 'replicas'] },
  Rollout: { group: 'argoproj.io', template: ['spec', 'template'], replicas: ['spec', 'replicas'] },
  StatefulSet: { group: 'apps', template: ['spec', 'template'], replicas: ['spec', 'replicas'] },
};

/** Deployments, DaemonSets and ReplicaSets were in `extensions` before they moved to `apps`. */
const shapeOf = (manifest: Manifest): Shape | undefined => {
  const shape = Object.hasOwn(shapes, manifest.kind) ? shapes[manifest.kind] : undefined;
  const group = groupOf(manifest.apiVersion);
  return shape && (shape.group === group || (shape.group === 'apps' && group === 'extensions')) ? shape : undefined;
};

/** Kinds whose pods, ReplicaSets or Jobs are counted as part of them. */
const counted = new Set([...Object.keys(shapes), 'Node']);

/**
 * Whether an object is counted as part of its owner: a ReplicaSet of a Deployment, a Job of a CronJob, or a pending pod of a
 * workload in the manifests. Objects that an operator owns are counted themselves.
 */
function isCountedAbove(manifest: Manifest, all: ReadonlyMap<string, Manifest>, owners: OwnerReferences): boolean {
  const owner = controllerOf(manifest);
  if (owner === undefined || !counted.has(owner.kind)) return false;
  if (manifest.kind !== 'Pod' || owner.kind === 'DaemonSet' || owner.kind === 'Node') return true;
  return all.has(workloadOf(manifest, owners) ?? '');
}

/** Whether an object is live state and not something that a change adds. */
export const isLiveObject = (manifest: Manifest): boolean => {
  if (manifest.kind === 'Node' && groupOf(manifest.apiVersion) === '') return true;
  if (manifest.kind === 'NodeClaim' && groupOf(manifest.apiVersion) === 'karpenter.sh') return true;
  const isPod = manifest.kind === 'Pod' && groupOf(manifest.apiVersion) === '';
  return isPod && typeof manifest.get(['spec', 'nodeName']) === 'string';
};

/** Whether a Pod or Job has finished. */
export const isFinished = (manifest: Manifest): boolean =>
  ['Succeeded', 'Failed'].includes(`${manifest.get(['status', 'phase']) ?? ''}`) ||
  (manifest.kind === 'Job' && manifest.get(['status', 'completionTime']) !== undefined);

/** Whether an object is a Helm chart test, which runs only on request. */
const isTest = (manifest: Manifest): boolean =>
  /\btest\b/.test(`${manifest.get(['metadata', 'annotations', 'helm.sh/hook']) ?? ''}`);

const readLabels = mapOf(readText);

/** Reads each object that creates pods, with the bounds of its autoscaler. */
export function readWorkloads(manifests: readonly Manifest[], admit?: PodAdmission): Workloads {
  const bounds = readReplicaBounds(manifests);
  const workloads = new Map<string, Workload>();
  const uncounted: Workloads['uncounted'][number][] = [];
  const repeated: Manifest[] = [];
  const all = new Map(manifests.map((manifest) => [workloadKeyOf(manifest), manifest]));
  const owners = readOwners(manifests);
  for (const manifest of manifests) {
    if (manifest.kind === 'ScaledJob' && groupOf(manifest.apiVersion) === 'keda.sh')
      uncounted.push({ manifest, why: 'kind' });
    const shape = shapeOf(manifest);
    if (shape === undefined || isLiveObject(manifest) || isFinished(manifest) || isCountedAbove(manifest, all, owners))
      continue;
    if (isTest(manifest)) continue;
    const template = templateOf(manifest, shape, all);
    if (template === undefined) uncounted.push({ manifest, why: 'fragment' });
    else if (workloads.has(workloadKeyOf(manifest))) repeated.push(manifest);
    else
      workloads.set(
        workloadKeyOf(manifest),
        readWorkload(manifest, { shape, template, bounds: bounds.get(workloadKeyOf(manifest)), admit }),
      );
  }
  const read = [...workloads.values()];
  return {
    workloads: read.filter((workload) => workload.kind !== 'DaemonSet'),
    daemonSets: read.filter((workload) => workload.kind === 'DaemonSet'),
    uncounted,
    repeated,
  };
}

interface Template {
  readonly metadata: { readonly [key: string]: Value };
  readonly spec: Value | undefined;
}

/** The pod template; undefined if the object has none, because it is a patch or a fragment of a template. */
function templateOf(manifest: Manifest, shape: Shape, all: ReadonlyMap<string, Manifest>): Template | undefined {
  const value = manifest.get(shape.template);
  if (hasPlaceholder(value)) return { metadata: {}, spec: value };
  const { metadata, spec } = mappingOrEmpty(value);
  if (hasPlaceholder(spec) || mappingOrEmpty(spec).containers !== undefined)
    return { metadata: mappingOrEmpty(metadata), spec };
  // A Rollout may use the template of a Deployment.
  const { kind, name } = mappingOrEmpty(manifest.get(['spec', 'workloadRef']));
  const other = all.get(workloadKey(`${kind}`, manifest.namespace ?? 'default', `${name}`));
  const otherShape = other && shapeOf(other);
  return other && otherShape && other.kind !== 'Rollout' ? templateOf(other, otherShape, all) : undefined;
}

interface Found {
  readonly shape: Shape;
  readonly template: Template;
  readonly bounds: Parameters<typeof replicaRange>[1];
  readonly admit: PodAdmission | undefined;
}

function readWorkload(manifest: Manifest, { shape, template, bounds, admit }: Found): Workload {
  const written = readPodSpec(mappingOrEmpty(template.spec)) ?? { containers: [] };
  const { name, namespace = 'default' } = manifest;
  const labels = readLabels(template.metadata.labels) ?? {};
  const annotations = readLabels(template.metadata.annotations) ?? {};
  const injected = injectedContainers({ labels, annotations }, new Set(written.containers.map((one) => one.name)));
  const complete = { ...written, containers: [...written.containers, ...injected.containers] };
  const filled = manifest.kind === 'DaemonSet' ? defaultDaemonSpec(complete) : defaultPodSpec(complete);
  const spec = admit?.({ metadata: { name, namespace, labels }, spec: filled }) ?? filled;
  const range = replicasOf(manifest, bounds);
  const replicasPath = shape.replicas ?? ['spec'];
  const problem: WorkloadProblem | undefined = isUnrendered(manifest)
    ? unrenderedProblem
    : (problemOf(template.spec, spec, [...shape.template, 'spec']) ?? replicaProblem(range, replicasPath));
  return {
    key: workloadKeyOf(manifest),
    kind: manifest.kind,
    namespace,
    name,
    manifest,
    labels,
    template: filled,
    annotations,
    uncountedContainers: injected.uncounted,
    spec,
    claimTemplates: manifest.kind === 'StatefulSet' ? readClaimTemplates(manifest) : [],
    replicas: bounded(range),
    scaledBy: bounds?.by,
    problem,
  };
}

function replicasOf(manifest: Manifest, bounds: Found['bounds']): ReplicaRange {
  if (manifest.kind === 'Pod') return fixedReplicas(1);
  if (manifest.kind === 'Job') return fixedReplicas(jobReplicas(manifest.get(['spec'])));
  if (manifest.kind === 'CronJob') {
    const isSuspended = manifest.get(['spec', 'suspend']) === true;
    return fixedReplicas(isSuspended ? 0 : jobReplicas(manifest.get(['spec', 'jobTemplate', 'spec'])));
  }
  return replicaRange(readCount(manifest.get(['spec', 'replicas'])), bounds);
}

function problemOf(raw: Value | undefined, spec: PodSpec, at: Path): WorkloadProblem | undefined {
  const unknown = unknownIn(raw);
  if (unknown !== undefined) return { kind: 'placeholder', path: [...at, ...unknown] };
  const request = badRequest(spec);
  return request && { kind: 'bad-request', request };
}

const counts = ({ low, likely, high }: ReplicaRange): readonly (number | null)[] => [low, likely, high];

function replicaProblem(range: ReplicaRange, path: Path): WorkloadProblem | undefined {
  if (counts(range).some((count) => count !== null && count > maxReplicas)) return { kind: 'too-many', path };
  return counts(range).includes(null) ? { kind: 'bad-replicas', path } : undefined;
}

/** Numbers above the simulation's limit become unknown. */
const bounded = ({ low, likely, high }: ReplicaRange): ReplicaRange => ({
  low: simulated(low),
  likely: simulated(likely),
  high: simulated(high),
});

const simulated = (count: number | null): number | null => (count !== null && count > maxReplicas ? null : count);

function readClaimTemplates(manifest: Manifest): readonly ClaimTemplate[] {
  const templates = manifest.get(['spec', 'volumeClaimTemplates']);
  if (!Array.isArray(templates)) return [];
  return templates.flatMap((template: Value): ClaimTemplate[] => {
    const name = readText(mappingOrEmpty(mappingOrEmpty(template).metadata).name);
    return name === undefined
      ? []
      : [{ name, storageClassName: readText(mappingOrEmpty(mappingOrEmpty(template).spec).storageClassName) }];
  });
}
