import { karpenter as capabilities, type Karpenter } from './api/karpenter.ts';
import type { Settings } from './api/settings.ts';
import { regionsWithoutCatalog } from './catalog/aws-regions.ts';
import type { Catalog } from './catalog/catalog.ts';
import type { Estimate, Lack } from './cost/estimate.ts';
import { type EstimateResult, estimateCost } from './cost/estimate-cost.ts';
import { type FoundWorkload, findWorkload } from './cost/find-workload.ts';
import { type Trace, traceable, traceOf } from './cost/trace.ts';
import { compareDiagnostics, type Diagnostic } from './diagnostic.ts';
import type { Change } from './diff/change.ts';
import { diff } from './diff/diff.ts';
import { type Disruption, disruption } from './disruption/disruption.ts';
import { type Drifting, driftForecast } from './disruption/drift-forecast.ts';
import type { Facts } from './facts.ts';
import { withoutExplained } from './lint/explained.ts';
import { lint } from './lint/lint.ts';
import { applySuppressions } from './lint/suppressions.ts';
import { type ManifestSet, manifestSet, type ParsedFile, unreadFile } from './manifest/manifest-set.ts';
import { parseManifests } from './manifest/parse.ts';
import { snapshotCaveats, withSnapshots } from './provisioning/snapshot/read-snapshot.ts';
import { withNovelty } from './review/findings.ts';
import { nodeCounts } from './review/node-counts.ts';
import { type Target, targetOf } from './review/target.ts';
import type { CrdPack } from './schema/crd-pack.ts';
import { validateSchema } from './schema/validate.ts';
import type { Source } from './source.ts';

/** One side's files as a host read them. */
export interface SourceSet {
  /** Files that may hold manifests. */
  readonly sources: readonly Source[];
  /** Files that may tell region, Karpenter version and settings. */
  readonly hintSources: readonly Source[];
  /** `io/…` findings: what those files hold is unknown. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Everything a review rests on. Sources that are the same object on both sides are the same file. */
export interface ReviewInput {
  /** Null: there is nothing to compare with, everything is new. */
  readonly base: SourceSet | null;
  readonly head: SourceSet;
  /** Live state (`--cluster`). */
  readonly live?: SourceSet;
  readonly settings: Settings;
  readonly facts: Facts;
  /** plumbline's own version. */
  readonly version: string;
  /** What to work out; everything by default. */
  readonly stages?: { readonly findings?: boolean; readonly estimate?: boolean };
  /** A workload of head, or a part of its name, whose way to its nodes is to be told. */
  readonly explain?: string;
}

/** The decision trace that was asked for; `unknown` where there is nothing to simulate. */
export type Explained = { readonly trace: Trace } | Exclude<FoundWorkload, { workload: string }> | 'unknown';

/** A finding in head. */
export interface Finding {
  readonly diagnostic: Diagnostic;
  /** The change brings it; older ones are listed and do not fail. */
  readonly isNew: boolean;
}

/** A finding that somebody silenced, with the reason given. */
export interface Suppressed {
  readonly diagnostic: Diagnostic;
  readonly reason: string;
  readonly by: 'comment' | 'configuration';
  /** The suppression comes with the change itself: shown, and never satisfies the gate. */
  readonly isNew: boolean;
}

/** Everything a report says, as data. */
export interface Review {
  readonly tool: { readonly name: 'plumbline'; readonly version: string };
  /** False: there is nothing to compare with, everything is new. */
  readonly hasBase: boolean;
  /** In total order: file, start, code. */
  readonly findings: readonly Finding[];
  readonly suppressed: readonly Suppressed[];
  readonly changes: readonly Change[];
  readonly disruption: Disruption;
  /** Null for `check`, and when there is nothing to simulate. */
  readonly estimate: Estimate | null;
  /** The canonical plan has its own issue. */
  readonly plan: null;
  /** Karpenter's minor, and where it was found. */
  readonly karpenterVersion: string;
  readonly karpenterVersionSource: string;
  /** Only where a workload was to be explained. */
  readonly explained?: Explained;
  /** File → text of head (of base where only base has the file), for code frames. */
  readonly texts: ReadonlyMap<string, string>;
  /** False: the change touches nothing that plumbline looks at. */
  readonly isRelevant: boolean;
}

/** What all stages share. */
interface Context {
  readonly input: ReviewInput;
  readonly target: Target;
  readonly pack: CrdPack;
  readonly karpenter: Karpenter;
  /** Null where nothing is known of the region's instance types. */
  readonly catalog: Catalog | null;
  readonly base: ManifestSet | null;
  readonly head: ManifestSet;
  readonly live: ManifestSet | null;
}

/** Reviews a change: what is wrong, what differs, what the cluster does about it and what that costs. */
export function review(input: ReviewInput): Review {
  const context = contextOf(input);
  const { base, head, pack, target } = context;
  const changes = base === null ? [] : diff(base, head, pack);
  const isHeadUnknown = changes.some(({ type }) => type === 'unknown');
  const estimated = input.stages?.estimate === false || !hasObjects(context) ? null : estimate(context, isHeadUnknown);
  const { kept, suppressed } = findings(context, estimated);
  return {
    tool: { name: 'plumbline', version: input.version },
    hasBase: base !== null,
    findings: kept,
    suppressed,
    changes,
    disruption: forecast(context, changes, estimated),
    estimate: estimated && withCaveats(estimated.estimate, context),
    plan: null,
    karpenterVersion: target.karpenterVersion,
    karpenterVersionSource: target.karpenterVersionSource,
    texts: textsOf(context),
    ...(input.explain !== undefined && { explained: explained(input.explain, estimated) }),
    isRelevant: isRelevant({ hasBase: base !== null, kept, suppressed, changes, estimated, head }),
  };
}

function contextOf(input: ReviewInput): Context {
  const parsed = new Map<Source, ParsedFile>();
  const parse = (source: Source): ParsedFile => {
    const file = parsed.get(source) ?? parseManifests(source, { set: input.settings.set });
    parsed.set(source, file);
    return file;
  };
  const setOf = (side: SourceSet): ManifestSet =>
    manifestSet([...side.sources.map(parse), ...side.diagnostics.map(unreadFile)]);
  const head = setOf(input.head);
  const target = targetOf(input);
  const settings: Settings = {
    ...input.settings,
    karpenter: { ...target.karpenterSettings, ...input.settings.karpenter },
  };
  return {
    input: { ...input, settings },
    target,
    pack: input.facts.crds(target.karpenterVersion),
    karpenter: capabilities(target.karpenterVersion),
    catalog: regionsWithoutCatalog.includes(target.region) ? null : input.facts.catalog(target.region),
    base: input.base && setOf(input.base),
    head,
    live: input.live ? setOf(input.live) : null,
  };
}

const hasObjects = ({ base, head }: Context): boolean => head.manifests.length > 0 || (base?.manifests.length ?? 0) > 0;

function estimate(
  { input, target, karpenter, catalog, base, head, live }: Context,
  isHeadUnknown: boolean,
): EstimateResult {
  const { settings } = input;
  const { region, regionSource, zoneHints } = target;
  return estimateCost({
    base,
    head,
    live: live && { ...live, manifests: withSnapshots(live.manifests) },
    settings,
    region,
    regionSource,
    zoneHints,
    catalog,
    karpenter,
    isHeadUnknown,
  });
}

/** Findings of both sides, so that older ones are told from new ones; then what somebody silenced is taken out. */
function findings(context: Context, estimated: EstimateResult | null): Pick<Judged, 'kept' | 'suppressed'> {
  const { input, base, head } = context;
  if (input.stages?.findings === false) {
    const own = (estimated?.diagnostics ?? []).toSorted(compareDiagnostics);
    return { kept: withNovelty(own, estimated?.baseDiagnostics ?? null), suppressed: [] };
  }
  const inHead = judge(context, head, base, estimated?.diagnostics ?? []);
  const inBase = base && judge(context, base, null, estimated?.baseDiagnostics ?? []);
  return { kept: withNovelty(inHead.diagnostics, inBase?.diagnostics ?? null), suppressed: inHead.suppressed };
}

interface Judged {
  readonly kept: readonly Finding[];
  readonly suppressed: readonly Suppressed[];
  readonly diagnostics: readonly Diagnostic[];
}

function judge(
  { input, pack, karpenter, catalog, target }: Context,
  side: ManifestSet,
  base: ManifestSet | null,
  provisioning: readonly Diagnostic[],
): Pick<Judged, 'diagnostics' | 'suppressed'> {
  const { settings, facts, stages } = input;
  const schemaContext = {
    ...(base && { base: base.manifests }),
    ...(settings.kubernetesVersion !== undefined && { kubernetesVersion: settings.kubernetesVersion }),
    crds: facts.crds,
    isKarpenterAssumed: target.isKarpenterAssumed,
  };
  const all = [
    ...side.files.flatMap((file) => file.diagnostics),
    ...validateSchema(side.manifests, pack, schemaContext),
    ...lint({ head: side, base, karpenter, catalog, isRegionAssumed: target.isRegionAssumed, settings }),
    ...provisioning,
  ];
  const isJudged = (code: string): boolean => stages?.estimate !== false || !code.startsWith('provisioning/');
  const { kept, suppressed } = applySuppressions({ diagnostics: all, head: side, base, settings, isJudged });
  return { diagnostics: withoutExplained(kept).toSorted(compareDiagnostics), suppressed };
}

function explained(wanted: string, estimated: EstimateResult | null): Explained {
  const { headSimulation: simulation = null, ground = null } = estimated ?? {};
  if (simulation === null || ground === null) return 'unknown';
  const found = findWorkload(traceable(simulation), wanted);
  return 'workload' in found ? { trace: traceOf(found.workload, simulation, ground) } : found;
}

const noDisruption: Disruption = { nodePools: [], nodeClasses: [] };

function forecast(
  { base, head, pack, karpenter, catalog, input }: Context,
  changes: readonly Change[],
  estimated: EstimateResult | null,
): Disruption {
  if (base === null) return noDisruption;
  const placement = estimated?.estimate.base ?? null;
  const running = estimated?.baseSimulation?.existing.nodes ?? [];
  const counts = nodeCounts({ placement, running, base, head, catalog });
  const { clusterCABundle } = input.settings.karpenter;
  return disruption({
    ...{ base, head, changes, pack, karpenter, clusterCABundle, ...counts },
    forecast: (drifting) => forecastDrift(estimated, drifting),
    today: input.settings.today,
  });
}

function forecastDrift(estimated: EstimateResult | null, drifting: Drifting): ReturnType<typeof driftForecast> {
  const { baseSimulation, headSimulation, ground } = estimated ?? {};
  if (!baseSimulation || !headSimulation || !ground) return null;
  return driftForecast({ base: baseSimulation, head: headSimulation, ground }, drifting);
}

/** What the figures lack as a whole stands before everything else that they rest on. */
function withCaveats(estimate: Estimate, context: Context): Estimate {
  const { head, target, live, input } = context;
  const lacks = estimate.head?.lacks;
  const { today } = input.settings;
  const caveats = [
    ...unreadCaveat(head, lacks),
    // Without NodePools there are no figures that a region could move.
    ...(lacks === 'NodePools' ? [] : regionCaveat(target)),
    ...snapshotCaveats(live?.manifests ?? [], { manifests: head.manifests, today }),
  ];
  return caveats.length === 0 ? estimate : { ...estimate, assumptions: [...caveats, ...estimate.assumptions] };
}

function unreadCaveat(head: ManifestSet, lacks: Lack | undefined): string[] {
  const files = head.files.filter((file) => file.isBroken).map((file) => file.source.file);
  if (files.length === 0) return [];
  const shown = files.slice(0, 3).map((file) => `\`${file}\``);
  const where = `${shown.join(', ')}${files.length > 3 ? ` and ${files.length - 3} more` : ''}`;
  return lacks === 'objects'
    ? [`What stands in ${where} can no longer be read, so neither nodes nor cost are known.`]
    : [`Not counted is what stands in ${where}, which cannot be read.`];
}

const regionCaveat = ({ isRegionAssumed, region, regionSource }: Target): string[] =>
  isRegionAssumed
    ? [
        `The region is ${regionSource}. The figures are those of ${region}; \`--region\` or \`region\` in plumbline.yaml says which it is.`,
      ]
    : [];

/** Texts of the files that a report may quote. */
function textsOf({ base, head }: Context): Map<string, string> {
  const files = [...(base?.files ?? []), ...head.files];
  return new Map(files.map(({ source }) => [source.file, source.text]));
}

interface Outcome {
  readonly hasBase: boolean;
  readonly kept: readonly Finding[];
  readonly suppressed: readonly Suppressed[];
  readonly changes: readonly Change[];
  readonly estimated: EstimateResult | null;
  readonly head: ManifestSet;
}

function isRelevant({ hasBase, kept, suppressed, changes, estimated, head }: Outcome): boolean {
  if (!hasBase) return head.manifests.length > 0 || kept.length > 0;
  const { nodes, hourlyUsd } = estimated?.estimate.difference ?? {};
  const isMoved = [nodes, hourlyUsd].some((range) => range && [range.low, range.likely, range.high].some(Boolean));
  return isMoved || changes.length > 0 || [...kept, ...suppressed].some(({ isNew }) => isNew);
}
