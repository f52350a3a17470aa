import { compareMinors } from '../../karpenter/api/versions.ts';
import type { Finding } from '../../review/context/finding.ts';
import { withCopies } from '../../review/context/finding-copies.ts';
import type { Review, ReviewedTarget } from '../../review/context/review-data.ts';
import { eventsOf, reviewedClusters } from '../../review/events/events-of.ts';
import { refusedEdits } from '../../review/gate/dangers.ts';
import type { Diagnostic } from '../../text/diagnostic.ts';
import { groupBy } from '../../text/group-by.ts';
import { listIf, optional } from '../../text/list-if.ts';
import { capitalized } from '../../text/words/capitalized.ts';
import { firstClause } from '../../text/words/cut-sentence.ts';
import { plural } from '../../text/words/plural.ts';
import { firstNames, quoted } from '../../text/words/quoted-names.ts';
import { textIf } from '../../text/words/text-if.ts';
import { modelledSentence, notUnderstoodSentence } from '../coverage/coverage.ts';
import type { Report } from '../values/report.ts';
import { changesKarpenterItself, isBlank, unfollowedSentence } from '../wording/inputs-line.ts';
import { newFindings } from '../wording/new-findings.ts';
import { delaySentences, isWaiting, onceApplied } from '../wording/refused-roots.ts';
import { calmLines, fixesSentences, noProblems, withoutPraise } from './calm-sentences.ts';
import { addedEnvironmentText } from './change-text.ts';
import type { ClusterLine } from './cluster-figures.ts';
import { fewestPodsSentence } from './fewest-pods.ts';
import { figureLines } from './figure-lines.ts';
import { countClauses, shownFindings } from './finding-clauses.ts';
import {
  disruptedWorkloads,
  type ReviewStatement,
  reviewStatements,
  withArrival,
  withNeedsOfMain,
} from './statements.ts';

/** The review in one line, for formats without lines of figures. Names are in backticks. */
export const summaryLine = (report: Report): string =>
  summarySentences(report)
    .map((sentence) => `${sentence}.`)
    .join(' ');

/** Whether the change affects nothing that is reviewed. Figures would only describe the cluster as it is. */
export const isUntouched = ({ review, verdict }: Report): boolean =>
  review.hasBase && !review.hasEffect && verdict.result === 'pass';

/** All sentences of the first lines, without their full stops. */
export const summarySentences = (report: Report): string[] => firstSentences(firstLines(report));

/** What a reader sees first, in every format. Sentences have no full stops, and names are in backticks. */
export interface FirstLines {
  /** The verdict and the worst that the change does, with its reason: one or two sentences. */
  readonly headline: readonly string[];
  /** One line of figures for each cluster, production first. */
  readonly figures: readonly ClusterLine[];
  /** What else happens, and what the review rests on. */
  readonly also: readonly string[];
  /** The sentence among them that counts the findings. A format without it lists all of them right below. */
  readonly counts: readonly string[];
}

/** `prod: 2 of 6 nodes replaced · 6 nodes · $1,295/month, unchanged`. */
export const figuresText = ({ cluster, parts }: ClusterLine): string =>
  `${textIf(cluster !== null, `${cluster}: `)}${parts.join(' · ')}`;

/** The figures as a sentence. The name of a cluster stays as it is written. */
const figuresSentence = (line: ClusterLine): string => {
  if (line.cluster === null) return capitalized(figuresText(line));
  return figuresText(line);
};

/** The first lines as sentences, for a format without lines. */
const firstSentences = ({ headline, figures, also }: FirstLines): string[] => [
  ...headline,
  ...figures.map(figuresSentence),
  ...also,
];

/**
 * What a reader sees first: the worst that happens to pods, objects and nodes in one sentence with its reason, then the figures of each
 * cluster, then the rest. Findings that existed before are left out.
 */
export function firstLines(report: Report): FirstLines {
  const { review, verdict } = report;
  const unfollowed = unfollowedSentence(review);
  if (isUntouched(report) && unfollowed === undefined) return untouchedLines(review);

  const events = eventsOf(review);
  const arrival = addedEnvironmentText(review);
  const statements = withArrival(withNeedsOfMain(reviewStatements(report, events), review), arrival, review);
  const leading = leadingStatements(statements, verdict);
  const headline = headlineOf(leading, verdict);
  const rest = otherStatements(statements, leading);
  const counts = countSentences(report, [...leading, ...rest]);
  const isIntroduced = arrival !== undefined && leading.some(({ text }) => text.startsWith(arrival));
  const remarks = [...(isIntroduced ? [] : optional(arrival)), ...remarkSentences(review)];
  const delivery = deliverySentences(review);
  const calm = [...delivery, ...withoutPraise(calmLines(review, remarks, unfollowed), delivery)];
  const lines = figureLines(review, { events, leading });
  // Without rules, the figures are all there is to say.
  const isFiguresOnly = review.isUnchecked === true && headline.length === 0 && lines.length > 0;
  const worstOrCalm = afterApplying(review, headline.length > 0 ? headline : calm);

  return {
    headline: isFiguresOnly ? lines.slice(0, 1).map(figuresSentence) : worstOrCalm,
    figures: isFiguresOnly ? lines.slice(1) : lines,
    also: [
      ...rest.map((other) => afterFix(other, review)),
      ...(headline.length > 0 ? delivery : []),
      ...fewestPodsSentence(review, disruptedWorkloads(review)).filter(
        (sentence) => !leading.some(({ text }) => text.startsWith(sentence)),
      ),
      ...(headline.length > 0 ? [...fixesSentences(review), ...remarks] : []),
      ...counts,
      ...(headline.length > 0 && unfollowed !== undefined ? [unfollowed] : []),
      ...restsOn(report),
      ...listIf(review.isUnsimulated === true, notSimulated),
      ...assumedVersion(review),
    ],
    counts,
  };
}

/** The worst, after that nothing of the change is applied at first. Of what is never applied, nothing happens. */
function afterApplying(review: Review, worst: readonly string[]): readonly string[] {
  const { unapplied } = review;
  if (unapplied === undefined) return afterDelay(review, worst);
  if (unapplied.isNever) return [`Nothing of this is applied, because ${unapplied.because}`];

  return [`Nothing of this is applied at first, because ${unapplied.because}`, ...later(worst, 'Once it is applied')];
}

/** The worst, after what of the change is not applied at first. */
function afterDelay(review: Review, worst: readonly string[]): readonly string[] {
  const { sentences, isOfAll } = delaySentences(review);
  if (sentences.length === 0) return worst;
  return [...sentences, ...(isOfAll ? later(worst, capitalized(onceApplied)) : worst)];
}

const later = ([first = '', ...others]: readonly string[], when: string): readonly string[] => {
  if (first.startsWith('Blocked')) return [first, ...others];
  return [`${when}: ${first}`, ...others];
};

/** A statement of the lines below the figures. What happens to nodes waits until nothing is refused. */
const afterFix = ({ text, findings, nodesOf = null }: ReviewStatement, review: Review): string => {
  if (findings.length > 0 || !isWaiting(nodesOf, review)) return text;
  return `${capitalized(onceApplied)}: ${text}`;
};

/**
 * What decides from now on whether later changes are applied, or whether what leaves git is deleted: that of production
 * first, and how often it is so.
 */
function deliverySentences(review: Review): readonly string[] {
  const notes = newFindings(review).filter(isOfDelivery);
  const main = reviewedClusters(review).find(({ isMain }) => isMain)?.name ?? null;
  const isOfMain = ({ diagnostic: { message } }: Finding): boolean => main !== null && message.includes(quoted(main));
  const clauses = notes
    .toSorted((a, b) => Number(isOfMain(b)) - Number(isOfMain(a)))
    .map(({ diagnostic }) => firstClause(diagnostic.message));
  const alike = groupBy(clauses, (clause) => clause.replace(/`[^`]*`/g, ''));

  return [...alike.values()].map(([first, ...others]) => {
    if (others.length === 0) return first!;
    return `${first}; the same holds for ${plural(others.length, 'more definition')}`;
  });
}

/** Whether a note says what a definition of Argo CD or Flux does with later changes. */
const isOfDelivery = ({ diagnostic: { code, severity, isProminent } }: Finding): boolean =>
  severity === 'note' && isProminent === true && code.startsWith('render/');

/** Why changed objects have no effect on running nodes, or why that is unknown: the first such remark, and the number of the others. */
function remarkSentences(review: Review): readonly string[] {
  // That an object is refused before and after the change has a sentence of its own.
  const refused = new Set(refusedEdits(review).map(({ change }) => change));
  const remarked = review.changes.filter((change) => !refused.has(change));
  const [first, ...others] = new Set(remarked.flatMap(({ remark }) => remark ?? []));
  if (first === undefined) return [];

  return [others.length === 0 ? first : `${first} (and ${plural(others.length, 'more object')})`];
}

function untouchedLines(review: Review): FirstLines {
  const edited = editedUnrendered(review);
  const unclear = notUnderstoodSentence(review);
  const fixes = fixesSentences(review);
  const rest = { figures: [], also: edited, counts: [] };
  if (unclear !== undefined) return { headline: [unclear, ...fixes, 'No other effect found'], ...rest };
  // What rules about Karpenter read is not nothing, although they find nothing wrong with it.
  if (fixes.length > 0 || changesKarpenterItself(review))
    return { headline: [...modelledSentence(review), ...(fixes.length > 0 ? fixes : [noProblems])], ...rest };

  const verb = edited.length > 0 ? 'renders' : 'reviews';
  return { headline: [`This change affects nothing that plumbline ${verb}`], ...rest };
}

/** The worst, the service that stops because of its nodes, and why the change is blocked, if that is something else. */
function leadingStatements(
  statements: readonly ReviewStatement[],
  { result }: Report['verdict'],
): readonly ReviewStatement[] {
  const [worst] = statements;
  const stopped = statements.find(({ stopsIn }) => stopsIn !== undefined && stopsIn === worst?.nodesOf);
  const reason = result === 'block' ? statements.find(({ isBlocking }) => isBlocking) : undefined;
  return [...new Set([worst, stopped, reason])].filter((leading) => leading !== undefined);
}

const headlineOf = (leading: readonly ReviewStatement[], { result }: Report['verdict']): string[] =>
  leading.map(({ text, isBlocking }) => {
    if (result === 'block' && isBlocking) return `Blocked: ${text}`;
    return text;
  });

/** What neither the headline nor the figures say, each finding once. */
function otherStatements(
  statements: readonly ReviewStatement[],
  leading: readonly ReviewStatement[],
): readonly ReviewStatement[] {
  const stated = new Set(leading.flatMap(diagnosticsOf));

  return statements.filter((candidate) => {
    if (candidate.isInFigures || leading.some(({ text }) => text === candidate.text)) return false;

    const about = diagnosticsOf(candidate);
    const isRepeated = about.length > 0 && about.every((diagnostic) => stated.has(diagnostic));
    for (const diagnostic of about) stated.add(diagnostic);
    return !isRepeated;
  });
}

/** The findings that a statement is about, with their copies. */
const diagnosticsOf = ({ findings }: ReviewStatement): readonly Diagnostic[] =>
  withCopies(findings).map(({ diagnostic }) => diagnostic);

/** `2 errors and 1 warning`: all of them, also those that are in a sentence; empty if each of them is. */
function countSentences({ review, verdict }: Report, shown: readonly ReviewStatement[]): string[] {
  if (verdict.result === 'pass') return [];

  const about = new Set(shown.flatMap(diagnosticsOf));
  const all = shownFindings(review);

  if (all.every(({ diagnostic }) => about.has(diagnostic))) return [];
  return countClauses(all);
}

/** What a passed review does not cover. */
const restsOn = ({ review, verdict }: Report): readonly string[] => {
  if (verdict.result === 'pass') return [notUnderstoodSentence(review) ?? []].flat();
  return [];
};

/** What the change edits although plumbline does not render it. Left out in a repository without objects of Karpenter. */
function editedUnrendered(review: Review): string[] {
  const edited = review.inputs.notRendered.filter(({ isEdited }) => isEdited).map(({ root }) => quoted(root));
  if (edited.length === 0 || isBlank(review)) return [];
  return [`It edits ${firstNames(edited)}, which plumbline does not render`];
}

const notSimulated =
  'Nodes and cost were not simulated, so limits of `gate` on cost and unschedulable pods were not checked';

/** `1.14`, or `0.27 (older than plumbline knows, checked as 0.32)`. */
export function karpenterVersionText({ karpenterVersion, namedKarpenterVersion: named }: ReviewedTarget): string {
  if (named === undefined) return karpenterVersion;
  const isOlder = compareMinors(named, karpenterVersion) < 0;
  const age = isOlder ? 'older' : 'newer';
  return `${named} (${age} than plumbline knows, checked as ${karpenterVersion})`;
}

/** Whether another version of Karpenter may have no such finding. */
const dependsOnVersion = ({ diagnostic: { code, severity } }: Finding): boolean =>
  severity !== 'note' && /^(?:schema|upgrade)\//.test(code);

/** Said wherever something is judged by a version that no file names. */
const assumedVersion = (review: Review): string[] => {
  if (review.target.isKarpenterAssumed && !isBlank(review) && newFindings(review).some(dependsOnVersion))
    return [`Karpenter version assumed: ${review.target.karpenterVersion}`];

  return [];
};
