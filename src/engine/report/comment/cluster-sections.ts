import type { Change, Effect, FieldChange } from '../../change.ts';
import type { Placement } from '../../cost/estimate.ts';
import type { ResourceRef } from '../../diagnostic.ts';
import type { NodePoolDisruption } from '../../disruption/disruption-data.ts';
import { type DangerKind, dangersOf } from '../../gate/dangers.ts';
import { plural } from '../../plural.ts';
import { shortReason } from '../../provisioning/explanations/short-reason.ts';
import type { Review } from '../../review/review-data.ts';
import { code, link, prose } from '../../text/escape.ts';
import { beforeAndAfter, longName, shortName, unset } from '../wording/changed-value.ts';
import { durationText } from '../wording/duration-text.ts';
import { isOfMain } from '../wording/environment-table.ts';
import { peakLine } from '../wording/peak-line.ts';
import { poolsOfChangedClasses, poolsOfChangedClassText } from '../wording/pools-of-changed-classes.ts';
import { timelineLines } from '../wording/timeline-lines.ts';
import { capped, type Detail, folded, titled } from './detail.ts';
import type { ItemContext } from './finding-items.ts';
import { waveDiagram } from './wave-diagram.ts';

/** The worst effect first. */
const effectRank: Record<Effect, number> = {
  delete: 0,
  'all-nodes': 1,
  'some-nodes': 2,
  unknown: 3,
  'new-nodes': 4,
  none: 5,
};

/** Dangers that stand nowhere else in the comment. */
const shownDangers: ReadonlySet<DangerKind> = new Set(['spot-up', 'single-zone']);

/** What happens in the cluster once this is merged: an item a changed object, and the nodes it replaces. */
export function clusterSection(review: Review, context: ItemContext): string[] {
  const { detail } = context;
  const { nodePools } = review.disruption;
  // A NodePool drifts by its NodeClass too, without a change of its own.
  const dependent = poolsOfChangedClasses(review).filter(({ effect }) => isDisruptive(effect));
  const items = [
    ...worstChangesFirst(review.changes).map((change) => () => [
      changeItem(change, context),
      ...keyFieldItems(change, detail),
      ...nodePools
        .filter((entry) => isReadable(change) && isNodePool(change) && entry.name === change.resource.name)
        .filter(() => isOfMain(change, review))
        .flatMap((entry) => replacedItem(entry, detail)),
    ]),
    ...dependent.map((one) => () => [`- ${poolsOfChangedClassText(one, code)}`, ...replacedItem(one.pools[0], detail)]),
    ...peakLine(review.estimate).map((line) => () => [`- ${line}`]),
    ...timelineLines(review.disruption).map((line) => () => [`- ${prose(line, detail.sentence)}`]),
    ...dangersOf(review)
      .filter(({ kind }) => shownDangers.has(kind))
      .map(({ text }) => () => [`- The change ${prose(text, detail.sentence)}`]),
  ];
  const [shown, more] = [items.slice(0, unfoldedItems), items.slice(unfoldedItems)];
  const lines = shown.slice(0, detail.items).flatMap((item) => item());
  return [
    ...titled('What the cluster will do', [...lines, ...countedOnly(detail.items === 0 ? items.length : 0)]),
    ...waveDiagram(review.disruption, detail),
    ...folded(
      `${plural(more.length, 'more change')}`,
      detail.items === 0 ? [] : capped(more, detail.items, (item) => item()),
    ),
  ];
}

/** Items that need no click. */
const unfoldedItems = 8;

const countedOnly = (count: number): string[] => (count === 0 ? [] : [`- ${plural(count, 'change')}`]);

/** What moves nodes first, else in the order of the review. */
const worstChangesFirst = (changes: Review['changes']): Change[] =>
  [...changes].sort((a, b) => effectRank[a.effect] - effectRank[b.effect]);

const isNodePool = ({ resource }: Change): boolean => resource.kind === 'NodePool';
/** Of what head no longer lets us read, nothing can be said. */
const isReadable = ({ type }: Change): boolean => type !== 'unknown';
const isDisruptive = (effect: Effect): boolean => effect !== 'none' && effect !== 'new-nodes';

/** `NodePool` and its name; the namespace where there is one. */
const named = ({ kind, namespace, name }: ResourceRef): string =>
  `${prose(kind, 40)} ${code(namespace === undefined ? name : `${namespace}/${name}`)}`;

/** The name leads to the object's line of head; what is gone has none. */
function linked(change: Change, { texts, options }: ItemContext): string {
  const { kind, namespace, name } = change.resource;
  const label = code(namespace === undefined ? name : `${namespace}/${name}`);
  if (change.type === 'removed' || change.type === 'unknown') return `${prose(kind, 40)} ${label}`;
  const { file, start } = change.span;
  return `${prose(kind, 40)} ${link(label, options.links?.file?.(file, texts.index(file).position(start).line))}`;
}

function changeItem(change: Change, context: ItemContext): string {
  // That a workload's change leaves the running nodes alone goes without saying; its fields say what it does.
  const isSilent = change.type === 'modified' && !change.resource.apiVersion.startsWith('karpenter.');
  return `- ${linked(change, context)}${inRoots(change)}${isSilent ? '' : `: ${prose(change.summary, context.detail.sentence)}`}`;
}

/** The roots in which an object changes like this. */
function inRoots({ roots = [] }: Change): string {
  if (roots.length === 0) return '';
  const rest = roots.length - shownRoots;
  const names = roots.slice(0, shownRoots).map((root) => code(root, 60));
  return ` in ${names.join(', ')}${rest > 0 ? ` and ${plural(rest, 'more root')}` : ''}`;
}

const shownRoots = 4;
const shownFields = 3;

/** The fields that matter most, without their reasons: all of them stand folded below. */
function keyFieldItems({ fields }: Change, detail: Detail): string[] {
  const worst = [...fields].sort((a, b) => effectRank[a.effect] - effectRank[b.effect]);
  const shown = worst
    .slice(0, Math.min(shownFields, detail.fields))
    .map((field) => `  - ${code(shortName(field), 60)}: ${valuesText(field)}`);
  const rest = fields.length - shown.length;
  return rest > 0 && shown.length > 0 ? [...shown, `  - and ${plural(rest, 'more field')}`] : shown;
}

function valuesText(field: FieldChange): string {
  const [before, after] = beforeAndAfter(field).map((text) => (text === unset ? unset : code(text)));
  return `${before} → ${after}`;
}

const shownWaves = 5;
const shownSizes = 12;

function replacedItem({ nodesReplaced, waves, effect, duration }: NodePoolDisruption, detail: Detail): string[] {
  if (!isDisruptive(effect)) return [];
  if (nodesReplaced === null)
    return ['  - How many nodes that is, is unknown; `--cluster FILE` with the nodes of the cluster may tell.'];
  if (nodesReplaced === 0) return ['  - No such node is known to run.'];
  const going = waves.filter((wave) => wave.nodes > 0);
  const staying = waves.filter((wave) => wave.nodes === 0).map((wave) => waveText(wave, detail));
  if (waves.length > 0 && going.length === 0)
    return [`  - **${plural(nodesReplaced, 'node')} would have to be replaced**, but ${staying.join('; ')}`];
  const verb = effect === 'delete' ? 'deleted' : 'replaced';
  const reasons = [...new Set(going.map((wave) => waveText(wave, detail)))].slice(0, shownWaves);
  const inWaves =
    going.length > 0 ? ` in ${plural(going.length, 'wave')}${sizesText(going)}: ${reasons.join('; ')}` : '.';
  const replaced = going.length > 0 ? going.reduce((sum, wave) => sum + wave.nodes, 0) : nodesReplaced;
  return [
    `  - **${plural(replaced, 'node')} ${replaced === 1 ? 'is' : 'are'} ${verb}**${inWaves}`,
    ...(duration === null ? [] : [`  - That takes ${durationText(duration, effect === 'delete')}`]),
    ...staying.map((text) => `  - ${text}`),
  ];
}

/** How many nodes go in each of several waves: `of 3 each`, `of 4, the last of 2`, `of 1, 3, 2`. */
function sizesText(waves: NodePoolDisruption['waves']): string {
  if (waves.length < 2) return '';
  const sizes = waves.map(({ nodes }) => nodes);
  const isEven = sizes.slice(1, -1).every((size) => size === sizes[0]);
  if (isEven && sizes.length > 2)
    return ` of ${sizes[0]}${sizes.at(-1) === sizes[0] ? ' each' : `, the last of ${sizes.at(-1)}`}`;
  return ` of ${sizes.slice(0, shownSizes).join(', ')}${sizes.length > shownSizes ? ', …' : ''}`;
}

function waveText(wave: NodePoolDisruption['waves'][number], detail: Detail): string {
  const start = wave.start === undefined ? '' : `from ${prose(wave.start, 60)}, `;
  return `${start}${prose(wave.reason, detail.sentence)}`;
}

/** Every changed field with both values, folded. */
export function fieldsSection({ changes }: Review, detail: Detail): string[] {
  const changed = changes.filter((change) => change.fields.length > 0);
  const count = changed.reduce((sum, change) => sum + change.fields.length, 0);
  if (detail.fields === 0) return [];
  const lines = capped(changed, detail.items, (change) => [
    `- ${named(change.resource)}${inRoots(change)}`,
    ...capped(change.fields, detail.fields, (field) => [fieldItem(field, detail)]).map((line) => `  ${line}`),
  ]);
  return folded(`Fields: ${count} changed in ${plural(changed.length, 'object')}`, lines);
}

const fieldItem = (field: FieldChange, detail: Detail): string =>
  `- ${code(longName(field), 140)}: ${valuesText(field)} · ${prose(field.reason, detail.sentence)}`;

/** Pods that no NodePool takes, and the one constraint of each NodePool that turns them away. */
export function landingSection(base: Placement | null, head: Placement | null, detail: Detail): string[] {
  if (!head) return [];
  const before = new Map(base?.unschedulable.map(({ workload, count }) => [workload, count]));
  const earlier = (workload: string, count: number): string => {
    const was = before.get(workload);
    return was === undefined ? '' : was === count ? ', as before the change' : ` (${was} before the change)`;
  };
  const items = capped(head.unschedulable, detail.items, ({ workload, count, reasons }) => [
    `- ${code(workload, 120)}: ${plural(count, 'pod')}${earlier(workload, count)}`,
    ...capped(reasons, 5, (entry) => [`- ${reasonText(entry, detail)}`]).map((line) => `  ${line}`),
  ]);
  return titled('Unschedulable pods, and why', items);
}

/** Without a name where it is no single NodePool that turns the pods away. */
const reasonText = ({ nodePool, reason }: { nodePool: string; reason: string }, { sentence }: Detail): string =>
  `${nodePool === '' ? '' : `${code(nodePool)}: `}${prose(shortReason(reason), sentence)}`;

/** Pods that Karpenter itself leaves aside, folded. */
export function ignoredSection(head: Placement | null, detail: Detail): string[] {
  if (!head || head.ignored.length === 0 || detail.items === 0) return [];
  const count = head.ignored.reduce((sum, entry) => sum + entry.count, 0);
  const items = capped(head.ignored, detail.items, ({ workload, count, reason }) => [
    `- ${code(workload, 120)}: ${plural(count, 'pod')}: ${prose(reason, detail.sentence)}`,
  ]);
  return folded(`Ignored by Karpenter: ${plural(count, 'pod')}`, items);
}
