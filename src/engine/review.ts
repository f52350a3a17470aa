import { karpenter as capabilities } from './api/karpenter.ts';
import type { Settings } from './api/settings.ts';
import { regionsWithoutCatalog } from './catalog/aws-regions.ts';
import type { Estimate } from './cost/estimate.ts';
import type { EstimateResult } from './cost/estimate-cost.ts';
import type { FoundWorkload } from './cost/find-workload.ts';
import type { Trace } from './cost/trace.ts';
import { compareDiagnostics, type Diagnostic } from './diagnostic.ts';
import type { Change } from './diff/change.ts';
import { diff } from './diff/diff.ts';
import type { Disruption } from './disruption/disruption.ts';
import type { Facts } from './facts.ts';
import { withoutExplained } from './lint/explained.ts';
import { lint, type RuleTimer } from './lint/lint.ts';
import { applySuppressions } from './lint/suppressions.ts';
import {
  asText,
  type ManifestSet,
  manifestSet,
  type ParsedFile,
  unmadeFile,
  unreadFile,
} from './manifest/manifest-set.ts';
import { parseManifests } from './manifest/parse.ts';
import { mayHoldSuppression } from './manifest/suppression.ts';
import { plansOf } from './plan/environment-plans.ts';
import type { Plan, Unplanned } from './plan/plan.ts';
import { conflicts } from './review/conflicts.ts';
import type { Context } from './review/context.ts';
import type { Figures } from './review/figures.ts';
import { withNovelty } from './review/findings.ts';
import { Origins, withoutRepeatedChanges, withoutRepeats } from './review/origins.ts';
import { type Target, targetOf } from './review/target.ts';
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
  /** Files that some sources were made from (`Source.origin`): quoted, edited and searched for suppressions, but no manifests. */
  readonly originals?: readonly Source[];
  /** Texts that could not be made, by the name that they would have as a Source: what they hold is unknown. Null: another finding says why. */
  readonly unmade?: readonly { readonly file: string; readonly diagnostic: Diagnostic | null }[];
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
  /** The simulation with all that rests on it; null leaves out nodes, cost and disruption. */
  readonly figures: Figures | null;
  /** What to work out; everything by default. */
  readonly stages?: { readonly findings?: boolean; readonly estimate?: boolean };
  /** A workload of head, or a part of its name, whose way to its nodes is to be told. */
  readonly explain?: string;
  /** Takes the time of each lint rule. */
  readonly timer?: RuleTimer;
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
  readonly by: 'comment' | 'configuration' | 'baseline';
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
  /** The plan of each environment, ordered by name; empty without a base. */
  readonly plans: readonly (Plan | Unplanned)[];
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

const noDisruption: Disruption = { nodePools: [], nodeClasses: [] };

/** Reviews a change: what is wrong, what differs, what the cluster does about it and what that costs. */
export function review(input: ReviewInput): Review {
  const context = contextOf(input);
  const { base, head, pack, target } = context;
  const { figures } = input;
  const changes = base === null ? [] : diff(base, head, pack);
  const isHeadUnknown = changes.some(({ type }) => type === 'unknown');
  const isEstimated = input.stages?.estimate !== false && hasObjects(context);
  const estimated = isEstimated && figures ? figures.estimate(context, isHeadUnknown) : null;
  const { kept, suppressed } = findings(context, estimated);
  return {
    tool: { name: 'plumbline', version: input.version },
    hasBase: base !== null,
    findings: kept,
    suppressed,
    changes: withoutRepeatedChanges(changes.map((change) => traced(change, context))),
    disruption: figures?.forecast(context, changes, estimated) ?? noDisruption,
    estimate: (estimated && figures?.withCaveats(estimated.estimate, context)) ?? null,
    plans: base === null ? [] : plansOf({ base, head, pack: context.pack, environments: input.settings.environments }),
    karpenterVersion: target.karpenterVersion,
    karpenterVersionSource: target.karpenterVersionSource,
    texts: textsOf(context),
    ...(input.explain !== undefined && figures && { explained: figures.explained(input.explain, estimated) }),
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
    manifestSet(
      [
        ...side.sources.map(parse),
        ...side.diagnostics.map((diagnostic) => unreadFile(diagnostic)),
        ...(side.unmade ?? []).map(({ file, diagnostic }) =>
          diagnostic ? unreadFile(diagnostic, file) : unmadeFile(file),
        ),
      ],
      // Of a file that other texts were made from only its comments count: most have none of ours, and need no parsing.
      (side.originals ?? []).map((source) => (mayHoldSuppression(source.text) ? parse(source) : asText(source))),
    );
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
    origins: { base: originsOf(input.base), head: originsOf(input.head) },
  };
}

const originsOf = (side: SourceSet | null): Origins => new Origins(side?.sources ?? [], side?.originals ?? []);

/** What is gone stood in base. */
const traced = (change: Change, { origins }: Context): Change =>
  (change.type === 'removed' || change.type === 'unknown' ? origins.base : origins.head).change(change);

const hasObjects = ({ base, head }: Context): boolean => head.manifests.length > 0 || (base?.manifests.length ?? 0) > 0;

/** Findings of both sides, so that older ones are told from new ones; then what somebody silenced is taken out. */
function findings(context: Context, estimated: EstimateResult | null): Pick<Judged, 'kept' | 'suppressed'> {
  const { input, base, head, origins } = context;
  if (input.stages?.findings === false) {
    const own = (estimated?.diagnostics ?? []).map((one) => origins.head.trace(one)).toSorted(compareDiagnostics);
    const older = estimated?.baseDiagnostics?.map((one) => origins.base.trace(one)) ?? null;
    return { kept: withoutRepeats(withNovelty(own, older)), suppressed: [] };
  }
  const inHead = judge(context, { side: head, base, origins: origins.head }, estimated?.diagnostics ?? []);
  const ofBase = base && { side: base, base: null, origins: origins.base };
  const inBase = ofBase && judge(context, ofBase, estimated?.baseDiagnostics ?? []);
  const kept = withNovelty(inHead.diagnostics, inBase?.diagnostics ?? null);
  return { kept: withoutRepeats(kept), suppressed: withoutRepeats(inHead.suppressed) };
}

/** A side to judge, what it is compared with, and where its texts come from. */
interface JudgedSide {
  readonly side: ManifestSet;
  readonly base: ManifestSet | null;
  readonly origins: Origins;
}

interface Judged {
  readonly kept: readonly Finding[];
  readonly suppressed: readonly Suppressed[];
  readonly diagnostics: readonly Diagnostic[];
}

/** What nothing in the repository says. */
const assumptions = ({ isRegionAssumed, isKarpenterAssumed }: Target) => ({ isRegionAssumed, isKarpenterAssumed });

function judge(
  { input, pack, karpenter, catalog, target }: Context,
  { side, base, origins }: JudgedSide,
  provisioning: readonly Diagnostic[],
): Pick<Judged, 'diagnostics' | 'suppressed'> {
  const { settings, facts, figures, timer } = input;
  const timing = timer && { timer };
  const schemaContext = {
    ...(base && { base: base.manifests }),
    ...(settings.kubernetesVersion !== undefined && { kubernetesVersion: settings.kubernetesVersion }),
    crds: facts.crds,
    ...(facts.apiServer && { apiServer: facts.apiServer }),
    isKarpenterAssumed: target.isKarpenterAssumed,
  };
  const all = [
    ...side.files.flatMap((file) => file.diagnostics),
    ...validateSchema(side.manifests, pack, schemaContext),
    ...lint({ head: side, base, karpenter, catalog, ...assumptions(target), settings, ...timing }),
    ...provisioning,
    ...conflicts(side),
  ].map((diagnostic) => origins.trace(diagnostic));
  const isJudged = (code: string): boolean => figures !== null || !code.startsWith('provisioning/');
  const { kept, suppressed } = applySuppressions({ diagnostics: all, head: side, base, settings, isJudged });
  return { diagnostics: withoutExplained(kept).toSorted(compareDiagnostics), suppressed };
}

/** Texts of the files that a report may quote. */
function textsOf({ base, head }: Context): Map<string, string> {
  const files = [...(base?.files ?? []), ...head.files].filter(({ source }) => source.origin === undefined);
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
