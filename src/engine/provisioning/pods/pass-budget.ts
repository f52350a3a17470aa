import { label } from '../../api/labels.ts';
import type { PodSpec } from '../../api/pod.ts';
import type { ExistingNode, PodClass, SchedulerInput } from '../scheduler-input.ts';
import { maxPods } from './replicas.ts';

/** Topologies of fewer domains cost no more than what the pods do: zones, racks, tenants. */
const fewDomains = 50;
/** Domains that are looked at for one pod, on one node, in the time that a plain pod takes. */
const domainsPerPod = 400;

/** Pods that are simulated in one pass. */
export interface PodsWithinBudget {
  readonly classes: readonly PodClass[];
  /** The workload from which on pods are left out; undefined where there are none. */
  readonly cutAt: string | undefined;
}

/** Counts what a pass over some pods costs before it is made, so that what takes too long is left out, the same pods everywhere. */
export class PassBudget {
  readonly #domains: ReadonlyMap<string, number>;

  constructor(
    nodePools: readonly Pick<SchedulerInput['nodePools'][number], 'nodePool'>[],
    nodes: readonly ExistingNode[],
  ) {
    const values = new Map<string, Set<string>>();
    const add = (key: string, more: Iterable<string>): void => {
      const known = values.get(key) ?? new Set();
      values.set(key, known);
      for (const value of more) known.add(value);
    };
    for (const { nodePool } of nodePools) {
      const { spec, metadata } = nodePool.spec.template;
      for (const requirement of spec.requirements ?? []) add(requirement.key, requirement.values ?? []);
      for (const [key, value] of Object.entries(metadata?.labels ?? {})) add(key, [value]);
    }
    for (const node of nodes) for (const [key, value] of Object.entries(node.labels)) add(key, [value]);
    this.#domains = new Map([...values].map(([key, { size }]) => [key, size]));
  }

  /** The first classes that one pass can take. */
  firstClasses(classes: readonly PodClass[]): PodsWithinBudget {
    let cost = 0;
    const end = classes.findIndex((one) => {
      cost += this.#costOf(one);
      return cost > maxPods;
    });
    return end < 0 ? { classes, cutAt: undefined } : { classes: classes.slice(0, end), cutAt: classes[end]!.workload };
  }

  /** A pod looks at every node that may have room, and there at every domain. */
  #costOf({ count, pod }: PodClass): number {
    return topologyKeys(pod.spec).reduce((cost, key) => {
      const domains = key === label.hostname ? 0 : (this.#domains.get(key) ?? 0);
      return domains <= fewDomains ? cost : cost + (count * Math.min(count, domains) * domains) / domainsPerPod;
    }, count);
  }
}

const topologyKeys = ({ topologySpreadConstraints = [], affinity }: PodSpec): string[] => {
  const terms = [affinity?.podAffinity, affinity?.podAntiAffinity].flatMap((one) => [
    ...(one?.requiredDuringSchedulingIgnoredDuringExecution ?? []),
    ...(one?.preferredDuringSchedulingIgnoredDuringExecution ?? []).map(({ podAffinityTerm }) => podAffinityTerm),
  ]);
  return [...topologySpreadConstraints, ...terms].map(({ topologyKey }) => topologyKey);
};
