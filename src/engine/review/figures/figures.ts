import type { Change } from '../../change.ts';
import type { Estimate, MissingInput } from '../../cost/estimate.ts';
import { type EstimateResult, estimateCost } from '../../cost/estimate-cost.ts';
import { findWorkload } from '../../cost/find-workload.ts';
import { traceableWorkloads, traceOf } from '../../cost/trace.ts';
import { disruption, nodeEffects } from '../../disruption/disruption.ts';
import type { Disruption } from '../../disruption/disruption-data.ts';
import { expiryDiagnostics } from '../../disruption/forecast/expiry-diagnostics.ts';
import { graceSeconds } from '../../disruption/forecast/grace-period.ts';
import type { ManifestSet } from '../../manifest/manifest-set.ts';
import { readWorkloads } from '../../provisioning/pods/workloads.ts';
import { snapshotCaveats, withSnapshots } from '../../provisioning/snapshot/read-snapshot.ts';
import type { Context } from '../context.ts';
import type { Explained } from '../review-data.ts';
import type { Target } from '../target.ts';
import { liveCaveats } from './live-caveats.ts';
import { nodeCounts } from './node-counts.ts';
import { oneCluster } from './one-cluster.ts';
import type { ReviewFigures } from './review-figures.ts';

/** Nodes, cost, and what becomes of running nodes. */
export const figures: ReviewFigures = { estimate, withCaveats, forecast, expiryDiagnostics, explained };

function estimate(
  { target, settings, karpenter, catalog, facts, before, base, head, live }: Context,
  changes: readonly Change[],
): EstimateResult {
  const { region, regionSource, zoneHints } = target;
  const sides = { base: base && oneCluster(base).set, head: oneCluster(head).set };
  return estimateCost({
    ...sides,
    live: live && { ...live, manifests: withSnapshots(live.manifests) },
    settings,
    region,
    regionSource,
    zoneHints,
    catalog,
    providers: facts.providers,
    karpenter,
    before,
    isHeadUnknown: changes.some(({ type }) => type === 'unknown'),
    ...(sides.base && {
      effects: nodeEffects({ base: sides.base, head: sides.head, changes, providers: facts.providers }),
    }),
  });
}

function explained(wanted: string, estimated: EstimateResult | null): Explained {
  const { headSimulation: simulation = null, headSimulator: simulator = null } = estimated ?? {};
  if (simulation === null || simulator === null) return 'unknown';
  const found = findWorkload(traceableWorkloads(simulation), wanted);
  return 'workload' in found ? { trace: traceOf(found.workload, simulation, simulator) } : found;
}

function forecast(
  { base, head, live, pack, karpenter, catalog, facts, settings }: Context,
  changes: readonly Change[],
  estimated: EstimateResult | null,
): Disruption | null {
  if (base === null) return null;
  const placement = estimated?.estimate.base ?? null;
  const running = estimated?.baseSimulation?.existing.nodes ?? [];
  const [before, after] = [oneCluster(base).set, oneCluster(head).set];
  const counts = nodeCounts({ placement, running, base: before, head: after, catalog });
  const { clusterCABundle } = settings.karpenter;
  return disruption({
    ...{ base: before, head: after, changes, providers: facts.providers, pack, karpenter, clusterCABundle, ...counts },
    forecasts: estimated?.transition?.forecasts ?? null,
    graceSeconds: (nodePool) => graceSeconds(nodePool, estimated?.baseSimulation ?? null),
    live: live === null ? [] : withSnapshots(live.manifests),
    consolidated: estimated?.transition?.spared ?? null,
    today: settings.today,
  });
}

/** What the figures lack as a whole stands before everything else that they rest on. */
function withCaveats(estimate: Estimate, context: Context): Estimate {
  const { base, head, target, live, settings } = context;
  const lacks = estimate.head?.lacks;
  const { today } = settings;
  const { caveat } = oneCluster(head);
  const nodePools = new Set(
    [base, head]
      .flatMap((set) => set?.manifests ?? [])
      .flatMap(({ kind, name }) => (kind === 'NodePool' ? [name] : [])),
  );
  const caveats = [
    ...(caveat === undefined ? [] : [caveat]),
    ...sharedCaveat(context),
    ...unreadCaveat(head, lacks),
    // Without NodePools there are no figures that a region could move.
    ...(lacks === 'NodePools' ? [] : regionCaveat(target)),
    ...snapshotCaveats(live?.manifests ?? [], { manifests: head.manifests, today }),
    ...(live === null
      ? []
      : liveCaveats({ live: { ...live, manifests: withSnapshots(live.manifests) }, nodePools, region: target.region })),
  ];
  return caveats.length === 0 ? estimate : { ...estimate, assumptions: [...caveats, ...estimate.assumptions] };
}

function unreadCaveat(head: ManifestSet, lacks: MissingInput | undefined): string[] {
  const files = [...new Set(head.files.filter((file) => file.isBroken).map((file) => file.source.file))];
  if (files.length === 0) return [];
  const shown = files.slice(0, 3).map((file) => `\`${file}\``);
  const where = `${shown.join(', ')}${files.length > 3 ? ` and ${files.length - 3} more` : ''}`;
  return lacks === 'objects'
    ? [`What stands in ${where} can no longer be read, so neither nodes nor cost are known.`]
    : [`Not counted is what stands in ${where}, which cannot be read.`];
}

/** Pods of no environment are counted in each: nobody says in which of them they run. */
function sharedCaveat({ environment, head, owns }: Context): string[] {
  if (environment === null) return [];
  const { length } = readWorkloads(head.manifests.filter(({ source }) => !owns(source.file))).workloads;
  if (length === 0) return [];
  return [
    `${length === 1 ? '1 workload stands' : `${length} workloads stand`} in the \`paths\` of no environment, so that each environment counts the pods.`,
  ];
}

const regionCaveat = ({ isRegionAssumed, region, regionSource }: Target): string[] =>
  isRegionAssumed
    ? [
        `The region is ${regionSource}. The figures are those of ${region}; \`--region\` or \`region\` in plumbline.yaml says which it is.`,
      ]
    : [];
