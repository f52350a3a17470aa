import type {
  Container,
  NodeSelectorTerm,
  Pod,
  PodAffinityTerm,
  PodSpec,
  Toleration,
  TopologySpreadConstraint,
  WeightedPodAffinityTerm,
} from '../../../karpenter/api/pod.ts';
import { type HostPort, hostPorts } from '../../../karpenter/scheduling/host-ports.ts';
import { podRequests } from '../../../karpenter/scheduling/pod-requests.ts';
import { LabelMatcher } from './label-matcher.ts';
import { requiredNodes } from './node-selector.ts';
import type { SchedulerNode } from './scheduler-node.ts';

/** A term of pod affinity or anti-affinity. */
export interface AffinityTerm {
  readonly topologyKey: string;
  readonly weight: number;
  readonly selector: LabelMatcher;
  readonly namespaces: ReadonlySet<string>;
  readonly namespaceSelector: LabelMatcher;
}

/** A topology spread constraint with its defaults. */
export interface SpreadConstraint {
  readonly maxSkew: number;
  readonly topologyKey: string;
  readonly minDomains: number;
  readonly selector: LabelMatcher;
  readonly honorsAffinity: boolean;
  readonly honorsTaints: boolean;
}

/** A pod as the plugins of kube-scheduler need it. Equal pods share one. */
export interface PodInfo {
  readonly pod: Pod;
  readonly namespace: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly priority: number;
  readonly isTerminating: boolean;
  /** When it started, in milliseconds since 1970. Preemption prefers pods that started last. */
  readonly startedAt: number;
  readonly requests: { readonly cpu: number; readonly memory: number; readonly storage: number };
  /** Requests of other resources than CPU, memory, storage and pods. */
  readonly others: ReadonlyMap<string, number>;
  /** Requests with a default for containers that request no CPU or no memory. */
  readonly assumed: { readonly cpu: number; readonly memory: number };
  readonly ports: readonly HostPort[];
  readonly tolerations: readonly Toleration[];
  readonly requiredNodes: ((node: SchedulerNode) => boolean) | undefined;
  readonly preferredNodes: readonly { readonly weight: number; readonly preference: NodeSelectorTerm }[];
  readonly affinity: readonly AffinityTerm[];
  readonly antiAffinity: readonly AffinityTerm[];
  readonly preferredAffinity: readonly AffinityTerm[];
  readonly preferredAntiAffinity: readonly AffinityTerm[];
  /** Whether it has terms that change the scores of other pods. Required anti-affinity changes none. */
  readonly hasScoredAffinity: boolean;
  readonly hardSpread: readonly SpreadConstraint[];
  readonly softSpread: readonly SpreadConstraint[];
  /** The soft constraints are kube-scheduler's defaults, which nodes without a zone also count for. */
  readonly isSpreadByDefault: boolean;
}

/** What is known about a pod in addition to its own fields. */
interface PodFacts {
  /** Selector of its Services and its controller, for the default topology spread; undefined if it has neither. */
  readonly spreadSelector?: LabelMatcher | undefined;
  readonly isTerminating?: boolean;
  readonly startedAt?: number;
}

/** What kube-scheduler assumes for a container without requests. Source: pkg/scheduler/util/pod_resources.go. */
const defaultRequests = { cpu: '100m', memory: 200 * 1024 * 1024 };

export const podInfo = (
  pod: Pod,
  { spreadSelector, isTerminating = false, startedAt = 0 }: PodFacts = {},
): PodInfo => ({ ...ownFields(pod), isTerminating, startedAt, ...spreadOf(pod, spreadSelector) });

/** What follows from the fields of a pod alone. */
type OwnFields = Omit<PodInfo, 'isTerminating' | 'startedAt' | keyof SpreadFields>;

/** Each round and each step of consolidation asks about the same pods. */
const cachedFields = new WeakMap<Pod, OwnFields>();

function ownFields(pod: Pod): OwnFields {
  const cached = cachedFields.get(pod);
  if (cached !== undefined) return cached;

  const fields = readFields(pod);
  cachedFields.set(pod, fields);
  return fields;
}

function readFields(pod: Pod): OwnFields {
  const { spec, metadata } = pod;
  const requests = podRequests(spec);
  const amount = (name: string): number => Math.ceil(requests.get(name) ?? 0);
  const assumed = podRequests(withDefaults(spec));
  const { podAffinity, podAntiAffinity, nodeAffinity } = spec.affinity ?? {};

  const required = (terms: readonly PodAffinityTerm[] | undefined): readonly AffinityTerm[] =>
    (terms ?? []).map((podAffinityTerm) => affinityTerm({ weight: 1, podAffinityTerm }, pod));
  const preferred = (terms: readonly WeightedPodAffinityTerm[] | undefined): readonly AffinityTerm[] =>
    (terms ?? []).map((term) => affinityTerm(term, pod));

  const terms = {
    affinity: required(podAffinity?.requiredDuringSchedulingIgnoredDuringExecution),
    antiAffinity: required(podAntiAffinity?.requiredDuringSchedulingIgnoredDuringExecution),
    preferredAffinity: preferred(podAffinity?.preferredDuringSchedulingIgnoredDuringExecution),
    preferredAntiAffinity: preferred(podAntiAffinity?.preferredDuringSchedulingIgnoredDuringExecution),
  };

  return {
    pod,
    namespace: metadata.namespace,
    labels: metadata.labels,
    priority: spec.priority ?? 0,
    requests: { cpu: amount('cpu'), memory: amount('memory'), storage: amount('ephemeral-storage') },
    others: new Map(
      [...requests].filter(([name]) => !basic.has(name)).map(([name, value]) => [name, Math.ceil(value)]),
    ),
    assumed: { cpu: Math.ceil(assumed.get('cpu') ?? 0), memory: Math.ceil(assumed.get('memory') ?? 0) },
    ports: hostPorts(spec),
    tolerations: spec.tolerations ?? [],
    requiredNodes: requiredNodes(spec),
    preferredNodes: (nodeAffinity?.preferredDuringSchedulingIgnoredDuringExecution ?? []).filter(
      ({ weight }) => weight !== 0,
    ),
    ...terms,
    hasScoredAffinity: terms.affinity.length + terms.preferredAffinity.length + terms.preferredAntiAffinity.length > 0,
  };
}

const basic = new Set(['cpu', 'memory', 'ephemeral-storage', 'pods']);

function withDefaults(spec: PodSpec): PodSpec {
  const filled = (container: Container): Container => {
    const requests = { ...defaultRequests, ...container.resources?.requests };
    return { ...container, resources: { ...container.resources, requests } };
  };

  return {
    ...spec,
    containers: spec.containers.map(filled),
    ...(spec.initContainers && { initContainers: spec.initContainers.map(filled) }),
  };
}

function affinityTerm({ weight, podAffinityTerm: term }: WeightedPodAffinityTerm, { metadata }: Pod): AffinityTerm {
  const isOwnNamespace = (term.namespaces ?? []).length === 0 && term.namespaceSelector === undefined;
  // The API server adds the values of these keys to the selector when it creates the pod.
  const keyed = keyRequirements(term, metadata.labels);

  return {
    weight,
    topologyKey: term.topologyKey,
    selector: new LabelMatcher(term.labelSelector, ...(term.labelSelector === undefined ? [] : [keyed])),
    namespaces: new Set(isOwnNamespace ? [metadata.namespace] : term.namespaces),
    namespaceSelector: new LabelMatcher(term.namespaceSelector),
  };
}

function keyRequirements(
  { matchLabelKeys = [], mismatchLabelKeys = [] }: PodAffinityTerm,
  labels: Readonly<Record<string, string>>,
): { matchExpressions: { key: string; operator: string; values: readonly string[] }[] } {
  const wanted = (keys: readonly string[], operator: string) =>
    keys.filter((key) => Object.hasOwn(labels, key)).map((key) => ({ key, operator, values: [labels[key]!] }));
  return { matchExpressions: [...wanted(matchLabelKeys, 'In'), ...wanted(mismatchLabelKeys, 'NotIn')] };
}

/** kube-scheduler's default constraints. Source: podtopologyspread/plugin.go systemDefaultConstraints. */
const defaultSpread = [
  { maxSkew: 3, topologyKey: 'kubernetes.io/hostname' },
  { maxSkew: 5, topologyKey: 'topology.kubernetes.io/zone' },
] as const;

type SpreadFields = Pick<PodInfo, 'hardSpread' | 'softSpread' | 'isSpreadByDefault'>;

function spreadOf({ spec, metadata }: Pod, selector: LabelMatcher | undefined): SpreadFields {
  const constraints = spec.topologySpreadConstraints ?? [];
  if (constraints.length === 0) {
    const softSpread =
      selector === undefined || selector.isEmpty
        ? []
        : defaultSpread.map((constraint) => ({
            ...constraint,
            selector,
            minDomains: 1,
            honorsAffinity: true,
            honorsTaints: false,
          }));

    return { hardSpread: [], softSpread, isSpreadByDefault: true };
  }

  const of = (action: string): readonly SpreadConstraint[] =>
    constraints
      .filter(({ whenUnsatisfiable }) => whenUnsatisfiable === action)
      .map((constraint) => spreadConstraint(constraint, metadata.labels));

  return { hardSpread: of('DoNotSchedule'), softSpread: of('ScheduleAnyway'), isSpreadByDefault: false };
}

function spreadConstraint(
  constraint: TopologySpreadConstraint,
  labels: Readonly<Record<string, string>>,
): SpreadConstraint {
  const { maxSkew, topologyKey, minDomains = 1, labelSelector, matchLabelKeys } = constraint;
  const keyed = keyRequirements({ topologyKey, ...(matchLabelKeys && { matchLabelKeys }) }, labels);

  return {
    maxSkew,
    topologyKey,
    minDomains,
    selector: new LabelMatcher(labelSelector, keyed),
    honorsAffinity: constraint.nodeAffinityPolicy !== 'Ignore',
    honorsTaints: constraint.nodeTaintsPolicy === 'Honor',
  };
}
