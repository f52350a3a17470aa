import type { Placement } from '../../cluster/cost/estimate.ts';
import type { Change } from '../../manifest/change.ts';
import { withCopies, withoutCopies } from '../../review/context/finding-copies.ts';
import type { Review } from '../../review/context/review-data.ts';
import { reviewedClusters } from '../../review/events/events-of.ts';
import { dangersOf } from '../../review/gate/dangers.ts';
import { type Diagnostic, nameInNamespace } from '../../text/diagnostic.ts';
import { listIf } from '../../text/list-if.ts';
import { capitalized } from '../../text/words/capitalized.ts';
import { plural } from '../../text/words/plural.ts';
import { firstNames, quoted } from '../../text/words/quoted-names.ts';
import { textIf } from '../../text/words/text-if.ts';
import { notUnderstoodSentence } from '../coverage/coverage.ts';
import { isOfUnknownEffect } from '../coverage/report-mark.ts';
import { inReadingOrder } from '../wording/finding-order.ts';
import { isPartlyUnknown, partlyUnknown } from '../wording/inputs-line.ts';
import { newFindings } from '../wording/new-findings.ts';
import { clauseOf, isOfDaemonRoom } from './finding-clauses.ts';
import { mainChangeText, modelledChange, needsAndChange, needsText, spotSentence } from './needs-sentences.ts';

/** Sentences without "No problems found", if there is something else to say. */
export const withoutPraise = (sentences: readonly string[], others: readonly string[]): readonly string[] =>
  sentences.filter((sentence) => others.length === 0 || !sentence.startsWith(noProblems));

/** What is said if nothing bad happens. */
export function calmLines(
  review: Review,
  remarks: readonly string[],
  unfollowed: string | undefined,
): readonly string[] {
  const fixes = fixesSentences(review);
  if (unfollowed !== undefined) return [unfollowed, ...fixes, ...remarks];
  const calm = remarks.length > 0 ? remarks : calmSentences(review);
  if (fixes.length > 0) return [...calm.filter((sentence) => !sentence.startsWith(noProblems)), ...fixes];
  return calm;
}

/** ``Fixes: Karpenter 1.6 needs permissions that this policy does not grant (and 1 more problem)``: the worst of what the change fixes. */
export function fixesSentences(review: Review): readonly string[] {
  // Nothing is better in a cluster that no longer exists.
  if (newFindings(review).some(({ diagnostic }) => diagnostic.destroysCluster !== undefined)) return [];

  const { fixed = [] } = review;
  const shown = withoutCopies(
    inReadingOrder(
      fixed.map((diagnostic) => ({ diagnostic, isNew: true })),
      { hasBase: false },
    ),
  );
  const [worst, ...others] = shown;
  if (worst === undefined) return [];

  return [`Fixes: ${clauseOf(worst)}${textIf(others.length > 0, ` (and ${plural(others.length, 'more problem')})`)}`];
}

/** What is said of a change in which nothing needs attention. */
export const noProblems = 'No problems found';

/** That the change itself replaces no nodes, after what it changes. */
function stayingSentence(change: string, review: Review): string {
  const isSimulated = review.estimate?.head?.lacks === undefined && review.estimate !== null;
  if (!isSimulated && review.changes.some(mayConsolidate))
    return 'The change itself replaces no nodes, but consolidation may then replace running nodes with cheaper ones';
  if (concernsNewNodes(review)) return 'No nodes are replaced, and new nodes may differ';
  if (change.includes('lets Karpenter remove or replace')) return 'The change itself replaces no nodes';
  return 'No nodes are replaced';
}

/** What to say if nothing needs attention. Without rules, nobody knows whether there are problems. */
export function calmSentences(review: Review): readonly string[] {
  if (isPartlyUnknown(review)) return [...knownPart(review), partlyUnknown];

  const isQuiet =
    isHarmless(review) && !hasOtherNodes(review) && !review.disruption.consolidation && !hasNeedsElsewhere(review);
  if (isQuiet && !review.isUnsimulated) {
    const change = mainChangeText(review) ?? noProblems;
    // Of what is not understood, nobody knows whether it replaces nodes.
    const isSure = notUnderstoodSentence(review) === undefined;
    const stay = stayingSentence(change, review);
    return [change, ...listIf(isSure, stay), ...roomSentences(review), ...notableRise(review)];
  }

  if (review.isUnchecked === true) return ['Not checked for mistakes', ...notableRise(review)];

  const [spot] = spotSentence(review);
  const departed = departureSentence(review);
  const isMoreSaid = (spot ?? departed) !== undefined;
  const what = [departed, spot, ...needsAndChange(review, isMoreSaid)].filter((text) => text !== undefined);

  if (what.length > 0) return what;

  const [unknown] = review.changes.filter(isOfUnknownEffect);
  if (unknown !== undefined) return [unknownEffectText(unknown)];

  const noted = noteSentences(review);
  const calm = noted.length > 0 ? noted : [...modelledChange(review), noProblems];
  return [...calm, ...notableRise(review)];
}

/** Whether the nodes or the cost of a cluster differ whose figures are not the first. */
function hasNeedsElsewhere(review: Review): boolean {
  const needs = needsText(review);
  return needs !== undefined && !needs.isOnlyPacking && needs.cluster !== reviewedClusters(review)[0]?.name;
}

/** That running nodes have no room for the larger pods of a DaemonSet, which no replaced node shows. */
function roomSentences(review: Review): readonly string[] {
  const notes = newFindings(review).filter(isOfDaemonRoom);
  const [first] = withoutCopies(inReadingOrder(notes, { hasBase: false }));
  if (first === undefined) return [];
  return [clauseOf({ ...first, copies: [] })];
}

/** Notes about the review itself have sentences of their own. That nothing applies files any more is what the change does. */
const isOfReview = ({ code }: Diagnostic): boolean =>
  /^(?:review|render)\//.test(code) && code !== 'render/not-applied';

/** What the first new note says, and the number of the others. Of a whole repository, only their number. */
function noteSentences(review: Review): readonly string[] {
  const notes = withoutCopies(inReadingOrder(newFindings(review), { hasBase: false })).filter(
    ({ diagnostic }) => diagnostic.severity === 'note' && !isOfReview(diagnostic),
  );
  const [first, ...others] = notes;
  if (first === undefined) return [];

  const count = withCopies(notes).length;
  if (!review.hasBase) return [`${noProblems}, only ${plural(count, 'note')}`];
  return [`${clauseOf(first)}${textIf(others.length > 0, ` (and ${plural(others.length, 'more note')})`)}`];
}

const unknownEffectText = ({ resource: { kind, name } }: Change): string =>
  `The effect of ${kind} ${quoted(name)} on running nodes is unknown`;

/** What is known of a change whose effect is partly unknown: what changes in NodePools, node classes and pods. */
const knownPart = (review: Review): string[] => {
  const spot = spotSentence(review);
  if (spot.length > 0) return spot;
  return [mainChangeText(review) ?? []].flat();
};

/** Before figures that count only Karpenter's nodes, and would show pods that go elsewhere as a saving. */
function departureSentence(review: Review): string | undefined {
  const workloads = newFindings(review).flatMap(({ diagnostic: { code, resource } }) => {
    if (code === 'provisioning/other-nodes' && resource) return [quoted(nameInNamespace(resource))];
    return [];
  });
  if (workloads.length === 0) return undefined;
  return `Moves the pods of ${firstNames([...new Set(workloads)], 2)} from Karpenter’s nodes to others, which are not counted`;
}

/**
 * `Increases the cost by about $412/month (59%) in dev`: a notable rise that is not the one of the main cluster, whose figures follow at
 * once. Empty if there is none.
 */
function notableRise(review: Review): string[] {
  const rises = dangersOf(review).filter(({ kind }) => kind === 'cost-up');
  if (rises.some(({ where }) => where === 'main')) return [];
  return rises.slice(0, 1).map(({ text }) => capitalized(text));
}

/** Whether the likely number of nodes changes. */
const hasOtherCount = ({ estimate }: Review): boolean => (estimate?.difference.nodes.likely ?? 0) !== 0;

/** Whether the number or the types of nodes change. Consolidation may then replace other nodes. */
const hasOtherNodes = (review: Review): boolean =>
  hasOtherCount(review) || typesOf(review.estimate?.base) !== typesOf(review.estimate?.head);

/** The nodes of a side, as a text. */
const typesOf = (side: Placement | null | undefined): string =>
  (side?.nodePools ?? [])
    .flatMap(({ name, nodeClaims }) => nodeClaims.map(({ instanceType }) => `${name} ${instanceType}`))
    .sort()
    .join();

const mayConsolidate = ({ fields }: Change): boolean => fields.some((field) => field.mayConsolidate);

/** Whether a change decides about nodes that Karpenter launches later, whose cost no figure of running nodes shows. */
export const concernsNewNodes = ({ changes }: Pick<Review, 'changes'>): boolean =>
  changes.some(({ type, effect }) => type === 'modified' && effect === 'new-nodes');

/** Whether it is certain that running nodes stay. */
const isHarmless = ({ hasBase, changes, disruption }: Review): boolean =>
  hasBase &&
  changes.length > 0 &&
  [...changes, ...disruption.nodePools].every(({ effect }) => effect === 'none' || effect === 'new-nodes');
