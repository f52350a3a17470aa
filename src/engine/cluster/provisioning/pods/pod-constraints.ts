import type {
  NodeSelectorTerm,
  PodAffinityTerm,
  PodSpec,
  Toleration,
  TopologySpreadConstraint,
  WeightedPodAffinityTerm,
} from '../../../karpenter/api/pod.ts';
import { patternDefeatingSort } from '../../../karpenter/scheduling/pattern-defeating-sort.ts';
import type { Requirement } from '../../../karpenter/scheduling/requirement.ts';
import { Requirements } from '../../../karpenter/scheduling/requirements.ts';

interface PreferredTerm {
  readonly weight: number;
  readonly preference: NodeSelectorTerm;
}

/** The parts of a pod that decide where it can run, including preferences, which are given up one at a time. */
export interface PodConstraints {
  readonly nodeSelector: Readonly<Record<string, string>>;
  /** Alternatives. The first one applies until it is given up. */
  readonly requiredTerms: readonly NodeSelectorTerm[];
  readonly preferredTerms: readonly PreferredTerm[];
  readonly affinity: readonly PodAffinityTerm[];
  readonly preferredAffinity: readonly WeightedPodAffinityTerm[];
  readonly antiAffinity: readonly PodAffinityTerm[];
  readonly preferredAntiAffinity: readonly WeightedPodAffinityTerm[];
  readonly spreads: readonly TopologySpreadConstraint[];
  readonly tolerations: readonly Toleration[];
}

/** Cached, because specs never change and many pods share one in pass after pass. */
const cache = new WeakMap<PodSpec, PodConstraints>();

/** A pod's constraints, with preferred node affinity sorted by weight, highest first. The same spec gives the same object. */
export function podConstraints(spec: PodSpec): PodConstraints {
  let constraints = cache.get(spec);
  if (constraints === undefined) {
    constraints = readConstraints(spec);
    cache.set(spec, constraints);
  }
  return constraints;
}

/** The labels that the node of a pod has to have, by its selector and its required affinity. */
export function requiredLabels(spec: PodSpec): readonly string[] {
  const { nodeSelector, requiredTerms } = podConstraints(spec);
  const terms = requiredTerms.flatMap(({ matchExpressions = [] }) => matchExpressions);
  return [...Object.keys(nodeSelector), ...terms.map(({ key }) => key)];
}

function readConstraints({ affinity, ...spec }: PodSpec): PodConstraints {
  const { nodeAffinity, podAffinity, podAntiAffinity } = affinity ?? {};
  return {
    nodeSelector: spec.nodeSelector ?? {},
    requiredTerms: nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? [],
    preferredTerms: heaviestFirst(nodeAffinity?.preferredDuringSchedulingIgnoredDuringExecution ?? []),
    affinity: podAffinity?.requiredDuringSchedulingIgnoredDuringExecution ?? [],
    preferredAffinity: podAffinity?.preferredDuringSchedulingIgnoredDuringExecution ?? [],
    antiAffinity: podAntiAffinity?.requiredDuringSchedulingIgnoredDuringExecution ?? [],
    preferredAntiAffinity: podAntiAffinity?.preferredDuringSchedulingIgnoredDuringExecution ?? [],
    spreads: spec.topologySpreadConstraints ?? [],
    tolerations: spec.tolerations ?? [],
  };
}

/** Karpenter sorts these with Go's unstable sort, so with more than 12 terms, the order of equal weights is that of Go. */
function heaviestFirst(terms: readonly PreferredTerm[]): readonly PreferredTerm[] {
  const sorted = [...terms];

  patternDefeatingSort(
    {
      less: (i, j) => sorted[i]!.weight > sorted[j]!.weight,
      swap: (i, j) => {
        [sorted[i], sorted[j]] = [sorted[j]!, sorted[i]!];
      },
    },
    sorted.length,
  );

  return sorted;
}

/** What the pod requires of a node: its selector and the first of its required terms. Source: requirements.go. */
export function strictPodRequirements({ nodeSelector, requiredTerms }: PodConstraints): Requirements {
  const requirements = Requirements.fromLabels(nodeSelector);
  return requirements.add(expressions(requiredTerms[0]));
}

/** What the pod requires of a node, including its heaviest preference. Source: requirements.go. */
export function podRequirements({ nodeSelector, requiredTerms, preferredTerms }: PodConstraints): Requirements {
  const requirements = Requirements.fromLabels(nodeSelector);
  return requirements.add(expressions(preferredTerms[0]?.preference)).add(expressions(requiredTerms[0]));
}

const expressions = (term: NodeSelectorTerm | undefined): Iterable<Requirement> =>
  Requirements.from(term?.matchExpressions ?? []);

const heaviestDropped = (terms: readonly WeightedPodAffinityTerm[]): readonly WeightedPodAffinityTerm[] =>
  terms.toSorted((a, b) => b.weight - a.weight).slice(1);

/** Tolerates all PreferNoSchedule taints. */
const preferNoSchedule: Toleration = { operator: 'Exists', effect: 'PreferNoSchedule' };

const isPreferNoSchedule = ({ key, operator, value, effect }: Toleration): boolean =>
  !key && !value && operator === preferNoSchedule.operator && effect === preferNoSchedule.effect;

/** The tolerations with one for PreferNoSchedule added; undefined if they already include it. */
export const toleratingPreferNoSchedule = (tolerations: readonly Toleration[]): readonly Toleration[] | undefined => {
  if (tolerations.some(isPreferNoSchedule)) return undefined;
  return [...tolerations, preferNoSchedule];
};

/**
 * The constraints without the next preference, or undefined if none is left. The order is Karpenter's.
 * Source: core pkg/controllers/provisioning/scheduling/preferences.go.
 */
export function relax(pod: PodConstraints, toleratePreferNoSchedule: boolean): PodConstraints | undefined {
  if (pod.requiredTerms.length > 1) return { ...pod, requiredTerms: pod.requiredTerms.slice(1) };
  if (pod.preferredAffinity.length > 0) return { ...pod, preferredAffinity: heaviestDropped(pod.preferredAffinity) };
  if (pod.preferredAntiAffinity.length > 0)
    return { ...pod, preferredAntiAffinity: heaviestDropped(pod.preferredAntiAffinity) };
  if (pod.preferredTerms.length > 0)
    return { ...pod, preferredTerms: pod.preferredTerms.toSorted((a, b) => b.weight - a.weight).slice(1) };

  const spreads = withoutScheduleAnyway(pod.spreads);
  if (spreads !== undefined) return { ...pod, spreads };

  const tolerations = toleratePreferNoSchedule ? toleratingPreferNoSchedule(pod.tolerations) : undefined;
  return tolerations && { ...pod, tolerations };
}

/** The last constraint moves to the position of the one that is given up, as upstream. */
function withoutScheduleAnyway(
  spreads: readonly TopologySpreadConstraint[],
): readonly TopologySpreadConstraint[] | undefined {
  const at = spreads.findIndex(({ whenUnsatisfiable }) => whenUnsatisfiable === 'ScheduleAnyway');
  if (at < 0) return undefined;

  const remaining = [...spreads];
  remaining[at] = remaining.at(-1)!;

  return remaining.slice(0, -1);
}
