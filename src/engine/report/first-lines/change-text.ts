import { ignoredCount } from '../../karpenter/cloud-provider/node-groups.ts';
import type { Change, FieldChange } from '../../manifest/change.ts';
import { isNodeClassKind } from '../../manifest/model/karpenter-kinds.ts';
import { nameInNamespace } from '../../text/diagnostic.ts';
import { plural } from '../../text/words/plural.ts';
import { firstNames, quoted } from '../../text/words/quoted-names.ts';
import { arrow, beforeAndAfter, isExclusion, listDifference, shortName, unset } from '../values/changed-value.ts';

/**
 * `Changes `disruption.budgets` of NodePool `web`: `20% at a time` → `10% at a time``, `Adds NodePool `burst` and 1 more object`: what a
 * reader gets to see if nothing else is worth a heading. Undefined if nothing changes, or if what changes can no longer be read.
 */
export function changeText(changes: readonly Change[]): string | undefined {
  const effective = changes.filter((change) => change.type !== 'unknown' && !isIgnored(change));
  const [ignored] = changes.filter(isIgnored);
  if (effective.length === 0 && ignored !== undefined)
    return `Changes no nodes, because Terraform ignores the new \`desired_size\` of ${nameOf(ignored)}`;

  const [first] = effective.toSorted((a, b) => rank(a) - rank(b));
  if (first === undefined) return undefined;

  const others = new Set(effective.map(nameOf));
  others.delete(nameOf(first));
  const more = others.size === 0 ? '' : ` and ${plural(others.size, 'more object')}`;

  if (first.type === 'modified') return modifiedText(first, more);
  return `${verbs[first.type]} ${nameOf(first)}${more}`;
}

/** Whether a change only sets the number of nodes of a group that exists, where Terraform leaves that number to something else. */
const isIgnored = ({ type, resource, fields }: Change): boolean =>
  type === 'modified' &&
  resource.kind === 'ManagedNodeGroup' &&
  fields.length > 0 &&
  fields.every(({ reason }) => reason === ignoredCount);

const verbs: Readonly<Record<string, string>> = { added: 'Adds', removed: 'Removes' };

/** NodePools first, then node classes, then everything else, in the order of the changes. */
const rank = ({ resource: { kind } }: Change): number => {
  if (kind === 'NodePool') return 0;
  if (isNodeClassKind(kind)) return 1;
  return 2;
};

const nameOf = ({ resource }: Change): string => `${resource.kind} ${quoted(nameInNamespace(resource))}`;

function modifiedText(change: Change, more: string): string {
  const [field, ...others] = change.fields;
  if (field === undefined) return `Changes ${nameOf(change)}${more}`;

  const values = others.length === 0 && more === '' ? valuesText(field) : '';

  return `Changes ${quoted(shortName(field))}${andOthers(others)} of ${nameOf(change)}${more}${values}`;
}

/** `` and `spec.limits` ``, ` and 3 more fields`. */
function andOthers([second, ...others]: readonly FieldChange[]): string {
  if (second === undefined) return '';
  if (others.length === 0) return ` and ${quoted(shortName(second))}`;
  return ` and ${plural(others.length + 1, 'more field')}`;
}

/** Longer values are below, with the change. */
const longest = 80;

function valuesText(field: FieldChange): string {
  const text = shortValues(field);
  if (text === undefined) return '';
  return `: ${text}`;
}

/** `` `m6i` → `m7i` ``, `` +`c` ``; undefined if the values are too long for a sentence. */
export function shortValues(field: FieldChange): string | undefined {
  const isAllowed = beforeAndAfter(field).every((value) => value.startsWith('In '));
  // That the values of a requirement are allowed is clear without the operator.
  const named = (value: string): string => quoted(isAllowed ? value.slice('In '.length) : value);
  const text = listText(field) ?? arrow(field, (value) => (value === unset ? unset : named(value)));
  const isPlain = beforeAndAfter(field).every((value) => !/[`\n]/.test(value));

  if (text.length > longest || !isPlain) return undefined;
  return text;
}

/** What a list gains and loses. */
function listText(field: FieldChange): string | undefined {
  const difference = listDifference(field);
  if (difference === undefined || isExclusion(field)) return undefined;

  const { added, removed } = difference;
  const items = [...added.map((item) => `+${quoted(item)}`), ...removed.map((item) => `−${quoted(item)}`)];

  return firstNames(items);
}
