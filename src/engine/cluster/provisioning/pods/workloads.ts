import type { PodSpec } from '../../../karpenter/api/pod.ts';
import { podRequests } from '../../../karpenter/scheduling/pod-requests.ts';
import { assumedPods } from '../../../manifest/makers/found-templates.ts';
import type { MadePods } from '../../../manifest/makers/maker.ts';
import { madePods, madeRest, makerOf } from '../../../manifest/makers/makers.ts';
import { jobKinds } from '../../../manifest/model/job-kinds.ts';
import {
  groupOf,
  type Manifest,
  type Mapping,
  mappingOrEmpty,
  type Path,
  type Value,
} from '../../../manifest/model/manifest.ts';
import { isUnrendered } from '../../../manifest/unrendered.ts';
import { hasPlaceholder } from '../../../manifest/yaml/placeholder.ts';
import { optional } from '../../../text/list-if.ts';
import { ownValue } from '../../../text/own-value.ts';
import { readText } from '../input/value-reader.ts';
import type { AdmissionStep } from './admission/admission-step.ts';
import { type CreatedPod, type PodCreation, podCreation } from './admission/created-pods.ts';
import { type QueueHold, type QuotaRefusal, queueOf } from './held-pods.ts';
import {
  controllerOf,
  type OwnerReferences,
  readOwners,
  workloadKey,
  workloadKeyOf,
  workloadOf,
} from './owner-references.ts';
import { type BadRequest, badRequest, unknownIn, unknownNeighborIn, unrenderedProblem } from './pod-unknowns.ts';
import {
  fixedReplicas,
  jobReplicas,
  maxReplicas,
  type ReplicaRange,
  readCount,
  readReplicaBounds,
  replicaRange,
  simulatedReplicas,
} from './replicas.ts';

/** A claim that a StatefulSet creates for each of its pods. */
interface ClaimTemplate {
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
  /** Names of containers that webhooks add and that are counted with what they request by default. */
  readonly assumedContainers: readonly string[];
  /** What makes its pods different from its template, in the order of the API server. */
  readonly steps: readonly AdmissionStep[];
  /** What a VerticalPodAutoscaler makes of its requests. */
  readonly autoscaled?: CreatedPod['autoscaled'];
  /** Whether the kind is unknown, so that a controller is only assumed to create the pods of a template in it. */
  readonly isAssumed?: true;
  /** What else the controller creates and is not counted, as a noun phrase. */
  readonly rest?: string;
  /** The LocalQueue of Kueue. */
  readonly queue?: string;
  /** Whether its file says that it is suspended. The number of replicas is that of the time after. */
  readonly isSuspended?: true;
  /** Why Kueue starts none of its pods. */
  readonly held?: QueueHold;
  /** Why the API server creates fewer pods than it wants. */
  readonly refused?: QuotaRefusal;
  /** The pod template in the files, before anything changes its pods. */
  readonly written: WrittenTemplate;
  /** As written and as webhooks complete it, with the defaults of the API server. */
  readonly template: PodSpec;
  /** What pods have once they are created: the template, and what admission adds. */
  readonly spec: PodSpec;
  readonly claimTemplates: readonly ClaimTemplate[];
  readonly replicas: ReplicaRange;
  /** The autoscaler that sets the bounds. */
  readonly scaledBy: string | undefined;
  /** Whether the change takes its autoscaler from it, so that it keeps the pods that it has: some number within the bounds. */
  readonly isReleased?: true;
  readonly problem: WorkloadProblem | undefined;
}

/** A pod template as its file has it. */
interface WrittenTemplate {
  readonly metadata: Mapping;
  readonly spec: Value | undefined;
}

/** An object that creates pods which are not counted. */
export interface UncountedWorkload {
  readonly manifest: Manifest;
  /**
   * `fragment`: only a part of an object. `kind`: a queue decides how many there are. `managed-group`: for nodes that are not in the input.
   * `cloud`, `scheduler`, `gates`: somebody else runs or holds the pods.
   */
  readonly why: 'fragment' | 'kind' | 'short-job' | 'managed-group' | 'cloud' | 'scheduler' | 'gates';
  /** The workload, if its pods are known. */
  readonly workload?: Workload;
  /** Who runs or holds them. */
  readonly by?: string;
}

/** The workloads in a set of manifests. */
export interface Workloads {
  /** In the order of file paths and positions in the files. */
  readonly workloads: readonly Workload[];
  readonly daemonSets: readonly Workload[];
  readonly uncounted: readonly UncountedWorkload[];
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
  const shape = ownValue(shapes, manifest.kind);
  const group = groupOf(manifest.apiVersion);
  if (shape && (shape.group === group || (shape.group === 'apps' && group === 'extensions'))) return shape;
  return undefined;
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

/** What reading workloads depends on, apart from their manifests. */
interface WorkloadReading {
  readonly create?: PodCreation;
  /** Whether objects of operators become pods. A snapshot has the pods that they made. Default: true. */
  readonly makesPods?: boolean;
}

/** Reads each object that creates pods, with the bounds of its autoscaler. */
export function readWorkloads(
  manifests: readonly Manifest[],
  { create = podCreation(manifests, {}), makesPods = true }: WorkloadReading = {},
): Workloads {
  const bounds = readReplicaBounds(manifests);
  const workloads = new Map<string, Workload>();
  const daemonKeys = new Set<string>();
  const uncounted: Workloads['uncounted'][number][] = [];
  const repeated: Manifest[] = [];
  const all = new Map(manifests.map((manifest) => [workloadKeyOf(manifest), manifest]));
  const owners = readOwners(manifests);

  for (const manifest of manifests) {
    if (manifest.kind === 'ScaledJob' && groupOf(manifest.apiVersion) === 'keda.sh')
      uncounted.push({ manifest, why: 'kind' });

    const groups = groupsOf(manifest, all, makesPods);
    if (groups.length === 0 || isLiveObject(manifest) || isFinished(manifest) || isCountedAbove(manifest, all, owners))
      continue;
    if (isTest(manifest)) continue;

    for (const group of groups) {
      const key = keyOf(manifest, group);
      if (group.template === undefined) uncounted.push({ manifest, why: 'fragment' });
      else if (workloads.has(key)) repeated.push(manifest);
      else {
        const parts = { group, template: group.template, bounds: bounds.get(key), create };
        const workload = readWorkload(manifest, parts);

        // A snapshot has the Jobs that run.
        if (makesPods && isShortJob(workload)) uncounted.push({ manifest, why: 'short-job' });
        else workloads.set(key, workload);
        if (group.isDaemon) daemonKeys.add(key);
      }
    }
  }

  const read = withNeighborProblems([...workloads.values()]);

  return {
    workloads: read.filter(({ key }) => !daemonKeys.has(key)),
    daemonSets: read.filter(({ key }) => daemonKeys.has(key)),
    uncounted,
    repeated,
  };
}

/** Workloads with a problem if a placeholder determines which pods theirs have to be next to. */
const withNeighborProblems = (workloads: readonly Workload[]): readonly Workload[] =>
  workloads.map((workload) => {
    const path = workload.problem === undefined ? unknownNeighborIn(workload.spec, workloads) : undefined;
    if (path === undefined) return workload;
    const template = shapeOf(workload.manifest)?.template ?? [];
    return { ...workload, problem: { kind: 'placeholder', path: [...template, 'spec', ...path] } };
  });

/**
 * Whether pods run once and request nothing, such as those of a Job that somebody starts by hand. They fit on any node that is there, and prove none.
 * Pods that require a node of some kind may get one of their own.
 */
function isShortJob({ manifest, kind, spec, problem }: Workload): boolean {
  if (kind !== 'Job' || groupOf(manifest.apiVersion) !== 'batch' || problem !== undefined) return false;

  const { affinity, nodeSelector = {}, topologySpreadConstraints = [] } = spec;
  const isPlaced =
    affinity !== undefined || Object.keys(nodeSelector).length > 0 || topologySpreadConstraints.length > 0;

  return !isPlaced && [...podRequests(spec)].every(([resource, amount]) => resource === 'pods' || amount === 0);
}

/** Equal pods of an object. */
interface PodGroup {
  /** Tells it apart from other groups of the object. */
  readonly name?: string;
  readonly isDaemon: boolean;
  readonly template: WrittenTemplate | undefined;
  /** The path of the pod template; undefined if the pods have none. */
  readonly at?: Path;
  /** The path of the number of pods. */
  readonly replicasAt: Path;
  /** The number of pods that an operator makes; undefined for kinds of Kubernetes, which autoscalers may scale. */
  readonly made?: ReplicaRange;
  readonly isAssumed?: true;
  readonly rest?: string;
}

const keyOf = (manifest: Manifest, { name }: PodGroup): string => {
  if (name === undefined) return workloadKeyOf(manifest);
  return `${workloadKeyOf(manifest)}/${name}`;
};

/** The groups of equal pods that an object creates; none if it creates no pods. */
function groupsOf(manifest: Manifest, all: ReadonlyMap<string, Manifest>, makesPods: boolean): readonly PodGroup[] {
  const shape = shapeOf(manifest);
  if (shape !== undefined)
    return [
      {
        isDaemon: manifest.kind === 'DaemonSet',
        template: templateOf(manifest, shape, all),
        at: shape.template,
        replicasAt: shape.replicas ?? ['spec'],
      },
    ];

  if (!makesPods || manifest.isPartial) return [];

  const maker = makerOf(manifest);
  if (maker !== undefined) {
    const { paused: _, ...running } = maker;
    const isQueued = queueOf(manifest, {}) !== undefined;
    const groups = madePods(isQueued ? running : maker, manifest.object);
    const rest = uncountedRest(madeRest(maker, manifest.object), groups);

    return groups.map((pods) => ({ ...madeGroup(pods), ...(rest !== undefined && { rest }) }));
  }

  const isJob =
    Object.hasOwn(jobKinds, manifest.kind) && jobKinds[manifest.kind]!.group === groupOf(manifest.apiVersion);
  if (isJob) return [];

  return assumedPods(manifest.apiVersion, manifest.kind, manifest.object).map((pods) => ({
    ...madeGroup(pods),
    isAssumed: true,
  }));
}

/** What a controller creates and is not counted: groups whose number the object does not say, and what its row names. */
function uncountedRest(rest: string | undefined, groups: readonly MadePods[]): string | undefined {
  const open = groups
    .filter(({ isOpen }) => isOpen)
    .map(({ name }) => (name === undefined ? 'pods' : `pods of ${name}`));
  const all = [...open.map((pods) => `${pods}, whose number it does not say`), ...optional(rest)];
  if (all.length === 0) return undefined;
  return all.join('; ');
}

const madeGroup = ({ name, isDaemon, metadata, spec, count }: MadePods): PodGroup => ({
  ...(name !== undefined && { name }),
  isDaemon,
  template: { metadata, spec },
  replicasAt: ['spec'],
  made: count,
});

/** The pod template; undefined if the object has none, because it is a patch or a fragment of a template. */
function templateOf(manifest: Manifest, shape: Shape, all: ReadonlyMap<string, Manifest>): WrittenTemplate | undefined {
  const value = manifest.get(shape.template);
  if (hasPlaceholder(value)) return { metadata: {}, spec: value };

  const { metadata, spec } = mappingOrEmpty(value);
  if (hasPlaceholder(spec) || mappingOrEmpty(spec).containers !== undefined)
    return { metadata: mappingOrEmpty(metadata), spec };

  // A Rollout may use the template of a Deployment.
  const { kind, name } = mappingOrEmpty(manifest.get(['spec', 'workloadRef']));
  const other = all.get(workloadKey(`${kind}`, manifest.namespace ?? 'default', `${name}`));
  const otherShape = other && shapeOf(other);

  if (other && otherShape && other.kind !== 'Rollout') return templateOf(other, otherShape, all);
  return undefined;
}

interface Found {
  readonly group: PodGroup;
  readonly template: WrittenTemplate;
  readonly bounds: Parameters<typeof replicaRange>[1];
  readonly create: PodCreation;
}

function readWorkload(manifest: Manifest, { group, template, bounds, create }: Found): Workload {
  const { namespace = 'default', kind } = manifest;
  const name = group.name === undefined ? manifest.name : `${manifest.name}-${group.name}`;

  const pod = create({
    kind,
    name: manifest.name,
    namespace,
    isDaemon: group.isDaemon,
    metadata: template.metadata,
    spec: mappingOrEmpty(template.spec),
  });

  const queue = queueOf(manifest, pod.labels);
  const range = group.made ?? replicasOf(manifest, bounds, queue !== undefined);
  const problem: WorkloadProblem | undefined = isUnrendered(manifest)
    ? unrenderedProblem
    : (problemOf(template.spec, pod.spec, [...(group.at ?? []), 'spec']) ?? replicaProblem(range, group.replicasAt));

  const named = (requests: CreatedPod['injected'][number]['requests']): readonly string[] =>
    pod.injected.flatMap((container) => {
      if (container.requests === requests) return [container.container.name!];
      return [];
    });

  return {
    key: keyOf(manifest, group),
    kind,
    namespace,
    name,
    manifest,
    labels: pod.labels,
    annotations: pod.annotations,
    written: template,
    template: pod.template,
    spec: pod.spec,
    steps: pod.steps,
    uncountedContainers: named('unknown'),
    assumedContainers: named('defaults'),
    claimTemplates: manifest.kind === 'StatefulSet' ? readClaimTemplates(manifest) : [],
    replicas: simulatedReplicas(range),
    scaledBy: bounds?.by,
    problem,
    ...(pod.autoscaled && { autoscaled: pod.autoscaled }),
    ...(group.isAssumed && { isAssumed: true }),
    ...(group.rest !== undefined && { rest: group.rest }),
    ...(queue !== undefined && { queue }),
    ...(queue !== undefined && manifest.get(['spec', 'suspend']) === true && { isSuspended: true }),
  };
}

/** A queue ends the suspension of a Job, so a queued Job has the pods that it has after it. */
function replicasOf(manifest: Manifest, bounds: Found['bounds'], isQueued: boolean): ReplicaRange {
  if (manifest.kind === 'Pod') return fixedReplicas(1);

  if (manifest.kind === 'Job') {
    const spec = mappingOrEmpty(manifest.get(['spec']));
    return fixedReplicas(jobReplicas(isQueued ? { ...spec, suspend: false } : spec));
  }

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
  if (counts(range).includes(null)) return { kind: 'bad-replicas', path };
  return undefined;
}

function readClaimTemplates(manifest: Manifest): readonly ClaimTemplate[] {
  const templates = manifest.get(['spec', 'volumeClaimTemplates']);
  if (!Array.isArray(templates)) return [];
  return templates.flatMap((template: Value): ClaimTemplate[] => {
    const name = readText(mappingOrEmpty(mappingOrEmpty(template).metadata).name);
    if (name === undefined) return [];
    return [{ name, storageClassName: readText(mappingOrEmpty(mappingOrEmpty(template).spec).storageClassName) }];
  });
}
