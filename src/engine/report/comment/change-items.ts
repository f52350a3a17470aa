import type { NodePoolDisruption } from '../../cluster/disruption/forecast/disruption-data.ts';
import { concernsNodes, heldNodesText, isAllHeld } from '../../cluster/disruption/node-counts.ts';
import type { Change, Effect, EffectCause, FieldChange } from '../../manifest/change.ts';
import type { Review } from '../../review/context/review-data.ts';
import { type DangerKind, dangersOf } from '../../review/gate/dangers.ts';
import { nameInNamespace } from '../../text/diagnostic.ts';
import { groupBy } from '../../text/group-by.ts';
import { listIf } from '../../text/list-if.ts';
import { code, link, prose } from '../../text/words/escape.ts';
import { byCount, plural } from '../../text/words/plural.ts';
import { firstNames, joined } from '../../text/words/quoted-names.ts';
import { textIf } from '../../text/words/text-if.ts';
import { arrow, isExclusion, listDifference, longName, shortName, unset } from '../values/changed-value.ts';
import { durationText } from '../values/duration-text.ts';
import { isOfMain, mainAmong, placesOf } from '../wording/environment-table.ts';
import { poolsOfChangedClasses, poolsOfChangedClassText } from '../wording/pools-of-changed-classes.ts';
import { delayText } from '../wording/refused-roots.ts';
import type { Detail } from './detail.ts';
import { escaped, type ItemContext } from './finding-items.ts';

/** The order of effects, the worst first. */
const effectRank: Record<Effect, number> = {
  delete: 0,
  'all-nodes': 1,
  'some-nodes': 2,
  unknown: 3,
  'new-nodes': 4,
  none: 5,
};

/** Dangers that neither the summary nor a finding names. */
const shownDangers: ReadonlySet<DangerKind> = new Set(['spot-up', 'single-zone']);

/** What the change does in the cluster: the items that are always visible, and those that are folded. */
interface ChangeItems {
  readonly shown: readonly string[];
  readonly folded: readonly string[];
}

/** Objects that are always visible. */
const shownObjects = 6;
/** Fields of one object that are always visible. */
const shownFields = 4;

/** Each changed object with its fields and what they do, the worst effect first. */
export function changeItems(review: Review, context: ItemContext): ChangeItems {
  const { detail } = context;
  const { nodePools } = review.disruption;
  const changes = [...review.changes].sort((a, b) => effectRank[a.effect] - effectRank[b.effect]);

  const objects = alike(changes).map(([change, ...others]): ChangedObject => {
    const pool = nodePools.find(
      ({ name }) => change.type !== 'unknown' && isNodePool(change) && name === change.resource.name,
    );
    const replaced = pool && isOfMain(change, review) ? replacement(pool, detail) : undefined;
    return { change, others, replaced, environment: mainAmong(change, review), delay: delayText(change, review) };
  });

  // Node classes affect NodePools that have no change of their own.
  const dependent = poolsOfChangedClasses(review)
    .filter(({ effect }) => isDisruptive(effect))
    .map((group) => {
      const { text, notes } = replacement(group.pools[0], detail) ?? { text: undefined, notes: [] };
      const { subject, effect } = poolsOfChangedClassText(group, code);
      // The number of nodes says more than "all of its nodes".
      const where = text === undefined || review.environments.length < 2 ? '' : mainPlace(review);
      const delay = group.change === undefined ? '' : delayText(group.change, review);
      const when = textIf(delay !== '', `${escaped(delay, detail)}. Once it is applied: `);
      return [`- ${subject}: ${when}${where}${text ?? effect}`, ...listed(notes)];
    });

  const dangers = dangerTexts(review).map((text) => `- This change ${escaped(text, detail)}`);
  const visible = Math.min(shownObjects, detail.items);
  const later = objects.slice(visible);
  const folded = later.slice(0, Math.max(0, detail.items - visible));
  const rest = countOfObjects(later) - countOfObjects(folded);

  return {
    shown: [
      ...objects.slice(0, visible).flatMap((object) => objectLines(object, context, shownFields)),
      ...dependent.slice(0, visible).flat(),
      ...dangers,
      ...listIf(later.length > 0, `- … and ${plural(countOfObjects(later), 'more object')}`),
    ],
    folded: [
      ...objects
        .slice(0, visible)
        .filter(({ change }) => change.fields.length > shownFields && detail.fields > shownFields)
        .flatMap(({ change, others }) => [
          `- ${objectNames([change, ...others], context)}`,
          ...fieldItems(change, detail, detail.fields),
        ]),
      ...folded.flatMap((object) => objectLines(object, context, detail.fields)),
      ...listIf(folded.length > 0 && rest > 0, `- … and ${plural(rest, 'more object')}`),
      ...dependent.slice(visible, detail.items).flat(),
    ],
  };
}

/**
 * Objects of one kind whose fields change in the same way, as those of a loop of Terraform, which one item names. Each object whose nodes go has
 * an item of its own, with their number.
 */
function alike(changes: readonly Change[]): (readonly [Change, ...Change[]])[] {
  const key = (change: Change): string => {
    const { type, effect, resource, fields, summary } = change;
    if (type !== 'modified' || isDisruptive(effect) || fields.length === 0)
      return JSON.stringify(changes.indexOf(change));

    const texts = fields.map((field) => [longName(field), valuesText(field), field.reason]);
    return JSON.stringify([
      resource.apiVersion,
      resource.kind,
      placesOf(change),
      change.delayedBecause,
      summary,
      texts,
    ]);
  };

  return [...groupBy(changes, key).values()].map((group) => group as [Change, ...Change[]]);
}

/** What nothing else names, once for all environments: `raises the share of spot nodes from 33% to 80% in dev and 82% in stage`. */
function dangerTexts(review: Review): string[] {
  const { environments } = review;
  const main = environments.length > 1 ? environments.find(({ isMain }) => isMain) : undefined;
  const placed = dangersOf(review).flatMap(({ kind, text, where }) => {
    if (!shownDangers.has(kind)) return [];
    if (where === 'main' && main !== undefined) return [{ kind, text: `${text} in ${main.name}` }];
    return [{ kind, text }];
  });

  return [...groupBy(placed, ({ kind }) => kind).values()].map((group) =>
    withoutRepetition(group.map(({ text }) => text)),
  );
}

/** Clauses that start with the same words have these words only in front. */
function withoutRepetition(clauses: readonly string[]): string {
  const [first = [], ...others] = clauses.map((clause) => clause.split(' '));
  if (others.length === 0) return clauses.join('');

  const differing = first.findIndex((word, at) => others.some((words) => words[at] !== word));
  const start = first.slice(0, differing);
  const ends = [first, ...others].map((words) => words.slice(start.length).join(' '));
  return `${start.join(' ')} ${joined(ends)}`;
}

/** `in `prod`, `, the environment whose nodes are counted. */
function mainPlace({ environments }: Review): string {
  const main = environments.find(({ isMain }) => isMain);
  if (main === undefined) return '';
  return `in ${code(main.name, 60)}, `;
}

const isNodePool = ({ resource }: Change): boolean => resource.kind === 'NodePool';
const isDisruptive = (effect: Effect): boolean => effect !== 'none' && effect !== 'new-nodes';

/** Names of objects that change in the same way, beyond which they are counted. */
const shownNames = 6;

/** ``NodePool `web` ``, ``2 PodDisruptionBudgets (`shop/cart`, `shop/search`)``. */
function objectNames(changes: readonly Change[], context: ItemContext): string {
  const { kind } = changes[0]!.resource;
  const names = changes.map((change) => linkedName(change, context));
  if (names.length === 1) return `${prose(kind, 40)} ${names[0]}`;
  return `${plural(names.length, prose(kind, 40))} (${firstNames(names, shownNames)})`;
}

/** The name links to the object's line in head. Removed objects have no line there. */
function linkedName({ resource, type, span }: Change, { texts, options }: ItemContext): string {
  const label = code(nameInNamespace(resource));
  if (type === 'removed' || type === 'unknown') return label;
  return link(label, options.links?.file?.(span.file, texts.index(span.file).position(span.start).line));
}

interface ChangedObject {
  readonly change: Change;
  /** Objects that change in the same way. */
  readonly others: readonly Change[];
  readonly replaced: Replacement | undefined;
  /** The environment in which the nodes are counted, if the object changes in several. */
  readonly environment: string | undefined;
  /** Why it is not applied at first; empty if it is. */
  readonly delay: string;
}

const countOfObjects = (objects: readonly ChangedObject[]): number =>
  objects.reduce((sum, { others }) => sum + 1 + others.length, 0);

/** `removed`, or `renamed to `frontend``. */
const goneText = ({ renamedTo }: Change): string => {
  if (renamedTo === undefined) return 'removed';
  return `renamed to ${code(renamedTo, 60)}`;
};

const listed = (lines: readonly string[]): string[] => lines.map((line) => `  - ${line}`);

/** A changed object with what happens to its nodes, and its fields below it. */
function objectLines(object: ChangedObject, context: ItemContext, max: number): string[] {
  const { change, others, replaced, environment, delay } = object;
  const removed = textIf(change.type === 'removed', `${goneText(change)}. `);
  const word = removed === '' ? 'in' : 'In';
  const where = environment === undefined ? '' : `${word} ${code(environment, 60)}, `;
  const effect =
    replaced?.text === undefined ? summaryOf(change, context.detail) : `${removed}${where}${replaced.text}`;
  const what = [delay === '' ? '' : escaped(delay, context.detail), effect]
    .filter(Boolean)
    .join('. Once it is applied: ');

  return [
    `- ${objectNames([change, ...others], context)}${inPlaces(change)}${textIf(what !== '', `: ${what}`)}`,
    ...fieldItems(change, context.detail, max),
    ...listed(replaced?.notes ?? []),
  ];
}

/** The fields of a workload say what happens. That running nodes stay needs no mention. */
const summaryOf = ({ type, resource, summary }: Change, detail: Detail): string => {
  if (type === 'modified' && !resource.apiVersion.startsWith('karpenter.')) return '';
  return escaped(summary, detail);
};

/** The roots or environments in which an object changes like this. */
function inPlaces(change: Change): string {
  const places = placesOf(change).map((place) => code(place, 60));
  if (places.length === 0) return '';
  return ` in ${firstNames(places, shownPlaces)}`;
}

const shownPlaces = 4;

/** Causes that the name of the field and its values already explain. */
const selfEvident: ReadonlySet<EffectCause> = new Set(['pod-count', 'pod-requests']);

/** `field: before → after — what it does`, the worst effect first. A reason is given once for fields that share it. */
function fieldItems({ fields }: Change, detail: Detail, max: number): string[] {
  const worst = [...fields].sort((a, b) => effectRank[a.effect] - effectRank[b.effect]);
  const shown = worst.slice(0, Math.min(max, detail.fields));
  const rest = fields.length - shown.length;
  const isShort = max === shownFields;

  const items = shown.map((field, i) => {
    // "6 → 7 replicas" needs no explanation.
    const isClear = selfEvident.has(field.cause) || shown[i - 1]?.reason === field.reason;
    const name = isShort ? code(shortName(field), 60) : code(longName(field), 140);
    return `  - ${name}: ${valuesText(field)}${textIf(!isClear, ` — ${escaped(field.reason, detail)}`)}`;
  });

  if (rest > 0 && shown.length > 0) return [...items, `  - … and ${plural(rest, 'more field')}`];
  return items;
}

/** `before → after`, or what a list gained and lost. */
function valuesText(field: FieldChange): string {
  const difference = listDifference(field);
  if (difference !== undefined) {
    const signed = (sign: string, items: readonly string[]): string[] => {
      if (items.length === 0) return [];
      return [itemsText(sign, items)];
    };

    const items = [...signed('+', difference.added), ...signed('−', difference.removed)].join(', ');
    return `${textIf(isExclusion(field), '`NotIn` ')}${items}`;
  }

  return arrow(field, (text) => (text === unset ? unset : code(text)));
}

const shownItems = 8;

const itemsText = (sign: string, items: readonly string[]): string =>
  firstNames(
    items.map((item) => `${sign}${code(item, 60)}`),
    shownItems,
  );

const shownWaves = 5;
const shownSizes = 12;

/** What happens to the nodes of a NodePool: the number and why, and notes on nodes that cannot be replaced. */
interface Replacement {
  /** Undefined if the number is unknown. */
  readonly text: string | undefined;
  readonly notes: readonly string[];
}

function replacement(pool: NodePoolDisruption, detail: Detail): Replacement | undefined {
  const { nodesReplaced, waves, effect, nodeClass } = pool;
  if (!isDisruptive(effect) || effect === 'unknown') return undefined;

  if (nodesReplaced === null && pool.matchingNodes !== undefined) {
    const match = byCount(pool.matchingNodes, 'The predicted node matches', 'All predicted nodes match');
    return { text: undefined, notes: [`${match}. Pass \`--cluster FILE\` to count running nodes that do not.`] };
  }

  if (nodesReplaced === null)
    return {
      text: undefined,
      notes: [
        effect === 'some-nodes' && nodeClass !== null
          ? 'Number of nodes unknown: it depends on the subnets, security groups and images that each node uses.'
          : 'Number of nodes unknown. Pass `--cluster FILE` with the nodes of your cluster.',
      ],
    };

  if (!concernsNodes(pool)) return { text: undefined, notes: ['No such node is running.'] };

  const going = waves.filter((wave) => wave.nodes > 0);
  const staying = waves.filter((wave) => wave.nodes === 0).map((wave) => waveText(wave, detail));
  const verb = effect === 'delete' ? 'deleted' : 'replaced';

  if (isAllHeld(pool))
    return { text: `**${heldNodesText(pool)} must be ${verb}**, but ${staying.join('; ')}`, notes: [] };

  const reasons = [...new Set(going.map((wave) => waveText(wave, detail)))].slice(0, shownWaves);
  const pace = textIf(going.length > 1, ` in ${plural(going.length, 'wave')}${sizesText(going)}`);
  const why = textIf(going.length > 0, ` (${reasons.join('; ')})`);

  return {
    text: `**${plural(nodesReplaced, 'node')} ${byCount(nodesReplaced, 'is', 'are')} ${verb}**${pace}${why}`,
    notes: staying,
  };
}

/** How long the nodes of each NodePool take, and what that assumes. */
export const durationLines = ({ disruption }: Review): string[] =>
  disruption.nodePools.flatMap(({ name, duration, effect, nodesReplaced }) => {
    if (duration === null || nodesReplaced === 0 || !isDisruptive(effect)) return [];
    const verb = effect === 'delete' ? 'Deleting' : 'Replacing';
    return [`${verb} the nodes of NodePool \`${name}\` takes ${durationText(duration, effect === 'delete')}`];
  });

/** How many nodes are in each of several waves: `of 3 each`, `of 4, the last of 2`, `of 1, 3, 2`. */
function sizesText(waves: NodePoolDisruption['waves']): string {
  const sizes = waves.map(({ nodes }) => nodes);
  const isEven = sizes.slice(1, -1).every((size) => size === sizes[0]);
  if (isEven && (sizes.length > 2 || sizes[0] === sizes.at(-1))) {
    const spread = sizes.at(-1) === sizes[0] ? ' each' : `, the last of ${sizes.at(-1)}`;
    return ` of ${sizes[0]}${spread}`;
  }
  return ` of ${sizes.slice(0, shownSizes).join(', ')}${textIf(sizes.length > shownSizes, ', …')}`;
}

function waveText(wave: NodePoolDisruption['waves'][number], detail: Detail): string {
  const start = wave.start === undefined ? '' : `from ${prose(wave.start, 60)}, `;
  return `${start}${escaped(wave.reason, detail)}`;
}
