import type { Settings } from '../api/settings.ts';
import type { Change } from '../change.ts';
import type { Estimate } from '../cost/estimate.ts';
import type { FoundWorkload } from '../cost/find-workload.ts';
import type { Trace } from '../cost/trace.ts';
import { compareDiagnostics, type Diagnostic } from '../diagnostic.ts';
import { diff } from '../diff/diff.ts';
import type { Disruption } from '../disruption/disruption.ts';
import type { Facts } from '../facts.ts';
import { withoutExplained } from '../lint/findings/explained-findings.ts';
import { applySuppressions } from '../lint/findings/suppressions.ts';
import type { RuleTimer } from '../lint/lint.ts';
import type { ManifestSet } from '../manifest/manifest-set.ts';
import { plansOf } from '../plan/environment-plans.ts';
import type { Plan, Unplanned } from '../plan/plan.ts';
import type { Source } from '../source.ts';
import type { Context } from './context.ts';
import { type EnvironmentReview, environmentReviews, FiguredScopes } from './figures/figured-scopes.ts';
import type { Figures } from './figures/figures.ts';
import { type ChangedTexts, onChangedLines, withChangedLines } from './findings/changed-lines.ts';
import { conflicts } from './findings/conflicts.ts';
import { withNovelty, withUnreadChanges } from './findings/novelty.ts';
import { withoutRepeatedChanges, withoutRepeats } from './findings/origins.ts';
import { announceVerdicts, scopeFindings } from './findings/scope-findings.ts';
import { type Inputs, inputsOf, type NotRendered } from './inputs.ts';
import { contextOf } from './read-context.ts';
import { clustersOf, inEnvironments, mainScope, scopesOf } from './scopes.ts';

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
  /** Kustomizations, charts and releases that were not rendered. */
  readonly notRendered?: readonly NotRendered[];
}

/** Everything a review rests on. Sources that are the same object on both sides are the same file. */
export interface ReviewInput {
  /** Null: there is nothing to compare with, everything is new. */
  readonly base: SourceSet | null;
  readonly head: SourceSet;
  /** Live state (`--cluster`). */
  readonly live?: SourceSet;
  /** Live state of environments of their own, in place of `live`. */
  readonly lives?: Readonly<Record<string, SourceSet>>;
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
  /** It is new and points at a line that the change touches: most likely what somebody did is what is wrong. */
  readonly isOnChangedLine?: boolean;
}

/** A finding that somebody silenced, with the reason given. */
export interface Suppressed {
  readonly diagnostic: Diagnostic;
  readonly reason: string;
  readonly by: 'comment' | 'configuration' | 'baseline' | 'unchanged line';
  /** The suppression comes with the change itself: shown, and never satisfies the gate. */
  readonly isNew: boolean;
}

/** Everything a report says, as data. */
export interface Review {
  readonly tool: { readonly name: 'plumbline'; readonly version: string };
  /** False: there is nothing to compare with, everything is new. */
  readonly hasBase: boolean;
  /** How much of head was read. */
  readonly inputs: Inputs;
  /** In total order: file, start, code. */
  readonly findings: readonly Finding[];
  readonly suppressed: readonly Suppressed[];
  readonly changes: readonly Change[];
  readonly disruption: Disruption;
  /** Null for `check`, and when there is nothing to simulate. */
  readonly estimate: Estimate | null;
  /** Those of the configuration that something belongs to, in the order of promotion; empty where it names none. */
  readonly environments: readonly EnvironmentReview[];
  /** The plan of each environment, ordered by name; empty without a base. */
  readonly plans: readonly (Plan | Unplanned)[];
  /** Karpenter's minor, and where it was found. */
  readonly karpenterVersion: string;
  readonly karpenterVersionSource: string;
  /** Kubernetes' minor; null where nothing says it. */
  readonly kubernetesVersion: string | null;
  readonly kubernetesVersionSource: string;
  /** Nothing says which Karpenter it is, or which region: a default stands in. */
  readonly isKarpenterAssumed: boolean;
  readonly isRegionAssumed: boolean;
  /** Only where a workload was to be explained. */
  readonly explained?: Explained;
  /** File → text of head (of base where only base has the file), for code frames. */
  readonly texts: ReadonlyMap<string, string>;
  /** False: the change touches nothing that plumbline looks at. */
  readonly isRelevant: boolean;
}

/** Reviews a change: what is wrong, what differs, what the cluster does about it and what that costs. */
export function review(input: ReviewInput): Review {
  const whole = contextOf(input);
  const { base, head } = whole;
  const scopes = scopesOf(whole);
  if (input.stages?.findings !== false) announceVerdicts(scopes);
  const changes = base === null ? [] : diff(base, head, whole.pack, clustersOf(scopes));
  const main = mainScope(scopes, changes);
  const isEstimated = input.stages?.estimate !== false && hasObjects(whole);
  const figuredInput = { scopes, main, changes, isEstimated };
  const figured = new FiguredScopes(figuredInput);
  const { kept, suppressed } = findings(whole, scopes, figured);
  const packOf = (name: string) => (scopes.find(({ environment }) => environment === name) ?? whole).pack;
  return {
    tool: { name: 'plumbline', version: input.version },
    hasBase: base !== null,
    inputs: inputsOf(head, input.head.notRendered),
    findings: kept,
    suppressed,
    changes: withoutRepeatedChanges(changes.map((change) => traced(inEnvironments(change, scopes), whole))),
    disruption: figured.disruption(main),
    estimate: figured.estimate(main),
    environments: environmentReviews(figuredInput, figured),
    plans: base === null ? [] : plansOf({ base, head, packOf, environments: input.settings.environments }),
    karpenterVersion: main.target.karpenterVersion,
    karpenterVersionSource: main.target.karpenterVersionSource,
    kubernetesVersion: main.target.kubernetesVersion ?? null,
    kubernetesVersionSource: main.target.kubernetesVersionSource,
    isKarpenterAssumed: main.target.isKarpenterAssumed,
    isRegionAssumed: main.target.isRegionAssumed,
    texts: textsOf(whole, kept),
    ...(input.explain !== undefined && input.figures && { explained: figured.explained(main, input.explain) }),
    isRelevant: isRelevant({
      hasBase: base !== null,
      kept,
      suppressed,
      changes,
      estimate: figured.estimate(main),
      head,
    }),
  };
}

/** What is gone stood in base. */
const traced = (change: Change, { origins }: Context): Change =>
  (change.type === 'removed' || change.type === 'unknown' ? origins.base : origins.head).change(change);

const hasObjects = ({ base, head }: Context): boolean => head.manifests.length > 0 || (base?.manifests.length ?? 0) > 0;

/** Findings of both sides, so that older ones are told from new ones; then what somebody silenced is taken out. */
function findings(
  whole: Context,
  scopes: readonly Context[],
  figured: FiguredScopes,
): Pick<Judged, 'kept' | 'suppressed'> {
  const { input, base, head, origins } = whole;
  if (input.stages?.findings === false) {
    const of = (side: 'base' | 'head') =>
      [...unreadIn(side === 'head' ? head : base!), ...figured.diagnostics(side)].map((one) =>
        origins[side].trace(one),
      );
    const found = base ? withUnreadChanges(of('head'), textsBySide(base, head)) : of('head');
    const own = found.toSorted(compareDiagnostics);
    return { kept: withoutRepeats(withNovelty(own, base && of('base'))), suppressed: [] };
  }
  const judgeSide = (side: 'base' | 'head') =>
    judge(whole, side, [...scopeFindings(scopes, side), ...figured.diagnostics(side)]);
  const inHead = judgeSide('head');
  const inBase = base && judgeSide('base');
  const found = base ? withUnreadChanges(inHead.diagnostics, textsBySide(base, head)) : inHead.diagnostics;
  const kept = withNovelty(found, inBase?.diagnostics ?? null);
  const all = { kept: withoutRepeats(kept), suppressed: withoutRepeats(inHead.suppressed) };
  if (!base) return all;
  const texts = textsBySide(base, head);
  return withChangedLines(input.settings.changedLines ? onChangedLines(all, texts) : all, texts);
}

/** What could not be read counts whatever is asked for: figures and changes are those of the rest. */
const unreadIn = ({ files }: ManifestSet): Diagnostic[] =>
  files
    .flatMap(({ isBroken, diagnostics }) => (isBroken ? diagnostics : []))
    .filter(({ severity }) => severity !== 'note');

interface Judged {
  readonly kept: readonly Finding[];
  readonly suppressed: readonly Suppressed[];
  readonly diagnostics: readonly Diagnostic[];
}

/** The findings of one side, traced and without what somebody silenced; `found` is what the scopes say. */
function judge(
  { input, base, head, origins }: Context,
  name: 'base' | 'head',
  found: readonly Diagnostic[],
): Pick<Judged, 'diagnostics' | 'suppressed'> {
  const { settings, figures } = input;
  const side = name === 'head' ? head : base!;
  const before = name === 'head' ? base : null;
  const all = [...side.files.flatMap((file) => file.diagnostics), ...found, ...conflicts(side)].map((diagnostic) =>
    origins[name].trace(diagnostic),
  );
  const isJudged = (code: string): boolean => figures !== null || !/^(provisioning|disruption)\//.test(code);
  const { kept, suppressed } = applySuppressions({ diagnostics: all, head: side, base: before, settings, isJudged });
  return { diagnostics: withoutExplained(kept).toSorted(compareDiagnostics), suppressed };
}

/** Texts of the repository's files on both sides, by path. */
const textsBySide = (base: ManifestSet, head: ManifestSet): ChangedTexts => ({
  base: byFile(base.files.map(({ source }) => source)),
  head: byFile(head.files.map(({ source }) => source)),
});

/** The text of each file, the last one of several. A finding of the host's comes without the text of its file. */
function byFile(sources: readonly Source[]): Map<string, string> {
  const texts = new Map<string, string>();
  for (const { file, text } of sources) if (text !== '' || !texts.has(file)) texts.set(file, text);
  return texts;
}

/** Texts of the files that a report may quote: those with objects, and those that findings stand in. */
function textsOf({ base, head, input }: Context, found: readonly Finding[]): Map<string, string> {
  const files = [...(base?.files ?? []), ...head.files].filter(({ source }) => source.origin === undefined);
  const named = new Set(found.map(({ diagnostic }) => diagnostic.span.file));
  const hints = input.head.hintSources.filter(({ file }) => named.has(file));
  return byFile([...hints, ...files.map(({ source }) => source)]);
}

interface Outcome {
  readonly hasBase: boolean;
  readonly kept: readonly Finding[];
  readonly suppressed: readonly Suppressed[];
  readonly changes: readonly Change[];
  readonly estimate: Estimate | null;
  readonly head: ManifestSet;
}

function isRelevant({ hasBase, kept, suppressed, changes, estimate, head }: Outcome): boolean {
  if (!hasBase) return head.manifests.length > 0 || kept.length > 0;
  const { nodes, hourlyUsd } = estimate?.difference ?? {};
  const isMoved = [nodes, hourlyUsd].some((range) => range && [range.low, range.likely, range.high].some(Boolean));
  return isMoved || changes.length > 0 || [...kept, ...suppressed].some(({ isNew }) => isNew);
}
