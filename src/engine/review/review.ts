import type { Change } from '../change.ts';
import { applySuppressions } from '../codes/suppressions.ts';
import type { Estimate } from '../cost/estimate.ts';
import { compareDiagnostics, type Diagnostic } from '../diagnostic.ts';
import { diff } from '../diff/diff.ts';
import { withoutExplained } from '../lint/findings/explained-findings.ts';
import type { ManifestSet } from '../manifest/manifest-set.ts';
import { plansOf } from '../plan/environment-plans.ts';
import type { Source } from '../source.ts';
import type { Context } from './context.ts';
import { environmentReviews, FiguredScopes } from './figures/figured-scopes.ts';
import { type ChangedTexts, onChangedLines, withChangedLines } from './findings/changed-lines.ts';
import { rootConflicts } from './findings/conflicts.ts';
import type { Finding, Suppressed } from './findings/finding.ts';
import { withNovelty, withUnreadChanges } from './findings/novelty.ts';
import { withoutRepeatedChanges, withoutRepeats } from './findings/origins.ts';
import { announceVerdicts, scopeFindings } from './findings/scope-findings.ts';
import { countInputs } from './input-counts.ts';
import { contextOf } from './read-context.ts';
import type { Review } from './review-data.ts';
import type { ReviewInput } from './review-input.ts';
import { clustersOf, inEnvironments, mainScope, scopesOf } from './scopes.ts';

/** Reviews a change: what is wrong, what differs, what the cluster does about it and what that costs. */
export function review(input: ReviewInput): Review {
  const whole = contextOf(input);
  const { base, head } = whole;
  const scopes = scopesOf(whole, input);
  if (input.stages?.findings !== false) announceVerdicts(scopes);
  const changes =
    base === null ? [] : diff(base, head, { pack: whole.pack, providers: whole.facts.providers }, clustersOf(scopes));
  const main = mainScope(scopes, changes);
  const isEstimated = input.stages?.estimate !== false && hasObjects(whole);
  const figuredInput = { scopes, main, changes, isEstimated, figures: input.figures };
  const figured = new FiguredScopes(figuredInput);
  const { kept, suppressed } = findings(input, { whole, scopes, figured });
  const packOf = (name: string) => (scopes.find(({ environment }) => environment === name) ?? whole).pack;
  return {
    tool: { name: 'plumbline', version: input.version },
    hasBase: base !== null,
    inputs: countInputs(head, input.head.notRendered),
    findings: kept,
    suppressed,
    changes: withoutRepeatedChanges(changes.map((change) => traced(inEnvironments(change, scopes), whole))),
    disruption: figured.disruption(main),
    estimate: figured.estimate(main),
    environments: environmentReviews(figuredInput, figured),
    plans: base === null ? [] : plansOf({ base, head, packOf, environments: input.settings.environments }),
    target: main.target,
    texts: textsOf(whole, input.head.hintSources, kept),
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
function findings(input: ReviewInput, { whole, scopes, figured }: Worked): Pick<Judged, 'kept' | 'suppressed'> {
  const { base, head, origins } = whole;
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
    judge(whole, { side, isFigured: input.figures !== null }, [
      ...scopeFindings(scopes, side, input.timer),
      ...figured.diagnostics(side),
    ]);
  const inHead = judgeSide('head');
  const inBase = base && judgeSide('base');
  const found = base ? withUnreadChanges(inHead.diagnostics, textsBySide(base, head)) : inHead.diagnostics;
  const kept = withNovelty(found, inBase?.diagnostics ?? null);
  const all = { kept: withoutRepeats(kept), suppressed: withoutRepeats(inHead.suppressed) };
  if (!base) return all;
  const texts = textsBySide(base, head);
  return withChangedLines(input.settings.changedLines ? onChangedLines(all, texts) : all, texts);
}

/** What was worked out before findings are judged. */
interface Worked {
  readonly whole: Context;
  readonly scopes: readonly Context[];
  readonly figured: FiguredScopes;
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
  { settings, base, head, origins }: Context,
  { side: name, isFigured }: { readonly side: 'base' | 'head'; readonly isFigured: boolean },
  found: readonly Diagnostic[],
): Pick<Judged, 'diagnostics' | 'suppressed'> {
  const side = name === 'head' ? head : base!;
  const before = name === 'head' ? base : null;
  const all = [...side.files.flatMap((file) => file.diagnostics), ...found, ...rootConflicts(side)].map((diagnostic) =>
    origins[name].trace(diagnostic),
  );
  const isJudged = (code: string): boolean => isFigured || !/^(provisioning|disruption)\//.test(code);
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
function textsOf(
  { base, head }: Context,
  hintSources: readonly Source[],
  found: readonly Finding[],
): Map<string, string> {
  const files = [...(base?.files ?? []), ...head.files].filter(({ source }) => source.origin === undefined);
  const named = new Set(found.map(({ diagnostic }) => diagnostic.span.file));
  const hints = hintSources.filter(({ file }) => named.has(file));
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
