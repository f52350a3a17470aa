import type { FieldChange } from '../../manifest/change.ts';
import { isObject, pathText, type Value } from '../../manifest/model/manifest.ts';
import { listIf } from '../../text/list-if.ts';
import { textIf } from '../../text/words/text-if.ts';
import { budgetsInWords, valueInWords } from './value-words.ts';

/** A short name of a changed field: `labels.team`, or the label of a requirement. */
export function shortName(field: FieldChange): string {
  const { path, before, after } = field;
  const label = requirementKey(after ?? before);
  if (label !== undefined) return label;

  const names = path.filter((step) => typeof step === 'string');
  // In `spec.template.spec.expireAfter`, `spec.expireAfter` would name a different field.
  const steps = names.at(-2) === 'spec' && names.length > 2 ? names.slice(-1) : names.slice(-2);

  return pathText(steps.length > 0 ? steps : path);
}

const selections: Readonly<Record<string, string>> = {
  amis: 'images',
  subnets: 'subnets',
  securityGroups: 'security groups',
};

/** What the terms of a node class select, if that changes and the terms do not. No file has such a field. */
export const selectedBy = ({ path: [root, name] }: FieldChange): string | undefined => {
  if (root === 'status') return selections[String(name)];
  return undefined;
};

/** The whole path of a changed field, with the label of a requirement. */
export function longName(field: FieldChange): string {
  const label = requirementKey(field.after ?? field.before);
  return `${pathText(field.path)}${textIf(label !== undefined, ` ${label}`)}`;
}

export const unset = 'unset';

/** Both values of a changed field, each on one line. A missing value is `unset`. */
export const beforeAndAfter = ({ before, after }: Pick<FieldChange, 'before' | 'after'>): [string, string] => [
  oneLine(before),
  oneLine(after),
];

/** `before → after`, as an output writes texts. If both look the same because their middle is left out, only what differs is written. */
export function arrow(field: Pick<FieldChange, 'before' | 'after'>, write: (text: string) => string): string {
  const [oldText, newText] = beforeAndAfter(field);
  const [before, after] = [write(oldText), write(newText)];
  if (oldText === newText || before !== after) return `${before} → ${after}`;

  const [changedFrom, changedTo] = changedParts(oldText, newText).map(write);

  if (changedFrom === changedTo) return `${before} (the difference is in the part left out)`;
  return `${changedFrom} → ${changedTo}`;
}

/** What differs between two texts, by whole words, with `…` for what is the same around it. */
function changedParts(oldText: string, newText: string): [string, string] {
  const [before, after] = [oldText.split(' '), newText.split(' ')];
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most - 1 && before[start] === after[start]) start++;

  let end = 0;
  while (end < most - start - 1 && before.at(-1 - end) === after.at(-1 - end)) end++;

  const part = (words: readonly string[]): string =>
    [...listIf(start > 0, '…'), ...words.slice(start, words.length - end), ...listIf(end > 0, '…')].join(' ');
  return [part(before), part(after)];
}

/** What a list gained and lost. */
interface ListDifference {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/**
 * The difference of two lists that have an item in common; of requirements with the same operator, that of their values. A taint or toleration that
 * is new or removed is an item of a list too.
 */
export function listDifference({ before, after }: Pick<FieldChange, 'before' | 'after'>): ListDifference | undefined {
  if (before === undefined || after === undefined) return wholeItem(before, after);

  const [oldList, newList] = [itemsOf(before), itemsOf(after)];
  if (oldList === undefined || newList === undefined || oldList.kind !== newList.kind) return undefined;
  const added = newList.items.filter((item) => !oldList.items.includes(item));
  const removed = oldList.items.filter((item) => !newList.items.includes(item));
  // Two short lists without a common item read better as `before → after`, and so does a new order.
  if (added.length + removed.length === 0 || added.length === newList.items.length) return undefined;
  return { added, removed };
}

/** What a list of taints or tolerations gained or lost, if one side has none. */
function wholeItem(before: Value | undefined, after: Value | undefined): ListDifference | undefined {
  const [removed, added] = [taintsOf(before), taintsOf(after)];
  if (removed === undefined || added === undefined || added.length + removed.length === 0) return undefined;
  return { added, removed };
}

/** A taint, or each of a list, as kubectl writes them; undefined of anything else. */
function taintsOf(value: Value | undefined): readonly string[] | undefined {
  if (value === undefined) return [];
  const items = Array.isArray(value) ? value : [value];
  const texts = items.flatMap((item) => taint(item) ?? []);
  if (texts.length < items.length) return undefined;
  return texts;
}

/** Whether a changed list names what is not allowed, so that `+c5` means one less. */
export const isExclusion = ({ after }: Pick<FieldChange, 'after'>): boolean =>
  isObject(after) && requirementKey(after) !== undefined && after.operator === 'NotIn';

/** The items of a list, and what kind of list it is. */
function itemsOf(value: Value | undefined): { readonly kind: string; readonly items: readonly string[] } | undefined {
  if (Array.isArray(value))
    return { kind: 'list', items: value.map((item) => budgetsInWords([item]) ?? oneLine(item)) };
  if (!isObject(value) || requirementKey(value) === undefined || !Array.isArray(value.values)) return undefined;
  const { values, ...rest } = value;
  return { kind: JSON.stringify(rest), items: values.map(oneLine) };
}

function oneLine(value: Value | undefined): string {
  if (value === undefined) return unset;
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) {
    if (value.length === 0) return '[]';
    return budgetsInWords(value) ?? value.map(oneLine).join(', ');
  }
  return valueInWords(value) ?? taint(value) ?? requirement(value) ?? mappingText(value) ?? JSON.stringify(value);
}

/** `cpu: 100, memory: 400Gi`, `tags: {team: shop, zones: [a, b]}`: as YAML has it on one line. */
function mappingText(value: Value): string | undefined {
  if (!isObject(value)) return undefined;
  const entries = Object.entries(value);
  if (entries.length === 0) return undefined;
  return entries.map(([key, item]) => `${key}: ${inBrackets(item)}`).join(', ');
}

/** A value within a mapping or a list. */
function inBrackets(value: Value | undefined): string {
  if (Array.isArray(value)) return `[${value.map(inBrackets).join(', ')}]`;
  if (isObject(value)) return `{${mappingText(value) ?? ''}}`;
  return oneLine(value);
}

function requirementKey(value: Value | undefined): string | undefined {
  if (!isObject(value) || typeof value.key !== 'string') return undefined;
  if (typeof value.operator === 'string') return value.key;
  return undefined;
}

/** `In m6i.xlarge, m6i.2xlarge (minValues 2)`. The label is left out because it is the field's name. */
function requirement(value: Value): string | undefined {
  if (!isObject(value) || requirementKey(value) === undefined) return undefined;
  const { operator, values, minValues } = value;
  const list = textIf(Array.isArray(values) && values.length > 0, ` ${oneLine(values)}`);
  return `${operator}${list}${textIf(minValues !== undefined, ` (minValues ${oneLine(minValues)})`)}`;
}

/** A taint or toleration as kubectl writes it: `key=value:NoSchedule`. */
function taint(value: Value): string | undefined {
  if (!isObject(value) || typeof value.key !== 'string' || typeof value.effect !== 'string') return undefined;
  return `${value.key}${textIf(value.value !== undefined, `=${oneLine(value.value)}`)}:${value.effect}`;
}
