import { workloadKey } from '../../cluster/provisioning/pods/owner-references.ts';
import type { Change } from '../../manifest/change.ts';
import type { Finding } from '../../review/context/finding.ts';
import { type ShownFinding, withCopies, withoutCopies } from '../../review/context/finding-copies.ts';
import type { Review } from '../../review/context/review-data.ts';
import { deletedWorkloads, stoppedWorkloads } from '../../review/events/deleted-workloads.ts';
import type { ReviewEvent } from '../../review/events/event.ts';
import { reviewedClusters } from '../../review/events/events-of.ts';
import { type Danger, dangersOf, isWarned } from '../../review/gate/dangers.ts';
import { groupBy } from '../../text/group-by.ts';
import { listIf } from '../../text/list-if.ts';
import { capitalized } from '../../text/words/capitalized.ts';
import { firstClause, shortClause } from '../../text/words/cut-sentence.ts';
import { byCount, plural } from '../../text/words/plural.ts';
import { joined, quoted } from '../../text/words/quoted-names.ts';
import { textIf } from '../../text/words/text-if.ts';
import type { Report } from '../values/report.ts';
import { groupByCause, isPending } from '../wording/cause-groups.ts';
import { newFindings, olderFindings } from '../wording/new-findings.ts';
import { isRefusedRoot, untilFixed } from '../wording/refused-roots.ts';
import { calmSentences, noProblems } from './calm-sentences.ts';
import { changeText, rankOfNeeds } from './change-text.ts';
import { deletionSentence, groupCauseText, podSentence, stopSentence } from './event-sentences.ts';
import { fewestPodsSentence } from './fewest-pods.ts';
import {
  clauseOf,
  clustersOfFindings,
  clustersText,
  countClauses,
  inClusterOrder,
  isAlike,
  isErrorFinding,
  isHeld,
  isInRefusedRoot,
  isOfDeletedNodes,
  isOfDestroyed,
  isOfLastPool,
  isOfOutage,
  placeText,
  reviewOrder,
  shownFindings,
  workloadNames,
  workloadOfFinding,
} from './finding-clauses.ts';
import { additionText, changesIn, needsChangeText, needsText, spotSentence, whereText } from './needs-sentences.ts';
import { replacementText } from './replacement-text.ts';

/** The keys of workloads whose disruption a finding is about, or that fit nowhere. */
export const disruptedWorkloads = (review: Review): ReadonlySet<string> =>
  new Set(
    withCopies(shownFindings(review)).flatMap(({ diagnostic: { code, resource } }) => {
      if (resource === null || !/^(?:disruption|provisioning)\//.test(code)) return [];
      return [workloadKey(resource.kind, resource.namespace ?? 'default', resource.name)];
    }),
  );

/** Something that the change does, or that is wrong with it. */
export interface ReviewStatement {
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

const statement = (text: string, more: Partial<ReviewStatement> = {}): ReviewStatement => ({
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
export function reviewStatements(report: Report, events: readonly ReviewEvent[]): ReviewStatement[] {
  const { review, verdict } = report;
  const findings = shownFindings(review);
  const pods = podSentence(events, review);
  const errors = findings.filter(isErrorFinding);
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
      : [statement(pods.text, { isBlocking: ofPods.some(isErrorFinding), isInFigures: true, findings: ofPods })];

  const deletions = deletedWorkloads(review);
  const emptied = deletions.filter(({ isAll }) => isAll);
  const smaller = [
    ...deletions.filter(({ isAll }) => !isAll).map((deletion) => statement(deletionSentence(deletion))),
    ...stoppedWorkloads(review).map((stop) => statement(stopSentence(stop))),
  ];

  const effects = [
    ...otherCluster(review).map(({ text }) => statement(text)),
    ...destroyed.map((finding) => findingStatement(finding, isErrorFinding(finding), review)),
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
function emptyServices({ review }: Report): ReviewStatement[] {
  if (!dangersOf(review).some(({ kind }) => kind === 'all-pods-stop')) return [];

  const calm = calmSentences(review).filter((sentence) => sentence !== noProblems);
  return fewestPodsSentence(review, disruptedWorkloads(review)).map((text) => statement([text, ...calm].join('. ')));
}

/** Findings about nodes on spot. */
const isOfSpot = ({ diagnostic: { code } }: Finding): boolean => code.startsWith('lint/spot-');

/** Where more nodes run on spot, that is worse than that a NodePool has few types to choose from, which is stated with it. */
function spotStatements(
  effects: readonly ReviewStatement[],
  cause: ShownFinding | undefined,
  review: Review,
): ReviewStatement[] {
  if (effects.length > 0 || cause === undefined || !isOfSpot(cause) || isErrorFinding(cause)) return [];
  return spotSentence(review).map((text) => statement(`${text}; ${clauseOf(cause)}`, { findings: [cause] }));
}

/** What costs attention because of its cost, with what changes: the figures say how much, and not why. */
function attentionStatements({ review, verdict }: Report): ReviewStatement[] {
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
  effects: readonly ReviewStatement[],
  cause: ShownFinding | undefined,
  { report: { review, verdict }, isStated }: { readonly report: Report; readonly isStated: boolean },
): ReviewStatement[] {
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
export function withNeedsOfMain(all: readonly ReviewStatement[], review: Review): readonly ReviewStatement[] {
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
export function withArrival(
  all: readonly ReviewStatement[],
  arrival: string | undefined,
  review: Review,
): readonly ReviewStatement[] {
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
  const text = `${arrival}. ${its} ${countClauses(shown).join(' and ')} ${verb} of ${joined(models)}`;
  return [{ ...worst, text, findings: shown }, ...others];
}

/** The clusters in which the same was wrong before the change. */
const olderClusters = (finding: ShownFinding, review: Review): ReadonlySet<string> =>
  new Set(
    olderFindings(review)
      .filter((older) => isAlike(older, finding) && older.diagnostic.message === finding.diagnostic.message)
      .flatMap(({ diagnostic: { cluster, clusters = [] } }) => cluster ?? clusters),
  );

/**
 * Whether a statement is about nodes of other clusters, or a warning that is only about them. Errors and pods that fit
 * nowhere are worse than a cost.
 */
function isElsewhere({ nodesOf, findings, isInFigures }: ReviewStatement, main: string): boolean {
  if (nodesOf !== undefined) return nodesOf !== null && nodesOf !== main;
  if (isInFigures || findings.some((finding) => isErrorFinding(finding) || isOfDestroyed(finding))) return false;
  const clusters = clustersOfFindings(withCopies(findings));
  return clusters.size > 0 && !clusters.has(undefined) && !clusters.has(main);
}

/** Why nothing of some roots is applied, before what happens once it is. */
function refusalStatements(refusing: readonly ShownFinding[]): ReviewStatement[] {
  const [first] = refusing;
  if (first === undefined) return [];

  const roots = new Set(withCopies(refusing).flatMap(({ diagnostic }) => diagnostic.refusedRoots ?? []));
  const text = `${clauseOf(first)}. ${untilFixed(roots)}`;
  return [statement(text, { isBlocking: refusing.some(isErrorFinding), findings: refusing })];
}

const findingStatement = (finding: ShownFinding, isBlocking: boolean, review: Review): ReviewStatement =>
  statement(`${clauseOf(finding)}${clustersText(finding, review)}`, {
    isBlocking,
    findings: [finding],
  });

/** The first finding that no other statement is about. An error comes first, or the cause of one. */
function firstCause(
  findings: readonly ShownFinding[],
  stated: ReadonlySet<ShownFinding>,
  errors: readonly ShownFinding[],
): ShownFinding | undefined {
  const groups = groupByCause(findings).filter(({ cause }) => !stated.has(cause) && !isHeld(cause));
  const ofErrors = groups.find(({ cause, consequences }) => [cause, ...consequences].some(isErrorFinding));
  if (errors.length > 0) return ofErrors?.cause;

  // Without its node class, a NodePool launches nothing for a time. Without the NodePool, its nodes are deleted.
  const first = groups[0]?.cause;
  if (first?.diagnostic.code !== 'terraform/new-address') return first;
  return groups.find(({ cause }) => isOfDeletedNodes(cause))?.cause ?? first;
}

/** What happens to nodes, in the first cluster in which something does. */
function nodeSentences(review: Review, findings: readonly ShownFinding[]): ReviewStatement[] {
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
const endOfKarpenter = (review: Review): ReviewStatement[] =>
  dangersOf(review)
    .filter(({ kind }) => kind === 'removes-karpenter')
    .map(({ text }) => statement(capitalized(text)));

/** That Karpenter cannot run with the Kubernetes of the change, before what happens to nodes: nobody should merge it as it is. */
const unsupportedVersions = (findings: readonly ShownFinding[], review: Review): ReviewStatement[] =>
  findings
    .filter(({ diagnostic: { code } }) => code === 'upgrade/compatibility')
    .slice(0, 1)
    .map((finding) => findingStatement(finding, isErrorFinding(finding), review));

/** Kinds of dangers that have a sentence of their own. */
const isWordedElsewhere: ReadonlySet<string> = new Set([
  'removes-karpenter',
  'objects-unknown',
  'objects-stay',
  'deletes-workloads',
  'all-pods-stop',
]);

/** Effects that neither the figures nor a sentence of their own say, in any cluster. If a finding says it, it is said in its words. */
function otherEffects(review: Review): ReviewStatement[] {
  const place = whereText(review);
  const fresh = withoutCopies(newFindings(review));

  return dangersOf(review)
    .filter((danger) => isWarned(danger) && !isSaidByFigures(danger))
    .filter(({ kind }) => !isWordedElsewhere.has(kind))
    .map(({ text, named = text, code, where, groups }) => {
      const finding = code === undefined ? undefined : fresh.find(({ diagnostic }) => diagnostic.code === code);
      if (finding !== undefined) return findingStatement(finding, isErrorFinding(finding), review);
      if (groups !== undefined) return statement(`${capitalized(named)}${groupText(groups, review)}`);
      const main = where === 'main' ? place : '';
      return statement(`${capitalized(named)}${main}`);
    });
}

/**
 * ` in prod, because `spec.instanceType` changes (`m6i.large` → `m6i.xlarge`)`: where node groups are, and why their
 * nodes go, if it is one reason.
 */
function groupText(groups: readonly Change[], { environments }: Review): string {
  const affected = new Set(groups.flatMap((group) => group.environments ?? []));
  const clusters = reviewOrder(environments).filter((name) => affected.has(name));
  const where = environments.length < 2 || clusters.length === 0 ? '' : ` in ${joined(clusters)}`;

  const reasons = new Set(groups.map(groupCauseText));
  const [reason = ''] = reasons;
  return `${where}${textIf(reasons.size === 1 && reason !== '', `, because ${reason}`)}`;
}

/** Whether the figures of a cluster say what happens to its nodes. Those of objects that belong to no cluster are only said here. */
const isSaidByFigures = ({ kind, where }: Danger): boolean =>
  where !== 'anywhere' && (kind === 'deletes-nodes' || kind === 'replaces-nodes' || kind === 'holds-nodes');

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

/** Something that happens to nodes or pods. */
interface EventSentence {
  readonly kind: Danger['kind'];
  readonly text: string;
}

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

/** Pods that run now, and once they restart or their node is gone, no node has room for them. */
const strandingCodes: ReadonlySet<string> = new Set(['provisioning/volume-zone', 'provisioning/daemonset-room']);

/** The first workload with such pods, with its environment, and the number of the others. */
function strandedPods(review: Review): ReviewStatement[] {
  const stranded = shownFindings(review).filter(({ diagnostic }) => strandingCodes.has(diagnostic.code));
  const [first, ...others] = inClusterOrder(withCopies(stranded), review);
  if (first === undefined) return [];

  const names = workloadNames(others);
  names.delete(workloadOfFinding(first));
  const where = placeText(first, review).trim();
  const place = textIf(where !== '', `${capitalized(where)}, `);
  const more = textIf(names.size > 0, ` (and ${plural(names.size, 'more workload')})`);

  return [statement(`${place}${shortClause(first.diagnostic.message)}${more}`, { findings: stranded })];
}

/** The first workload that the change stops as a whole, the number of the others, and whether it happens in other environments. */
function stoppedPods(review: Review): ReviewStatement[] {
  const outages = shownFindings(review).filter(isOfOutage);
  const [first, ...others] = withCopies(outages);
  if (first === undefined) return [];

  const names = workloadNames(others);
  names.delete(workloadOfFinding(first));
  const more = textIf(names.size > 0, ` (and ${plural(names.size, 'more workload')})`);

  const text = `${firstClause(first.diagnostic.message)}${placeText(first, review)}${more}`;
  const { cluster } = first.diagnostic;
  const stopsIn = review.environments.length < 2 ? null : cluster;
  return [statement(text, { findings: outages, ...(stopsIn !== undefined && { stopsIn }) })];
}
