import type { Taint } from '../../../karpenter/api/pod.ts';
import { Requirement } from '../../../karpenter/scheduling/requirement.ts';
import { Requirements } from '../../../karpenter/scheduling/requirements.ts';
import { tolerates } from '../../../karpenter/scheduling/taints.ts';
import type { NodePoolInput } from '../input/scheduler-input.ts';
import type { PodConstraints } from '../pods/pod-constraints.ts';

/**
 * The domains that NodePools can add to a topology, whether or not they have an offering there.
 * Source: core …/scheduling/topology.go buildDomainGroups, topologydomaingroup.go.
 */
export class TopologyDomains {
  readonly #pools: readonly NodePoolInput[];
  /** Label → domain → the taints of the NodePools that have it, one list for each NodePool. */
  readonly #byKey = new Map<string, ReadonlyMap<string, ReadonlySet<readonly Taint[]>>>();

  constructor(pools: readonly NodePoolInput[]) {
    this.#pools = pools.filter(({ instanceTypes }) => instanceTypes.names.length > 0);
  }

  /** The domains of a label. If taints count, only those of NodePools whose taints the pod tolerates. */
  of(key: string, pod: PodConstraints, honorsTaints: boolean): string[] {
    let domains = this.#byKey.get(key);
    if (domains === undefined) {
      domains = domainsOf(key, this.#pools);
      this.#byKey.set(key, domains);
    }

    return [...domains]
      .filter(([, taints]) => !honorsTaints || [...taints].some((list) => tolerates(list, pod.tolerations)))
      .map(([domain]) => domain);
  }
}

const noTaints: readonly Taint[] = [];

function domainsOf(key: string, pools: readonly NodePoolInput[]): Map<string, Set<readonly Taint[]>> {
  const domains = new Map<string, Set<readonly Taint[]>>();
  for (const pool of pools) {
    const taints = pool.nodePool.spec.template.spec.taints ?? noTaints;
    for (const domain of poolDomains(key, pool)) {
      const taintLists = domains.get(domain);
      if (taintLists === undefined) domains.set(domain, new Set([taints]));
      else taintLists.add(taints);
    }
  }

  return domains;
}

function poolDomains(key: string, { nodePool, instanceTypes }: NodePoolInput): Set<string> {
  const { spec, metadata } = nodePool.spec.template;
  const requirements = Requirements.from(spec.requirements ?? []).add(Requirements.fromLabels(metadata?.labels ?? {}));
  const requirement = requirements.has(key) ? requirements.get(key) : undefined;
  const domains = new Set<string>();
  const column = instanceTypes.labels.get(key);

  for (const values of new Set(column)) {
    const offered = Requirement.in(key, values);
    for (const value of (requirement?.intersection(offered) ?? offered).values) domains.add(value);
  }

  // If no type has the label, Karpenter uses the listed values even for NotIn.
  if (requirement !== undefined && (column === undefined || requirement.operator === 'In'))
    for (const value of requirement.values) domains.add(value);

  return domains;
}
