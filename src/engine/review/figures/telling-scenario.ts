import type { Estimate, PlacedNodeClaim, Placement } from '../../cluster/cost/estimate.ts';
import type { AskedScenario } from '../../cluster/what-if/what-if.ts';

const nothing: AskedScenario = {
  nodes: [],
  isWithoutSpot: false,
  zones: [],
  families: [],
  replicas: [],
  growth: 1,
};

/** The scenario that a change makes worse: it moves pods to spot capacity, or all pods to one zone. Undefined if it does neither. */
export function tellingScenario({ base, head }: Estimate): AskedScenario | undefined {
  if (base === null || head === null) return undefined;
  if (spotPods(head) > spotPods(base)) return { ...nothing, isWithoutSpot: true };
  const zones = zonesOf(head);
  if (zones.size === 1 && zonesOf(base).size > 1) return { ...nothing, zones: [...zones] };
  return undefined;
}

const used = ({ nodePools }: Placement): PlacedNodeClaim[] =>
  nodePools.flatMap(({ nodeClaims }) => nodeClaims.filter(({ pods }) => pods > 0));

const spotPods = (side: Placement): number =>
  used(side).reduce((sum, { capacityType, pods }) => sum + (capacityType === 'spot' ? pods : 0), 0);

const zonesOf = (side: Placement): ReadonlySet<string> => new Set(used(side).map(({ zone }) => zone));
