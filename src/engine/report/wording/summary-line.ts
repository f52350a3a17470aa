import { compareMinors } from '../../api/versions.ts';
import type { Estimate, MissingInput, Placement } from '../../cost/estimate.ts';
import { perNodeDifference } from '../../cost/other-costs.ts';
import { type Danger, dangersOf, isOutageCode, isWarned } from '../../gate/dangers.ts';
import { groupBy } from '../../group-by.ts';
import { plural } from '../../plural.ts';
import type { Range } from '../../range.ts';
import type { Review, ReviewedTarget } from '../../review/review-data.ts';
import { capitalized } from '../../text/capitalized.ts';
import { cutSentence, firstClause } from '../../text/cut-sentence.ts';
import { type Money, moneyIn } from '../../text/money.ts';
import { firstNames, quoted } from '../../text/quoted-names.ts';
import { notUnderstoodSentence } from '../coverage/coverage.ts';
import type { Report } from '../report.ts';
import { groupByCause, isPending } from './cause-groups.ts';
import {
  type BoundMark,
  figureText,
  isOneSided,
  marked,
  markOf,
  nodesText,
  variesByChance,
} from './certainty-marks.ts';
import { sometimes } from './figures.ts';
import { inReadingOrder, type ShownFinding, withoutCopies } from './finding-order.ts';
import { newFindings, severityCounts } from './headline.ts';
import { isBlank, isPartlyUnknown, partlyUnknown, unfollowedSentence } from './inputs-line.ts';
import { notableDifferences } from './other-costs.ts';
import { unschedulableCount } from './placed-nodes.ts';
import { replacementText } from './replacement-text.ts';

/**
 * The review in one line, the worst first: whether it can be merged, what happens to nodes and pods, and what it costs. Findings that
 * existed before are left out. Names are in backticks.
 */
export const summaryLine = (report: Report): string =>
  summarySentences(report)
    .map((sentence) => `${sentence}.`)
    .join(' ');

/** Whether the change affects nothing that is reviewed. Figures would only describe the cluster as it is. */
export const isUntouched = ({ review, verdict }: Report): boolean =>
  review.hasBase && !review.hasEffect && verdict.result === 'pass';

/** The sentences of the summary, without their full stops. */
export function summarySentences(report: Report): string[] {
  const unfollowed = unfollowedSentence(report.review);
  if (isUntouched(report) && unfollowed === undefined) {
    const edited = editedUnrendered(report.review);
    const unclear = notUnderstoodSentence(report.review);
    if (unclear !== undefined) return ['No effect found', unclear, ...edited];
    return [`This change affects nothing that plumbline ${edited.length > 0 ? 'renders' : 'reviews'}`, ...edited];
  }
  const { review, verdict } = report;
  const all = [...otherCluster(review), ...eventSentences(review), ...attentionSentences(report)];
  const blocked = verdict.result === 'block' ? blockSentences(report, all) : [];
  // The reason of a block may be an event itself.
  const events = all.filter(({ text }) => !blocked.includes(`Blocked: ${text}`));
  const warnings = verdict.result === 'warn' ? warningSentences(report, events) : [];
  const sentences = [...blocked, ...events.map(({ text }) => text), ...warnings];
  const costs = [...costSentences(review), ...perNodeSentences(review)];
  const remarks = remarkSentences(review);
  const isCalm = sentences.length === 0 && unfollowed === undefined && remarks.length === 0;
  const calm = isCalm ? calmSentences(review, costs) : [];
  const rest = [...remarks, ...consolidationSentences(review), ...costs, ...restsOn(report), ...assumedVersion(review)];
  return [...sentences, ...(unfollowed === undefined ? [] : [unfollowed]), ...calm, ...rest];
}

/** Why changed objects have no effect on running nodes, or why that is unknown: the first such remark, and the number of the others. */
function remarkSentences({ changes }: Review): string[] {
  const [first, ...others] = new Set(changes.flatMap(({ remark }) => remark ?? []));
  if (first === undefined) return [];
  return [others.length === 0 ? first : `${first} (and ${plural(others.length, 'more object')})`];
}

/** What a passed review does not cover. */
const restsOn = ({ review, verdict }: Report): readonly string[] =>
  verdict.result === 'pass' ? [notUnderstoodSentence(review) ?? []].flat() : [];

/** What the change edits although plumbline does not render it. Left out in a repository without objects of Karpenter. */
function editedUnrendered(review: Review): string[] {
  const edited = review.inputs.notRendered.filter(({ isEdited }) => isEdited).map(({ root }) => quoted(root));
  if (edited.length === 0 || isBlank(review)) return [];
  return [`It edits ${firstNames(edited)}, which plumbline does not render`];
}

/** What to say if nothing needs attention. Without rules, nobody knows whether there are problems. */
function calmSentences(review: Review, costs: readonly string[]): readonly string[] {
  if (isPartlyUnknown(review)) return [partlyUnknown];
  if (isHarmless(review) && !hasOtherNodes(review) && !review.disruption.consolidation)
    return ['No nodes are replaced'];
  if (review.isUnchecked !== true) return ['No problems found'];
  return costs.length > 0 ? [] : ['Not checked for mistakes'];
}

/** Nodes that the change does not replace by itself, although Karpenter replaces them because of it. */
function consolidationSentences({ disruption: { consolidation } }: Review): string[] {
  if (consolidation === undefined) return [];
  const { removed, launched } = consolidation;
  return [`Consolidation replaces ${plural(removed, 'node')}${launched === removed ? '' : ` with ${launched}`}`];
}

/** Before everything that rests on the wrong snapshot. */
const otherCluster = ({ estimate }: Review): EventSentence[] =>
  estimate?.isOfOtherCluster
    ? [
        {
          kind: 'objects-unknown',
          text: 'The snapshot seems to be from another cluster: it has no node of these NodePools',
        },
      ]
    : [];

/** Increases that deserve attention although no rule is broken. */
const attentionSentences = ({ verdict }: Report): EventSentence[] =>
  (verdict.attention ?? []).map((text) => ({ kind: 'cost-up', text: capitalized(text) }));

/** `1.14`, or `0.27 (older than plumbline knows, checked as 0.32)`. */
export function karpenterVersionText({ karpenterVersion, namedKarpenterVersion: named }: ReviewedTarget): string {
  if (named === undefined) return karpenterVersion;
  const isOlder = compareMinors(named, karpenterVersion) < 0;
  return `${named} (${isOlder ? 'older' : 'newer'} than plumbline knows, checked as ${karpenterVersion})`;
}

/** Said wherever something is judged by a version that no file names. */
const assumedVersion = (review: Review): string[] =>
  review.target.isKarpenterAssumed && !isBlank(review)
    ? [`Karpenter version assumed: ${review.target.karpenterVersion}`]
    : [];

/** Something that happens to nodes or pods. */
interface EventSentence {
  readonly kind: Danger['kind'];
  readonly text: string;
}

/** Longest clause of a finding in the summary. */
const clauseLength = 120;

function blockSentences({ review, verdict }: Report, events: readonly EventSentence[]): string[] {
  const limits = verdict.limits ?? [];
  const findings = shownFindings(review);
  const groups = groupByCause(findings);
  // A warning does not block if there are errors, unless it explains one.
  const isError = ({ diagnostic }: ShownFinding): boolean => diagnostic.severity === 'error';
  const first = groups.find(({ cause, consequences }) => [cause, ...consequences].some(isError)) ?? groups[0];
  if (first === undefined) return (limits.length > 0 ? limits : verdict.reasons.slice(0, 1)).map(blockedBy);
  const { cause, consequences } = first;
  // The event counts these pods, in fewer words than the finding.
  const outage = isPending(cause) ? events.find(({ kind }) => kind === 'pods-unschedulable') : undefined;
  const reason = outage?.text ?? clauseOf(cause);
  const rest = findings.filter((finding) =>
    outage === undefined ? finding !== cause && !consequences.includes(finding) : !isPending(finding),
  );
  return [...[...limits, reason].map(blockedBy), ...countsOf(rest, 'more ')];
}

const blockedBy = (why: string): string => `Blocked: ${why}`;

function warningSentences({ review, verdict }: Report, events: readonly EventSentence[]): string[] {
  const shown = shownFindings(review);
  const [first] = groupByCause(shown);
  if (first === undefined) return events.length > 0 ? [] : verdict.reasons.slice(0, 1).map(capitalized);
  const [counts] = countsOf(shown, '');
  if (events.length > 0) return [counts!];
  return [`${counts}${shown.length > 1 ? ', first' : ''}: ${clauseOf(first.cause)}`];
}

/** New errors and warnings in reading order. */
const shownFindings = (review: Review): ShownFinding[] =>
  withoutCopies(inReadingOrder(newFindings(review), { hasBase: false })).filter(
    ({ diagnostic }) => diagnostic.severity !== 'note',
  );

/** `2 more errors and 1 warning`; empty if there are none. */
function countsOf(findings: readonly ShownFinding[], more: '' | 'more '): string[] {
  const all = findings.flatMap((finding) => [finding, ...finding.copies]);
  const counts = severityCounts(all, ['error', 'warning']);
  return counts.length === 0 ? [] : [counts.join(' and ').replace(/^(\d+) /, `$1 ${more}`)];
}

/** What is wrong, with the name of the object if the message does not contain it. */
function clauseOf({ diagnostic: { message, resource }, copies }: ShownFinding): string {
  const clause = cutSentence(firstClause(message), clauseLength);
  const name = resource?.name ?? '';
  const object =
    name === '' || resource === null || clause.includes(name) ? '' : ` (${resource.kind} \`${resource.name}\`)`;
  return `${clause}${copies.length > 0 ? ` (${copies.length + 1} places)` : object}`;
}

/** What happens to pods and nodes, pods first. Other environments are named. */
function eventSentences(review: Review): EventSentence[] {
  if (!review.hasBase) return outage(review);
  const all = dangersOf(review);
  const own = all.filter(({ where }) => where !== 'elsewhere');
  const others = all.filter(({ where }) => where === 'elsewhere').filter(isShown);
  const place = whereText(review);
  const rest = others.length - shownElsewhere;
  return [
    ...outage(review).map(({ kind, text }) => ({ kind, text: `${text}${place}` })),
    ...stoppedPods(review),
    ...replacementText(review, place),
    ...staying(review),
    ...own
      // What can no longer be read is the subject of a finding, and the reason why figures are unknown.
      .filter((danger) => isWarned(danger) && danger.kind !== 'objects-unknown' && danger.kind !== 'objects-stay')
      .filter(({ kind }) => !review.disruption.nodePools.some(({ effect }) => effectsOf[kind]?.includes(effect)))
      .map(({ kind, text, where }) => ({ kind, text: `${capitalized(text)}${where === 'main' ? place : ''}` })),
    ...others.slice(0, shownElsewhere).map(({ kind, text }) => ({ kind, text: capitalized(text) })),
    ...(rest > 0 ? [{ kind: others.at(-1)!.kind, text: `${plural(rest, 'more effect')} in other environments` }] : []),
  ];
}

/** What the change takes out of git without deleting it, for each of the first reasons. */
function staying({ changes }: Review): EventSentence[] {
  const left = changes.flatMap(({ resource, stays }) =>
    stays === undefined ? [] : [{ resource, ...stays, because: stays.because.replace(/ \([^()]*\)$/, '') }],
  );
  left.sort((a, b) => Number(b.resource.kind === 'NodePool') - Number(a.resource.kind === 'NodePool'));
  return [...groupBy(left, ({ because }) => because)].slice(0, shownReasons).map(([because, all]) => {
    const [{ resource, isOfParts, alsoIn }] = all as [(typeof all)[number]];
    const name = `${resource.kind} ${quoted(resource.name)}`;
    if (isOfParts) return { kind: 'objects-stay', text: `What ${name} installed stays in the cluster: ${because}` };
    const others = all.length === 1 ? '' : ` and ${plural(all.length - 1, 'more object')}`;
    const verb = all.length === 1 ? 'stays' : 'stay';
    if (alsoIn !== undefined) {
      const still = `${quoted(alsoIn)} still has ${all.length === 1 ? 'it' : 'them'}`;
      return { kind: 'objects-stay', text: `${name}${others} ${verb} in the cluster: ${because}, and ${still}` };
    }
    return {
      kind: 'objects-stay',
      text: `${name}${others} ${verb} in the cluster, although git no longer has ${all.length === 1 ? 'it' : 'them'}: ${because}`,
    };
  });
}

/** Reasons why objects stay that the summary names. */
const shownReasons = 2;

/** ` in prod`, if there are other environments. */
function whereText({ environments }: Review): string {
  const main = environments.length > 1 ? environments.find(({ isMain }) => isMain) : undefined;
  return main === undefined ? '' : ` in ${main.name}`;
}

/** Effects in other environments that the summary names. */
const shownElsewhere = 2;

const isShown = (danger: Danger): boolean => isWarned(danger) || danger.kind === 'pods-unschedulable';

/** Effects on NodePools that the text about replacements already names. */
const effectsOf: Partial<Record<Danger['kind'], readonly (string | null)[]>> = {
  'deletes-nodes': ['delete'],
  'replaces-nodes': ['all-nodes', 'some-nodes'],
};

function outage({ estimate, hasBase }: Review): EventSentence[] {
  const count = lostPods(estimate);
  const stopped = stoppedRollouts(estimate);
  if (count > 0 && stopped !== undefined) return [{ kind: 'pods-unschedulable', text: stopped }];
  if (count > 0 && estimate?.head?.mayRunElsewhere)
    return [
      { kind: 'pods-unschedulable', text: `${plural(count, 'pod')} ${count === 1 ? 'fits' : 'fit'} no NodePool` },
    ];
  const verb = hasBase && estimate?.base ? (count === 1 ? 'becomes' : 'become') : count === 1 ? 'is' : 'are';
  return count > 0 ? [{ kind: 'pods-unschedulable', text: `${plural(count, 'pod')} ${verb} unschedulable` }] : [];
}

/** The rollouts that stop, if nothing else is unschedulable. Their old pods keep running, so this is not an outage. */
function stoppedRollouts(estimate: Estimate | null): string | undefined {
  const all = estimate?.head?.unschedulable ?? [];
  const [first, ...others] = all;
  if (first === undefined || all.some(({ oldPods }) => oldPods === undefined)) return undefined;
  const old = all.reduce((sum, { oldPods = 0 }) => sum + oldPods, 0);
  const count = unschedulableCount(estimate!.head!);
  const what =
    others.length === 0 ? `The rollout of ${quoted(first.workload)} stops` : `${plural(all.length, 'rollout')} stop`;
  const why = !estimate!.head!.mayRunElsewhere
    ? 'cannot be scheduled'
    : count === 1
      ? 'fits no NodePool'
      : 'fit no NodePool';
  return `${what}: ${plural(count, 'new pod')} ${why}, and ${plural(old, 'old one')} ${old === 1 ? 'keeps' : 'keep'} running`;
}

/** The first workload that the change stops as a whole, and the number of the others. */
function stoppedPods(review: Review): EventSentence[] {
  const [first, ...others] = shownFindings(review).filter(({ diagnostic }) => isOutageCode(diagnostic.code));
  if (first === undefined) return [];
  const rest = [...first.copies, ...others.flatMap((one) => [one, ...one.copies])].length;
  const more = rest === 0 ? '' : ` (and ${plural(rest, 'more workload')})`;
  return [{ kind: 'pods-stop', text: `${firstClause(first.diagnostic.message)}${more}` }];
}

/** Pods that are unschedulable after the change and were not before. */
const lostPods = (estimate: Estimate | null): number =>
  estimate?.head ? unschedulableCount(estimate.head) - (estimate.base ? unschedulableCount(estimate.base) : 0) : 0;

/** Whether the number or the types of nodes change. Consolidation may then replace other nodes. */
const hasOtherNodes = ({ estimate }: Review): boolean =>
  (estimate?.difference.nodes.likely ?? 0) !== 0 || typesOf(estimate?.base) !== typesOf(estimate?.head);

/** The nodes of a side, as a text. */
const typesOf = (side: Placement | null | undefined): string =>
  (side?.nodePools ?? [])
    .flatMap(({ name, nodeClaims }) => nodeClaims.map(({ instanceType }) => `${name} ${instanceType}`))
    .sort()
    .join();

/** Whether it is certain that running nodes stay. */
const isHarmless = ({ hasBase, changes, disruption }: Review): boolean =>
  hasBase &&
  changes.length > 0 &&
  [...changes, ...disruption.nodePools].every(({ effect }) => effect === 'none' || effect === 'new-nodes');

const missing: Readonly<Record<Exclude<MissingInput, 'region'>, string>> = {
  objects: 'objects can no longer be read',
  NodePools: 'no NodePools found',
  workloads: 'no workloads found',
  'counted-workloads': 'no workload of these files counts',
  nodes: 'no workload of these files runs on a NodePool',
  charts: 'pods of charts that are not rendered are not counted',
};

/** Nodes and cost, in one sentence; none if nothing was estimated. A saving that is caused by unschedulable pods is left out, because it is not a real saving. */
function costSentences(review: Review): string[] {
  const { estimate } = review;
  const side = estimate?.head ?? estimate?.base;
  if (!estimate || !side) return [];
  if (side.lacks !== undefined) {
    const why =
      side.lacks === 'region'
        ? `plumbline has no instance types and prices for \`${review.target.region}\``
        : missing[side.lacks];
    return [`Nodes and cost unknown: ${why}`];
  }
  const { base, head, difference } = estimate;
  const money = moneyIn(estimate.shownIn);
  const total = side.monthlyUsd.likely;
  if (total === null) return ['Cost unknown'];
  const monthly = `${figureText(side.monthlyUsd, money.plain)}/month`;
  if (!base || !head) return [fromNothing(side, money) ?? `${capitalized(nodesText(side))}, ${monthly}`];
  const { low, likely, high } = difference.monthlyUsd;
  if (likely === null) return [`Cost ${monthly}, difference unknown`];
  const isSame = [low, likely, high].every((usd) => usd === null || money.isZero(usd));
  if (lostPods(estimate) > 0 && likely <= 0) return [];
  const others = notableDifferences(estimate);
  const isUnchanged = difference.monthlyUsd.certainty === 'exact' && !isOneSided(side.monthlyUsd);
  if (isSame && isUnchanged && isPartlyUnknown(review)) return [];
  // Nothing is unchanged of which a part is not counted.
  if (isSame && !isUnchanged && (difference.nodes.likely ?? 0) === 0)
    return [`${capitalized(nodesText(side))}, ${monthly}${whereText(review)}`, ...others];
  if (isSame && isUnchanged)
    return [
      `${sameCostText({ isFree: money.isZero(total), monthly, isPart: others.length > 0 })}${whereText(review)}`,
      ...others,
    ];
  if (money.isZero(likely) && !isOneSided(difference.monthlyUsd) && (difference.nodes.likely ?? 0) === 0)
    return [`Cost likely unchanged at ${money.plain(total)}/month${whereText(review)}`, ...others];
  return [`${differenceText(estimate, likely)}${whereText(review)}`, ...others];
}

/** Licenses and fees of the configuration, which may turn a saving into a loss. */
function perNodeSentences({ estimate }: Review): string[] {
  const more = estimate === null ? null : perNodeDifference(estimate);
  const money = moneyIn(estimate?.shownIn);
  return more === null || money.isZero(more) ? [] : [`Costs per node: ${money.signed(more)}/month`];
}

/** `0–1 nodes, up to $90.52/month`, if only the pods that an autoscaler adds need nodes. */
function fromNothing({ nodes, monthlyUsd }: Placement, money: Money): string | undefined {
  if (nodes.likely !== 0 || !nodes.high || monthlyUsd.high === null) return undefined;
  return `0–${nodes.high} nodes, up to ${money.plain(monthlyUsd.high)}/month`;
}

interface SameCost {
  readonly isFree: boolean;
  readonly monthly: string;
  /** Only instances cost the same. */
  readonly isPart: boolean;
}

/** `Cost unchanged at about $167.90/month`. */
function sameCostText({ isFree, monthly, isPart }: SameCost): string {
  const same = isPart ? 'Cost of instances unchanged' : 'Cost unchanged';
  return isFree ? same : `${same} at ${monthly}`;
}

function bySometimes(range: Range | undefined): string {
  const others = range && sometimes(range);
  return others === undefined ? '' : ` (${others})`;
}

/** `Adds 1 node: +$280.32/month`, `Adds at least 2 nodes: at least +$560.64/month`, `2 fewer nodes: −$12.00/month`, or `Costs $26.28/month more`. */
function differenceText(estimate: Estimate, usdMonthly: number): string {
  const money = moneyIn(estimate.shownIn);
  const { nodes, monthlyUsd } = estimate.difference;
  const mark = markOf(monthlyUsd);
  const count = nodes.likely ?? 0;
  const [amount, than] = [money.plain(Math.abs(usdMonthly)), usdMonthly > 0 ? 'more' : 'less'];
  // "At most +$5" is "at most $5 more", but "at most −$5" is "at least $5 less".
  const amountMark = usdMonthly > 0 ? mark : turned(mark);
  if (count === 0) return `Costs ${marked(amountMark, amount)}/month ${than}`;
  const what = nodesDifference(estimate, count);
  return usdMonthly < 0 && isOneSided(monthlyUsd)
    ? `${what}: ${marked(amountMark, amount)}/month less`
    : `${what}: ${marked(mark, money.signed(usdMonthly))}/month`;
}

/** `Adds 1 node`, `Adds at least 1 node`, `At least 2 fewer nodes`, `Adds 1 node (sometimes 2)`. */
function nodesDifference(estimate: Estimate, count: number): string {
  const { nodes } = estimate.difference;
  const isRange = nodes.certainty === 'range' && nodes.low !== nodes.high;
  const mark = isRange ? undefined : markOf(nodes);
  if (count > 0) return `Adds ${marked(mark, plural(count, 'node'))}${bySometimes(nodesByChance(estimate))}`;
  const fewer = marked(turned(mark), `${-count} fewer ${count === -1 ? 'node' : 'nodes'}`);
  return capitalized(`${fewer}${bySometimes(nodesByChance(estimate))}`);
}

/** The mark of an amount that is less by a figure with this mark. */
function turned(mark: BoundMark | undefined): BoundMark | undefined {
  if (mark === 'at most') return 'at least';
  return mark === 'at least' ? 'at most' : mark;
}

/** How many nodes more or fewer there are; undefined unless chance decides, and in the same direction. */
function nodesByChance({ base, head, difference }: Estimate): Range | undefined {
  const { low, likely, high } = difference.nodes;
  const isByChance = [base, head].some((side) => side !== null && variesByChance(side));
  if (!isByChance || isOneSided(difference.nodes) || low === null || likely === null || high === null) return undefined;
  if (low > 0) return difference.nodes;
  return high < 0 ? { low: -high, likely: -likely, high: -low } : undefined;
}
