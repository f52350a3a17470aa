import type { Karpenter } from '../api/karpenter.ts';
import type { Settings } from '../api/settings.ts';
import type { Catalog } from '../cloud-provider/catalog.ts';
import type { CloudProvider } from '../cloud-provider/cloud-provider.ts';
import { compareDiagnostics, type Diagnostic } from '../diagnostic.ts';
import type { NodeEffects } from '../disruption/forecast/drift-forecast.ts';
import type { ManifestSet } from '../manifest/manifest-set.ts';
import { provisioningDiagnostics } from '../provisioning/diagnostics/provisioning-diagnostics.ts';
import { billedPrice } from '../provisioning/nodes/billed-price.ts';
import { type ByReplicaCase, byReplicaCase } from '../provisioning/pods/replicas.ts';
import { simulate } from '../provisioning/simulate.ts';
import type { Simulation } from '../provisioning/simulation.ts';
import { type Simulator, simulatorOf } from '../provisioning/simulator.ts';
import { hoursPerMonth, monthlyRange, rangeDifference, rangeOf } from '../range.ts';
import { settleSide } from '../transition/settle-side.ts';
import type { SimulatedSide, Transition } from '../transition/transition-data.ts';
import { alternatives } from './alternatives.ts';
import { assumptionsOf } from './assumptions.ts';
import type { CostFigures, Estimate, Placement } from './estimate.ts';
import { endOf, followCases, type SimulatedSides } from './follow-cases.ts';
import {
  hasNodePools,
  hasUnknownRoom,
  hasWorkloads,
  type KnownSides,
  placementOf,
  settledSide,
  unknownPlacement,
} from './placement.ts';

/** Everything an estimate rests on. */
export interface EstimateInput {
  /** Null when there is nothing to compare with. */
  readonly base: ManifestSet | null;
  readonly head: ManifestSet;
  /** Objects of base stand where head can no longer be read: what becomes of nodes and cost is unknown. */
  readonly isHeadUnknown?: boolean;
  /** What the cluster shows (`--cluster`); null when nothing was handed in. */
  readonly live: ManifestSet | null;
  readonly settings: Settings;
  /** Null when nothing says which region it is. */
  readonly region: string | null;
  /** Where the region was found: `--region`, a file, a default. */
  readonly regionSource: string;
  /** Zones that the repository itself names. */
  readonly zoneHints: readonly string[];
  /** Null when the region is not known, or not priced. */
  readonly catalog: Catalog | null;
  readonly providers: readonly CloudProvider[];
  readonly karpenter: Karpenter;
  /** What base is simulated by; the same as head where it is not given. */
  readonly before?: Pick<EstimateInput, 'settings' | 'karpenter'>;
  /** NodePools whose running nodes the change replaces or deletes. */
  readonly effects?: NodeEffects;
}

/** An estimate with what the simulation found wrong, on either side. */
export interface EstimateResult {
  readonly estimate: Estimate;
  /** `provisioning/…` findings in head. */
  readonly diagnostics: readonly Diagnostic[];
  /** The same in base, to tell older findings from new ones. */
  readonly baseDiagnostics: readonly Diagnostic[];
  readonly headSimulation: Simulation | null;
  readonly baseSimulation: Simulation | null;
  /** What the simulations rest on: the same object where Karpenter, its settings and Kubernetes are the same. */
  readonly headSimulator: Simulator | null;
  readonly baseSimulator: Simulator | null;
  /** The likely case on its way from base to head; null where one of them is not known. */
  readonly transition: Transition | null;
}

/** Simulates and prices base and head. */
export function estimateCost(input: EstimateInput): EstimateResult {
  const { catalog, isHeadUnknown = false, effects = new Map() } = input;
  if (catalog === null) return withoutCatalog(input);
  const sides = simulateSides(input, catalog);
  const { head, base } = sides;
  const transitions = followCases(sides, { effects, isHeadUnknown });
  const ended = { ...head, simulation: endOf(head.simulation, transitions) };
  const known = knownSides(sides);
  const placements = {
    head: isHeadUnknown ? unknownPlacement('objects') : headPlacement({ head, ended }, transitions, known),
    base: base && basePlacement(base, transitions, known),
  };
  const isKnown = placements.head.nodes.likely !== null && placements.base?.nodes.likely !== null;
  const lines = assumptions({ head: isHeadUnknown ? null : ended, base, known, placements });
  return {
    estimate: estimateOf(input, placements, {
      peak: base !== null && isKnown ? peakOf(transitions) : null,
      firstRound: isHeadUnknown || placements.head.nodes.likely === null ? null : firstRoundOf(head.simulation),
      lines: [...lines, ...placements.head.otherCosts.map(({ basis }) => `${basis}.`)],
    }),
    diagnostics: isHeadUnknown ? [] : findings(ended.simulation, known.hasPools),
    baseDiagnostics: base === null ? [] : findings(base.simulation, hasNodePools(base.simulation)),
    headSimulation: head.simulation,
    baseSimulation: base?.simulation ?? null,
    headSimulator: head.simulator,
    baseSimulator: sides.baseSimulator,
    transition: base !== null && isKnown ? transitions.likely : null,
  };
}

function simulateSides(input: EstimateInput, catalog: Catalog): SimulatedSides & { readonly baseSimulator: Simulator } {
  const { headSimulator, baseSimulator } = simulators(input, catalog);
  return {
    head: { simulation: simulateSide(input, 'head', headSimulator), simulator: headSimulator },
    base: input.base && { simulation: simulateSide(input, 'base', baseSimulator), simulator: baseSimulator },
    baseSimulator,
  };
}

function knownSides({ head, base }: SimulatedSides): KnownSides {
  const isAnywhere = (shows: (side: Simulation) => boolean): boolean =>
    shows(head.simulation) || (base !== null && shows(base.simulation));
  return { hasWorkloads: isAnywhere(hasWorkloads), hasPools: isAnywhere(hasNodePools) };
}

const exactCases = ({ cases }: Simulation): ByReplicaCase<boolean> => byReplicaCase((which) => cases[which].isExact);

type Transitions = ByReplicaCase<Transition>;

function headPlacement(
  { head, ended }: { readonly head: SimulatedSide; readonly ended: SimulatedSide },
  transitions: Transitions,
  known: KnownSides,
): Placement {
  const settled = {
    ...ended,
    states: byReplicaCase((which) => transitions[which].after),
    isExact: exactCases(head.simulation),
    rounds: transitions.likely.rounds,
  };
  const { simulation, simulator } = head;
  return {
    ...placementOf(settled, known),
    alternatives: alternatives(simulation.cases.likely, simulator),
    spotCaveat: simulator.provider.billing?.spotCaveat,
  };
}

function basePlacement(base: SimulatedSide, transitions: Transitions, known: KnownSides): Placement {
  const { simulation, simulator } = base;
  if (transitions.likely.before === null) return placementOf(settledSide(simulation, simulator), known);
  const settled = {
    ...base,
    states: byReplicaCase((which) => transitions[which].before ?? settleSide(base, which).after),
    isExact: exactCases(simulation),
    rounds: simulation.cases.likely.rounds,
  };
  return placementOf(settled, known);
}

function peakOf(transitions: Transitions): CostFigures {
  const { low, likely, high } = byReplicaCase((which) => transitions[which].peak);
  const nodes = rangeOf(low.nodes, likely.nodes, high.nodes);
  const hourlyUsd = rangeOf(low.hourlyUsd, likely.hourlyUsd, high.hourlyUsd);
  return { nodes, hourlyUsd, monthlyUsd: monthlyRange(hourlyUsd) };
}

/** What the first round alone launches, nodes of static NodePools included. */
function firstRoundOf(simulation: Simulation): CostFigures {
  const fixed = simulation.staticPools.flatMap(({ nodes }) => nodes.map(({ launch }) => launch));
  const launches = byReplicaCase((which) => [
    ...fixed,
    ...simulation.cases[which].rounds.first.results.newNodeClaims.map(({ launch }) => launch),
  ]);
  const usd = byReplicaCase((which) =>
    launches[which].reduce<number | null>((sum, launch) => {
      const own = 'error' in launch ? null : billedPrice(launch);
      return sum === null || own === null ? null : sum + own;
    }, 0),
  );
  const hourlyUsd = rangeOf(usd.low, usd.likely, usd.high);
  const nodes = rangeOf(launches.low.length, launches.likely.length, launches.high.length);
  return { nodes, hourlyUsd, monthlyUsd: monthlyRange(hourlyUsd) };
}

/** One simulator for both sides where nothing parts them, so that what they share is worked out once. */
function simulators(
  input: EstimateInput,
  catalog: Catalog,
): { readonly headSimulator: Simulator; readonly baseSimulator: Simulator } {
  const headSimulator = simulatorOf({ ...input, catalog });
  const { settings, karpenter } = input.before ?? input;
  const isSame =
    karpenter.version === input.karpenter.version &&
    settings.kubernetesVersion === input.settings.kubernetesVersion &&
    JSON.stringify(settings.karpenter) === JSON.stringify(input.settings.karpenter);
  return {
    headSimulator,
    baseSimulator: isSame ? headSimulator : simulatorOf({ ...input, catalog, settings, karpenter }),
  };
}

/** Without any NodePool it is not Karpenter that places pods, and one that is not known may place them: then that none does is no finding. */
const findings = (simulation: Simulation, hasPools: boolean): readonly Diagnostic[] =>
  provisioningDiagnostics(simulation)
    .filter(({ code }) => (hasPools && !hasUnknownRoom(simulation)) || code !== 'provisioning/pod-unschedulable')
    .toSorted(compareDiagnostics);

function simulateSide(input: EstimateInput, side: 'base' | 'head', simulator: Simulator): Simulation {
  const other = side === 'base' ? input.head : input.base;
  return simulate(
    {
      manifests: input[side]?.manifests ?? [],
      otherManifests: other?.manifests ?? [],
      live: input.live?.manifests,
    },
    simulator,
  );
}

interface DescribedSides {
  /** Null where head is unknown. */
  readonly head: SimulatedSide | null;
  readonly base: SimulatedSide | null;
  readonly known: KnownSides;
  readonly placements: { readonly head: Placement; readonly base: Placement | null };
}

/** Head's lines; what holds for base alone is marked. */
function assumptions({ head, base, known, placements }: DescribedSides): readonly string[] {
  const linesOf = (side: SimulatedSide | null, placement: Placement | null): readonly string[] =>
    side === null || placement === null ? [] : assumptionsOf(side.simulation, side.simulator, { ...known, placement });
  const after = linesOf(head, placements.head);
  const shown = new Set(after);
  const before = linesOf(base, placements.base).filter((line) => !shown.has(line));
  return [...after, ...before.map((line) => `Before the change: ${line}`)];
}

const nothing = rangeOf(0, 0, 0);

function estimateOf(
  input: EstimateInput,
  { head, base }: { readonly head: Placement; readonly base: Placement | null },
  { lines, ...more }: { readonly lines: readonly string[] } & Pick<Estimate, 'peak' | 'firstRound'>,
): Estimate {
  const against = (figure: 'nodes' | 'hourlyUsd' | 'monthlyUsd') =>
    rangeDifference(head[figure], base === null ? nothing : base[figure]);
  return {
    region: input.region,
    regionSource: input.regionSource,
    currency: 'USD',
    hoursPerMonth,
    karpenterVersion: input.karpenter.version,
    assumptions: lines,
    base,
    head,
    ...more,
    difference: { nodes: against('nodes'), hourlyUsd: against('hourlyUsd'), monthlyUsd: against('monthlyUsd') },
  };
}

function withoutCatalog(input: EstimateInput): EstimateResult {
  const why =
    input.region === null
      ? 'The region is not known, so nodes and cost are not either: `--region` or `region` in the configuration would say it.'
      : `No instance types and prices are known for the region \`${input.region}\`, so nodes and cost are not either.`;
  const unknown = unknownPlacement('region');
  const base = input.base === null ? null : unknown;
  return {
    estimate: estimateOf(input, { head: unknown, base }, { lines: [why], peak: null, firstRound: null }),
    diagnostics: [],
    baseDiagnostics: [],
    headSimulation: null,
    baseSimulation: null,
    headSimulator: null,
    baseSimulator: null,
    transition: null,
  };
}
