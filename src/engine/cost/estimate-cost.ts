import type { Karpenter } from '../api/karpenter.ts';
import type { Settings } from '../api/settings.ts';
import type { Catalog } from '../cloud-provider/catalog.ts';
import type { CloudProvider } from '../cloud-provider/cloud-provider.ts';
import { compareDiagnostics, type Diagnostic } from '../diagnostic.ts';
import type { NodeEffects } from '../disruption/forecast/drift-forecast.ts';
import type { ManifestSet } from '../manifest/manifest-set.ts';
import { provisioningDiagnostics } from '../provisioning/diagnostics/provisioning-diagnostics.ts';
import { billedPrice } from '../provisioning/nodes/billed-price.ts';
import type { ReplicaCase } from '../provisioning/pods/replicas.ts';
import type { Rounds } from '../provisioning/scheduler/rounds.ts';
import { simulate } from '../provisioning/simulate.ts';
import type { Simulation } from '../provisioning/simulation.ts';
import { type Simulator, simulatorOf } from '../provisioning/simulator.ts';
import { hoursPerMonth, monthlyRange, rangeDifference, rangeOf } from '../range.ts';
import { settleSide } from '../transition/settle-side.ts';
import { transition } from '../transition/transition.ts';
import type { SimulatedSide, Transition } from '../transition/transition-data.ts';
import { alternatives } from './alternatives.ts';
import { assumptionsOf } from './assumptions.ts';
import type { CostFigures, Estimate, Placement } from './estimate.ts';
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
  const { catalog } = input;
  if (catalog === null) return withoutCatalog(input);
  const { headSimulator, baseSimulator } = simulators(input, catalog);
  const head = simulateSide(input, 'head', headSimulator);
  const base = input.base && simulateSide(input, 'base', baseSimulator);
  const isAnywhere = (shows: (side: Simulation) => boolean): boolean => shows(head) || (base !== null && shows(base));
  const hasPools = isAnywhere(hasNodePools);
  const known = { hasWorkloads: isAnywhere(hasWorkloads), hasPools };
  const sides = {
    head: { simulation: head, simulator: headSimulator },
    base: base && { simulation: base, simulator: baseSimulator },
  };
  const course = followed(sides, { effects: input.effects ?? new Map(), isHeadUnknown: input.isHeadUnknown === true });
  const ended = endOf(head, course);
  const exact = (side: Simulation) => ofCases((which) => side.cases[which].isExact);
  const placements = {
    head: input.isHeadUnknown
      ? unknownPlacement('objects')
      : {
          ...placementOf(
            {
              simulation: ended,
              simulator: headSimulator,
              states: ofCases((which) => course[which].after),
              isExact: exact(head),
              rounds: course.likely.rounds,
            },
            known,
          ),
          alternatives: alternatives(head.cases.likely, headSimulator),
        },
    base:
      base &&
      placementOf(
        course.likely.before === null
          ? settledSide(base, baseSimulator)
          : {
              simulation: base,
              simulator: baseSimulator,
              states: ofCases((which) => course[which].before ?? settleSide(sides.base!, which).after),
              isExact: exact(base),
              rounds: base.cases.likely.rounds,
            },
        known,
      ),
  };
  const isKnown = placements.head.nodes.likely !== null && placements.base?.nodes.likely !== null;
  return {
    estimate: estimateOf(input, placements, {
      peak: base !== null && isKnown ? peakOf(course) : null,
      firstRound: input.isHeadUnknown || placements.head.nodes.likely === null ? null : firstRoundOf(head),
      lines: [
        ...assumptions({
          head: input.isHeadUnknown ? null : ended,
          base,
          headSimulator,
          baseSimulator,
          known,
          placements,
        }),
        ...placements.head.otherCosts.map(({ basis }) => `${basis}.`),
      ],
    }),
    diagnostics: input.isHeadUnknown ? [] : findings(ended, hasPools),
    baseDiagnostics: base === null ? [] : findings(base, hasNodePools(base)),
    headSimulation: head,
    baseSimulation: base,
    headSimulator,
    baseSimulator,
    transition: base !== null && isKnown ? course.likely : null,
  };
}

type ByCase<T> = Readonly<Record<ReplicaCase, T>>;

const ofCases = <T>(read: (which: ReplicaCase) => T): ByCase<T> => ({
  low: read('low'),
  likely: read('likely'),
  high: read('high'),
});

interface SimulatedSides {
  readonly head: SimulatedSide;
  readonly base: SimulatedSide | null;
}

interface Following {
  readonly effects: NodeEffects;
  readonly isHeadUnknown: boolean;
}

/** Follows each number of replicas from base to head, equal ones once. A side that is not known is nothing to start from. */
function followed({ head, base }: SimulatedSides, { effects, isHeadUnknown }: Following): ByCase<Transition> {
  const known = new Map<string, Transition>();
  const courses = new Map<Rounds, number>();
  const idOf = (rounds: Rounds): number => {
    const id = courses.get(rounds) ?? courses.size;
    courses.set(rounds, id);
    return id;
  };
  return ofCases((which) => {
    const [before, after] = [base?.simulation.cases[which], head.simulation.cases[which]];
    const wanted = [before, after].map((one) => one?.wanted.map(({ workload, count }) => [workload, count]));
    const key = JSON.stringify([before && idOf(before.rounds), idOf(after.rounds), wanted]);
    const isTransition = base !== null && before?.isExact === true && after.isExact && !isHeadUnknown;
    const made =
      known.get(key) ?? (isTransition ? transition(base, head, { which, effects }) : settleSide(head, which));
    known.set(key, made);
    return made;
  });
}

/** Head as it stands in the end: pods that stay without a node, and why. */
const endOf = (head: Simulation, course: ByCase<Transition>): Simulation => ({
  ...head,
  cases: ofCases((which) => {
    const own = head.cases[which];
    const { before, rounds, after } = course[which];
    if (before === null) return own;
    const { ignored } = own.results;
    const lines = [...new Set([...own.results.assumptions, ...rounds.results.assumptions])];
    const results = { ...rounds.results, newNodeClaims: after.failed, ignored, assumptions: lines };
    return { ...own, rounds, results };
  }),
});

function peakOf(course: ByCase<Transition>): CostFigures {
  const { low, likely, high } = ofCases((which) => course[which].peak);
  const nodes = rangeOf(low.nodes, likely.nodes, high.nodes);
  const hourlyUsd = rangeOf(low.hourlyUsd, likely.hourlyUsd, high.hourlyUsd);
  return { nodes, hourlyUsd, monthlyUsd: monthlyRange(hourlyUsd) };
}

/** What the first round alone launches, nodes of static NodePools included. */
function firstRoundOf(simulation: Simulation): CostFigures {
  const fixed = simulation.staticPools.flatMap(({ nodes }) => nodes.map(({ launch }) => launch));
  const launches = ofCases((which) => [
    ...fixed,
    ...simulation.cases[which].rounds.first.results.newNodeClaims.map(({ launch }) => launch),
  ]);
  const usd = ofCases((which) =>
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

interface Sides {
  /** Null where head is unknown. */
  readonly head: Simulation | null;
  readonly base: Simulation | null;
  readonly headSimulator: Simulator;
  readonly baseSimulator: Simulator;
  readonly known: KnownSides;
  readonly placements: { readonly head: Placement; readonly base: Placement | null };
}

/** Head's lines; what holds for base alone is marked. */
function assumptions({ head, base, headSimulator, baseSimulator, known, placements }: Sides): readonly string[] {
  const after = head === null ? [] : assumptionsOf(head, headSimulator, { ...known, placement: placements.head });
  const before =
    base === null || placements.base === null
      ? []
      : assumptionsOf(base, baseSimulator, { ...known, placement: placements.base });
  const said = new Set(after);
  return [...after, ...before.filter((line) => !said.has(line)).map((line) => `Before the change: ${line}`)];
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
