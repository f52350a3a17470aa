import type { Karpenter } from '../../../karpenter/api/karpenter.ts';
import type { NodeOverlay } from '../../../karpenter/api/node-overlay.ts';
import { defaultKarpenterSettings, type KarpenterSettings, type Settings } from '../../../karpenter/api/settings.ts';
import { type Catalog, zoneOf } from '../../../karpenter/cloud-provider/catalog.ts';
import { type CloudProvider, type Launching, launches } from '../../../karpenter/cloud-provider/cloud-provider.ts';
import type { InstanceTypes, OfferingOfType } from '../../../karpenter/cloud-provider/instance-types.ts';
import type { NodeClass } from '../../../karpenter/cloud-provider/node-class.ts';
import type { ZoneHints } from '../../../manifest/hints/zone-hints.ts';
import type { Results } from '../input/results.ts';
import type { PassSettings, SchedulerInput } from '../input/scheduler-input.ts';
import { type Overlaid, type OverlaidPool, overlaidTypes } from '../instance-types/overlaid-types.ts';
import { type Rounds, solveRounds } from '../scheduler/rounds.ts';
import { solve } from '../scheduler/scheduler.ts';

/** Everything that a simulation depends on, apart from the manifests. */
interface SimulatorInput {
  readonly catalog: Catalog;
  /** The known cloud providers. The one that the catalog belongs to launches the nodes. */
  readonly providers: readonly CloudProvider[];
  readonly settings: Settings;
  readonly karpenter: Karpenter;
  /** Zones that the repository mentions. */
  readonly zoneHints: ZoneHints;
  /** Nothing names the region of the catalog. */
  readonly isRegionAssumed?: boolean;
  /** Offerings of an instance type that have no capacity now. Default: all have. */
  readonly isWithoutCapacity?: ((offering: OfferingOfType) => boolean) | undefined;
}

/**
 * What both sides and all cases of an estimate share. Instance types are resolved once for each class and set of zones, and
 * equal passes run once.
 */
export interface Simulator extends SimulatorInput {
  readonly karpenterSettings: KarpenterSettings;
  /** Reservation id → free instances. */
  readonly reservations: ReadonlyMap<string, number>;
  /** The provider that the catalog belongs to, and how it launches nodes. */
  readonly provider: CloudProvider;
  readonly launching: Launching;
  readonly passSettings: PassSettings;
  /** Whether Karpenter launches nodes for CapacityBuffers. */
  readonly handlesBuffers: boolean;
  /** How a provider launches nodes from the catalog; undefined if it does not. */
  launchingOf(provider: CloudProvider): Launching | undefined;
  resolve(nodeClass: NodeClass, zones: readonly string[], by?: ResolvedBy): InstanceTypes;
  /** The instance types of all NodePools after NodeOverlays; undefined without the feature gate or without overlays. */
  overlaid(pools: readonly OverlaidPool[], overlays: readonly NodeOverlay[]): Overlaid | undefined;
  /** Runs one round. */
  solve(input: SchedulerInput): Results;
  /** Runs rounds until nothing more is placed, or only the first one if the settings say so. */
  rounds(input: SchedulerInput): Rounds;
}

/** Who launches nodes of a class: the provider of the catalog by default. */
interface ResolvedBy {
  readonly launching: Launching;
  readonly customLabels: readonly string[];
}

/** Creates the simulator for one catalog, region and Karpenter version. */
export function simulatorOf(input: SimulatorInput): Simulator {
  const { settings, karpenter } = input;
  const karpenterSettings = { ...defaultKarpenterSettings, ...settings.karpenter };
  const reservations = new Map(Object.entries(settings.capacityReservations));
  const shared = { ...input, ...launcherOf(input), karpenterSettings, reservations };
  const ids: TypeIds = new Map();

  return {
    ...shared,
    passSettings: {
      preferencePolicy: karpenterSettings.preferencePolicy,
      minValuesPolicy: karpenterSettings.minValuesPolicy,
      maxInstanceTypes: karpenter.maxInstanceTypes,
      minValuesCountsAllowed: karpenter.minValuesCountsAllowed,
      countsDaemonSetsByType: karpenter.countsDaemonSetsByType,
      countsDaemonSetsOfJoinedNodes: karpenter.countsDaemonSetsOfJoinedNodes,
      reservations,
    },
    handlesBuffers: karpenter.capacityBuffers && karpenterSettings.featureGates.capacityBuffer === true,
    launchingOf: (provider) => {
      if (launches(provider, shared.catalog)) return provider.launching;
      return undefined;
    },
    resolve: resolver(shared, ids),
    overlaid: overlayer(shared, ids),
    ...passRunner(shared, ids),
  };
}

/** Instance types → a number in order of creation. The number represents them in the key of an input. */
type TypeIds = Map<InstanceTypes, number>;

type Shared = Omit<
  Simulator,
  'passSettings' | 'handlesBuffers' | 'launchingOf' | 'resolve' | 'overlaid' | 'solve' | 'rounds'
>;

function resolver(shared: Shared, ids: TypeIds): Simulator['resolve'] {
  const { settings, karpenter, catalog, karpenterSettings, reservations, isWithoutCapacity } = shared;
  const launchers = shared.providers.map(({ launching }) => launching);
  const types = new Map<string, InstanceTypes>();

  return (nodeClass, zones, { launching, customLabels } = { launching: shared.launching, customLabels: [] }) =>
    remember(
      types,
      JSON.stringify([nodeClass.spec, nodeClass.status, zones, launchers.indexOf(launching), customLabels]),
      () => {
        const all = launching.instanceTypes(catalog, nodeClass, {
          customLabels,
          settings: karpenterSettings,
          zones: zones.map((zone) => zoneOf(catalog, zone)),
          spotPricing: settings.spotPricing,
          discounts: settings.pricing.discounts,
          today: settings.today,
          reservations,
          usesReservations: usesReservations(shared),
          offersFullReservations: karpenter.offersFullReservations,
        });

        const resolved = isWithoutCapacity === undefined ? all : withCapacityOnly(all, isWithoutCapacity);
        ids.set(resolved, ids.size);

        return resolved;
      },
    );
}

/** The instance types with the offerings that have no capacity marked as unavailable. */
const withCapacityOnly = (
  types: InstanceTypes,
  isWithoutCapacity: NonNullable<SimulatorInput['isWithoutCapacity']>,
): InstanceTypes => ({
  ...types,
  offerings: types.offerings.map((list, i) =>
    list.map((offering) => {
      if (isWithoutCapacity({ ...offering, instanceType: types.names[i]! })) return { ...offering, isAvailable: false };

      return offering;
    }),
  ),
});

function overlayer({ karpenter, karpenterSettings }: Shared, ids: TypeIds): Simulator['overlaid'] {
  const cache = new Map<string, Overlaid>();
  const hasOverlays = karpenter.nodeOverlay && karpenterSettings.featureGates.nodeOverlay === true;

  return (pools, overlays) => {
    if (!hasOverlays || overlays.length === 0) return undefined;
    const spelt = pools.map(({ instanceTypes, ...pool }) => [pool, ids.get(instanceTypes)]);

    return remember(cache, JSON.stringify([spelt, overlays]), () => {
      const overlaid = overlaidTypes(pools, overlays, karpenter);
      for (const instanceTypes of overlaid.instanceTypes.values())
        if (!ids.has(instanceTypes)) ids.set(instanceTypes, ids.size);
      return overlaid;
    });
  };
}

function passRunner({ karpenter, settings }: Shared, ids: TypeIds): Pick<Simulator, 'solve' | 'rounds'> {
  const results = new Map<string, Results>();
  const allRounds = new Map<string, Rounds>();

  return {
    solve: (input) => remember(results, keyOf(input, ids), () => solve(input)),
    rounds: (input) => {
      const key = keyOf(input, ids);
      return remember(allRounds, key, () =>
        solveRounds(input, {
          offersFullReservations: karpenter.offersFullReservations,
          first: remember(results, key, () => solve(input)),
          ...(settings.firstRound && { most: 1 }),
        }),
      );
    },
  };
}

function remember<T>(cache: Map<string, T>, key: string, make: () => T): T {
  const cached = cache.get(key);
  if (cached !== undefined) return cached;
  const value = make();
  cache.set(key, value);
  return value;
}

const usesReservations = ({ settings, karpenter }: SimulatorInput): boolean =>
  karpenter.capacityReservations &&
  (settings.karpenter.featureGates?.reservedCapacity ?? karpenter.reservedCapacityByDefault);

function launcherOf({ catalog, providers }: SimulatorInput): Pick<Simulator, 'provider' | 'launching'> {
  const provider = providers.find(({ name }) => name === catalog.provider);
  if (provider?.launching === undefined) throw new Error(`no provider launches the types of ${catalog.provider}`);
  return { provider, launching: provider.launching };
}

/** A text that is the same only for equal inputs. Instance types are represented by their number, and maps and sets by their entries. */
function keyOf(input: SchedulerInput, ids: ReadonlyMap<InstanceTypes, number>): string {
  const nodePools = input.nodePools.map(({ nodePool, instanceTypes }) => [nodePool, ids.get(instanceTypes)]);
  return JSON.stringify({ ...input, nodePools }, (_, value: unknown) => {
    if (value instanceof Map || value instanceof Set) return [...value];
    return value;
  });
}
