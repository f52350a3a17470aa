import { ignoredCount } from '../../karpenter/cloud-provider/node-groups.ts';
import type { Change, FieldChange } from '../../manifest/change.ts';
import { isNodeClassKind } from '../../manifest/model/karpenter-kinds.ts';
import { isObject, type Value } from '../../manifest/model/manifest.ts';
import type { Review } from '../../review/context/review-data.ts';
import { workloadKinds } from '../../review/events/deleted-workloads.ts';
import { nameInNamespace } from '../../text/diagnostic.ts';
import { listIf } from '../../text/list-if.ts';
import { plural } from '../../text/words/plural.ts';
import { firstNames, joined, quoted } from '../../text/words/quoted-names.ts';
import { textIf } from '../../text/words/text-if.ts';
import {
  arrow,
  beforeAndAfter,
  isExclusion,
  listDifference,
  selectedBy,
  shortName,
  unset,
} from '../values/changed-value.ts';

/**
 * `Changes `disruption.budgets` of NodePool `web`: `20% at a time` → `10% at a time``, `Adds NodePool `burst` and 1 more object`: what a
 * reader gets to see if nothing else is worth a heading. Undefined if nothing changes, or if what changes can no longer be read.
 */
export function changeText(changes: readonly Change[], rank = rankOf): string | undefined {
  const effective = changes.filter((change) => change.type !== 'unknown' && !isIgnored(change));
  const [ignored] = changes.filter(isIgnored);
  if (effective.length === 0 && ignored !== undefined)
    return `Changes no nodes, because Terraform ignores the new \`desired_size\` of ${nameOf(ignored)}`;

  const [first] = effective.toSorted((a, b) => rank(a) - rank(b));
  if (first === undefined) return undefined;

  const added = addedText(effective);
  if (added !== undefined) return added;

  const others = new Set(effective.map(nameOf));
  others.delete(nameOf(first));
  const more = textIf(others.size > 0, ` and ${plural(others.size, 'more object')}`);

  const isShared = new Set(effective.map(changeKey)).size === 1;
  if (first.type === 'modified') return modifiedText(first, { more, isShared });
  return `${verbs[first.type]} ${nameOf(first)}${othersText(first, effective)}`;
}

/** ` and 2 more objects` of those that are added or removed like the first one, and what happens to the others: `, adds 1 object`. */
function othersText(first: Change, changes: readonly Change[]): string {
  const names = new Map(changes.map((change) => [nameOf(change), change.type]));
  names.delete(nameOf(first));
  const countOf = (type: Change['type']): number => [...names.values()].filter((other) => other === type).length;

  const alike = countOf(first.type);
  const more = textIf(alike > 0, ` and ${plural(alike, 'more object')}`);
  const opposite = first.type === 'added' ? 'removed' : 'added';

  const happening = [
    ...listIf(countOf(opposite) > 0, `${happeningVerbs[opposite]} ${plural(countOf(opposite), 'object')}`),
    ...listIf(countOf('modified') > 0, `${happeningVerbs.modified} ${plural(countOf('modified'), 'object')}`),
  ];

  return [more, ...happening].join(', ');
}

const happeningVerbs = { added: 'adds', removed: 'removes', modified: 'changes' } as const;

/** Objects beyond which a change that only adds some is described by their kinds. */
const fewObjects = 3;

/** `Adds 2 NodePools, 4 workloads and 4 more objects`, as for a new environment; undefined if a name says more. */
function addedText(changes: readonly Change[]): string | undefined {
  const names = new Map(changes.map((change) => [nameOf(change), change.resource.kind]));
  if (names.size <= fewObjects || changes.some(({ type }) => type !== 'added')) return undefined;

  const count = (isOfGroup: (kind: string) => boolean): number => [...names.values()].filter(isOfGroup).length;
  const groups = [
    [count((kind) => kind === 'NodePool'), 'NodePool'],
    [count(isNodeClassKind), 'node class'],
    [count((kind) => workloadKinds.has(kind)), 'workload'],
  ] as const;

  const texts = groups.flatMap(([number, noun]) => (number === 0 ? [] : [countText(number, noun)]));
  if (texts.length < 2) return undefined;

  const rest = names.size - groups.reduce((sum, [number]) => sum + number, 0);
  const [cluster, ...otherClusters] = new Set(changes.flatMap(({ environments = [] }) => environments));
  const where = cluster === undefined || otherClusters.length > 0 ? '' : ` in ${cluster}`;
  const added = [...texts, ...listIf(rest > 0, plural(rest, 'more object'))];
  return `Adds ${joined(added)}${where}`;
}

/** `Adds environment qa, with 3 NodePools, 1 node class and 7 more objects`; undefined unless the change adds one. */
export function addedEnvironmentText({
  changes,
  environments,
}: Pick<Review, 'changes' | 'environments'>): string | undefined {
  const added = environments.filter(({ isNew }) => isNew).map(({ name }) => name);
  const [name, ...others] = added;
  if (name === undefined) return undefined;
  if (others.length > 0) return `Adds environments ${joined(added)}`;

  const objects = addedText(changes.filter((change) => change.environments?.includes(name)));
  if (objects === undefined) return `Adds environment ${name}`;
  return `Adds environment ${name}, with ${objects.replace(/^Adds /, '').replace(` in ${name}`, '')}`;
}

const countText = (count: number, noun: string): string => {
  if (noun === 'node class' && count > 1) return `${count} node classes`;
  return plural(count, noun);
};

/**
 * `; NodePool `workers` changes in dev and staging`: objects that change in other clusters and not in this one; empty
 * if none does, or if nothing changes here.
 */
export function elsewhereText(changes: readonly Change[], main: string): string {
  const isHere = ({ environments }: Change): boolean => environments?.includes(main) ?? true;
  const here = new Set(changes.filter(isHere).map(nameOf));
  const others = changes.filter((change) => change.type !== 'unknown' && !isHere(change) && !here.has(nameOf(change)));
  const [first] = others;
  if (here.size === 0 || first === undefined) return '';

  const clusters = joined([...new Set(others.flatMap(({ environments = [] }) => environments))].sort());
  const names = new Set(others.map(nameOf));
  if (names.size > 1) return `; ${plural(names.size, 'more object')} change in ${clusters}`;
  return `; ${nameOf(first)} ${happenings[first.type] ?? 'changes'} in ${clusters}`;
}

const happenings: Readonly<Record<string, string>> = { added: 'is new', removed: 'is removed' };

/** Whether a change only sets the number of nodes of a group that exists, where Terraform leaves that number to something else. */
const isIgnored = ({ type, resource, fields }: Change): boolean =>
  type === 'modified' &&
  resource.kind === 'ManagedNodeGroup' &&
  fields.length > 0 &&
  fields.every(({ reason }) => reason === ignoredCount);

const verbs: Readonly<Record<string, string>> = { added: 'Adds', removed: 'Removes' };

/** NodePools first, then node classes, then everything else, in the order of the changes. */
const rankOf = ({ resource: { kind } }: Change): number => {
  if (kind === 'NodePool') return 0;
  if (isNodeClassKind(kind)) return 1;
  return 2;
};

/** The same for a sentence about more or fewer nodes: after pods come objects whose change affects no node, such as a higher limit. */
export const rankOfNeeds = (change: Change): number => {
  const { type, effect, fields } = change;
  if (fields.some(({ cause }) => cause === 'pod-count' || cause === 'pod-requests')) return -1;
  if (type === 'modified' && effect === 'none') return 3;
  return rankOf(change);
};

const nameOf = ({ resource }: Change): string => `${resource.kind} ${quoted(nameInNamespace(resource))}`;

/** The same for objects of one kind whose fields change in the same way. */
const changeKey = ({ type, resource, fields }: Change): string =>
  JSON.stringify([type, resource.kind, fields.map((field) => [field.path, beforeAndAfter(field)])]);

interface OtherObjects {
  /** ` and 4 more objects`, or empty. */
  readonly more: string;
  /** Whether they change in the same way. */
  readonly isShared: boolean;
}

function modifiedText(change: Change, { more, isShared }: OtherObjects): string {
  const spread = spreadText(change);
  if (spread !== undefined) return `${spread}${more}`;

  const fields = withoutBounds(change).toSorted((a, b) => Number(isLimit(a)) - Number(isLimit(b)));
  if (fields.length === 0) return `Changes ${nameOf(change)}${more}`;

  const names = [...new Set(fields.map(fieldText))];
  const values = new Set(fields.map(valuesText));
  const isClear = (more === '' || isShared) && values.size === 1 && names.length === fields.length;

  const isOfOne = more === '' || isShared;
  const lasting = textIf(isOfOne, lastingText(fields));
  if (isClear) return `Changes ${namesText(names)} of ${nameOf(change)}${more}${[...values][0]}${lasting}`;
  return `Changes ${namesText(names)} of ${nameOf(change)}${podCountText(fields)}${more}${lasting}`;
}

/** ` (`4` → `1`)`: the number of pods matters more than what changes with it. */
function podCountText([field, ...others]: readonly FieldChange[]): string {
  if (field?.cause !== 'pod-count' || others.length > 0) return '';
  const values = shortValues(field);
  return textIf(values !== undefined, ` (${values})`);
}

/** `` `spec.weight` ``, `the selected subnets`. */
function fieldText(field: FieldChange): string {
  const selected = selectedBy(field);
  if (selected === undefined) return quoted(shortName(field));
  return `the selected ${selected}`;
}

/** `, which stops consolidation, so empty and underused nodes stay`: what Karpenter does from now on, although the change replaces no node. */
function lastingText(fields: readonly FieldChange[]): string {
  const lasting = new Map(fields.map((field) => [`${field.path.at(-1)} ${String(field.after)}`, field.reason]));
  const first = switches.find((setting) => lasting.has(setting));
  if (first === undefined) return '';
  return `, which ${lasting.get(first)}`;
}

/** Values after which Karpenter consolidates other nodes than before, or none, for as long as they stay. The first one decides. */
const switches: readonly string[] = [
  'consolidateAfter Never',
  'consolidationPolicy WhenEmpty',
  'consolidationPolicy WhenEmptyOrUnderutilized',
  'consolidationPolicy WhenUnderutilized',
];

/** The fields that change, without the bounds of a node group if its number of nodes changes. */
function withoutBounds({ resource: { kind }, fields }: Change): readonly FieldChange[] {
  if (kind !== 'ManagedNodeGroup' || !fields.some(({ path }) => path[1] === 'count')) return fields;
  return fields.filter(({ path }) => path[1] !== 'scaling');
}

/** A limit of a container. Pods are placed by their requests, so these come first. */
const isLimit = ({ path }: FieldChange): boolean => path.includes('resources') && path.includes('limits');

/** `` `spec.weight` and `spec.limits` ``, `` `spec.weight` and 3 more fields ``. */
function namesText([first = '', ...others]: readonly string[]): string {
  if (others.length === 0) return first;
  if (others.length === 1) return `${first} and ${others[0]}`;
  return `${first} and ${plural(others.length, 'more field')}`;
}

/**
 * `Replaces the required spread over `topology.kubernetes.io/zone` of Deployment `cart` by one over `kubernetes.io/hostname``, if only that
 * changes: the field has the same name for each constraint.
 */
function spreadText(change: Change): string | undefined {
  const { fields } = change;
  if (fields.length === 0 || !fields.every(({ path }) => path.includes('topologySpreadConstraints'))) return undefined;

  const [before, after] = [spreadsOf(fields, 'before'), spreadsOf(fields, 'after')];
  if (before === undefined || after === undefined) return undefined;

  const [removed, ...otherRemoved] = before.filter((spread) => !after.includes(spread));
  const [added, ...otherAdded] = after.filter((spread) => !before.includes(spread));
  if (otherRemoved.length > 0 || otherAdded.length > 0) return undefined;

  const of = `of ${nameOf(change)}`;
  if (removed !== undefined && added !== undefined) return `Replaces the ${removed} ${of} by a ${added}`;
  if (removed !== undefined) return `Removes the ${removed} ${of}`;
  if (added !== undefined) return `Adds a ${added} to ${nameOf(change)}`;
  return undefined;
}

/** `` required spread over `topology.kubernetes.io/zone` `` for each constraint of a side; undefined if one cannot be read. */
function spreadsOf(fields: readonly FieldChange[], side: 'before' | 'after'): readonly string[] | undefined {
  const constraints = fields.flatMap((field) => field[side] ?? []);
  const texts = constraints.flatMap((constraint) => spreadOf(constraint) ?? []);
  if (texts.length < constraints.length) return undefined;
  return texts;
}

function spreadOf(constraint: Value): string | undefined {
  if (!isObject(constraint)) return undefined;
  const { topologyKey, whenUnsatisfiable } = constraint;
  if (typeof topologyKey !== 'string' || /[`\n]/.test(topologyKey)) return undefined;

  const isRequired = whenUnsatisfiable === undefined || whenUnsatisfiable === 'DoNotSchedule';
  const strength = isRequired ? 'required' : 'preferred';
  return `${strength} spread over ${quoted(topologyKey)}`;
}

/** Longer values are below, with the change. */
const longest = 80;

function valuesText(field: FieldChange): string {
  const text = shortValues(field);
  if (text === undefined) return '';
  return `: ${text}`;
}

/** `` `m6i` → `m7i` ``, `` +`c` ``; undefined if the values are too long for a sentence. */
export function shortValues(changed: FieldChange): string | undefined {
  const field = withoutHashes(changed);
  const [before, after] = beforeAndAfter(field);
  if (before === after) return undefined;

  const isAllowed = beforeAndAfter(field).every((value) => value.startsWith('In '));
  // That the values of a requirement are allowed is clear without the operator.
  const named = (value: string): string => quoted(isAllowed ? value.slice('In '.length) : value);
  const text =
    listText(field) ??
    arrow(field, (value) => {
      if (value === unset) return unset;
      return named(value);
    });
  const isPlain = beforeAndAfter(field).every((value) => !/[`\n]/.test(value));

  if (text.length > longest || !isPlain) return undefined;
  return text;
}

/** User data is shown by its size. Its hash only tells the two sides apart. */
function withoutHashes(field: FieldChange): FieldChange {
  const withoutHash = (value: Value | undefined): Value | undefined =>
    typeof value === 'string' ? value.replace(/, hash [0-9a-f]+$/, '') : value;

  const { before, after, ...rest } = field;
  return { ...rest, before: withoutHash(before), after: withoutHash(after) } as FieldChange;
}

/** What a list gains and loses. */
function listText(field: FieldChange): string | undefined {
  const difference = listDifference(field);
  if (difference === undefined || isExclusion(field)) return undefined;

  const added = difference.added.map((item) => `+${quoted(item)}`);
  const removed = difference.removed.map((item) => `−${quoted(item)}`);
  if (added.length + removed.length <= shownItems) return [...added, ...removed].join(', ');

  // What is no longer allowed is often the reason, so neither hides the other.
  const lists = [added, removed].filter((items) => items.length > 0);
  return lists.map((items) => firstNames(items, lists.length === 2 ? 2 : shownItems)).join(', ');
}

/** Items of a list that a sentence names. */
const shownItems = 3;
