import {
  notMade,
  type UncountedChange,
  type UncountedPods,
  uncountedChange,
} from '../../files/sources/uncounted-pods.ts';
import type { Karpenter } from '../../karpenter/api/karpenter.ts';
import type { Settings } from '../../karpenter/api/settings.ts';
import type { Catalog } from '../../karpenter/cloud-provider/catalog.ts';
import type { CloudProvider } from '../../karpenter/cloud-provider/cloud-provider.ts';
import type { ZoneHints } from '../../manifest/hints/zone-hints.ts';
import type { ManifestSet } from '../../manifest/manifest-set.ts';
import { compareDiagnostics, type Diagnostic } from '../../text/diagnostic.ts';
import { listIf, withBase } from '../../text/list-if.ts';
import { hoursPerMonth, monthlyRange, rangeDifference, rangeOf, sumKnown } from '../../text/range.ts';
import type { NodeEffects } from '../disruption/forecast/drift-forecast.ts';
import { provisioningDiagnostics } from '../provisioning/diagnostics/provisioning-diagnostics.ts';
import type { WorkloadFacts } from '../provisioning/diagnostics/workload-diagnostics.ts';
import { billedPrice } from '../provisioning/nodes/billed-price.ts';
import { type ByReplicaCase, byReplicaCase } from '../provisioning/pods/replicas.ts';
import type { Workloads } from '../provisioning/pods/workloads.ts';
import { simulate } from '../provisioning/simulate.ts';
import { areNodesKnown, type Simulation } from '../provisioning/simulation.ts';
import { type Simulator, simulatorOf } from '../provisioning/simulator/simulator.ts';
import { hasUnknownRoom } from '../provisioning/unknown-room.ts';
import { unregisteredDevices } from '../transition/device-plugins.ts';
import { earlierCluster } from '../transition/earlier-nodes.ts';
import { settleSide } from '../transition/settle-side.ts';
import type { Peak, SimulatedSide, Transition, TransitionCauses } from '../transition/transition-data.ts';
import { isLost, isWithoutCapacity, limitsCapacity, replicasIn, type Scenario } from '../what-if/scenario.ts';
import { alternatives, bill } from './alternatives.ts';
import { assumptionsOf } from './assumptions.ts';
import { keptByBuffers } from './capacity-buffers.ts';
import { differenceOf, withBounds } from './case-ranges.ts';
import { hasJobs, jobsOfRise } from './cost-rise.ts';
import type { Assumption, CapacityBuffers, CostFigures, Estimate, Placement } from './estimate.ts';
import { endOf, type FollowedCases, followCases, type SimulatedSides } from './follow-cases.ts';
import {
  costFigure,
  type FigureReason,
  type Knowledge,
  knowledgeOfDifference,
  monthlyFigure,
  nodesFigure,
  ofSide,
} from './knowledge.ts';
import { withLaunchable } from './launchable.ts';
import { pendingLater, unscheduledLater } from './pending-later.ts';
import {
  caseClaimsOf,
  hasKnownNodes,
  hasNodePools,
  hasWorkloads,
  isWithoutNodes,
  type KnownSides,
  placementOf,
  type SettledSide,
  settledSide,
  unknownPlacement,
  unschedulable,
  withUnknownNodes,
} from './placement.ts';
import { isAboutPriceLists } from './price-assumptions.ts';

export interface EstimateInput {
  /** Null when there is nothing to compare with. */
  readonly base: ManifestSet | null;
  readonly head: ManifestSet;
  /** Head cannot be read where base has objects, so the effect on nodes and cost is unknown. */
  readonly isHeadUnknown?: boolean;
  /** What makes pods on each side that are not counted; nothing if absent. */
  readonly uncounted?: { readonly base: readonly UncountedPods[]; readonly head: readonly UncountedPods[] };
  /** Whether it is unknown if something deletes an object that only base has in git. Head has it, too. */
  readonly isRemovalUnknown?: boolean;
  /** Live state of the cluster (`--cluster`); null if none was given. */
  readonly live: ManifestSet | null;
  readonly settings: Settings;
  /** Null if the region is unknown. */
  readonly region: string | null;
  /** Where the region comes from: `--region`, a file or a default. */
  readonly regionSource: string;
  /** Why workloads of the repository do not count, given those that the simulation does not count; undefined if there are none. */
  readonly leftOut?: (uncounted: Workloads['uncounted']) => string | undefined;
  /** Nothing names the region, so what another region has may be right. */
  readonly isRegionAssumed?: boolean;
  /** Zones that the repository names. */
  readonly zoneHints: ZoneHints;
  /** Null if the region is unknown or has no prices. */
  readonly catalog: Catalog | null;
  readonly providers: readonly CloudProvider[];
  readonly karpenter: Karpenter;
  /** How base is simulated; the same way as head if absent. */
  readonly before?: Pick<EstimateInput, 'settings' | 'karpenter'>;
  /** NodePools whose running nodes the change replaces or deletes. */
  readonly effects?: NodeEffects;
  /** NodePools whose new nodes never become ready, each with the reason as a clause. */
  readonly unready?: ReadonlyMap<string, string>;
  /** What happens to the cluster of head, instead of or in addition to a change. */
  readonly scenario?: Scenario;
}

/** An estimate, with the problems that the simulation found on each side. */
export interface EstimateResult {
  readonly estimate: Estimate;
  /** `provisioning/…` findings in head. */
  readonly diagnostics: readonly Diagnostic[];
  /** The same in base, to recognize findings that are not new. */
  readonly baseDiagnostics: readonly Diagnostic[];
  readonly headSimulation: Simulation | null;
  readonly baseSimulation: Simulation | null;
  /** How each side was simulated: the same object if Karpenter, its settings and Kubernetes are the same. */
  readonly headSimulator: Simulator | null;
  readonly baseSimulator: Simulator | null;
  /** How the likely case gets from base to head; null if one of them is unknown. */
  readonly transition: Transition | null;
  /** What the change does to nodes, as the transition followed it. */
  readonly causes: Pick<TransitionCauses, 'effects' | 'unready'>;
}

/** Simulates and prices base and head. */
export function estimateCost(input: EstimateInput): EstimateResult {
  const { catalog, isHeadUnknown = false, effects = new Map(), scenario } = input;
  if (catalog === null) return withoutCatalog(input);

  const sides = simulateSides(input, catalog);
  const { head, base } = sides;

  const causes = { effects, unready: new Map([...devicesOf(sides, input), ...(input.unready ?? [])]) };

  const followed = followCases(sides, {
    ...causes,
    isHeadUnknown,
    isLost: scenario && ((node) => isLost(scenario, node, catalog)),
    asked: scenario?.nodes,
  });

  const { transitions } = followed;
  const kept = isHeadUnknown ? null : keptOf(sides, input, transitions.likely);
  const ended = { ...head, simulation: endOf(head.simulation, transitions) };
  const knowledge = knownSides(sides, input);
  const { uncounted } = knowledge;
  const after = settledHead({ head, ended, base }, { followed, uncounted: uncounted.head });
  const before = base && settledBase(base, { followed, uncounted: uncounted.base });
  // Pods that fit no NodePool already run elsewhere if there was none before.
  const hadPools = base !== null && hasNodePools(base.simulation);

  const settledPlacements = knownPlacements(sides, knowledge, {
    head: isHeadUnknown ? unknownPlacement('objects') : withKept(headPlacement(after, head, knowledge), kept),
    base: before && placementOf(before, knowledge),
  });

  const facts = { hadPools, homes: homesIn(settledPlacements.base) };

  const later =
    base === null || isHeadUnknown
      ? []
      : unscheduledLater({ base: base.simulation, head: head.simulation, ended: ended.simulation });

  const placements = withLater(withLaunchable(settledPlacements, sides), head, later);
  const isKnown = placements.head.nodes.likely !== null && placements.base?.nodes.likely !== null;

  const restarting = later.length === 0 ? [] : pendingLater(later, findings(head, input, knowledge, facts));
  const lines = assumptions({
    head: isHeadUnknown ? null : ended,
    base,
    knowledge,
    placements,
    likely: transitions.likely,
  });

  const isFirstRoundKnown = !isHeadUnknown && placements.head.nodes.likely !== null;

  return {
    estimate: estimateOf(input, placements, {
      peak: base !== null && isKnown ? peakOf(followed, placements) : null,
      ranges: before === null ? undefined : differenceByChance(placements, { after, before }, knowledge),
      change: uncounted.change,
      firstRound: isFirstRoundKnown ? firstRoundOf(head.simulation, placements.head) : null,
      ...(isKnown && stayingOf(transitions.likely)),
      ...(isRepacked(placements, sides, transitions.likely) && { isRepacked: true as const }),
      lines: [
        ...lines,
        ...placements.head.otherCosts.map(({ basis }) => ({ text: `${basis}.`, canMoveFigures: false })),
      ],
    }),
    diagnostics: isHeadUnknown
      ? []
      : [...findings(ended, input, knowledge, facts), ...restarting].toSorted(compareDiagnostics),
    baseDiagnostics:
      base === null
        ? []
        : findings(base, input, { ...knowledge, hasPools: hasNodePools(base.simulation) }, { hadPools }),
    headSimulation: head.simulation,
    baseSimulation: base?.simulation ?? null,
    headSimulator: head.simulator,
    baseSimulator: sides.baseSimulator,
    transition: base !== null && isKnown ? transitions.likely : null,
    causes,
  };
}

/** NodePools whose new nodes wait for a device that nothing registers. */
function devicesOf(
  { head, base }: SimulatedSides,
  { uncounted, head: { manifests } }: EstimateInput,
): ReadonlyMap<string, string> {
  if (base === null) return new Map();

  const charts = manifests.filter(({ kind }) => kind === 'KustomizeChart');
  const names = [...(uncounted?.head ?? []), ...charts].map(({ name }) => name);
  return unregisteredDevices({ before: base.simulation, after: head.simulation, uncounted: names }, head.simulator);
}

function simulateSides(input: EstimateInput, catalog: Catalog): SimulatedSides & { readonly baseSimulator: Simulator } {
  const { headSimulator, baseSimulator } = simulators(input, catalog);

  const read = (assumes: boolean) => ({
    head: simulateSide(input, { side: 'head', assumes }, headSimulator),
    base: input.base && simulateSide(input, { side: 'base', assumes }, baseSimulator),
  });

  const first = read(true);
  // Both sides rest on the same assumption, otherwise their difference would be that of the assumption.
  const isMixed = first.base !== null && isWithout(first.head) !== isWithout(first.base);
  const { head, base } = isMixed ? read(false) : first;

  return {
    head: { simulation: head, simulator: headSimulator },
    base: base && { simulation: base, simulator: baseSimulator },
    baseSimulator,
  };
}

const isWithout = ({ existing }: Simulation): boolean => existing.system.isLeftOut;

/** What both sides have, and what of them is not counted. */
interface Known extends KnownSides {
  readonly uncounted: {
    readonly base: Knowledge;
    readonly head: Knowledge;
    readonly change: UncountedChange;
  };
}

function knownSides({ head, base }: SimulatedSides, input: EstimateInput): Known {
  const isAnywhere = (shows: (side: Simulation) => boolean): boolean =>
    shows(head.simulation) || (base !== null && shows(base.simulation));
  return {
    hasWorkloads: isAnywhere(hasWorkloads),
    hasPools: isAnywhere(hasNodePools),
    hadPools: base !== null && hasNodePools(base.simulation),
    leftOut: input.leftOut?.(head.simulation.workloads.uncounted),
    uncounted: uncountedOf(input),
  };
}

/** A snapshot contains the pods of all charts and operators, so only what the change does to them is not counted. */
function uncountedOf(input: EstimateInput): Known['uncounted'] {
  const { base, head, change } = withoutRemovals(input);
  return { base, head: [...head, ...listIf(input.isRemovalUnknown, unknownRemoval)], change };
}

const unknownRemoval: FigureReason = { id: 'undecided-objects', makes: 'range' };

function withoutRemovals({ base, head, live, uncounted = noUncounted }: EstimateInput): Known['uncounted'] {
  const sides = live ? uncounted : { base: notMade(uncounted.base), head: notMade(uncounted.head) };
  const change = base === null ? 'none' : uncountedChange(sides.base, sides.head);
  if (live) return { base: [], head: changed[change], change };

  const knowledge = (set: ManifestSet | null, pods: readonly UncountedPods[]): Knowledge => [
    ...listIf(notMade(pods).length > 0, { id: 'uncounted-pods', makes: 'atLeast' } as const),
    ...listIf(set !== null && hasUnreadFiles(set), { id: 'unread-files', makes: 'atLeast' } as const),
  ];

  return { base: knowledge(base, uncounted.base), head: knowledge(head, uncounted.head), change };
}

const noUncounted: NonNullable<EstimateInput['uncounted']> = { base: [], head: [] };

/** What an edit of pods that are not counted makes of a cluster that is known but for them. */
const changed: Readonly<Record<UncountedChange, Knowledge>> = {
  none: [],
  more: [{ id: 'uncounted-pods', makes: 'atLeast' }],
  fewer: [{ id: 'uncounted-pods', makes: 'atMost' }],
  unknown: [{ id: 'edited-uncounted-pods', makes: 'range' }],
};

/** Files that are not read to their end, or whose place a finding takes. */
const hasUnreadFiles = ({ files }: ManifestSet): boolean => files.some(({ isBroken }) => isBroken);

const exactCases = ({ cases }: Simulation): ByReplicaCase<boolean> => byReplicaCase((which) => cases[which].isExact);

function settledHead(
  { head, ended, base }: SimulatedSides & { readonly ended: SimulatedSide },
  { followed: { transitions, others }, uncounted }: Settling,
): SettledSide {
  return {
    ...ended,
    states: byReplicaCase((which) => transitions[which].after),
    others: others.map(({ after }) => after),
    isExact: exactCases(head.simulation),
    rounds: transitions.likely.rounds,
    uncounted,
    replacing: transitions.likely.replacing,
    earlier: earlierCluster(base, transitions),
  };
}

/** How a side settles, and what is not counted of it. */
interface Settling {
  readonly followed: FollowedCases;
  readonly uncounted: Knowledge;
}

/**
 * Whether the nodes at the end of the change are those of a new cluster. What would be cheaper is simulated for a new one, and says nothing
 * about nodes that Karpenter keeps.
 */
function isNewCluster({ nodes, hourlyUsd }: Placement, { cases }: Simulation, simulator: Simulator): boolean {
  const { newNodeClaims } = cases.likely.results;
  const cost = bill(newNodeClaims, simulator);
  if (nodes.likely !== newNodeClaims.length || cost === null || hourlyUsd.likely === null) return false;
  return Math.abs(cost - hourlyUsd.likely) < 1e-6;
}

function headPlacement(
  settled: SettledSide,
  { simulation, simulator }: SimulatedSide,
  knowledge: KnownSides,
): Placement {
  const placement = placementOf(settled, knowledge);
  return {
    ...placement,
    alternatives: isNewCluster(placement, simulation, simulator)
      ? alternatives(simulation.cases.likely, simulator)
      : [],
    spotCaveat: simulator.provider.billing?.spotCaveat,
  };
}

function settledBase(base: SimulatedSide, { followed: { transitions, others }, uncounted }: Settling): SettledSide {
  const { simulation } = base;
  if (transitions.likely.before === null) return settledSide(simulation, base.simulator, uncounted);

  return {
    ...base,
    states: byReplicaCase((which) => transitions[which].before ?? settleSide(base, which).after),
    others: others.flatMap(({ before }) => before ?? []),
    isExact: exactCases(simulation),
    rounds: simulation.cases.likely.rounds,
    uncounted,
  };
}

/** What CapacityBuffers of head keep; null if there are none, or if the figures are unknown. */
function keptOf({ head, base }: SimulatedSides, input: EstimateInput, likely: Transition): CapacityBuffers['kept'] {
  const { buffers, cases, existing } = head.simulation;
  if (buffers.every(({ pod }) => pod === undefined) || !cases.likely.isExact) return null;

  const simulator = { ...head.simulator, handlesBuffers: false };
  const simulation = simulateSide(input, { side: 'head', assumes: !existing.system.isLeftOut }, simulator);
  const { effects = new Map(), scenario } = input;
  const without = { simulation, simulator };

  return keptByBuffers(
    likely.after,
    { base, without },
    { effects, isLost: scenario && ((node) => isLost(scenario, node, head.simulator.catalog)) },
  );
}

const withKept = (placement: Placement, kept: CapacityBuffers['kept']): Placement => {
  if (placement.capacityBuffers) return { ...placement, capacityBuffers: { ...placement.capacityBuffers, kept } };

  return placement;
};

type Placements = DescribedSides['placements'];

/** No nodes before and after the change are unknown nodes, unless something shows that there are none. */
function knownPlacements({ head, base }: SimulatedSides, { uncounted }: Known, placements: Placements): Placements {
  const sides = withBase(head, base);
  const all = withBase(placements.head, placements.base);
  const hasOtherPods = [uncounted.base, uncounted.head].some((side) => side.some(({ id }) => id === 'uncounted-pods'));
  const mayHaveNodes = hasOtherPods && all.every(({ unschedulable }) => unschedulable.length === 0);
  if (!all.every(isWithoutNodes) || (!mayHaveNodes && sides.some(hasKnownNodes))) return placements;

  const lacks = mayHaveNodes ? 'charts' : 'nodes';

  return {
    head: withUnknownNodes(placements.head, lacks),
    base: placements.base && withUnknownNodes(placements.base, lacks),
  };
}

/** The difference if chance moves nodes or cost on either side: with the same random choices, both may move in the same direction. */
function differenceByChance(
  { head, base }: Placements,
  { after, before }: { readonly after: SettledSide; readonly before: SettledSide },
  knowledge: KnownSides,
): DifferenceRanges | undefined {
  if (head.chance === undefined && base?.chance === undefined) return undefined;
  return differenceOf(caseClaimsOf(after, knowledge), caseClaimsOf(before, knowledge));
}

type DifferenceRanges = ReturnType<typeof differenceOf>;

/** Figures of nodes and cost that rest on the same knowledge. */
function figuresOf({ nodes, hourlyUsd }: DifferenceRanges, knowledge: Knowledge): CostFigures {
  const hourly = costFigure(hourlyUsd, knowledge);
  return {
    nodes: nodesFigure(nodes, knowledge),
    hourlyUsd: hourly,
    monthlyUsd: monthlyFigure(monthlyRange(hourly), hourly),
  };
}

function peakOf({ transitions, others }: FollowedCases, { head, base }: Placements): CostFigures {
  const { low, likely, high } = byReplicaCase((which) => transitions[which].peak);
  const peaks = others.map(({ peak }) => peak);

  const of = (figure: keyof Peak) =>
    withBounds(
      rangeOf(low[figure], likely[figure], high[figure]),
      peaks.map((peak) => peak[figure]),
    );

  const knowledge = [...head.because, ...(base?.because ?? [])];

  return figuresOf({ nodes: of('nodes'), hourlyUsd: of('hourlyUsd') }, knowledge);
}

function stayingOf({ staying }: Transition): Pick<Estimate, 'staying'> {
  if (staying === null) return {};
  const { hourlyUsd, nodes, reason } = staying;
  return { staying: { monthlyUsd: hourlyUsd * hoursPerMonth, nodes, reason } };
}

/** Whether nodes cost more than before only because the same pods are packed in another way once they restart. */
function isRepacked({ head, base }: Placements, sides: SimulatedSides, { areNewClustersAlike }: Transition): boolean {
  const [before, after] = [base?.hourlyUsd.likely ?? null, head.hourlyUsd.likely];
  if (!areNewClustersAlike || before === null || after === null || after <= before || sides.base === null) return false;
  return podsText(sides.head) === podsText(sides.base);
}

/** What decides where pods run. Images do not. */
const podsText = ({ simulation: { workloads } }: SimulatedSide): string =>
  JSON.stringify(
    [...workloads.workloads, ...workloads.daemonSets].map(({ kind, namespace, name, replicas, spec }) => [
      kind,
      namespace,
      name,
      replicas,
      spec,
    ]),
    (key, value: unknown) => (key === 'image' ? undefined : value),
  );

/** What the first round alone launches, including the nodes of static NodePools. */
function firstRoundOf(simulation: Simulation, { because }: Placement): CostFigures {
  const fixed = simulation.staticPools.flatMap(({ nodes }) => nodes.map(({ launch }) => launch));
  const launches = byReplicaCase((which) => [
    ...fixed,
    ...simulation.cases[which].rounds.first.results.newNodeClaims.map(({ launch }) => launch),
  ]);

  const usd = byReplicaCase((which) =>
    sumKnown(launches[which].map((launch) => ('error' in launch ? null : billedPrice(launch)))),
  );

  const hourlyUsd = rangeOf(usd.low, usd.likely, usd.high);
  const nodes = rangeOf(launches.low.length, launches.likely.length, launches.high.length);

  return figuresOf({ nodes, hourlyUsd }, because);
}

/** One simulator for both sides if they have the same settings, so that shared results are computed once. */
function simulators(
  input: EstimateInput,
  catalog: Catalog,
): { readonly headSimulator: Simulator; readonly baseSimulator: Simulator } {
  const { scenario } = input;
  const isWithout = scenario && limitsCapacity(scenario) ? scenario : undefined;

  const headSimulator = simulatorOf({
    ...input,
    catalog,
    isWithoutCapacity: isWithout && ((offering) => isWithoutCapacity(isWithout, offering, catalog)),
  });

  const { settings, karpenter } = input.before ?? input;

  const isSame =
    isWithout === undefined &&
    karpenter.version === input.karpenter.version &&
    settings.kubernetesVersion === input.settings.kubernetesVersion &&
    JSON.stringify(settings.karpenter) === JSON.stringify(input.settings.karpenter);

  return {
    headSimulator,
    baseSimulator: isSame ? headSimulator : simulatorOf({ ...input, catalog, settings, karpenter }),
  };
}

/** Adds the pods that run on, and cannot be scheduled again once their node is gone. */
function withLater<T extends { readonly head: Placement }>(
  placements: T,
  { simulation }: SimulatedSide,
  later: readonly string[],
): T {
  if (later.length === 0 || hasUnknownRoom(simulation)) return placements;

  const pods = unschedulable(simulation.cases.likely.rounds).filter(({ workload }) => later.includes(workload));
  return { ...placements, head: { ...placements.head, unschedulableLater: pods } };
}

/**
 * Findings about one side. Pods are reported as unschedulable only if there are NodePools and all of them are simulated: others might run
 * the pods. Whoever removes all NodePools knows that pods need other nodes, unless these are known and have no room.
 */
const findings = (
  { simulation, simulator }: SimulatedSide,
  { catalog, region, isRegionAssumed }: EstimateInput,
  { hasPools }: KnownSides,
  facts: Pick<WorkloadFacts, 'hadPools' | 'homes'>,
): readonly Diagnostic[] =>
  provisioningDiagnostics(simulation, simulator, {
    catalog: catalog!,
    region: isRegionAssumed || region === null ? undefined : region,
    areAllPoolsKnown:
      (hasNodePools(simulation) || (hasPools && areNodesKnown(simulation))) && !hasUnknownRoom(simulation),
    ...facts,
  }).toSorted(compareDiagnostics);

/** By workload: the NodePools whose nodes have its pods. */
function homesIn(side: Placement | null): ReadonlyMap<string, ReadonlySet<string>> {
  const homes = new Map<string, Set<string>>();
  for (const { name, nodeClaims } of side?.nodePools ?? [])
    for (const workload of nodeClaims.flatMap(({ workloads }) => Object.keys(workloads)))
      homes.set(workload, (homes.get(workload) ?? new Set()).add(name));

  return homes;
}

interface SideOfInput {
  readonly side: 'base' | 'head';
  /** Whether system pods that nothing names are assumed. */
  readonly assumes: boolean;
}

function simulateSide(input: EstimateInput, { side, assumes }: SideOfInput, simulator: Simulator): Simulation {
  const other = side === 'base' ? input.head : input.base;
  return simulate(
    {
      manifests: input[side]?.manifests ?? [],
      otherManifests: other?.manifests ?? [],
      ...(side === 'head' && input.base && { earlier: input.base.manifests }),
      live: input.live?.manifests,
      ...(side === 'head' &&
        input.scenario && {
          replicasOf: (workload, running) => replicasIn(input.scenario!, workload, running),
        }),
    },
    simulator,
    assumes,
  );
}

interface DescribedSides {
  /** Null if head is unknown. */
  readonly head: SimulatedSide | null;
  readonly base: SimulatedSide | null;
  readonly knowledge: KnownSides;
  readonly placements: { readonly head: Placement; readonly base: Placement | null };
  readonly likely: Pick<Transition, 'before' | 'after' | 'replacing' | 'admittedLater'>;
}

/** How a side settles, as far as sentences are about it. */
interface Settled {
  readonly circle: number | undefined;
  readonly replacing?: Transition['replacing'];
  readonly admittedLater?: Transition['admittedLater'] | undefined;
}

/** Assumptions about head, then those about base alone, which are marked. */
function assumptions({ head, base, knowledge, placements, likely }: DescribedSides): readonly Assumption[] {
  const linesOf = (
    side: SimulatedSide | null,
    placement: Placement | null,
    settling: Settled,
  ): readonly Assumption[] => {
    if (side === null || placement === null) return [];
    return assumptionsOf(side.simulation, side.simulator, { ...knowledge, placement, ...settling });
  };

  const { replacing, admittedLater } = likely;
  const after = linesOf(head, placements.head, { circle: likely.after.circle, replacing, admittedLater });
  const shown = new Set(after.map(({ text }) => text));
  // One sentence says how old prices are: that about the nodes after the change.
  const isTold = ({ text }: Assumption): boolean =>
    shown.has(text) || (isAboutPriceLists(text) && after.some((line) => isAboutPriceLists(line.text)));
  const before = linesOf(base, placements.base, { circle: likely.before?.circle }).filter((line) => !isTold(line));

  return [...after, ...before.map((line) => ({ ...line, text: `Before the change: ${line.text}` }))];
}

const nothing = { nodes: rangeOf(0, 0, 0), hourlyUsd: rangeOf(0, 0, 0), because: [] };

/** A side whose Jobs end at some time, so that its figures are those of its most expensive hours. */
function withEndingJobs<Side extends Placement | null>(side: Side): Side {
  if (side === null || !hasJobs(side)) return side;

  const because: Knowledge = [...side.because, { id: 'ending-jobs', makes: 'atMost' }];
  const hourlyUsd = ofSide(costFigure(side.hourlyUsd, because));
  const nodes = ofSide(nodesFigure(side.nodes, because));
  return { ...side, because, nodes, hourlyUsd, monthlyUsd: monthlyFigure(side.monthlyUsd, hourlyUsd) };
}

function estimateOf(
  input: EstimateInput,
  sides: { readonly head: Placement; readonly base: Placement | null },
  {
    lines,
    ranges,
    change = 'none',
    ...more
  }: Pick<Estimate, 'peak' | 'firstRound' | 'staying' | 'isRepacked'> & {
    readonly lines: readonly Assumption[];
    /** The difference, if it is not that of the figures of both sides. */
    readonly ranges?: DifferenceRanges | undefined;
    /** What the change does to pods that are not counted. */
    readonly change?: UncountedChange;
  },
): Estimate {
  const isOfJobs = sides.base !== null && jobsOfRise(sides.base, sides.head).length > 0;
  const [base, head] = isOfJobs ? [withEndingJobs(sides.base), withEndingJobs(sides.head)] : [sides.base, sides.head];
  const before = base ?? nothing;
  const between = ranges ?? {
    nodes: rangeDifference(head.nodes, before.nodes),
    hourlyUsd: rangeDifference(head.hourlyUsd, before.hourlyUsd),
  };

  return {
    region: input.region,
    regionSource: input.regionSource,
    currency: 'USD',
    ...(input.settings.currency && { shownIn: input.settings.currency }),
    hoursPerMonth,
    karpenterVersion: input.karpenter.version,
    assumptions: lines.map(({ text }) => text),
    keyAssumptions: lines.flatMap(({ text, canMoveFigures }) => {
      if (canMoveFigures) return [text];
      return [];
    }),
    base,
    head,
    ...more,
    difference: figuresOf(between, knowledgeOfDifference(before.because, head.because, change)),
  };
}

function withoutCatalog(input: EstimateInput): EstimateResult {
  const why = () => {
    if (input.region === null)
      return 'The region is unknown, and so are nodes and cost. Pass `--region` or set `region` in the configuration.';
    return `No instance types and prices are known for region \`${input.region}\`, so nodes and cost are unknown.`;
  };

  const unknown = unknownPlacement('region');
  const base = input.base === null ? null : unknown;

  return {
    estimate: estimateOf(
      input,
      { head: unknown, base },
      { lines: [{ text: why(), canMoveFigures: true }], peak: null, firstRound: null },
    ),
    diagnostics: [],
    baseDiagnostics: [],
    headSimulation: null,
    baseSimulation: null,
    headSimulator: null,
    baseSimulator: null,
    transition: null,
    causes: { effects: new Map() },
  };
}
