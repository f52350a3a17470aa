import { holdsPlaceholder } from '../../manifest/yaml/placeholder.ts';
import { withBase } from '../../text/list-if.ts';
import { cheapestPrice } from '../provisioning/nodes/billed-price.ts';
import { launchableNodes } from '../provisioning/nodes/launchable-nodes.ts';
import { isStatic, isStaticOff } from '../provisioning/nodes/static-node-pools.ts';
import type { SimulatedSide } from '../transition/transition-data.ts';
import type { LaunchableNodePool, Placement } from './estimate.ts';

interface BothSides<T> {
  readonly head: T;
  readonly base: T | null;
}

/** Adds what NodePools can launch: all of them if the number of nodes is unknown, otherwise those without nodes. */
export function withLaunchable(
  placements: BothSides<Placement>,
  sides: BothSides<SimulatedSide>,
): BothSides<Placement> {
  const { head, base } = placements;
  if (head.lacks === 'objects') return placements;

  const both = withBase(head, base);
  const isUnknown = both.some(({ nodes }) => nodes.likely === null);
  const used = new Set(isUnknown ? [] : both.flatMap(({ nodePools }) => nodePools.map(({ name }) => name)));
  return {
    head: { ...head, ...launchableOf(sides.head, used) },
    base: base && sides.base && { ...base, ...launchableOf(sides.base, used) },
  };
}

function launchableOf(
  side: SimulatedSide,
  used: ReadonlySet<string>,
): Pick<Placement, 'launchable' | 'unknownNodePools'> {
  const { refused } = side.simulation.nodePools;
  const unknown = refused.filter(({ launchOnly }) => launchOnly === undefined).map(({ name }) => name);
  return { launchable: launchable(side, used), ...(unknown.length > 0 && { unknownNodePools: unknown }) };
}

/** What the NodePools of a side can launch, without those that have nodes. */
function launchable(
  { simulation, simulator }: SimulatedSide,
  used: ReadonlySet<string>,
): readonly LaunchableNodePool[] {
  const { nodePools, daemonSets } = simulation;
  const refused = nodePools.refused.flatMap(({ launchOnly }) => launchOnly ?? []);
  const notReady = new Set(
    nodePools.refused.flatMap(({ problem, name }) => {
      if (problem.kind === 'not-ready') return name;
      return [];
    }),
  );

  return [...nodePools.known, ...refused].flatMap((pool) => {
    const isIgnored = isStatic(pool, simulator) && isStaticOff(pool, simulator);
    if (isIgnored || used.has(pool.name)) return [];

    const nodes = launchableNodes(pool, daemonSets, simulator);
    if (nodes === undefined) return [];

    const { first, allocatable, instanceTypes, highestHourlyUsd, withinLimits } = nodes;
    const { instanceType, capacityType } = first;
    const hourlyUsd = cheapestPrice(first);

    return [
      {
        nodePool: pool.name,
        instanceType,
        capacityType,
        hourlyUsd,
        ...allocatable,
        instanceTypes,
        highestHourlyUsd,
        withinLimits,
        ...(holdsPlaceholder(pool.manifest.get(['spec', 'limits']) ?? null) && { areLimitsUnknown: true as const }),
        ...(notReady.has(pool.name) && { isNotReady: true as const }),
      },
    ];
  });
}
