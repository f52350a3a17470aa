import { label } from '../../../karpenter/api/labels.ts';
import type { NodePool } from '../../../karpenter/api/node-pool.ts';
import type { Pod } from '../../../karpenter/api/pod.ts';
import { readResources } from '../../../karpenter/scheduling/pod-requests.ts';
import { listIf } from '../../../text/list-if.ts';
import type { Launch, NewNodeClaim } from '../input/results.ts';
import type { NodePoolInput, SchedulerInput } from '../input/scheduler-input.ts';
import type { KnownNodePool } from '../node-pools/node-pools.ts';
import type { Simulator } from '../simulator/simulator.ts';
import { launchOptions } from './launch-without-pods.ts';

/** What a NodePool can launch, whatever its pods are. */
export interface LaunchableNodes {
  /** What it launches for a pod without requests or constraints, in addition to its DaemonSets. */
  readonly first: Launch;
  /** What such a node offers to pods: millicores and bytes. */
  readonly allocatable: { readonly cpuMillis: number; readonly memoryBytes: number };
  /** All instance types that have room for such a pod and the DaemonSets, by name. */
  readonly instanceTypes: readonly string[];
  /** The price of the most expensive type at its cheapest offering, in USD/hour; null if a type has no price. */
  readonly highestHourlyUsd: number | null;
  /** How many nodes like the first one the limits allow, and the limit that decides; null without such a limit. */
  readonly withinLimits: { readonly resource: string; readonly nodes: number } | null;
}

/** A pod without requests or constraints. */
const anywhere: Pod = {
  metadata: { name: 'probe-0000', namespace: 'default', labels: {} },
  spec: { containers: [], tolerations: [{ operator: 'Exists' }] },
};

/** The NodePool without limits, without fixed replicas, and without a weight, which only matters next to others. */
function alone(nodePool: NodePool): NodePool {
  const { replicas: _, limits: __, weight: ___, ...spec } = nodePool.spec;
  return { ...nodePool, spec };
}

/** A pass with only this NodePool, without its limits, and one pod without constraints. */
export const passWithProbePod = ({
  nodePool,
  instanceTypes,
}: NodePoolInput): Pick<SchedulerInput, 'nodePools' | 'podClasses' | 'existingNodes'> => ({
  nodePools: [{ instanceTypes, nodePool: alone(nodePool) }],
  podClasses: [{ workload: 'Pod/default/probe', order: 0, firstIndex: 0, count: 1, pod: anywhere }],
  existingNodes: [],
});

/** What a NodePool can launch; undefined if it can launch nothing. */
export function launchableNodes(
  pool: KnownNodePool,
  daemonSets: readonly Pod[],
  simulator: Simulator,
): LaunchableNodes | undefined {
  // NodePools that differ only in their names and limits share the pass, unless a DaemonSet may select them by name.
  const nodePool = areSelectedByName(daemonSets) ? pool.nodePool : { ...pool.nodePool, metadata: { name: 'probe' } };

  const results = simulator.solve({
    ...simulator.passSettings,
    // All types are wanted, not only those that one NodeClaim may list.
    maxInstanceTypes: Number.POSITIVE_INFINITY,
    ...passWithProbePod({ ...pool, nodePool }),
    daemonSets,
    volumeClaims: new Map(),
    namespaces: new Map(),
  });

  const claim = results.newNodeClaims[0];
  if (claim === undefined || 'error' in claim.launch) return undefined;

  const first = claim.launch;
  const at = pool.instanceTypes.names.indexOf(first.instanceType);
  const amount = (resource: string): number => pool.instanceTypes.allocatable.get(resource)?.[at] || 0;

  return {
    first,
    allocatable: { cpuMillis: amount('cpu'), memoryBytes: amount('memory') },
    instanceTypes: claim.instanceTypes,
    highestHourlyUsd: highestPrice(pool, claim),
    withinLimits: withinLimits(pool, at),
  };
}

const selectedByName = new WeakMap<readonly Pod[], boolean>();

/** Whether DaemonSets may run only on the nodes of some NodePools. */
function areSelectedByName(daemonSets: readonly Pod[]): boolean {
  const isSelected = selectedByName.get(daemonSets) ?? JSON.stringify(daemonSets).includes(label.nodePool);
  selectedByName.set(daemonSets, isSelected);
  return isSelected;
}

/** By the NodeClaim of a pass, which several NodePools may share. */
const highestPrices = new WeakMap<NewNodeClaim, number | null>();

function highestPrice(pool: KnownNodePool, claim: NewNodeClaim): number | null {
  const cached = highestPrices.get(claim);
  if (cached !== undefined) return cached;

  const price = highestPriceOf(pool, claim);
  highestPrices.set(claim, price);
  return price;
}

function highestPriceOf(
  { instanceTypes }: KnownNodePool,
  { instanceTypes: names, requirements }: NewNodeClaim,
): number | null {
  const wanted = new Set(names);
  const types = instanceTypes.names.flatMap((name, type) => listIf(wanted.has(name), type));
  let highest = 0;

  for (const { offerings } of launchOptions(instanceTypes, types, { requirements, used: new Map() })) {
    const prices = offerings.map(({ capacityType, price, billedPrice: billed = price }) => {
      if (capacityType === 'reserved') return 0;
      return billed;
    });
    if (prices.length === 0 || !prices.every(Number.isFinite)) return null;

    highest = Math.max(highest, Math.min(...prices));
  }

  return highest;
}

/** Karpenter counts the capacity of nodes against the limits. Source: core …/scheduling/scheduler.go. */
function withinLimits({ nodePool, instanceTypes }: KnownNodePool, type: number): LaunchableNodes['withinLimits'] {
  const all = [...readResources(nodePool.spec.limits)].flatMap(([resource, limit]) => {
    const each = resource === 'nodes' ? 1 : instanceTypes.capacity.get(resource)?.[type] || 0;
    if (each > 0) return [{ resource, nodes: Math.floor(limit / each) }];
    return [];
  });
  const [least] = all.toSorted((a, b) => a.nodes - b.nodes || (a.resource < b.resource ? -1 : 1));
  return least ?? null;
}
