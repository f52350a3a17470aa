import { label, normalizeLabel } from '../../../karpenter/api/labels.ts';
import { defaultZones } from '../../../karpenter/cloud-provider/catalog.ts';
import type { Value } from '../../../manifest/model/manifest.ts';
import { ownValue } from '../../../text/own-value.ts';
import type { Simulator } from '../simulator/simulator.ts';
import { readNodePool } from './read-node-pool.ts';

/** Where the zones of nodes come from. */
export type ZoneSource = 'nodeClassZones' | 'status' | 'settings' | 'hints' | 'default';

/** The zones in which nodes can be launched, sorted, and where they come from. */
export interface NodeZones {
  readonly zones: readonly string[];
  readonly zoneSource: ZoneSource;
}

/**
 * The zones of a class, from the most reliable source available. `found` are the zones in its status. A zone that one NodePool requires does not
 * keep the nodes of another one out of the others.
 */
export function zonesOf(
  name: string,
  found: readonly string[],
  { simulator, wanted }: { readonly simulator: Simulator; readonly wanted: WantedZones },
): NodeZones {
  const { settings, catalog, zoneHints } = simulator;
  const isOfRegion = (zone: string): boolean => catalog.zones.some((known) => known.zone === zone);
  const [ofNodes, ofPools, others] = [zoneHints.ofNodes, zoneHints.ofPools, zoneHints.others].map((zones) =>
    zones.filter(isOfRegion),
  ) as [string[], string[], string[]];
  const limits = wanted.isByAll ? [...ofNodes, ...ofPools] : ofNodes;
  const own = ownValue(settings.nodeClassZones, name);

  const choices: readonly (readonly [ZoneSource, readonly string[] | undefined])[] = [
    ['nodeClassZones', own],
    ['status', found],
    ['settings', settings.zones],
    ['hints', limits.length > 0 ? [...ofNodes, ...ofPools, ...others] : []],
    // Assume that a zone in a NodePool's requirements has a subnet. Otherwise the default zones could wrongly make that
    // NodePool empty.
    [
      'default',
      [...defaultZones(catalog).map(({ zone }) => zone), ...wanted.zones.filter(isOfRegion), ...ofPools, ...others],
    ],
  ];

  const [zoneSource, zones] = choices.find(([, list]) => list !== undefined && list.length > 0) ?? ['default', []];

  return { zones: [...new Set(zones)].sort(), zoneSource };
}

/** The zones of nodes that have no class. */
export const zonesOfRegion = (simulator: Simulator): readonly string[] =>
  zonesOf('', [], { simulator, wanted: wantedZones([]) }).zones;

/** The zones that NodePools require. */
export interface WantedZones {
  readonly zones: readonly string[];
  /** Whether each NodePool requires some, so that no node is in another zone. */
  readonly isByAll: boolean;
}

/** The zones that NodePools require, and whether each of them requires some. */
export function wantedZones(pools: readonly { readonly [key: string]: Value }[]): WantedZones {
  const required = pools.map(zonesIn);
  return { zones: required.flat(), isByAll: required.length > 0 && required.every((zones) => zones.length > 0) };
}

/** The zones in the requirements of a NodePool. */
function zonesIn(object: { readonly [key: string]: Value }): readonly string[] {
  const requirements = readNodePool(object)?.spec.template.spec.requirements ?? [];
  return requirements.flatMap(({ key, operator, values = [] }) => {
    if (operator === 'In' && normalizeLabel(key) === label.zone) return values;
    return [];
  });
}
