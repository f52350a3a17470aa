import type { ChangedFile, EditedFile } from '../changes/ledger/changed-file.ts';
import type { Ledger } from '../changes/ledger/ledger.ts';
import type { SideName } from '../changes/ledger/line-changes.ts';
import type { Estimate } from '../cluster/cost/estimate.ts';
import { reasonIds } from '../cluster/cost/knowledge.ts';
import { appliedEnvironments } from '../karpenter/api/environment.ts';
import type { Change } from '../manifest/change.ts';
import type { Removals } from '../manifest/kept-in-cluster.ts';
import type { ManifestSet } from '../manifest/manifest-set.ts';
import { isKindUnrendered } from '../manifest/unrendered.ts';
import { withoutExplained } from '../rules/lint/findings/explained-findings.ts';
import { compareDiagnostics, type Diagnostic, identity, isAtLeast } from '../text/diagnostic.ts';
import type { Source } from '../text/source.ts';
import { applySuppressions } from './codes/suppressions.ts';
import type { Context } from './context/context.ts';
import type { Finding, Suppressed } from './context/finding.ts';
import { withoutRepeats } from './context/origins.ts';
import { renderedChanges } from './context/rendered-changes.ts';
import type { Review } from './context/review-data.ts';
import type { ReviewInput } from './context/review-input.ts';
import type { Verdicts } from './context/verdict-requests.ts';
import type { RuleVerdicts } from './custom-rules/custom-findings.ts';
import { figuredManifests } from './figures/accepted-objects.ts';
import { environmentReviews } from './figures/figured-scopes.ts';
import { isRefusal, withRefusedCaveat } from './figures/refused-caveat.ts';
import { accountFindings, accountSide } from './findings/account-findings.ts';
import { type ChangedTexts, onChangedLines, withChangedLines } from './findings/changed-lines.ts';
import { rootConflicts } from './findings/conflicts.ts';
import { asInHead, withPlace } from './findings/finding-places.ts';
import { fixedFindings } from './findings/fixed-findings.ts';
import { withHiddenInBase } from './findings/hidden-in-base.ts';
import { settledChanges } from './findings/ledger-after-rules.ts';
import { withUntoldFiles } from './findings/ledger-with-opaque-files.ts';
import { newlyOwnedFindings } from './findings/newly-owned-findings.ts';
import { notUnderstoodCode, notUnderstoodNotes } from './findings/not-understood.ts';
import { withNovelty, withUnreadChanges } from './findings/novelty.ts';
import { keptNotes } from './findings/objects-left-in-cluster.ts';
import { conditionNotes } from './findings/objects-that-may-not-exist.ts';
import { withOlderWorkloads } from './findings/older-workloads.ts';
import { refusedEnvironments } from './findings/refused-environments.ts';
import { withoutDestroyedClusters } from './findings/removals/destroyed-clusters.ts';
import { removedKindFindings } from './findings/removals/removed-kind-findings.ts';
import { removedNamespaceFindings } from './findings/removals/removed-namespace-findings.ts';
import { movedToNamespaces, renamedBy, renamedInFiles, withNewNames } from './findings/renamed-objects.ts';
import { scopeFindings } from './findings/scope-findings.ts';
import { sharedQueues } from './findings/shared-queues.ts';
import { ignoredNotes, unappliedBecause, withDelays } from './findings/unapplied-changes.ts';
import { countInputs, relatedPlaces } from './input-counts.ts';
import { openReview } from './open-review.ts';
import { checkoutEncodings } from './readings/checkout-encodings.ts';
import type { KubectlReadings } from './readings/kubectl-reading.ts';
import { readingDifferences } from './readings/reading-differences.ts';
import {
  type ReviewWithoutVerdicts,
  reviewWithoutVerdicts,
  withoutRefusedWorkloads,
} from './review-without-verdicts.ts';
import { unfollowedFiles } from './unfollowed-files.ts';
import { otherClusterNames } from './upgrade/installation-change.ts';

/** Reviews a change with plumbline's own checks, without the API server's code. */
export const review = (input: ReviewInput): Review => closeReview(reviewWithoutVerdicts(openReview(input)));

/** Completes a review with the verdicts of the API server's code: adds the findings to everything else. */
export function closeReview(first: ReviewWithoutVerdicts, verdicts: ReviewVerdicts = noVerdicts): Review {
  const firstFindings = findings(first, verdicts);
  const isAnyRefused = firstFindings.kept.some(({ isNew, diagnostic }) => isNew && isRefusal(diagnostic));
  const computed = verdicts.objects && isAnyRefused ? withoutRefusedWorkloads(first, verdicts.objects) : first;
  const { kept: all, suppressed, fixed, ledger } = computed === first ? firstFindings : findings(computed, verdicts);
  const { input, whole, changes, main, figured, plans } = computed;
  const kept = withoutDestroyedClusters(all, { isOne: figured.length < 2 });
  const hasBase = whole.base !== null;
  const outcome = { hasBase, kept, suppressed, fixed, changes, estimate: main.estimate, head: whole.head };
  const rendered = renderedChanges({ changes, paired: whole.paired, changed: input.changed ?? null });
  const unapplied = unappliedBecause({ ...input.head, changes, ledger });
  const unfollowed = unfollowedFiles({ input, sides: [whole.base, whole.head], ledger });
  const refusedIn = refusedEnvironments(kept, computed.scopes);

  return {
    tool: { name: 'plumbline', version: input.version },
    hasBase,
    ...(unapplied !== undefined && { unapplied }),
    ...(refusedIn.length > 0 && { refusedIn }),
    ...(computed.ruled === null && { isUnchecked: true }),
    ...(input.stages?.estimate === false && { isUnsimulated: true }),
    inputs: countInputs(whole.written, input.head.notRendered, relatedPlaces(whole.head, whole.related.head)),
    findings: kept,
    suppressed,
    ...(fixed.length > 0 && { fixed }),
    changes: withDelays(computed.shownChanges, input.head.waiting),
    ...(rendered.length > 0 && { rendered }),
    disruption: main.disruption,
    estimate: withRefusedCaveat(main.estimate, figuredManifests(main.context), kept),
    environments: environmentReviews(figured),
    plans,
    appliedEnvironments: appliedEnvironments(input.settings),
    target: main.context.target,
    customRules: input.settings.customRules,
    texts: textsOf(whole, [...input.head.hintSources, ...changedTexts(input)], kept),
    ...(computed.explained !== undefined && { explained: computed.explained }),
    ...(computed.tellingScenario && { tellingScenario: computed.tellingScenario }),
    ...(computed.whatIf !== undefined && { whatIf: computed.whatIf }),
    ledger,
    ...(input.changed && { edited: input.changed.files.flatMap(editedFile) }),
    ...(unfollowed.length > 0 && { unfollowed }),
    hasEffect: hasEffect(outcome),
    isRelevant: hasEffect(outcome) || kept.some(({ isNew }) => isNew),
  };
}

const editedFile = ({ path, ids }: ChangedFile): EditedFile[] => {
  if (ids) return [{ file: path, ...ids }];
  return [];
};

/**
 * What the API server's code says about objects, and about the rules of the configuration, and what kubectl reads from
 * changed files; null if nothing was asked.
 */
interface ReviewVerdicts {
  readonly objects: Verdicts | null;
  readonly rules: RuleVerdicts | null;
  readonly readings: KubectlReadings | null;
}

const noVerdicts: ReviewVerdicts = { objects: null, rules: null, readings: null };

/** Compares the findings of both sides to mark new ones, and removes suppressed ones. */
function findings(computed: ReviewWithoutVerdicts, verdicts: ReviewVerdicts): CompleteFindings {
  const { whole, scopes, ruled, simulated, ledger } = computed;
  if (ruled === null) return { ...unjudgedFindings(computed), fixed: [], ledger };

  const { base, head } = whole;
  const diagnosticsOn = (side: 'base' | 'head'): Diagnostic[] => [
    ...scopeFindings(scopes, side, { ruled: ruled[side], verdicts: verdicts.objects, custom: verdicts.rules }),
    ...simulated[side],
    ...conditionNotes(side === 'head' ? head : base!),
  ];

  const ofChange = onlyInHead(computed, verdicts);
  const ofHead = [...diagnosticsOn('head'), ...ofChange];
  const inHead = judge('head', ofHead, computed);
  if (base === null) {
    const kept = withoutRepeats(withNovelty(inHead.diagnostics, null));
    return { kept, suppressed: withoutRepeats(inHead.suppressed), fixed: [], ledger };
  }

  const inBase = judge('base', diagnosticsOn('base'), computed);
  return comparedFindings(computed, base, { ofHead, inHead, inBase });
}

/** Findings about the change itself, which no base has. */
const onlyInHead = (
  { input, whole, scopes, changes }: ReviewWithoutVerdicts,
  { readings }: ReviewVerdicts,
): Diagnostic[] => [
  ...keptNotes(whole, changes),
  ...ignoredNotes(whole.head, { changes, ignored: input.head.ignored ?? [] }).map((note) =>
    whole.origins.head.trace(note),
  ),
  ...(readings ? readingDifferences(readings) : []),
  ...checkoutEncodings(input.changed),
  ...acrossClusters(whole, input.base?.removals),
  ...accountFindings(whole, { scopes, removals: input.base?.removals }),
];

/** The findings of both sides, each compared with the other. */
function comparedFindings(
  computed: ReviewWithoutVerdicts,
  base: ManifestSet,
  { ofHead, inHead, inBase }: JudgedSides & { readonly ofHead: readonly Diagnostic[] },
): CompleteFindings {
  const { input, whole } = computed;
  const { head } = whole;

  const texts = textsBySide(base, head);
  const moved = movedToNamespaces(whole.paired, whole.settings);
  const renamed = [...renamedBy(computed.changes), ...renamedInFiles(whole.paired), ...moved];
  const before = asInHead(withNewNames(inBase.diagnostics, renamed), whole, input, moved);
  const comparedToBase = ({ diagnostics }: JudgedSide): readonly Finding[] => {
    const novel = withNovelty(withUnreadChanges(diagnostics, texts), before);
    return withHiddenInBase(withOlderWorkloads(novel, base, texts), { base, head }, texts);
  };

  const compared = comparedToBase(inHead);
  const ledger = ledgerWith(compared, { inHead, inBase }, computed);
  const notes = unclearPlaces(computed, ledger);
  const complete = notes.length === 0 ? inHead : judge('head', [...ofHead, ...notes], computed);
  const kept = notes.length === 0 ? compared : comparedToBase(complete);

  const all = { kept: withoutRepeats(kept), suppressed: withoutRepeats(complete.suppressed) };
  const shown = withChangedLines(input.settings.changedLines ? onChangedLines(all, texts) : all, texts);
  const fixed = fixedFindings(before, {
    head: withSuppressed(inHead),
    manifests: whole.written.manifests,
    changes: computed.shownChanges,
    ledger,
    unschedulable: unschedulableIn(computed),
  });

  return { ...shown, fixed, ledger };
}

/** The workloads whose pods fit no NodePool after the change, in any cluster. */
const unschedulableIn = ({ figured }: ReviewWithoutVerdicts): ReadonlySet<string> =>
  new Set(figured.flatMap(({ estimate }) => estimate?.head?.unschedulable.map(({ workload }) => workload) ?? []));

/** The findings of a review, and what is known about each changed place with them. */
interface CompleteFindings extends Pick<Judged, 'kept' | 'suppressed'> {
  /** What is wrong at base, and no longer at head. */
  readonly fixed: readonly Diagnostic[];
  readonly ledger: Ledger | null;
}

/** The findings of both sides. */
interface JudgedSides {
  readonly inHead: JudgedSide;
  readonly inBase: JudgedSide;
}

/** The findings of a side, before they are compared. */
type JudgedSide = Pick<Judged, 'diagnostics' | 'suppressed'>;

const withSuppressed = ({ diagnostics, suppressed }: JudgedSide): Diagnostic[] => [
  ...diagnostics,
  ...suppressed.map(({ diagnostic }) => diagnostic),
];

/** The ledger with what rules say about the change; null if there is none. */
function ledgerWith(
  compared: readonly Finding[],
  { inHead, inBase }: JudgedSides,
  { input, whole, ledger, opaque, shownChanges }: ReviewWithoutVerdicts,
): Ledger | null {
  const { base, head, related } = whole;
  if (ledger === null || base === null) return ledger;

  const suppressed = inHead.suppressed.map(({ diagnostic }) => diagnostic);
  const still = new Set(withSuppressed(inHead).map(identity));
  const [before, after] = [textsOn('before', input), textsOn('after', input)];

  const settled = settledChanges(ledger, {
    added: [
      ...compared.flatMap(({ isNew, diagnostic }) => {
        if (isNew) return diagnostic;
        return [];
      }),
      ...suppressed,
    ],
    gone: inBase.diagnostics.filter((diagnostic) => !still.has(identity(diagnostic))),
    changes: shownChanges,
    sides: { base: accountSide(base, related.base()), head: accountSide(head, related.head()) },
    textOf: (side, file) => (side === 'before' ? before : after).get(file),
  });

  const problems = compared.filter(({ isNew, diagnostic }) => isNew && isAtLeast(diagnostic.severity, 'warning'));
  const reported = [...shownChanges, ...problems.map(({ diagnostic }) => diagnostic)];
  const reportedFiles = new Set(reported.map(({ span }) => span.file));

  return withUntoldFiles(settled, opaque, {
    changed: input.changed?.files ?? [],
    isTold: (file) => reportedFiles.has(file),
  });
}

/** The texts of a side that the change edits, by file. */
function textsOn(side: SideName, { changed, base, head }: ReviewInput): ReadonlyMap<string, string> {
  const read = side === 'before' ? (base?.sources ?? []) : head.sources;
  return new Map([
    ...read.flatMap(({ file, text, origin }) => {
      if (origin === undefined) return [[file, text] as const];
      return [];
    }),
    ...(changed?.files ?? []).flatMap(({ path, [side]: text }) => {
      if (text) return [[path, text] as const];
      return [];
    }),
  ]);
}

/** Findings about what several clusters or owners share, at their places in the repository. */
const acrossClusters = (whole: Context, removals: Removals | undefined): Diagnostic[] =>
  [
    ...newlyOwnedFindings(whole),
    ...removedNamespaceFindings(whole, removals),
    ...removedKindFindings(whole, removals),
    ...sharedQueues(whole),
    ...otherClusterNames(whole),
  ].map((diagnostic) => whole.origins.head.trace(diagnostic));

/** Notes about changed places near Karpenter that are not understood, unless another finding already says that their file is not read. */
function unclearPlaces({ input, whole }: ReviewWithoutVerdicts, ledger: Ledger | null): Diagnostic[] {
  if (ledger === null) return [];
  const unread = new Set(whole.head.files.flatMap(({ diagnostics }) => diagnostics.map(({ span }) => span.file)));
  return notUnderstoodNotes(ledger, input.changed ?? null).filter(({ span }) => !unread.has(span.file));
}

/** If no findings are wanted: only unreadable files and findings of the simulation. */
function unjudgedFindings({ input, whole, simulated }: ReviewWithoutVerdicts): Pick<Judged, 'kept' | 'suppressed'> {
  const { base, head, origins } = whole;

  const of = (side: 'base' | 'head') =>
    [...unreadIn(side === 'head' ? head : base!), ...simulated[side]].map((diagnostic) =>
      withPlace(origins[side].trace(diagnostic), whole.settings),
    );

  const texts = base && textsBySide(base, head);
  const diagnostics = texts ? withUnreadChanges(of('head'), texts) : of('head');
  const sorted = diagnostics.toSorted(compareDiagnostics);

  return { kept: withoutRepeats(withNovelty(sorted, base && asInHead(of('base'), whole, input))), suppressed: [] };
}

/** Unreadable files are always reported, because figures and changes only cover the other files. */
const unreadIn = ({ files }: ManifestSet): Diagnostic[] =>
  files
    .filter(({ isBroken }) => isBroken)
    .flatMap(({ diagnostics }) => diagnostics)
    .filter(({ severity }) => severity !== 'note');

interface Judged {
  readonly kept: readonly Finding[];
  readonly suppressed: readonly Suppressed[];
  readonly diagnostics: readonly Diagnostic[];
}

/** The findings of one side, moved to the repository and without suppressed ones. `diagnostics` are the findings of the scopes. */
function judge(
  name: 'base' | 'head',
  diagnostics: readonly Diagnostic[],
  { input, whole }: ReviewWithoutVerdicts,
): JudgedSide {
  const { settings, base, head, origins } = whole;
  const side = name === 'head' ? head : base!;
  const before = name === 'head' ? base : null;
  const all = [...side.files.flatMap((file) => file.diagnostics), ...diagnostics, ...rootConflicts(side)].map(
    (diagnostic) => withPlace(origins[name].trace(diagnostic), settings),
  );

  const isFigured = input.figures !== null;
  const isJudged = (code: string): boolean => isFigured || !/^(provisioning|disruption)\//.test(code);
  const { kept, suppressed } = applySuppressions({ diagnostics: all, head: side, base: before, settings, isJudged });
  // What base says about such an object is not shown, but it is not new in head.
  const judged = name === 'base' ? kept : kept.filter(isAboutKnown(side));

  return { diagnostics: withoutExplained(judged).toSorted(compareDiagnostics), suppressed };
}

/** Whether a finding is not about an object that a kustomization changes which was not rendered. Nobody applies such an object as it is. */
function isAboutKnown({ files }: ManifestSet): (diagnostic: Diagnostic) => boolean {
  const sources = new Map(
    files.flatMap(({ source }) => {
      if (source.unrenderedKinds) return [[source.file, source]];
      return [];
    }),
  );
  return ({ span, resource, code }) => {
    const source = sources.get(span.file);
    const isText = resource === null || /^(?:yaml|io|render)\//.test(code);
    return source === undefined || isText || !isKindUnrendered(source, resource.kind);
  };
}

/** Texts of the repository's files on both sides, by path. */
const textsBySide = (base: ManifestSet, head: ManifestSet): ChangedTexts => ({
  base: byFile(base.files.map(({ source }) => source)),
  head: byFile(head.files.map(({ source }) => source)),
});

/** The text of each file, the last one if there are several. Findings of the host come without the text of their file. */
function byFile(sources: readonly Source[]): Map<string, string> {
  const texts = new Map<string, string>();
  for (const { file, text } of sources) if (text !== '' || !texts.has(file)) texts.set(file, text);
  return texts;
}

/** Texts of changed files that are no manifests, so that a report can quote them. */
const changedTexts = ({ changed }: ReviewInput): Source[] =>
  (changed?.files ?? []).flatMap(({ path, before, after }) => {
    const text = after ?? before;
    if (text) return [{ file: path, text }];
    return [];
  });

/** Texts of the files that a report may quote: those with objects, and those with findings. */
function textsOf(
  { base, head }: Context,
  hintSources: readonly Source[],
  findings: readonly Finding[],
): Map<string, string> {
  const files = [...(base?.files ?? []), ...head.files].filter(({ source }) => source.origin === undefined);
  const named = new Set(findings.map(({ diagnostic }) => diagnostic.span.file));
  const hints = hintSources.filter(({ file }) => named.has(file));

  return byFile([...hints, ...files.map(({ source }) => source)]);
}

interface Outcome {
  readonly hasBase: boolean;
  readonly kept: readonly Finding[];
  readonly suppressed: readonly Suppressed[];
  readonly fixed: readonly Diagnostic[];
  readonly changes: readonly Change[];
  readonly estimate: Estimate | null;
  readonly head: ManifestSet;
}

function hasEffect({ hasBase, kept, suppressed, fixed, changes, estimate, head }: Outcome): boolean {
  if (!hasBase) return head.manifests.length > 0 || kept.length > 0;

  const { nodes, hourlyUsd } = estimate?.difference ?? {};
  const isMoved = [nodes, hourlyUsd].some((range) => range && [range.low, range.likely, range.high].some(Boolean));
  // What is not counted may be all that changes.
  const [before, after] = [estimate?.base, estimate?.head].map((side) => reasonIds(side?.because ?? []).join());
  const isKnownOtherwise = estimate?.base != null && before !== after;
  const findings = [...kept, ...suppressed].filter(({ diagnostic }) => diagnostic.code !== notUnderstoodCode);

  return isMoved || isKnownOtherwise || changes.length > 0 || fixed.length > 0 || findings.some(({ isNew }) => isNew);
}
