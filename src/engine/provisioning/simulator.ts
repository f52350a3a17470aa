import type { Karpenter } from '../api/karpenter.ts';
import type { NodeOverlay } from '../api/node-overlay.ts';
import { defaultKarpenterSettings, type KarpenterSettings, type Settings } from '../api/settings.ts';
import { ec2CatalogOf } from '../aws/catalog/ec2-catalog.ts';
import { resolveInstanceTypes } from '../aws/instance-types/resolve-instance-types.ts';
import type { EC2NodeClass } from '../aws/node-class/ec2-node-class.ts';
import { type Catalog, zoneOf } from '../cloud-provider/catalog.ts';
import type { InstanceTypes } from '../cloud-provider/instance-types.ts';
import { type Overlaid, type OverlaidPool, overlaidTypes } from './instance-types/overlaid-types.ts';
import type { Results } from './results.ts';
import { type Rounds, solveRounds } from './scheduler/rounds.ts';
import { solve } from './scheduler/scheduler.ts';
import type { SchedulerInput } from './scheduler-input.ts';

/** What decides a simulation besides the manifests. */
export interface SimulatorInput {
  readonly catalog: Catalog;
  readonly settings: Settings;
  readonly karpenter: Karpenter;
  /** Zones that the repository itself names. */
  readonly zoneHints: readonly string[];
}

/** What both sides and all cases of an estimate share: types are resolved once per class and zones, equal passes run once. */
export interface Simulator extends SimulatorInput {
  readonly karpenterSettings: KarpenterSettings;
  /** Reservation id → free instances. */
  readonly reservations: ReadonlyMap<string, number>;
  resolve(nodeClass: EC2NodeClass, zones: readonly string[]): InstanceTypes;
  /** What NodeOverlays make of the instance types of all NodePools; without the feature gate nothing. */
  overlaid(pools: readonly OverlaidPool[], overlays: readonly NodeOverlay[]): Overlaid | undefined;
  /** One round. */
  solve(input: SchedulerInput): Results;
  /** Rounds until nothing more is placed; only the first one where the settings ask for that. */
  rounds(input: SchedulerInput): Rounds;
}

/** Prepares passes over one catalog, region and Karpenter. */
export function simulatorOf(facts: SimulatorInput): Simulator {
  const { settings } = facts;
  const karpenterSettings = { ...defaultKarpenterSettings, ...settings.karpenter };
  const reservations = new Map(Object.entries(settings.capacityReservations));
  const ids = new Map<InstanceTypes, number>();
  const types = new Map<string, InstanceTypes>();
  const results = new Map<string, Results>();
  const courses = new Map<string, Rounds>();
  const overlays = new Map<string, Overlaid>();
  const hasOverlays = facts.karpenter.nodeOverlay && karpenterSettings.featureGates.nodeOverlay === true;
  return {
    ...facts,
    karpenterSettings,
    reservations,
    resolve(nodeClass, zones) {
      const seen = usesReservations(facts) ? nodeClass : withoutReservations(nodeClass);
      return remember(types, JSON.stringify([seen.spec, seen.status?.capacityReservations, zones]), () => {
        const resolved = resolveInstanceTypes(ec2CatalogOf(facts.catalog)!, seen, {
          settings: karpenterSettings,
          zones: zones.map((zone) => zoneOf(facts.catalog, zone)),
          spotPricing: settings.spotPricing,
          discounts: settings.pricing.discounts,
          reservations,
          offersFullReservations: facts.karpenter.offersFullReservations,
        });
        ids.set(resolved, ids.size);
        return resolved;
      });
    },
    overlaid(pools, own) {
      if (!hasOverlays || own.length === 0) return undefined;
      const key = JSON.stringify([
        pools.map(({ name, labels, instanceTypes }) => [name, labels, ids.get(instanceTypes)]),
        own,
      ]);
      return remember(overlays, key, () => {
        const made = overlaidTypes(pools, own);
        for (const instanceTypes of made.instanceTypes.values())
          if (!ids.has(instanceTypes)) ids.set(instanceTypes, ids.size);
        return made;
      });
    },
    solve: (input) => remember(results, keyOf(input, ids), () => solve(input)),
    rounds: (input) => {
      const key = keyOf(input, ids);
      return remember(courses, key, () =>
        solveRounds(input, {
          offersFullReservations: facts.karpenter.offersFullReservations,
          first: remember(results, key, () => solve(input)),
          ...(settings.firstRound && { most: 1 }),
        }),
      );
    },
  };
}

function remember<T>(known: Map<string, T>, key: string, make: () => T): T {
  const found = known.get(key);
  if (found !== undefined) return found;
  const made = make();
  known.set(key, made);
  return made;
}

const usesReservations = ({ settings, karpenter }: SimulatorInput): boolean =>
  karpenter.capacityReservations &&
  (settings.karpenter.featureGates?.reservedCapacity ?? karpenter.reservedCapacityByDefault);

const withoutReservations = (nodeClass: EC2NodeClass): EC2NodeClass => {
  const { capacityReservations: _, ...status } = nodeClass.status ?? {};
  return { ...nodeClass, status };
};

/** Text that two inputs share only when they are equal: instance types stand for themselves, maps for their entries. */
function keyOf(input: SchedulerInput, ids: ReadonlyMap<InstanceTypes, number>): string {
  const nodePools = input.nodePools.map(({ nodePool, instanceTypes }) => [nodePool, ids.get(instanceTypes)]);
  return JSON.stringify({ ...input, nodePools }, (_, value: unknown) => (value instanceof Map ? [...value] : value));
}
