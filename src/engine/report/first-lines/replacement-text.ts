import type { Placement } from '../../cluster/cost/estimate.ts';
import { hasUncountedNodes } from '../../cluster/cost/knowledge.ts';
import type { Disruption, NodePoolDisruption } from '../../cluster/disruption/forecast/disruption-data.ts';
import { awaitedJobs, concernsNodes, heldNodes, isAllHeld } from '../../cluster/disruption/node-counts.ts';
import type { Change, FieldChange } from '../../manifest/change.ts';
import type { Review } from '../../review/context/review-data.ts';
import type { DangerKind } from '../../review/gate/dangers.ts';
import { byCount, plural } from '../../text/words/plural.ts';
import { firstNames, quoted } from '../../text/words/quoted-names.ts';
import { textIf } from '../../text/words/text-if.ts';
import { closedText } from '../values/window-words.ts';
import { afterJobs, causeText, heldText, workloadName } from './event-sentences.ts';

type Replacing = Pick<Review, 'disruption' | 'estimate'>;

/** What happens to the running nodes of NodePools whose nodes are replaced or deleted. */
interface ReplacementText {
  readonly kind: DangerKind;
  readonly text: string;
}

/**
 * `Deletes 1 node` and `Replaces 2 nodes in prod, one at a time, about 7 min`; empty if no running node is affected. `where` is
 * empty or ` in prod`.
 */
export function replacementText(
  { disruption, estimate }: Replacing,
  where: string,
  changes: readonly Change[] = [],
): ReplacementText[] {
  const { nodePools } = disruption;
  const base = estimate?.base ?? null;
  const place = { where, changes, base, isLowerBound: hasUncountedNodes(base?.because ?? []) };
  const deleted = nodePools.filter(({ effect }) => effect === 'delete');
  const replaced = nodePools.filter(({ effect }) => effect === 'all-nodes' || effect === 'some-nodes');

  return [
    ...sentenceOf(deleted, 'deletes-nodes', disruption, place),
    ...sentenceOf(replaced, 'replaces-nodes', disruption, place),
  ];
}

/** Where nodes are counted, and what changes. */
interface Place {
  readonly where: string;
  readonly changes: readonly Change[];
  readonly base: Placement | null;
  /** Not all nodes are counted. */
  readonly isLowerBound: boolean;
}

/** How many nodes of a NodePool go at least: fewer than likely if it may have fewer nodes before the change. */
export function fewestGoing(count: number, name: string | null, base: Placement | null): number {
  const { low = null, likely = null } = base?.nodePools.find((pool) => pool.name === name)?.nodes ?? {};
  if (low === null || likely === null) return count;
  return Math.max(0, count - Math.max(0, likely - low));
}

/** `at least 4 nodes`; `about 5 nodes` if it may be none. */
function atLeastText(pools: readonly NodePoolDisruption[], going: number, base: Placement | null): string {
  const least = pools.reduce((sum, { name, nodesReplaced }) => sum + fewestGoing(nodesReplaced ?? 0, name, base), 0);
  if (least === 0) return `about ${plural(going, 'node')}`;
  return `at least ${plural(least, 'node')}`;
}

function sentenceOf(
  pools: readonly NodePoolDisruption[],
  kind: DangerKind,
  { timeline }: Disruption,
  place: Place,
): ReplacementText[] {
  const affected = pools.filter(concernsNodes);
  if (affected.length === 0) return [];

  const { where, changes, base, isLowerBound } = place;
  const renamed = kind === 'deletes-nodes' ? renamedText(affected, changes, where) : undefined;
  const nodes: AffectedNodes = { kind, pools: affected, renamed };
  const counted = affected.filter(({ nodesReplaced }) => nodesReplaced !== null);
  if (counted.length === 0) return [{ kind, text: uncountedText(nodes, place) }];

  const held = counted.reduce((sum, { nodesHeld }) => sum + (nodesHeld ?? 0), 0);
  const going = counted.reduce((sum, { nodesReplaced }) => sum + nodesReplaced!, 0);
  // Those whose nodes all stay are not named as if some went.
  const goingPools = affected.filter((pool) => !isAllHeld(pool));
  if (goingPools.length === 0) return [{ kind: 'holds-nodes', text: allHeldText(held, nodes, place) }];
  if (going === 0) return [{ kind, text: uncountedText({ ...nodes, pools: goingPools }, place) }];

  const count =
    isLowerBound || counted.length < affected.length ? atLeastText(counted, going, base) : plural(going, 'node');
  const names = new Set(affected.map(({ name }) => name));

  const ownTime = timeOf(
    affected,
    timeline.filter(({ nodePool }) => nodePool !== null && names.has(nodePool)),
  );
  const awaited = awaitedJobs(affected);
  const time = awaited === undefined ? ownTime : `${ownTime}, ${afterJobs(awaited)}`;

  const staying = textIf(held > 0, `; ${plural(held, 'more node')} cannot be disrupted${heldReason(affected)}`);
  if (renamed !== undefined) return [{ kind, text: `${renamed}, which deletes ${count}${time}${staying}` }];

  const pace = kind === 'deletes-nodes' ? '' : paceOf(counted);
  const why = whyText(affected, changes);

  return [
    {
      kind,
      text: `${verbOf(kind, affected)} ${count}${poolsText(goingPools)}${where}${pace}${time}${closedText(goingPools)}${why}${staying}${expiryText(goingPools, changes)}`,
    },
  ];
}

/**
 * `. From then on, its nodes expire after `24h`, whatever the budgets allow`: a change that lets nodes of a NodePool
 * expire, which goes on after their replacement. Budgets do not hold expiry back. Source: core
 * pkg/controllers/nodeclaim/expiration/controller.go.
 */
function expiryText(pools: readonly NodePoolDisruption[], changes: readonly Change[]): string {
  const expiring = pools.flatMap((pool) => {
    const lifetime = newLifetime(pool.name, changes);
    if (lifetime === undefined) return [];
    return [{ pool, lifetime }];
  });
  if (expiring.length === 0) return '';

  const isEvery = expiring.length === pools.length;
  const named = `nodes${poolsText(expiring.map(({ pool }) => pool))}`;
  const nodes = isEvery ? `${byCount(pools.length, 'its', 'their')} nodes` : named;
  const lifetimes = [...new Set(expiring.map(({ lifetime }) => quoted(lifetime)))].join(' or ');
  const isClosed = expiring.some(({ pool: { windows = [] } }) => windows.some(({ nodes }) => nodes === 0));
  const budgets = isClosed ? 'also while the budget allows no disruption' : 'whatever the budgets allow';

  return `. From then on, ${nodes} expire after ${lifetimes}, ${budgets}`;
}

/** The new `expireAfter` of a NodePool whose nodes never expired before the change. Before v1 of the API, budgets held expiry back. */
function newLifetime(name: string, changes: readonly Change[]): string | undefined {
  const { fields = [] } =
    changes.find(
      ({ resource, type }) => type === 'modified' && resource.kind === 'NodePool' && resource.name === name,
    ) ?? {};
  const isLifetime = ({ path }: FieldChange): boolean => path.at(-1) === 'expireAfter' && path.includes('template');
  const { before, after } = fields.find(isLifetime) ?? {};

  if (before === 'Never' && typeof after === 'string') return after;
  return undefined;
}

/** NodePools whose nodes are deleted or replaced, and their new names if that is all that happens to them. */
interface AffectedNodes {
  readonly kind: DangerKind;
  readonly pools: readonly NodePoolDisruption[];
  readonly renamed: string | undefined;
}

function verbOf(kind: DangerKind, pools: readonly NodePoolDisruption[]): string {
  if (kind === 'deletes-nodes') return 'Deletes';
  if (pools.every(({ mayBeForgotten }) => mayBeForgotten)) return 'May replace';
  return 'Replaces';
}

/** `Replaces running nodes of NodePool `web`, number unknown`. */
function uncountedText({ kind, pools, renamed }: AffectedNodes, { where, changes }: Place): string {
  if (renamed !== undefined) return `${renamed}, which deletes its nodes, number unknown`;

  const isSome = pools.every(({ effect, isUndecided }) => effect === 'some-nodes' || isUndecided === true);
  const nodes = `running nodes${poolsText(pools)}${where}`;
  const why = whyText(pools, changes);
  if (isSome && pools.every(({ matchingNodes }) => matchingNodes !== undefined))
    return `Replaces only ${nodes} that no longer match${why}; ${matchingText(pools)}`;
  if (isSome) return `May replace ${nodes}${why}`;
  return `${verbOf(kind, pools)} ${nodes}, number unknown${why}${expiryText(pools, changes)}`;
}

/** `all 3 predicted nodes match`. */
function matchingText(pools: readonly NodePoolDisruption[]): string {
  const count = pools.reduce((sum, { matchingNodes = 0 }) => sum + matchingNodes, 0);
  if (count === 1) return 'the predicted node matches';
  return `all ${count} predicted nodes match`;
}

/** `2 nodes of NodePool `web` must be replaced in prod, but Karpenter cannot disrupt them: …`. */
function allHeldText(held: number, { kind, pools, renamed }: AffectedNodes, { where }: Place): string {
  const verb = kind === 'deletes-nodes' ? 'deleted' : 'replaced';
  const count = held === 0 ? 'Running nodes' : plural(held, 'node');

  const nodes = () => {
    if (renamed === undefined) return `${count}${poolsText(pools)} must be ${verb}${where}`;
    return `${renamed}: ${count} must be ${verb}`;
  };

  return `${nodes()}, but Karpenter cannot disrupt ${byCount(held || null, 'it', 'them')}${heldReason(pools)}`;
}

/** `Renames NodePool `web` to `frontend` in prod`, if all that is deleted only gets another name. */
function renamedText(
  pools: readonly NodePoolDisruption[],
  changes: readonly Change[],
  where: string,
): string | undefined {
  const names = pools.flatMap(({ name }) => {
    const isRenamed = ({ resource, renamedTo }: Change): boolean =>
      resource.kind === 'NodePool' && resource.name === name && renamedTo !== undefined;
    const to = changes.find(isRenamed)?.renamedTo;
    if (to === undefined) return [];
    return [`${quoted(name)} to ${quoted(to)}`];
  });

  if (names.length === 0 || names.length < pools.length) return undefined;

  const [first, ...others] = names;
  const more = textIf(others.length > 0, ` and ${plural(others.length, 'more NodePool')}`);

  return `Renames NodePool ${first}${more}${where}`;
}

/** ` of NodePool `web``, ` of 2 NodePools`. */
function poolsText(pools: readonly NodePoolDisruption[]): string {
  const [first] = pools;
  if (pools.length === 1) return ` of NodePool ${quoted(first!.name)}`;
  return ` of ${pools.length} NodePools`;
}

/** `, because `labels.team` changes`, for all NodePools together. */
function whyText(pools: readonly NodePoolDisruption[], changes: readonly Change[]): string {
  const removals = new Set(pools.map((pool) => removalText(pool.name, pools, changes)));
  const [removal] = removals;
  // Some of them are removed, and others only change.
  if (removals.size > 1) return '';

  const cause = removal ?? causeText(pools, changes);
  if (cause === '') return '';
  return `, because ${cause}`;
}

/** `the change removes the NodePool`, `Terraform deletes and creates the NodePool again`; undefined if the NodePool stays. */
function removalText(
  name: string,
  pools: readonly NodePoolDisruption[],
  changes: readonly Change[],
): string | undefined {
  const change = changes.find(({ resource }) => resource.kind === 'NodePool' && resource.name === name);
  const noun = byCount(pools.length, 'the NodePool', 'the NodePools');
  if (change?.type === 'removed') return `the change removes ${noun}`;
  const tool = change?.recreatedBy;
  const them = byCount(pools.length, 'it', 'them');
  if (change?.staysDeleted) return `${tool} deletes ${noun} and does not create ${them} again`;
  if (tool !== undefined) return `${tool} deletes ${noun} and creates ${them} again`;

  return undefined;
}

/** `: `shop/sessions`: do-not-disrupt`, what keeps most of the nodes. */
function heldReason(pools: readonly NodePoolDisruption[]): string {
  const [most, ...others] = pools.flatMap(heldNodes).sort((a, b) => b.nodes - a.nodes);
  const [stopped] = pools.flatMap(({ waves }) => waves.filter(({ stoppedBy }) => stoppedBy !== undefined));
  if (most === undefined) return textIf(stopped !== undefined, ` (${stopped?.reason})`);
  return ` (${textIf(others.length > 0, `${most.nodes} × `)}${heldText(most)}${textIf(others.length > 0, `, and ${plural(others.length, 'more reason')}`)})`;
}

const wavesOf = ({ waves }: NodePoolDisruption) => waves.filter(({ nodes }) => nodes > 0);

/** `, one at a time`, `, 3 at a time` or `, in 5 waves`; empty if there is only one wave, or more than one NodePool. */
function paceOf(pools: readonly NodePoolDisruption[]): string {
  const [first, ...rest] = pools.map(wavesOf);
  if (first === undefined || rest.length > 0 || first.length < 2) return '';
  const [size] = first.map(({ nodes }) => nodes);
  const isEven = first.slice(0, -1).every(({ nodes }) => nodes === size) && first.at(-1)!.nodes <= size!;
  if (!isEven) return `, in ${first.length} waves`;
  if (size === 1) return ', one at a time';
  return `, ${size} at a time`;
}

/** `, about 2–4 min`; empty if the time is unknown. */
function timeOf(pools: readonly NodePoolDisruption[], timeline: Disruption['timeline']): string {
  const spans = pools.flatMap(({ name, duration }) => {
    const ends = timeline.flatMap(({ what, nodePool, until }) => {
      if (nodePool === name && (what === 'wave' || what === 'deletion') && until) return [until];
      return [];
    });
    if (ends.length > 0 || duration === null) return ends;
    return [duration];
  });
  if (spans.length === 0) return '';

  const [low, high] = [Math.max(...spans.map((span) => span.low)), Math.max(...spans.map((span) => span.high))];
  const waitsFor = waitedFor(pools);
  if (waitsFor.length === 0 || high < longMinutes) return `, about ${spanText(low, high)}`;

  const lasting = waitsFor.filter((workload) => !isJob(workload));
  if (lasting.length > 0) return `, up to ${timeText(high)}, waiting for pods of ${namesOf(lasting)}`;
  return `, ${timeWithout(pools, low)}, or up to ${timeText(high)} while pods of ${namesOf(waitsFor)} run`;
}

/** `about 5–11 min`: the time while no pod runs that Karpenter waits for. */
function timeWithout(pools: readonly NodePoolDisruption[], low: number): string {
  const ends = pools.flatMap(({ duration }) => {
    if (duration === null) return [];
    const isLong = duration.waitsFor !== undefined && duration.high >= longMinutes;
    return [isLong ? (duration.highWithoutThem ?? null) : duration.high];
  });
  if (ends.includes(null)) return `at least ${timeText(low)}`;
  return `about ${spanText(low, Math.max(low, ...ends.map(Number)))}`;
}

const namesOf = (workloads: readonly string[]): string => firstNames(workloads.map(workloadName), 2);

/** Pods of Jobs end by themselves, and may not run at the time. */
const isJob = (workload: string): boolean => /^(?:Cron)?Job\//.test(workload);

/** The workloads that the slowest NodePools wait for. */
function waitedFor(pools: readonly NodePoolDisruption[]): readonly string[] {
  const high = Math.max(...pools.map(({ duration }) => duration?.high ?? 0));
  const slowest = pools.filter(({ duration }) => duration?.high === high);
  return [...new Set(slowest.flatMap(({ duration }) => duration?.waitsFor ?? []))].sort();
}

/** From then on, a time is told in hours, and later in days. */
const longMinutes = 120;
const longHours = 48;

/** `2–4 min`, `3–5 hours`, `2 days`, `8 min – 5 days`. */
function spanText(low: number, high: number): string {
  const [from, to] = [timeText(low), timeText(high)];
  if (from === to) return to;
  const [count, unit] = from.split(' ');
  const [, otherUnit] = to.split(' ');
  if (unit === otherUnit) return `${count}–${to}`;
  return `${from} – ${to}`;
}

/** `4 min`, `24 hours`, `5 days`. */
function timeText(minutes: number): string {
  if (minutes < longMinutes) return `${minutes} min`;
  if (minutes < longHours * 60) return plural(Math.round(minutes / 60), 'hour');
  return plural(Math.round(minutes / (24 * 60)), 'day');
}
