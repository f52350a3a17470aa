import { label } from '../../../karpenter/api/labels.ts';
import type { PodSpec } from '../../../karpenter/api/pod.ts';
import type { ExistingNode, PodClass, SchedulerInput } from '../input/scheduler-input.ts';
import { maxPods } from './replicas.ts';

/** Topologies with fewer domains than this cost no more than the pods themselves. Examples are zones, racks and tenants. */
const fewDomains = 50;
/** A pod with fewer spread constraints and affinities than this costs no more than a plain one. */
const fewTerms = 10;
/** How many plain pods cost as much as one more such term. */
const podsPerTerm = 100;
/** How many domains can be checked for one pod on one node in the time that a plain pod takes. */
const domainsPerPod = 400;

/** The pods that are simulated in one pass. */
interface PodsOfPass {
  readonly classes: readonly PodClass[];
  /** The first workload whose pods are left out; undefined if all pods are simulated. */
  readonly cutAt: string | undefined;
}

/**
 * Estimates the cost of a pass before it runs, so that pods that would take too long are left out. The estimate is a count,
 * so every machine leaves out the same pods.
 */
export class PassWork {
  readonly #domains: ReadonlyMap<string, number>;

  constructor(
    nodePools: readonly Pick<SchedulerInput['nodePools'][number], 'nodePool'>[],
    nodes: readonly ExistingNode[],
  ) {
    const values = new Map<string, Set<string>>();

    const add = (key: string, more: Iterable<string>): void => {
      const domains = values.get(key) ?? new Set();
      values.set(key, domains);
      for (const value of more) domains.add(value);
    };

    for (const { nodePool } of nodePools) {
      const { spec, metadata } = nodePool.spec.template;
      for (const requirement of spec.requirements ?? []) add(requirement.key, requirement.values ?? []);
      for (const [key, value] of Object.entries(metadata?.labels ?? {})) add(key, [value]);
    }

    for (const node of nodes) for (const [key, value] of Object.entries(node.labels)) add(key, [value]);
    this.#domains = new Map([...values].map(([key, { size }]) => [key, size]));
  }

  /** The first pod classes that fit in one pass. */
  firstClasses(classes: readonly PodClass[]): PodsOfPass {
    let cost = 0;
    const end = classes.findIndex((podClass) => {
      cost += this.#costOf(podClass);
      return cost > maxPods;
    });
    if (end < 0) return { classes, cutAt: undefined };
    return { classes: classes.slice(0, end), cutAt: classes[end]!.workload };
  }

  /** A pod checks every node that may have room, and every domain on each of them. */
  #costOf({ count, pod }: PodClass): number {
    const keys = topologyKeys(pod.spec);
    const ofTerms = count * Math.max(0, keys.length - fewTerms) * podsPerTerm;
    return keys.reduce((cost, key) => {
      const domains = key === label.hostname ? 0 : (this.#domains.get(key) ?? 0);
      if (domains <= fewDomains) return cost;
      return cost + (count * Math.min(count, domains) * domains) / domainsPerPod;
    }, count + ofTerms);
  }
}

const topologyKeys = ({ topologySpreadConstraints = [], affinity }: PodSpec): string[] => {
  const terms = [affinity?.podAffinity, affinity?.podAntiAffinity].flatMap((rules) => [
    ...(rules?.requiredDuringSchedulingIgnoredDuringExecution ?? []),
    ...(rules?.preferredDuringSchedulingIgnoredDuringExecution ?? []).map(({ podAffinityTerm }) => podAffinityTerm),
  ]);
  return [...topologySpreadConstraints, ...terms].map(({ topologyKey }) => topologyKey);
};
