import { selects } from '../../../karpenter/api/label-selector.ts';
import type { Container, PodSpec } from '../../../karpenter/api/pod.ts';
import { parseResource } from '../../../karpenter/api/quantity.ts';
import { podRequests } from '../../../karpenter/scheduling/pod-requests.ts';
import {
  asList,
  asMapping,
  asText,
  groupOf,
  isObject,
  type Manifest,
  type Mapping,
} from '../../../manifest/model/manifest.ts';
import { type ContainerRange, containerRanges } from '../../../manifest/objects/limit-range.ts';
import { hasPlaceholder } from '../../../manifest/yaml/placeholder.ts';
import { groupBy } from '../../../text/group-by.ts';
import { compareNames } from '../../../text/name-order.ts';
import type { QuotaRefusal } from './held-pods.ts';
import { byReplicaCase, type ReplicaCase } from './replicas.ts';
import type { Workload } from './workloads.ts';

/** The most pods of a workload that exist without a change: those that run, or that the other side has. */
export type ExistingPods = (workload: Workload) => number;

/**
 * Workloads with the pods that the ResourceQuotas and LimitRanges of their namespaces let exist. Pods that exist
 * already keep their place; more of them follow in the order of the workloads. Source: kubernetes
 * pkg/quota/v1/evaluator/core/pods.go, plugin/pkg/admission/resourcequota.
 */
export function withinQuotas(
  workloads: readonly Workload[],
  manifests: readonly Manifest[],
  existing: ExistingPods,
  isLive = false,
): readonly Workload[] {
  const quotas = groupBy(manifests.filter(isQuota), ({ namespace }) => namespace ?? 'default');
  const ranges = groupBy(containerRanges(manifests), ({ namespace }) => namespace);
  const namespaces = new Set([...quotas.keys(), ...ranges.keys()]);
  if (namespaces.size === 0) return workloads;

  const limited = new Map<string, Workload>();
  for (const namespace of namespaces) {
    const inside = workloads.filter((workload) => workload.namespace === namespace && isLimited(workload));
    const limits = {
      quotas: (quotas.get(namespace) ?? []).map(readQuota),
      ranges: ranges.get(namespace) ?? [],
      isLive,
    };
    for (const workload of limitedWorkloads(inside, limits, existing)) limited.set(workload.key, workload);
  }

  return workloads.map((workload) => limited.get(workload.key) ?? workload);
}

const isQuota = ({ kind, apiVersion }: Manifest): boolean => kind === 'ResourceQuota' && groupOf(apiVersion) === '';

const isLimited = ({ problem, replicas }: Workload): boolean => problem === undefined && replicas.likely !== null;

/** A quota, with what it limits of pods. */
interface Quota {
  readonly manifest: Manifest;
  /** The key of `hard`, and the amount in the unit of its resource. */
  readonly limits: readonly (readonly [string, number])[];
}

function readQuota(manifest: Manifest): Quota {
  const hard = Object.entries(asMapping(manifest.get(['spec', 'hard'])) ?? {});
  const limits = hard.flatMap(([key, value]): [string, number][] => {
    const resource = quotaResource(key);
    if (resource === undefined || (typeof value !== 'string' && typeof value !== 'number') || hasPlaceholder(value))
      return [];
    const amount = parseResource(resource, value);
    if (amount === undefined) return [];
    return [[key, amount]];
  });

  return { manifest, limits: limits.sort(([a], [b]) => compareNames(a, b)) };
}

/** The resource that a key of `hard` is about; undefined for objects other than pods, and for storage. */
export function quotaResource(key: string): string | undefined {
  if (key === 'pods' || key === 'count/pods') return 'pods';
  const [, resource] = /^(?:requests|limits)\.(.+)$/.exec(key) ?? [];
  if (resource === 'storage' || resource?.includes('storageclass')) return undefined;
  if (resource !== undefined) return resource;
  if (['cpu', 'memory', 'ephemeral-storage'].includes(key) || key.startsWith('hugepages-')) return key;
  return undefined;
}

/** What limits the pods of one namespace. */
interface NamespaceLimits {
  readonly quotas: readonly Quota[];
  readonly ranges: readonly ContainerRange[];
  /** Whether a snapshot shows which pods run: then something that no file has gives them what their template lacks. */
  readonly isLive: boolean;
}

function limitedWorkloads(
  workloads: readonly Workload[],
  { quotas, ranges, isLive }: NamespaceLimits,
  existing: ExistingPods,
): readonly Workload[] {
  const lacking = new Map(
    workloads.map((workload) => [
      workload,
      missingAmount(workload, quotas) ?? amountOutside(workload, ranges) ?? requestAboveDefault(workload, ranges),
    ]),
  );
  const admitted = byReplicaCase((which) => admittedPods(workloads, { quotas, existing, which, lacking }));
  const growing = workloads.filter((workload) => (workload.replicas.likely ?? 0) > existing(workload));
  const tooLarge = new Map(
    workloads.map((workload) => [
      workload,
      (workload.replicas.likely ?? 0) > 0 ? tooLargePod(workload, quotas) : undefined,
    ]),
  );
  const full = exceeded(
    // Pods that are too large for the quota have an earlier template, of which nothing is known here.
    workloads.filter((workload) => tooLarge.get(workload) === undefined),
    quotas,
    (workload) => admitted.likely.get(workload)!.count ?? 0,
  );

  return workloads.map((workload) => {
    const allowed = byReplicaCase((which) => admitted[which].get(workload)!.count);
    const isShared = growing.length > 1;

    if (allowed.likely !== workload.replicas.likely || allowed.high !== workload.replicas.high) {
      const refusal = admitted.likely.get(workload)!.refusal ?? admitted.high.get(workload)!.refusal!;
      const refused: QuotaRefusal = { ...refusal, wanted: workload.replicas, isLater: false, isShared };
      return { ...workload, replicas: allowed, refused };
    }

    const hasPods = (workload.replicas.likely ?? 0) > 0;
    const refusal =
      tooLarge.get(workload) ??
      full.find(({ quota }) => hasPods && isAbout(quota, workload)) ??
      (isLive ? undefined : lacking.get(workload));

    if (refusal === undefined || !hasPods) return workload;
    return { ...workload, refused: { ...refusal, wanted: workload.replicas, isLater: true, isShared: false } };
  });
}

type Refusal = Pick<QuotaRefusal, 'quota' | 'path' | 'resource' | 'hard' | 'because' | 'used' | 'perPod'>;

interface Admission {
  readonly quotas: readonly Quota[];
  readonly existing: ExistingPods;
  readonly which: ReplicaCase;
  readonly lacking: ReadonlyMap<Workload, Refusal | undefined>;
}

interface AdmittedPods {
  readonly count: number | null;
  readonly refusal: Refusal | undefined;
}

/** Amounts that are lower than what the pods of a namespace have, because the quota was lowered. */
const exceeded = (
  workloads: readonly Workload[],
  quotas: readonly Quota[],
  countOf: (workload: Workload) => number,
): readonly Refusal[] =>
  quotas.flatMap(({ manifest, limits }) => {
    const inside = workloads.filter((workload) => isAbout(manifest, workload));
    return limits.flatMap(([key, limit]): Refusal[] => {
      const sum = inside.reduce((total, workload) => total + countOf(workload) * amountOf(workload.spec, key), 0);
      if (sum <= limit + tolerance) return [];

      const by = inside.filter((workload) => countOf(workload) * amountOf(workload.spec, key) > 0);
      return [{ ...refusalOf(manifest, key, 'limit'), used: { amount: sum, by: by.map((workload) => workload.key) } }];
    });
  });

/** The first amount of which one pod has more than a quota allows for its namespace: no such pod is ever created. */
function tooLargePod(workload: Workload, quotas: readonly Quota[]): Refusal | undefined {
  for (const { manifest, limits } of quotas.filter((quota) => isAbout(quota.manifest, workload))) {
    const larger = limits.find(([key, limit]) => limit > 0 && amountOf(workload.spec, key) > limit + tolerance);
    if (larger === undefined) continue;
    return { ...refusalOf(manifest, larger[0], 'each'), perPod: amountOf(workload.spec, larger[0]) };
  }
  return undefined;
}

/** How many pods of each workload exist in a case. */
function admittedPods(workloads: readonly Workload[], around: Admission): ReadonlyMap<Workload, AdmittedPods> {
  const { quotas, existing, which, lacking } = around;
  const used = new Map<string, number>();
  const counts = new Map<Workload, AdmittedPods>();
  const ofWorkload = new Map(
    workloads.map((workload) => [workload, quotas.filter(({ manifest }) => isAbout(manifest, workload))]),
  );

  const take = (workload: Workload, count: number): void => {
    for (const quota of ofWorkload.get(workload)!)
      for (const [key] of quota.limits)
        used.set(usedKey(quota, key), (used.get(usedKey(quota, key)) ?? 0) + count * amountOf(workload.spec, key));
  };

  const room = (workload: Workload, wanted: number): { count: number; refusal: Refusal | undefined } => {
    let [count, refusal] = [wanted, undefined as Refusal | undefined];

    for (const quota of ofWorkload.get(workload)!) {
      for (const [key, limit] of quota.limits) {
        const each = amountOf(workload.spec, key);
        const remaining = limit - (used.get(usedKey(quota, key)) ?? 0);
        const fits = each <= 0 ? wanted : Math.max(0, Math.floor(remaining / each + tolerance));
        if (fits < count) [count, refusal] = [fits, refusalOf(quota.manifest, key, 'limit')];
      }
    }

    return { count, refusal };
  };

  const wants = (workload: Workload): number => workload.replicas[which] ?? 0;

  // Pods that exist are not refused, even by a quota that was lowered.
  for (const workload of workloads) {
    const count = Math.min(wants(workload), existing(workload));
    take(workload, count);
    counts.set(workload, { count, refusal: undefined });
  }

  const admit = (workload: Workload, wanted: number): void => {
    const { count: kept, refusal: earlier } = counts.get(workload)!;
    const more = Math.max(0, wanted - kept!);
    const lacks = lacking.get(workload);
    const { count, refusal } = lacks === undefined || more <= 0 ? room(workload, more) : { count: 0, refusal: lacks };

    take(workload, count);
    counts.set(workload, { count: kept! + count, refusal: refusal ?? earlier });
  };

  // Autoscalers want more pods only after the usual ones are there, on both sides of a change.
  if (which === 'high')
    for (const workload of workloads) admit(workload, Math.min(wants(workload), workload.replicas.likely ?? 0));

  for (const workload of workloads) admit(workload, wants(workload));

  for (const workload of workloads.filter(({ replicas }) => replicas[which] === null))
    counts.set(workload, { ...counts.get(workload)!, count: null });

  return counts;
}

/** Amounts are added up in floating point. */
const tolerance = 1e-9;

const usedKey = ({ manifest }: Quota, key: string): string => `${manifest.name} ${key}`;

function refusalOf(quota: Manifest, resource: string, because: QuotaRefusal['because']): Refusal {
  const path = ['spec', 'hard', resource];
  return { quota, path, resource, because, hard: asText(quota.get(path)) ?? '' };
}

/** What one pod counts towards a key of `hard`, in the unit of its resource. */
function amountOf(spec: PodSpec, key: string): number {
  const resource = quotaResource(key)!;
  return podRequests(key.startsWith('limits.') ? withLimits(spec) : spec).get(resource) ?? 0;
}

const specsOfLimits = new WeakMap<PodSpec, PodSpec>();

/** A pod that requests its limits, so that they are added up in the same way. */
function withLimits(spec: PodSpec): PodSpec {
  const cached = specsOfLimits.get(spec);
  if (cached !== undefined) return cached;

  const limited = (container: Container): Container => ({
    ...container,
    resources: { requests: container.resources?.limits ?? {} },
  });

  const { initContainers, resources } = spec;

  const podSpec: PodSpec = {
    ...spec,
    containers: spec.containers.map(limited),
    ...(initContainers && { initContainers: initContainers.map(limited) }),
    ...(resources && { resources: { requests: resources.limits ?? {} } }),
  };

  specsOfLimits.set(spec, podSpec);

  return podSpec;
}

/** Amounts that every container has to name if a quota limits them. Source: pods.go validationSet. */
const demanded = ['cpu', 'memory', 'requests.cpu', 'requests.memory', 'limits.cpu', 'limits.memory'];

/** The first amount that a quota demands and a container of the workload lacks. */
function missingAmount(workload: Workload, quotas: readonly Quota[]): Refusal | undefined {
  const spec = withoutWebhooks(workload);
  for (const { manifest, limits } of quotas.filter((quota) => isAbout(quota.manifest, workload))) {
    const missing = limits.find(([key]) => demanded.includes(key) && lacks(spec, key));
    if (missing !== undefined) return refusalOf(manifest, missing[0], 'missing');
  }
  return undefined;
}

/** Without containers that webhooks add, which may have more amounts than those that are known. */
function withoutWebhooks({ spec, uncountedContainers, assumedContainers }: Workload): PodSpec {
  const added = new Set<string | undefined>([...uncountedContainers, ...assumedContainers]);
  if (added.size === 0) return spec;
  return { ...spec, containers: spec.containers.filter(({ name }) => !added.has(name)) };
}

/** The first amount of a container that is outside of a LimitRange. Source: limitranger/admission.go minConstraint, maxConstraint. */
function amountOutside(workload: Workload, ranges: readonly ContainerRange[]): Refusal | undefined {
  const { containers, initContainers = [] } = withoutWebhooks(workload);

  for (const { manifest, index, item } of ranges) {
    for (const [field, because] of [
      ['max', 'above'],
      ['min', 'below'],
    ] as const) {
      for (const [resource, value] of Object.entries(asMapping(item[field]) ?? {})) {
        const bound = amountIn({ [resource]: value }, resource);
        const amounts = [...containers, ...initContainers].flatMap(({ resources }) =>
          [resources?.requests, resources?.limits].flatMap((all) => amountIn(all ?? {}, resource) ?? []),
        );
        const isOutside = (amount: number): boolean => {
          if (field === 'max') return amount > bound!;
          return amount < bound!;
        };
        if (bound === undefined || !amounts.some(isOutside)) continue;

        const path = ['spec', 'limits', index, field, resource];
        return { quota: manifest, path, resource, because, hard: asText(value) ?? '' };
      }
    }
  }

  return undefined;
}

/**
 * The first limit that a container gets from a LimitRange although it requests more. The API server rejects a request above its limit.
 * Source: kubernetes pkg/apis/core/validation/validation.go ValidateContainerResourceRequirements.
 */
function requestAboveDefault(workload: Workload, ranges: readonly ContainerRange[]): Refusal | undefined {
  // A VerticalPodAutoscaler sets limits in proportion to its requests.
  if (workload.autoscaled !== undefined) return undefined;

  const { containers, initContainers = [] } = withoutWebhooks(workload);

  for (const { manifest, index, item } of ranges) {
    for (const [resource, value] of Object.entries(asMapping(item.default) ?? {})) {
      const limit = amountIn({ [resource]: value }, resource);
      const isAbove = [...containers, ...initContainers].some(({ resources }) => {
        const isByDefault = resources?.limits?.[resource] === value;
        const request = amountIn(resources?.requests ?? {}, resource);
        return isByDefault && request !== undefined && limit !== undefined && request > limit + tolerance;
      });
      if (!isAbove) continue;

      const path = ['spec', 'limits', index, 'default', resource];
      return { quota: manifest, path, resource, because: 'default', hard: asText(value) ?? '' };
    }
  }

  return undefined;
}

function amountIn(amounts: Mapping, resource: string): number | undefined {
  const value = amounts[resource];
  if ((typeof value !== 'string' && typeof value !== 'number') || hasPlaceholder(value)) return undefined;
  return parseResource(resource, value);
}

function lacks({ containers, initContainers = [], resources }: PodSpec, key: string): boolean {
  const [kind, resource] = key.includes('.') ? (key.split('.') as [string, string]) : ['requests', key];
  const field = kind === 'limits' ? 'limits' : 'requests';
  if (resources?.[field]?.[resource] !== undefined) return false;
  return [...containers, ...initContainers].some((container) => container.resources?.[field]?.[resource] === undefined);
}

/** Whether a quota counts the pods of a workload. Source: pods.go podMatchesScopeFunc. */
function isAbout(quota: Manifest, { spec }: Workload): boolean {
  const scopes = asList(quota.get(['spec', 'scopes'])).flatMap((scope) => asText(scope) ?? []);
  const expressions = asList(quota.get(['spec', 'scopeSelector', 'matchExpressions'])).filter(isObject);
  return (
    scopes.every((scope) => isInScope(scope, spec)) && expressions.every((expression) => isSelected(expression, spec))
  );
}

function isInScope(scope: string, spec: PodSpec): boolean {
  switch (scope) {
    case 'Terminating':
      return spec.activeDeadlineSeconds !== undefined;
    case 'NotTerminating':
      return spec.activeDeadlineSeconds === undefined;
    case 'BestEffort':
      return isBestEffort(spec);
    case 'NotBestEffort':
      return !isBestEffort(spec);
    case 'PriorityClass':
      return spec.priorityClassName !== undefined;
    case 'CrossNamespacePodAffinity':
      return /"namespace(?:s|Selector)":/.test(JSON.stringify(spec.affinity ?? null));
    default:
      return false;
  }
}

function isSelected({ scopeName, operator, values }: Mapping, spec: PodSpec): boolean {
  const name = asText(scopeName) ?? '';
  if (name !== 'PriorityClass') return isInScope(name, spec);
  const texts = asList(values).flatMap((value) => asText(value) ?? []);
  const labels = spec.priorityClassName === undefined ? {} : { class: spec.priorityClassName };
  return selects({ matchExpressions: [{ key: 'class', operator: asText(operator) ?? '', values: texts }] }, labels);
}

/** Whether no container requests or limits CPU or memory. */
const isBestEffort = ({ containers, initContainers = [] }: PodSpec): boolean =>
  [...containers, ...initContainers].every(({ resources }) =>
    [resources?.requests, resources?.limits].every(
      (amounts) => amounts?.cpu === undefined && amounts?.memory === undefined,
    ),
  );
