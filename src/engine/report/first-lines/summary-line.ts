import type { Estimate, MissingInput, Placement } from '../../cluster/cost/estimate.ts';
import type { Disruption } from '../../cluster/disruption/forecast/disruption-data.ts';
import { workloadKey } from '../../cluster/provisioning/pods/owner-references.ts';
import { compareMinors } from '../../karpenter/api/versions.ts';
import type { Change } from '../../manifest/change.ts';
import type { Finding } from '../../review/context/finding.ts';
import { type ShownFinding, withCopies, withoutCopies } from '../../review/context/finding-copies.ts';
import type { Review, ReviewedTarget } from '../../review/context/review-data.ts';
import { deletedWorkloads, stoppedWorkloads } from '../../review/events/deleted-workloads.ts';
import type { ReviewEvent } from '../../review/events/event.ts';
import { type ClusterOfReview, eventsOf, reviewedClusters } from '../../review/events/events-of.ts';
import { type Danger, dangersOf, isOutageCode, isWarned, refusedEdits } from '../../review/gate/dangers.ts';
import { type Diagnostic, nameInNamespace } from '../../text/diagnostic.ts';
import { groupBy } from '../../text/group-by.ts';
import { listIf, optional } from '../../text/list-if.ts';
import { folderOf } from '../../text/source.ts';
import { capitalized } from '../../text/words/capitalized.ts';
import { firstClause, shortClause } from '../../text/words/cut-sentence.ts';
import type { Money } from '../../text/words/money.ts';
import { moneyOfAll } from '../../text/words/people-money.ts';
import { byCount, plural } from '../../text/words/plural.ts';
import { firstNames, joined, quoted } from '../../text/words/quoted-names.ts';
import { textIf } from '../../text/words/text-if.ts';
import { modelledSentence, notUnderstoodSentence } from '../coverage/coverage.ts';
import { isOfUnknownEffect } from '../coverage/report-mark.ts';
import type { Report } from '../values/report.ts';
import { groupByCause, isPending } from '../wording/cause-groups.ts';
import { inReadingOrder } from '../wording/finding-order.ts';
import {
  changesKarpenterItself,
  isBlank,
  isPartlyUnknown,
  partlyUnknown,
  unfollowedSentence,
} from '../wording/inputs-line.ts';
import { newFindings, olderFindings, severityCounts } from '../wording/new-findings.ts';
import { otherObjects } from '../wording/other-objects.ts';
import {
  delaySentences,
  isAllWaiting,
  isRefusedRoot,
  isWaiting,
  onceApplied,
  refusedRoots,
  untilFixed,
} from '../wording/refused-roots.ts';
import { addedEnvironmentText, changeText, elsewhereText, rankOfNeeds } from './change-text.ts';
import { type ClusterLine, clusterLine, type LineContext } from './cluster-figures.ts';
import { differenceText, isAtSameCost } from './difference-text.ts';
import { deletionSentence, groupCauseText, podSentence, stopSentence } from './event-sentences.ts';
import { fewestPodsSentence } from './fewest-pods.ts';
import { replacementText } from './replacement-text.ts';

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
  const statements = withArrival(withNeedsOfMain(statementsOf(report, events), review), arrival, review);
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
const afterFix = ({ text, findings, nodesOf = null }: Statement, review: Review): string => {
  if (findings.length > 0 || !isWaiting(nodesOf, review)) return text;
  return `${capitalized(onceApplied)}: ${text}`;
};

/** The keys of workloads whose disruption a finding is about, or that fit nowhere. */
const disruptedWorkloads = (review: Review): ReadonlySet<string> =>
  new Set(
    withCopies(shownFindings(review)).flatMap(({ diagnostic: { code, resource } }) => {
      if (resource === null || !/^(?:disruption|provisioning)\//.test(code)) return [];
      return [workloadKey(resource.kind, resource.namespace ?? 'default', resource.name)];
    }),
  );

/** What decides from now on whether later changes are applied, or whether what leaves git is deleted: that of production first, and how often it is so. */
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

const withoutPraise = (sentences: readonly string[], others: readonly string[]): readonly string[] =>
  sentences.filter((sentence) => others.length === 0 || !sentence.startsWith(noProblems));

/** What is said if nothing bad happens. */
function calmLines(review: Review, remarks: readonly string[], unfollowed: string | undefined): readonly string[] {
  const fixes = fixesSentences(review);
  if (unfollowed !== undefined) return [unfollowed, ...fixes, ...remarks];
  const calm = remarks.length > 0 ? remarks : calmSentences(review);
  if (fixes.length > 0) return [...calm.filter((sentence) => !sentence.startsWith(noProblems)), ...fixes];
  return calm;
}

/** ``Fixes: Karpenter 1.6 needs permissions that this policy does not grant (and 1 more problem)``: the worst of what the change fixes. */
function fixesSentences(review: Review): readonly string[] {
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

/** Something that the change does, or that is wrong with it. */
interface Statement {
  readonly text: string;
  /** Whether it is a reason to block the change, if it is blocked at all. */
  readonly isBlocking: boolean;
  /** Whether the lines of figures say it as well, if there is a worse one. */
  readonly isInFigures: boolean;
  /** The findings that it is about. */
  readonly findings: readonly ShownFinding[];
  /** The cluster whose nodes it is about, with what keeps them: null if there is only one. */
  readonly nodesOf?: string | null;
  /** The cluster in which a service stops while nodes are replaced: null if there is only one. */
  readonly stopsIn?: string | null;
}

const statement = (text: string, more: Partial<Statement> = {}): Statement => ({
  text,
  isBlocking: false,
  isInFigures: false,
  findings: [],
  ...more,
});

/**
 * What happens, by its effect on the reader: figures of another cluster, pods without a node, objects that are refused, nodes that go,
 * services that stop, limits of the gate, cost, and the rest.
 */
function statementsOf(report: Report, events: readonly ReviewEvent[]): Statement[] {
  const { review, verdict } = report;
  const findings = shownFindings(review);
  const pods = podSentence(events, review);
  const errors = findings.filter(isError);
  const refusing = findings.filter(isRefusedRoot);
  const destroyed = findings
    .filter((finding) => isOfDestroyed(finding) && !isInRefusedRoot(finding, review))
    .slice(0, 1);
  const ofPods = pods === undefined ? [] : findings.filter((finding) => isPending(finding) || isOfLastPool(finding));
  const cause = firstCause(findings, new Set([...refusing, ...destroyed, ...ofPods]), errors);
  const isCause = errors.length > 0 || pods?.isExplained === false;
  const isRepeated = pods?.isOfLimits === true && cause?.diagnostic.code === 'provisioning/limit-reached';
  const refused =
    cause !== undefined && isCause && !isRepeated ? [findingStatement(cause, errors.length > 0, review)] : [];

  const lost =
    pods === undefined
      ? []
      : [statement(pods.text, { isBlocking: ofPods.some(isError), isInFigures: true, findings: ofPods })];

  const deletions = deletedWorkloads(review);
  const emptied = deletions.filter(({ isAll }) => isAll);
  const smaller = [
    ...deletions.filter(({ isAll }) => !isAll).map((deletion) => statement(deletionSentence(deletion))),
    ...stoppedWorkloads(review).map((stop) => statement(stopSentence(stop))),
  ];

  const effects = [
    ...otherCluster(review).map(({ text }) => statement(text)),
    ...destroyed.map((finding) => findingStatement(finding, isError(finding), review)),
    ...refusalStatements(refusing),
    ...endOfKarpenter(review),
    ...emptied.map((deletion) => statement(deletionSentence(deletion))),
    // Without a reason of their own, pods fit nowhere because of what is refused.
    ...(pods?.isExplained === false ? [...refused, ...lost] : [...lost, ...refused]),
    ...unsupportedVersions(findings, review),
    ...strandedPods(review),
    ...nodeSentences(review, findings),
    ...stoppedPods(review),
    ...(verdict.limits ?? []).map((text) => statement(capitalized(text), { isBlocking: true })),
    ...attentionStatements(report),
    ...otherEffects(review),
    ...staying(review).map(({ text }) => statement(text)),
  ];

  // What stops for good is worse than what restarts.
  const isCalm = effects.length === 0 && cause === undefined && smaller.length === 0;
  const ofCluster = isCalm ? emptyServices(report) : effects;

  return [
    ...spotStatements(effects, cause, review),
    ...ofCluster,
    ...otherReasons(ofCluster, cause, { report, isStated: smaller.length > 0 }),
    ...smaller,
  ];
}

/** The service of which no pod runs for a time, before what else there is to say, if nothing is worse. */
function emptyServices({ review }: Report): Statement[] {
  if (!dangersOf(review).some(({ kind }) => kind === 'all-pods-stop')) return [];

  const calm = calmSentences(review).filter((sentence) => sentence !== noProblems);
  return fewestPodsSentence(review, disruptedWorkloads(review)).map((text) => statement([text, ...calm].join('. ')));
}

/** Findings about nodes on spot. */
const isOfSpot = ({ diagnostic: { code } }: Finding): boolean => code.startsWith('lint/spot-');

/** Where more nodes run on spot, that is worse than that a NodePool has few types to choose from, which is stated with it. */
function spotStatements(effects: readonly Statement[], cause: ShownFinding | undefined, review: Review): Statement[] {
  if (effects.length > 0 || cause === undefined || !isOfSpot(cause) || isError(cause)) return [];
  return spotSentence(review).map((text) => statement(`${text}; ${clauseOf(cause)}`, { findings: [cause] }));
}

/** What costs attention because of its cost, with what changes: the figures say how much, and not why. */
function attentionStatements({ review, verdict }: Report): Statement[] {
  const change = review.hasBase ? needsChangeText(review, reviewedClusters(review)[0]!.name) : undefined;
  return (verdict.attention ?? []).map((text) => {
    const why = textIf(change !== undefined, `. ${change}`);
    return statement(`${capitalized(text)}${why}`, { isInFigures: true });
  });
}

/**
 * What is left to say if nothing happens, or if no effect is why the change is blocked: a finding, or the reason of the gate. `isStated` says that a
 * deletion has a sentence, which is why there is a warning.
 */
function otherReasons(
  effects: readonly Statement[],
  cause: ShownFinding | undefined,
  { report: { review, verdict }, isStated }: { readonly report: Report; readonly isStated: boolean },
): Statement[] {
  const isBlocked = verdict.result === 'block';
  if (effects.length > 0 && (!isBlocked || effects.some(({ isBlocking }) => isBlocking))) return [];
  if (cause !== undefined) {
    const stated = findingStatement(cause, isBlocked, review);
    const added = isBlocked ? undefined : additionText(cause, review);
    return [{ ...stated, text: [...listIf(added !== undefined, added ?? ''), stated.text].join('. ') }];
  }
  if (isStated && !isBlocked) return [];

  return verdict.reasons.slice(0, 1).map((text) => statement(capitalized(text), { isBlocking: true }));
}

/**
 * What production needs comes before a warning that is only about other clusters, or before what happens to their nodes: the figures would say it
 * without its reason.
 */
function withNeedsOfMain(all: readonly Statement[], review: Review): readonly Statement[] {
  const [worst, ...others] = all;
  const main = reviewedClusters(review).find(({ isMain }) => isMain)?.name ?? null;
  if (worst === undefined || main === null || worst.isBlocking || !isElsewhere(worst, main)) return all;

  const needs = needsText(review);
  if (needs === undefined || needs.cluster !== main || needs.isOnlyPacking) return all;

  const change = changeText(changesIn(main, review), rankOfNeeds);
  const sentences = [needs.text, ...listIf(change !== undefined, change ?? ''), worst.text];
  return [{ ...worst, text: sentences.join('. ') }, ...others];
}

/**
 * A new environment is introduced before what is wrong in it. If all of that is also wrong in an older environment, as in one that was copied, only
 * that is said of it.
 */
function withArrival(all: readonly Statement[], arrival: string | undefined, review: Review): readonly Statement[] {
  const [worst, ...others] = all;
  if (worst === undefined || arrival === undefined || worst.isBlocking) return all;

  const added = new Set(review.environments.filter(({ isNew }) => isNew).map(({ name }) => name));
  const isOfAdded = ({ diagnostic: { cluster } }: Finding): boolean => cluster !== undefined && added.has(cluster);
  if (worst.findings.length === 0 || !withCopies(worst.findings).every(isOfAdded)) return all;

  const shown = shownFindings(review);
  const same = shown.map((finding) => olderClusters(finding, review));
  const models = [...(same[0] ?? [])].filter((cluster) => same.every((clusters) => clusters.has(cluster)));
  if (models.length === 0) return [{ ...worst, text: `${arrival}. ${worst.text}` }, ...others];

  const its = byCount(added.size, 'Its', 'Their');
  const verb = byCount(shown.length, 'is that', 'are those');
  const text = `${arrival}. ${its} ${countsOf(shown).join(' and ')} ${verb} of ${joined(models)}`;
  return [{ ...worst, text, findings: shown }, ...others];
}

/** The clusters in which the same was wrong before the change. */
const olderClusters = (finding: ShownFinding, review: Review): ReadonlySet<string> =>
  new Set(
    olderFindings(review)
      .filter((older) => isAlike(older, finding) && older.diagnostic.message === finding.diagnostic.message)
      .flatMap(({ diagnostic: { cluster, clusters = [] } }) => cluster ?? clusters),
  );

/** Whether a statement is about nodes of other clusters, or a warning that is only about them. Errors and pods that fit nowhere are worse than a cost. */
function isElsewhere({ nodesOf, findings, isInFigures }: Statement, main: string): boolean {
  if (nodesOf !== undefined) return nodesOf !== null && nodesOf !== main;
  if (isInFigures || findings.some((finding) => isError(finding) || isOfDestroyed(finding))) return false;
  const clusters = clustersOf(withCopies(findings));
  return clusters.size > 0 && !clusters.has(undefined) && !clusters.has(main);
}

/**
 * `Adds NodePool `burst``: new NodePools may launch nodes, which says more of a change than how other objects are written. Undefined if there are none, or
 * if the finding in the headline is about a NodePool.
 */
function additionText({ diagnostic: { code, resource } }: Finding, review: Review): string | undefined {
  if (!code.startsWith('lint/') || resource?.kind === 'NodePool') return undefined;

  const added = changesInMain(review).filter(({ type, resource }) => type === 'added' && resource.kind === 'NodePool');
  const names = [...new Set(added.map(({ resource: { name } }) => quoted(name)))];
  if (names.length === 0) return undefined;
  return `Adds ${byCount(names.length, 'NodePool', 'NodePools')} ${firstNames(names)}`;
}

/** Findings after which a cluster, or the network of nodes, is another one or gone. Whatever else happens to its nodes matters less. */
const destroysCluster: ReadonlySet<string> = new Set([
  'terraform/replaces-cluster',
  'terraform/new-region',
  'terraform/replaces-network',
]);

const isOfDestroyed = ({ diagnostic: { code, recreates } }: Finding): boolean =>
  destroysCluster.has(code) || recreates?.includes('cluster') === true;

/** Whether a finding is in a folder in which Terraform can plan nothing, so that nothing is destroyed. */
const isInRefusedRoot = ({ diagnostic: { span } }: Finding, review: Review): boolean =>
  refusedRoots(review).has(folderOf(span.file));

/** Why nothing of some roots is applied, before what happens once it is. */
function refusalStatements(refusing: readonly ShownFinding[]): Statement[] {
  const [first] = refusing;
  if (first === undefined) return [];

  const roots = new Set(withCopies(refusing).flatMap(({ diagnostic }) => diagnostic.refusedRoots ?? []));
  const text = `${clauseOf(first)}. ${untilFixed(roots)}`;
  return [statement(text, { isBlocking: refusing.some(isError), findings: refusing })];
}

const isError = ({ diagnostic }: ShownFinding): boolean => diagnostic.severity === 'error';

const findingStatement = (finding: ShownFinding, isBlocking: boolean, review: Review): Statement =>
  statement(`${clauseOf(finding)}${clustersText(finding, review)}`, {
    isBlocking,
    findings: [finding],
  });

/** ` (only in dev)`, ` in dev`: the clusters of a finding, if it is not true of all that the change affects, and does not name them itself. */
function clustersText(finding: ShownFinding, review: Review): string {
  const affected = reviewedClusters(review).flatMap(({ name }) => name ?? []);
  const alike = newFindings(review).filter((other) => isAlike(other, finding));
  // An environment may give the same finding another severity or another help.
  const same = alike.filter(
    (other) => firstClause(other.diagnostic.message) === firstClause(finding.diagnostic.message),
  );
  const clusters = clustersOf([...withCopies([finding]), ...same]);
  if (affected.length < 2 || clusters.has(undefined) || affected.every((name) => clusters.has(name))) return '';

  const names = [...clusters].filter((name) => name !== undefined);
  if (names.some((name) => finding.diagnostic.message.includes(name))) return '';

  // Elsewhere, it is the same with other numbers.
  const isElsewhere = [...clustersOf(alike)].some((name) => !clusters.has(name));
  if (isElsewhere) return ` in ${joined(names)}`;
  return ` (only in ${joined(names)})`;
}

const clustersOf = (findings: readonly Finding[]): ReadonlySet<string | undefined> =>
  new Set(findings.map(({ diagnostic: { cluster } }) => cluster));

/** Whether two findings say the same about objects with one name, maybe with other numbers. */
const isAlike = ({ diagnostic: a }: Finding, { diagnostic: b }: Finding): boolean =>
  a.code === b.code && a.resource?.kind === b.resource?.kind && a.resource?.name === b.resource?.name;

/** The first finding that no other statement is about. An error comes first, or the cause of one. */
function firstCause(
  findings: readonly ShownFinding[],
  stated: ReadonlySet<ShownFinding>,
  errors: readonly ShownFinding[],
): ShownFinding | undefined {
  const groups = groupByCause(findings).filter(({ cause }) => !stated.has(cause) && !isHeld(cause));
  const ofErrors = groups.find(({ cause, consequences }) => [cause, ...consequences].some(isError));
  if (errors.length > 0) return ofErrors?.cause;

  // Without its node class, a NodePool launches nothing for a time. Without the NodePool, its nodes are deleted.
  const first = groups[0]?.cause;
  if (first?.diagnostic.code !== 'terraform/new-address') return first;
  return groups.find(({ cause }) => isOfDeletedNodes(cause))?.cause ?? first;
}

/** Whether a finding is about a NodePool with another address in Terraform. */
const isOfDeletedNodes = ({ diagnostic: { recreates } }: Finding): boolean => recreates?.includes('node-pool') === true;

/** Whether a finding is about nodes that stay, which the sentence about nodes and the figures say. */
const isHeld = ({ diagnostic }: Finding): boolean => diagnostic.code === 'disruption/rollout-held';

/** Whether a finding says that the NodePool of unschedulable pods was the last one, which the sentence about the pods says as their reason. */
const isOfLastPool = ({ diagnostic }: Finding): boolean => diagnostic.code === 'disruption/last-node-pool';

/** The worst, the service that stops because of its nodes, and why the change is blocked, if that is something else. */
function leadingStatements(statements: readonly Statement[], { result }: Report['verdict']): readonly Statement[] {
  const [worst] = statements;
  const stopped = statements.find(({ stopsIn }) => stopsIn !== undefined && stopsIn === worst?.nodesOf);
  const reason = result === 'block' ? statements.find(({ isBlocking }) => isBlocking) : undefined;
  return [...new Set([worst, stopped, reason])].filter((leading) => leading !== undefined);
}

const headlineOf = (leading: readonly Statement[], { result }: Report['verdict']): string[] =>
  leading.map(({ text, isBlocking }) => {
    if (result === 'block' && isBlocking) return `Blocked: ${text}`;
    return text;
  });

/** What neither the headline nor the figures say, each finding once. */
function otherStatements(statements: readonly Statement[], leading: readonly Statement[]): readonly Statement[] {
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
const diagnosticsOf = ({ findings }: Statement): readonly Diagnostic[] =>
  withCopies(findings).map(({ diagnostic }) => diagnostic);

/** `2 errors and 1 warning`: all of them, also those that are in a sentence; empty if each of them is. */
function countSentences({ review, verdict }: Report, shown: readonly Statement[]): string[] {
  if (verdict.result === 'pass') return [];

  const about = new Set(shown.flatMap(diagnosticsOf));
  const all = shownFindings(review);

  if (all.every(({ diagnostic }) => about.has(diagnostic))) return [];
  return countsOf(all);
}

/** What changes in a cluster; null if there is only one. */
const changesIn = (cluster: string | null, { changes }: Review): readonly Change[] =>
  changes.filter(({ environments }) => cluster === null || (environments?.includes(cluster) ?? true));

/** What happens to nodes, in the first cluster in which something does. */
function nodeSentences(review: Review, findings: readonly ShownFinding[]): Statement[] {
  if (!review.hasBase) return [];
  const clusters = reviewedClusters(review).map((cluster) => {
    const { name, estimate, disruption } = cluster;
    const where = textIf(name !== null, ` in ${name}`);
    return { name, texts: replacementText({ disruption, estimate }, where, changesIn(name, review)) };
  });

  const first = clusters.find(({ texts }) => texts.length > 0);
  if (first === undefined) return [];

  const isHere = ({ diagnostic: { cluster } }: Finding): boolean =>
    first.name === null || cluster === undefined || cluster === first.name;
  const held = findings.filter((finding) => isHeld(finding) && isHere(finding));

  return first.texts.map(({ text }) => statement(text, { isInFigures: true, findings: held, nodesOf: first.name }));
}

/** Without Karpenter, what else happens to nodes matters less. */
const endOfKarpenter = (review: Review): Statement[] =>
  dangersOf(review)
    .filter(({ kind }) => kind === 'removes-karpenter')
    .map(({ text }) => statement(capitalized(text)));

/** That Karpenter cannot run with the Kubernetes of the change, before what happens to nodes: nobody should merge it as it is. */
const unsupportedVersions = (findings: readonly ShownFinding[], review: Review): Statement[] =>
  findings
    .filter(({ diagnostic: { code } }) => code === 'upgrade/compatibility')
    .slice(0, 1)
    .map((finding) => findingStatement(finding, isError(finding), review));

/** Kinds of dangers that have a sentence of their own. */
const isWordedElsewhere: ReadonlySet<string> = new Set([
  'removes-karpenter',
  'objects-unknown',
  'objects-stay',
  'deletes-workloads',
  'all-pods-stop',
]);

/** Effects that neither the figures nor a sentence of their own say, in any cluster. If a finding says it, it is said in its words. */
function otherEffects(review: Review): Statement[] {
  const place = whereText(review);
  const fresh = withoutCopies(newFindings(review));

  return dangersOf(review)
    .filter((danger) => isWarned(danger) && !isSaidByFigures(danger))
    .filter(({ kind }) => !isWordedElsewhere.has(kind))
    .map(({ text, named = text, code, where, groups }) => {
      const finding = code === undefined ? undefined : fresh.find(({ diagnostic }) => diagnostic.code === code);
      if (finding !== undefined) return findingStatement(finding, isError(finding), review);
      if (groups !== undefined) return statement(`${capitalized(named)}${groupText(groups, review)}`);
      const main = where === 'main' ? place : '';
      return statement(`${capitalized(named)}${main}`);
    });
}

/** ` in prod, because `spec.instanceType` changes (`m6i.large` → `m6i.xlarge`)`: where node groups are, and why their nodes go, if it is one reason. */
function groupText(groups: readonly Change[], { environments }: Review): string {
  const affected = new Set(groups.flatMap((group) => group.environments ?? []));
  const clusters = reviewOrder(environments).filter((name) => affected.has(name));
  const where = environments.length < 2 || clusters.length === 0 ? '' : ` in ${joined(clusters)}`;

  const reasons = new Set(groups.map(groupCauseText));
  const [reason = ''] = reasons;
  return `${where}${textIf(reasons.size === 1 && reason !== '', `, because ${reason}`)}`;
}

/** The names of environments, production first. */
const reviewOrder = (environments: Review['environments']): readonly string[] =>
  environments.toSorted((a, b) => Number(b.isMain) - Number(a.isMain)).map(({ name }) => name);

/** Whether the figures of a cluster say what happens to its nodes. Those of objects that belong to no cluster are only said here. */
const isSaidByFigures = ({ kind, where }: Danger): boolean =>
  where !== 'anywhere' && (kind === 'deletes-nodes' || kind === 'replaces-nodes' || kind === 'holds-nodes');

/** What happens in the clusters, and what the headline says of it. */
interface FigureContext {
  readonly events: readonly ReviewEvent[];
  /** The statements of the headline. */
  readonly leading: readonly Statement[];
}

function figureLines(review: Review, { events, leading }: FigureContext): ClusterLine[] {
  const clusters = reviewedClusters(review);
  const context = {
    events,
    isHeldReasonSaid: (cluster: string | null): boolean => leading.some(({ nodesOf }) => nodesOf === cluster),
    // The cluster that costs as much as before may be another one.
    isOfNewNodes: concernsNewNodes(review) || newFindings(review).some(isOfDaemonRoom),
    isPartial:
      isPartlyUnknown(review) ||
      newFindings(review).some(isOfEvictions) ||
      leading.some(({ findings }) => findings.some(isOfDestroyed)),
    lacks: (side: Placement): string => missingText(side, review),
    money: moneyOfAll(clusters.map(({ estimate }) => estimate)),
    isDestroyed: (cluster: string | null): boolean =>
      newFindings(review).some(
        (finding) => isEndOf(clusters.length === 1 ? null : cluster, finding) && !isInRefusedRoot(finding, review),
      ),
  };

  // Of a cluster without figures, there is nothing to say next to others, unless the change is the reason.
  const isShown = ({ name, isMain, isAffected, estimate }: ClusterOfReview): boolean => {
    // The others are here because the change affects them.
    if (!isAffected && clusters.length > 1) return false;
    const lacks = (estimate?.head ?? estimate?.base)?.lacks;
    const isTouched = events.some(({ cluster }) => cluster === name);
    return isMain || isTouched || lacks === undefined || (lacks === 'objects' && estimate?.base?.lacks === undefined);
  };

  return clusters.filter(isShown).flatMap((cluster) => {
    if (isUnknownUntilFixed(cluster, review)) return stayingLine(cluster, context);
    return withWaiting(clusterLine(cluster, context), review);
  });
}

/** Whether a cluster stays as it is because its root is refused, and nobody knows what it is once that is fixed. */
const isUnknownUntilFixed = ({ name, estimate }: ClusterOfReview, review: Review): boolean =>
  estimate?.head?.lacks === 'objects' &&
  estimate.base !== null &&
  estimate.base.lacks === undefined &&
  isAllWaiting(name, review);

/** `until that is fixed: 6 nodes · $1,295/month · then unknown`. */
function stayingLine({ name, ...cluster }: ClusterOfReview, context: LineContext): ClusterLine[] {
  const estimate = cluster.estimate && { ...cluster.estimate, head: cluster.estimate.base, base: null };
  const line = clusterLine({ ...cluster, name, estimate }, { ...context, events: [] });
  if (line === undefined) return [];

  const [first = '', ...others] = line.parts;
  return [{ cluster: name, parts: [`until that is fixed: ${first}`, ...others, 'then unknown'] }];
}

/** A line of figures that are only right once nothing is refused any more. */
function withWaiting(line: ClusterLine | undefined, review: Review): readonly ClusterLine[] {
  if (line === undefined || !isWaiting(line.cluster, review)) return optional(line);

  if (line.isUnknown) return [line];

  const [first = '', ...others] = line.parts;
  return [{ ...line, parts: [`${onceApplied}: ${first}`, ...others] }];
}

/** Whether running nodes have no room for the pods of a DaemonSet, so that later nodes are larger. */
const isOfDaemonRoom = ({ diagnostic }: Finding): boolean => diagnostic.code === 'provisioning/daemonset-room';

/** Whether these pods evict others, which need nodes that no figure counts. */
const isOfEvictions = ({ diagnostic }: Finding): boolean => diagnostic.mayEvict === true;

/** Whether a finding says that Terraform destroys a cluster for certain. */
const isEndOf = (cluster: string | null, { diagnostic }: Finding): boolean =>
  diagnostic.destroysCluster !== undefined && (cluster === null || diagnostic.cluster === cluster);

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

const noProblems = 'No problems found';

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
function calmSentences(review: Review): readonly string[] {
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

/** What is read of a change that changes no object. */
const modelledChange = (review: Review): readonly string[] => {
  if (!review.hasBase || review.changes.length > 0) return [];
  return modelledSentence(review);
};

const unknownEffectText = ({ resource: { kind, name } }: Change): string =>
  `The effect of ${kind} ${quoted(name)} on running nodes is unknown`;

/** What is known of a change whose effect is partly unknown: what changes in NodePools, node classes and pods. */
const knownPart = (review: Review): string[] => {
  const spot = spotSentence(review);
  if (spot.length > 0) return spot;
  return [mainChangeText(review) ?? []].flat();
};

/** What changes in the cluster whose figures come first, and what only changes in others. */
function mainChangeText(review: Review): string | undefined {
  const text = changeText(changesInMain(review));
  const [main] = reviewedClusters(review);
  if (text === undefined || main === undefined || main.name === null) return text;
  return `${text}${elsewhereText(review.changes, main.name)}`;
}

/** What changes in the cluster whose nodes or cost differ, that of pods first. */
function needsChangeText(review: Review, cluster: string | null): string | undefined {
  const here = changesIn(cluster, review);
  const text = changeText(here.length > 0 ? here : changesInMain(review), rankOfNeeds);
  if (text === undefined) return modelledChange(review)[0];
  if (cluster === null) return text;
  return `${text}${elsewhereText(review.changes, cluster)}`;
}

/** What changes in the cluster whose figures come first. */
function changesInMain(review: Review): readonly Change[] {
  const [main] = reviewedClusters(review);
  const ofMain = changesIn(main?.name ?? null, review);
  if (ofMain.length > 0) return ofMain;
  return review.changes;
}

/** `Raises the share of spot nodes from 10% to 60% in prod`, in the first cluster where it does. */
function spotSentence(review: Review): string[] {
  const [first] = dangersOf(review).filter(({ kind }) => kind === 'spot-up');
  if (first === undefined) return [];
  const place = first.where === 'main' ? whereText(review) : '';
  return [`${capitalized(first.text)}${place}`];
}

/**
 * How nodes and cost differ, and what changes: only that if nobody knows whether nodes and cost rise or fall. After a restart, consolidation can split a node into two of the same price, which is no need. Then only
 * the figures say it.
 */
function needsAndChange(review: Review, isMoreSaid: boolean): (string | undefined)[] {
  const needs = needsText(review);
  const isKnown = !review.changes.some(isOfUnknownEffect);
  if (needs === undefined) return [isMoreSaid || isKnown ? mainChangeText(review) : undefined];

  const change = needsChangeText(review, needs.cluster);
  if (needs.isRepacked || (change !== undefined && needs.isOnlyPacking)) return [change];
  return [needs.text, change];
}

/** Before figures that count only Karpenter's nodes, and would show pods that go elsewhere as a saving. */
function departureSentence(review: Review): string | undefined {
  const workloads = newFindings(review).flatMap(({ diagnostic: { code, resource } }) => {
    if (code === 'provisioning/other-nodes' && resource) return [quoted(nameInNamespace(resource))];
    return [];
  });
  if (workloads.length === 0) return undefined;
  return `Moves the pods of ${firstNames([...new Set(workloads)], 2)} from Karpenter’s nodes to others, which are not counted`;
}

/** How nodes and cost differ in one cluster. */
interface Needs {
  readonly cluster: string | null;
  readonly text: string;
  /** Consolidation only splits nodes, at the same cost, or restarted pods are packed in another way. */
  readonly isOnlyPacking: boolean;
  /** Chance decides the difference, so no sentence has it. */
  readonly isRepacked: boolean;
}

/** How nodes and cost differ in the first cluster where they do; undefined if they do nowhere, or if that is unknown. */
function needsText(review: Review): Needs | undefined {
  const clusters = reviewedClusters(review);
  const money = moneyOfAll(clusters.map(({ estimate }) => estimate));

  const texts = clusters.flatMap(({ name, estimate, disruption }) => {
    const text = differenceText(estimate, money, name);
    if (text === undefined) return [];
    const isRepacked = estimate?.isRepacked === true;
    return [{ cluster: name, text, isOnlyPacking: isOnlyPacking(estimate, disruption, money), isRepacked }];
  });

  return texts[0];
}

const isOnlyPacking = (estimate: Estimate | null, { consolidation }: Disruption, money: Money): boolean =>
  estimate?.isRepacked === true || (consolidation !== undefined && isAtSameCost(estimate, money));

/**
 * `Increases the cost by about $412/month (59%) in dev`: a notable rise that is not the one of the main cluster, whose figures follow at
 * once. Empty if there is none.
 */
function notableRise(review: Review): string[] {
  const rises = dangersOf(review).filter(({ kind }) => kind === 'cost-up');
  if (rises.some(({ where }) => where === 'main')) return [];
  return rises.slice(0, 1).map(({ text }) => capitalized(text));
}

/** Before everything that rests on the wrong snapshot. */
const otherCluster = ({ estimate }: Review): EventSentence[] => {
  if (estimate?.isOfOtherCluster)
    return [
      {
        kind: 'objects-unknown',
        text: 'The snapshot seems to be from another cluster: it has no node of these NodePools',
      },
    ];

  return [];
};

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

/** Something that happens to nodes or pods. */
interface EventSentence {
  readonly kind: Danger['kind'];
  readonly text: string;
}

/** New errors and warnings in reading order. */
const shownFindings = (review: Review): ShownFinding[] =>
  withoutCopies(inReadingOrder(newFindings(review), { hasBase: false })).filter(
    ({ diagnostic }) => diagnostic.severity !== 'note',
  );

/** `2 errors and 1 warning`; empty if there are none. One mistake that many objects share is one. */
function countsOf(findings: readonly ShownFinding[]): string[] {
  const counts = severityCounts(findings, ['error', 'warning']);
  if (counts.length === 0) return [];
  return [counts.join(' and ')];
}

/** What is wrong, with the object if the message does not contain it, and the other objects that it is true of. */
function clauseOf(finding: ShownFinding): string {
  const { diagnostic, copies } = finding;
  const { message, resource, span } = diagnostic;
  const name = resource?.name ?? '';
  const isKindMissing = resource !== null && name !== '' && message.startsWith(`${quoted(name)} `);
  const kind = isKindMissing ? `${resource.kind} ` : '';
  const clause = kind + withFile(withoutPattern(shortClause(message)), span.file);
  const object = name === '' || resource === null || clause.includes(name) ? '' : ` (${resource.kind} ${quoted(name)})`;

  const others = otherObjects(finding);
  const numbers = textIf(finding.hasOtherNumbers === true, ', with other numbers');
  if (others.length > 0) return `${clause}${object}; the same holds for ${firstNames(others.map(quoted), 2)}${numbers}`;
  if (resource !== null) return `${clause}${object}`;

  return `${clause}${filesText(clause, [...new Set([span.file, ...copies.map((copy) => copy.diagnostic.span.file)])])}`;
}

/** The files of a finding that is about no object, if there are several: a number of files says nothing. */
function filesText(clause: string, files: readonly string[]): string {
  if (files.length < 2) return '';

  const [first, ...others] = files.map(quoted);
  if (clause.includes(first!)) return `; the same holds for ${firstNames(others, 2)}`;
  return ` (${firstNames(files.map(quoted), 2)})`;
}

/** A clause that points at its place, with the name of the file: nothing else in the first lines has it. */
const withFile = (clause: string, file: string): string =>
  clause.replace(/^This line\b/, `A line of ${quoted(file)}`).replace(/^This file\b/, quoted(file));

/** A value that a pattern excludes is not valid. The finding has the pattern. */
const withoutPattern = (clause: string): string => clause.replace(/, but must match `\^[^`]*`/, ', which is not valid');

/** What the change takes out of git without deleting it, for each of the first reasons. */
function staying({ changes }: Review): EventSentence[] {
  const objects = changes.flatMap(({ resource, stays }) => {
    if (stays === undefined) return [];
    return [{ resource, ...stays, because: stays.because.replace(/ \([^()]*\)$/, '') }];
  });
  objects.sort((a, b) => Number(b.resource.kind === 'NodePool') - Number(a.resource.kind === 'NodePool'));

  return [...groupBy(objects, ({ because }) => because)].slice(0, shownReasons).map(([because, all]) => {
    const [{ resource, isOfParts, alsoIn }] = all as [(typeof all)[number]];
    const name = `${resource.kind} ${quoted(resource.name)}`;
    if (isOfParts) return { kind: 'objects-stay', text: `What ${name} installed stays in the cluster: ${because}` };

    const others = textIf(all.length !== 1, ` and ${plural(all.length - 1, 'more object')}`);
    const verb = byCount(all.length, 'stays', 'stay');

    if (alsoIn !== undefined) {
      const still = `${quoted(alsoIn)} still has ${byCount(all.length, 'it', 'them')}`;
      return { kind: 'objects-stay', text: `${name}${others} ${verb} in the cluster: ${because}, and ${still}` };
    }

    return {
      kind: 'objects-stay',
      text: `${name}${others} ${verb} in the cluster, although git no longer has ${byCount(all.length, 'it', 'them')}: ${because}`,
    };
  });
}

/** Reasons why objects stay that the summary names. */
const shownReasons = 2;

/** ` in prod`, if there are other environments. */
function whereText({ environments }: Review): string {
  const main = environments.length > 1 ? environments.find(({ isMain }) => isMain) : undefined;
  if (main === undefined) return '';
  return ` in ${main.name}`;
}

/** Pods that run now, and once they restart or their node is gone, no node has room for them. */
const strandingCodes: ReadonlySet<string> = new Set(['provisioning/volume-zone', 'provisioning/daemonset-room']);

/** The first workload with such pods, with its environment, and the number of the others. */
function strandedPods(review: Review): Statement[] {
  const stranded = shownFindings(review).filter(({ diagnostic }) => strandingCodes.has(diagnostic.code));
  const [first, ...others] = inClusterOrder(withCopies(stranded), review);
  if (first === undefined) return [];

  const names = workloadNames(others);
  names.delete(workloadName(first));
  const where = placeText(first, review).trim();
  const place = textIf(where !== '', `${capitalized(where)}, `);
  const more = textIf(names.size > 0, ` (and ${plural(names.size, 'more workload')})`);

  return [statement(`${place}${shortClause(first.diagnostic.message)}${more}`, { findings: stranded })];
}

/** Findings of production first. */
const inClusterOrder = (findings: readonly Finding[], { environments }: Review): readonly Finding[] => {
  const order = reviewOrder(environments);
  const rankOf = ({ diagnostic: { cluster } }: Finding): number => order.indexOf(cluster ?? '');
  return findings.toSorted((a, b) => rankOf(a) - rankOf(b));
};

const workloadName = ({ diagnostic: { resource, span } }: Finding): string => {
  if (resource === null) return span.file;
  return [resource.kind, resource.namespace, resource.name].join('/');
};

const workloadNames = (findings: readonly Finding[]): Set<string> => new Set(findings.map(workloadName));

/** The first workload that the change stops as a whole, the number of the others, and whether it happens in other environments. */
function stoppedPods(review: Review): Statement[] {
  const outages = shownFindings(review).filter(isOfOutage);
  const [first, ...others] = withCopies(outages);
  if (first === undefined) return [];

  const names = workloadNames(others);
  names.delete(workloadName(first));
  const more = textIf(names.size > 0, ` (and ${plural(names.size, 'more workload')})`);

  const text = `${firstClause(first.diagnostic.message)}${placeText(first, review)}${more}`;
  const { cluster } = first.diagnostic;
  const stopsIn = review.environments.length < 2 ? null : cluster;
  return [statement(text, { findings: outages, ...(stopsIn !== undefined && { stopsIn }) })];
}

const isOfOutage = ({ diagnostic }: Finding): boolean => isOutageCode(diagnostic.code);

/** ` in prod`, the environment of a finding if there are several. */
function placeText({ diagnostic: { cluster } }: Finding, { environments }: Review): string {
  if (cluster === undefined || environments.length < 2) return '';
  return ` in ${cluster}`;
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

/** Whether a change decides about nodes that Karpenter launches later, whose cost no figure of running nodes shows. */
const concernsNewNodes = ({ changes }: Pick<Review, 'changes'>): boolean =>
  changes.some(({ type, effect }) => type === 'modified' && effect === 'new-nodes');

const mayConsolidate = ({ fields }: Change): boolean => fields.some((field) => field.mayConsolidate);

/** Whether it is certain that running nodes stay. */
const isHarmless = ({ hasBase, changes, disruption }: Review): boolean =>
  hasBase &&
  changes.length > 0 &&
  [...changes, ...disruption.nodePools].every(({ effect }) => effect === 'none' || effect === 'new-nodes');

const missing: Readonly<Record<Exclude<MissingInput, 'region'>, string>> = {
  objects: 'objects can no longer be read or planned',
  NodePools: 'no NodePools found',
  workloads: 'no workloads found',
  'counted-workloads': 'no workload of these files counts',
  nodes: 'no workload of these files runs on a NodePool',
  charts: 'pods of charts that are not rendered are not counted',
};

/** Why a side has no figures. */
const missingText = ({ lacks }: Placement, { target: { region } }: Review): string => {
  if (lacks === undefined || lacks === 'region')
    return `plumbline has no instance types and prices for ${quoted(region ?? '')}`;

  return missing[lacks];
};
