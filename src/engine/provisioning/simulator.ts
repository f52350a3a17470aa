import type { Karpenter } from '../api/karpenter.ts';
import type { NodeOverlay } from '../api/node-overlay.ts';
import { defaultKarpenterSettings, type KarpenterSettings, type Settings } from '../api/settings.ts';
import { type Catalog, zoneOf } from '../cloud-provider/catalog.ts';
import type { CloudProvider, Launching } from '../cloud-provider/cloud-provider.ts';
import type { InstanceTypes } from '../cloud-provider/instance-types.ts';
import type { NodeClass } from '../cloud-provider/node-class.ts';
import { type Overlaid, type OverlaidPool, overlaidTypes } from './instance-types/overlaid-types.ts';
import type { Results } from './results.ts';
import { type Rounds, solveRounds } from './scheduler/rounds.ts';
import { solve } from './scheduler/scheduler.ts';
import type { SchedulerInput } from './scheduler-input.ts';

/** What decides a simulation besides the manifests. */
export interface SimulatorInput {
  readonly catalog: Catalog;
  /** The clouds that are known: the one that the catalog is of launches nodes. */
  readonly providers: readonly CloudProvider[];
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
  /** Whose types the catalog holds, and what its classes launch. */
  readonly provider: CloudProvider;
  readonly launching: Launching;
  resolve(nodeClass: NodeClass, zones: readonly string[]): InstanceTypes;
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
  const { provider, launching } = launcherOf(facts);
  return {
    ...facts,
    karpenterSettings,
    provider,
    launching,
    reservations,
    resolve(nodeClass, zones) {
      return remember(types, JSON.stringify([nodeClass.spec, nodeClass.status, zones]), () => {
        const resolved = launching.instanceTypes(facts.catalog, nodeClass, {
          settings: karpenterSettings,
          zones: zones.map((zone) => zoneOf(facts.catalog, zone)),
          spotPricing: settings.spotPricing,
          discounts: settings.pricing.discounts,
          reservations,
          usesReservations: usesReservations(facts),
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

function launcherOf({ catalog, providers }: SimulatorInput): Pick<Simulator, 'provider' | 'launching'> {
  const provider = providers.find(({ name }) => name === catalog.provider);
  if (provider?.launching === undefined) throw new Error(`no provider launches the types of ${catalog.provider}`);
  return { provider, launching: provider.launching };
}

/** Text that two inputs share only when they are equal: instance types stand for themselves, maps for their entries. */
function keyOf(input: SchedulerInput, ids: ReadonlyMap<InstanceTypes, number>): string {
  const nodePools = input.nodePools.map(({ nodePool, instanceTypes }) => [nodePool, ids.get(instanceTypes)]);
  return JSON.stringify({ ...input, nodePools }, (_, value: unknown) => (value instanceof Map ? [...value] : value));
}
