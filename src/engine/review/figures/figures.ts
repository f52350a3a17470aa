import type { Estimate, MissingInput, Placement } from '../../cluster/cost/estimate.ts';
import { type EstimateInput, type EstimateResult, estimateCost } from '../../cluster/cost/estimate-cost.ts';
import { findWorkload } from '../../cluster/cost/find-workload.ts';
import { asBounds } from '../../cluster/cost/knowledge.ts';
import { traceableWorkloads, traceOf } from '../../cluster/cost/trace.ts';
import { disruption, nodeEffects } from '../../cluster/disruption/disruption.ts';
import type { Disruption } from '../../cluster/disruption/forecast/disruption-data.ts';
import { expiryDiagnostics } from '../../cluster/disruption/forecast/expiry-diagnostics.ts';
import { graceSeconds, graceSecondsOfOthers, heldUntilTheEnd } from '../../cluster/disruption/forecast/grace-period.ts';
import { readWorkloads } from '../../cluster/provisioning/pods/workloads.ts';
import { snapshotCaveats, withSnapshots } from '../../cluster/provisioning/snapshot/read-snapshot.ts';
import type { AskedScenario } from '../../cluster/what-if/what-if.ts';
import { notMade, uncountedNames } from '../../files/sources/uncounted-pods.ts';
import { otherCloudIn } from '../../karpenter/cloud-provider/cloud-provider.ts';
import type { Change } from '../../manifest/change.ts';
import { isRefusedByTerraform, type ManifestSet } from '../../manifest/manifest-set.ts';
import type { Manifest } from '../../manifest/model/manifest.ts';
import { hazards } from '../../rules/hazards/hazards.ts';
import type { Diagnostic } from '../../text/diagnostic.ts';
import { listIf, optional } from '../../text/list-if.ts';
import { byCount, plural } from '../../text/words/plural.ts';
import { firstNames, quoted } from '../../text/words/quoted-names.ts';
import type { Context } from '../context/context.ts';
import type { AnsweredScenario, Explained, WhatIf } from '../context/review-data.ts';
import type { ReviewFigures } from '../context/review-figures.ts';
import type { Target } from '../context/target.ts';
import { acceptedObjects, refusedCaveat } from './accepted-objects.ts';
import { leftOutWorkloads } from './left-out-workloads.ts';
import { isOfOtherCluster, liveCaveats, unusedCaveat } from './live-caveats.ts';
import { nodeCounts } from './node-counts.ts';
import { oneCluster } from './one-cluster.ts';
import { resolvedScenario } from './resolved-scenario.ts';
import { tellingScenario } from './telling-scenario.ts';

/** Nodes, cost, and what happens to running nodes. */
export const figures: ReviewFigures = {
  estimate,
  withCaveats,
  forecast,
  expiryDiagnostics,
  hazards: hazardsOf,
  whatIf,
  telling,
  explained,
};

function estimate(context: Context, changes: readonly Change[], unready: ReadonlyMap<string, string>): EstimateResult {
  const { facts, before, base, head, uncounted } = context;
  const sides = { base: base && oneCluster(base, head).set, head: acceptedObjects(context).set };

  return estimateCost({
    ...clusterOf(context),
    ...sides,
    before,
    unready,
    uncounted,
    isRemovalUnknown: context.kept.some(
      ({ keeping, manifest }) => keeping.isUnknown && context.sees(manifest.source.file),
    ),
    leftOut: (workloads) => leftOutWorkloads(context, workloads),
    isHeadUnknown: changes.some(({ type }) => type === 'unknown'),
    ...(sides.base && {
      effects: nodeEffects({
        base: sides.base,
        head: sides.head,
        changes,
        providers: facts.providers,
        images: imagesOf(context),
      }),
    }),
  });
}

/** What decides whether node classes find images after the change. */
const imagesOf = ({ settings: { kubernetesVersion }, catalog }: Context) => {
  if (kubernetesVersion === undefined) return undefined;
  return { kubernetes: kubernetesVersion, catalog };
};

/** What both sides of an estimate have in common. */
function clusterOf({
  target,
  settings,
  karpenter,
  catalog,
  facts,
  live,
}: Context): Omit<EstimateInput, 'base' | 'head'> {
  const { region, regionSource, isRegionAssumed, zoneHints } = target;
  return {
    live: live && { ...live, manifests: withSnapshots(live.manifests) },
    settings,
    karpenter,
    catalog,
    region,
    regionSource,
    isRegionAssumed,
    zoneHints,
    providers: facts.providers,
  };
}

/**
 * The scenario that the change makes worse. With a snapshot it is unknown, because a scenario starts from the cluster before the change. It is also
 * unknown if the change keeps nodes that a new cluster would not have, because a scenario starts from a new one.
 */
function telling(context: Context, { estimate }: EstimateResult): WhatIf | undefined {
  const asked = context.live === null ? tellingScenario(estimate) : undefined;
  const answered = asked && whatIf(context, asked);
  if (typeof answered !== 'object' || !('whatIf' in answered)) return undefined;
  if (isSameCluster(answered.whatIf.estimate.base, estimate.head)) return answered.whatIf;
  return undefined;
}

/** Whether two sides have as many nodes at the same cost. */
const isSameCluster = (a: Placement | null, b: Placement | null): boolean =>
  a?.nodes.likely === b?.nodes.likely && a?.hourlyUsd.likely === b?.hourlyUsd.likely;

/** What a scenario does to the cluster of head, compared with nothing happening. */
function whatIf(context: Context, asked: AskedScenario): AnsweredScenario {
  const { set } = acceptedObjects(context);
  const cluster = clusterOf(context);
  if (cluster.catalog === null || set.manifests.length === 0) return 'unknown';

  const facts = { manifests: set.manifests, live: cluster.live?.manifests ?? [], catalog: cluster.catalog };
  const scenario = resolvedScenario(asked, facts);
  if ('what' in scenario) return { unknownName: scenario };

  const { estimate, transition } = estimateCost({
    ...cluster,
    base: set,
    head: set,
    scenario,
    uncounted: { base: context.uncounted.head, head: context.uncounted.head },
  });

  if (transition === null) return 'unknown';

  const { environment } = context;
  // What would be cheaper is another question.
  const answer = estimate.head && { ...estimate, head: { ...estimate.head, alternatives: [] } };

  return {
    whatIf: { scenario, environment, estimate: withCaveats(answer ?? estimate, context), lost: transition.lost },
  };
}

function hazardsOf(
  context: Context,
  changes: readonly Change[],
  { result, disruption }: { readonly result: EstimateResult; readonly disruption: Disruption },
): readonly Diagnostic[] {
  const { base, head, live, settings } = context;
  if (base === null) return [];

  return hazards({
    base: oneCluster(base, head).set,
    head: acceptedObjects(context).set,
    changes,
    result,
    disruption,
    live: live === null ? [] : withSnapshots(live.manifests),
    today: settings.today,
  });
}

function explained(wanted: string, estimated: EstimateResult | null): Explained {
  const { headSimulation: simulation = null, headSimulator: simulator = null } = estimated ?? {};
  if (simulation === null || simulator === null) return 'unknown';
  const workload = findWorkload(traceableWorkloads(simulation), wanted);
  if ('workload' in workload) return { trace: traceOf(workload.workload, simulation, simulator) };
  return workload;
}

function forecast(context: Context, changes: readonly Change[], estimated: EstimateResult | null): Disruption | null {
  const { base, head, live, pack, karpenter, catalog, facts, settings } = context;
  if (base === null) return null;

  const placement = estimated?.estimate.base ?? null;
  const running = estimated?.baseSimulation?.existing.nodes ?? [];
  const [before, after] = [oneCluster(base, head).set, acceptedObjects(context).set];
  const isLiveKnown = live !== null;
  const areReservationsKnown = Object.keys(settings.capacityReservations).length > 0;
  const counts = nodeCounts({
    placement,
    running,
    isLiveKnown,
    areReservationsKnown,
    base: before,
    head: after,
    catalog,
  });
  const { clusterCABundle } = settings.karpenter;

  return disruption({
    base: before,
    head: after,
    changes,
    providers: facts.providers,
    images: imagesOf(context),
    pack,
    karpenter,
    karpenterBefore: context.before.karpenter,
    clusterCABundle,
    ...counts,
    forecasts: estimated?.transition?.forecasts ?? null,
    restarts: estimated?.transition?.restarts ?? null,
    graceSeconds: (nodePool) => graceSeconds(nodePool, estimated?.baseSimulation ?? null),
    graceSecondsOfOthers: (nodePool) => graceSecondsOfOthers(nodePool, estimated?.baseSimulation ?? null),
    waitsFor: (nodePool) => heldUntilTheEnd(nodePool, estimated?.baseSimulation ?? null),
    live: live === null ? [] : withSnapshots(live.manifests),
    consolidated: estimated?.transition?.spared ?? null,
    consolidation: estimated?.transition?.consolidation,
    today: settings.today,
  });
}

/** Adds what is wrong with the input as a whole, before all other assumptions. */
function withCaveats(estimate: Estimate, context: Context): Estimate {
  const { base, head, target, live, settings } = context;
  const lacks = estimate.head?.lacks;
  const { today } = settings;
  const { caveat } = oneCluster(head, base);

  const nodePools = new Set(
    [base, head]
      .flatMap((set) => set?.manifests ?? [])
      .filter(({ kind }) => kind === 'NodePool')
      .map(({ name }) => name),
  );

  const seen = live && { ...live, manifests: withSnapshots(live.manifests) };

  const caveats = [
    ...optional(caveat),
    ...refusedCaveat(context),
    ...sharedCaveat(context),
    ...unreadCaveat(head, lacks),
    ...(live === null ? uncountedCaveat(context.uncounted, estimate.head ?? estimate.base) : []),
    // Without NodePools, or on another cloud, there are no figures that depend on the region.
    ...(lacks === 'NodePools' || otherCloudIn(head.manifests, context.facts.providers) !== undefined
      ? []
      : regionCaveat(target)),
    ...snapshotCaveats(live?.manifests ?? [], { manifests: head.manifests, today, exact: exactFigures(estimate) }),
    ...(context.unusedLive ? [unusedCaveat(context.unusedLive)] : []),
    ...(seen === null ? [] : liveCaveats({ live: seen, nodePools, region: target.region, today })),
  ];

  if (caveats.length === 0) return estimate;

  const { assumptions, keyAssumptions } = estimate;

  return {
    ...estimate,
    ...(seen !== null && isOfOtherCluster(seen, nodePools) && { isOfOtherCluster: true }),
    assumptions: [...caveats, ...assumptions],
    keyAssumptions: [...caveats, ...keyAssumptions],
  };
}

/** Which figures a snapshot makes exact; undefined if none. */
function exactFigures({ base, head }: Estimate): string | undefined {
  const before = exactIn(base);
  const after = exactIn(head);
  if (before !== undefined && before === after) return `Exact with it: ${before} before and after the change.`;
  if (before !== undefined) return `Exact with it: ${before} before the change.`;
  if (base === null && after !== undefined) return `Exact with it: ${after}.`;
  return undefined;
}

/** What of a side is as a snapshot shows it: its nodes, and their cost unless a price is an estimate or may vary. */
function exactIn(side: Placement | null): 'nodes and cost' | 'nodes' | undefined {
  const claims = side?.nodePools.flatMap(({ nodeClaims }) => nodeClaims) ?? [];
  const isShown = claims.length > 0 && claims.every(({ node }) => node !== undefined);
  if (side?.nodes.certainty !== 'exact' || !isShown) return undefined;
  if (side.isSeen && side.because.length === 0) return 'nodes and cost';
  return 'nodes';
}

function unreadCaveat(head: ManifestSet, lacks: MissingInput | undefined): string[] {
  const broken = head.files.filter((file) => file.isBroken);
  const name = ({ source }: ManifestSet['files'][number]): string => source.file;
  const refused = broken.filter(isRefusedByTerraform).map(name);
  if (lacks === 'objects' && refused.length === broken.length)
    return [`Terraform refuses ${shownFiles(refused)}, so nodes and cost are unknown.`];
  if (lacks === 'objects')
    return [`${shownFiles(broken.map(name))} can no longer be read, so nodes and cost are unknown.`];

  const files = broken.filter((file) => !isUnrendered(file) && !isRefusedByTerraform(file)).map(name);
  const roots = broken.filter(isUnrendered).map(name);

  return [
    ...listIf(
      files.length > 0,
      `${shownFiles(files)} could not be read and ${byCount(files.length, 'is', 'are')} not counted.`,
    ),
    ...listIf(refused.length > 0, `The figures count what ${shownFiles(refused)} says, although Terraform refuses it.`),
    ...listIf(roots.length > 0, `What ${shownFiles(roots)} renders to is unknown and not counted.`),
  ];
}

function uncountedCaveat({ base, head }: Context['uncounted'], placement: Placement | null): string[] {
  const names = uncountedNames(notMade([...base, ...head]));
  if (names.length === 0) return [];
  return [`The pods of ${firstNames(names.map(quoted))} are not counted${asBounds(placement, 'lower')}.`];
}

/** Whether a file only stands for a finding about a kustomization or chart that was not rendered. */
const isUnrendered = ({ diagnostics }: ManifestSet['files'][number]): boolean =>
  diagnostics.length > 0 && diagnostics.every(({ code }) => code.startsWith('render/'));

const shownFiles = (all: readonly string[]): string => firstNames([...new Set(all)].map(quoted));

/** Pods that belong to no configured environment are counted in each one. If clusters are inferred, nothing says that pods run in each of them. */
function sharedCaveat({ environment, head, owns, clusters, written }: Context): string[] {
  if (environment === null) return [];

  const ofNoCluster = written.manifests.filter(({ source }) => clusters.clustersOf(source).length === 0);
  const seen = new Set(head.manifests);
  const uncounted = countOf(ofNoCluster.filter((manifest) => !seen.has(manifest)));
  const counted = countOf(head.manifests.filter(({ source }) => !owns(source.file)));

  return [
    ...listIf(
      counted !== 0,
      `${workloadsAre(counted)} in the \`paths\` of no environment, so each environment counts ${byCount(counted, 'its', 'their')} pods.`,
    ),
    // If nothing counts, figures say why.
    ...(uncounted === 0 || countOf(head.manifests) === 0
      ? []
      : [
          `Nothing says in which of the clusters ${plural(uncounted, 'workload')} ${byCount(uncounted, 'runs', 'run')}, so no cluster counts ${byCount(uncounted, 'its', 'their')} pods. Set \`environments\` in plumbline.yaml.`,
        ]),
  ];
}

const countOf = (manifests: readonly Manifest[]): number => readWorkloads(manifests).workloads.length;

const workloadsAre = (count: number): string => {
  if (count === 1) return '1 workload is';
  return `${count} workloads are`;
};

const regionCaveat = ({ isRegionAssumed, region, regionSource }: Target): string[] => {
  if (isRegionAssumed)
    return [
      `The region is ${regionSource}. The figures are for ${region}. Pass \`--region\` or set \`region\` in plumbline.yaml.`,
    ];

  return [];
};
