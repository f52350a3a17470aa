import { label, normalizeLabel } from '../../api/labels.ts';
import { defaultZones } from '../../cloud-provider/catalog.ts';
import type { Value } from '../../manifest/manifest.ts';
import type { Simulator } from '../simulator.ts';
import { readNodePool } from './node-pool.ts';

/** What says where nodes can stand. */
export type ZoneSource = 'nodeClassZones' | 'status' | 'settings' | 'hints' | 'default';

/** Where nodes can stand, sorted, and what says so. */
export interface NodeZones {
  readonly zones: readonly string[];
  readonly zoneSource: ZoneSource;
}

/** Where the nodes of a class can stand, by what says so first; `found` are the zones that its status shows, `wanted` those that NodePools ask for. */
export function zonesOf(
  name: string,
  found: readonly string[],
  { simulator, wanted }: { readonly simulator: Simulator; readonly wanted: readonly string[] },
): NodeZones {
  const { settings, catalog, zoneHints } = simulator;
  const isOfRegion = (zone: string): boolean => catalog.zones.some((known) => known.zone === zone);
  const hinted = zoneHints.filter(isOfRegion);
  const own = Object.hasOwn(settings.nodeClassZones, name) ? settings.nodeClassZones[name] : undefined;
  const choices: readonly (readonly [ZoneSource, readonly string[] | undefined])[] = [
    ['nodeClassZones', own],
    ['status', found],
    ['settings', settings.zones],
    ['hints', hinted],
    // A zone that some NodePool asks for is taken to have a subnet, or every guess would call that pool empty.
    ['default', [...defaultZones(catalog).map(({ zone }) => zone), ...wanted.filter(isOfRegion)]],
  ];
  const [zoneSource, zones] = choices.find(([, list]) => list !== undefined && list.length > 0) ?? ['default', []];
  return { zones: [...new Set(zones)].sort(), zoneSource };
}

/** Zones of nodes that belong to no class. */
export const zonesOfRegion = (simulator: Simulator): readonly string[] =>
  zonesOf('', [], { simulator, wanted: [] }).zones;

/** Zones that the requirements of a NodePool name. */
export function zonesIn(object: { readonly [key: string]: Value }): readonly string[] {
  const requirements = readNodePool(object)?.spec.template.spec.requirements ?? [];
  return requirements.flatMap(({ key, operator, values = [] }) =>
    operator === 'In' && normalizeLabel(key) === label.zone ? values : [],
  );
}
