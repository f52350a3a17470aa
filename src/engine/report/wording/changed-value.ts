import type { FieldChange } from '../../change.ts';
import { isObject, type Path, type Value } from '../../manifest/manifest.ts';

/** A path as people write it: `spec.template.spec.requirements[0].values`, with odd keys in quotes. */
export const pathText = (path: Path): string =>
  path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`;
    if (!/^[\w-]+$/.test(step)) return `${text}[${JSON.stringify(step)}]`;
    return text === '' ? step : `${text}.${step}`;
  }, '');

/** What a changed field is called where there is no room: `labels.team`, or the label that a requirement speaks of. */
export function shortName(field: FieldChange): string {
  const { path, before, after } = field;
  const label = requirementKey(after ?? before);
  if (label !== undefined) return label;
  const names = path.filter((step) => typeof step === 'string');
  // `spec.expireAfter` would be another field than the one of the template's spec.
  const steps = names.at(-2) === 'spec' && names.length > 2 ? names.slice(-1) : names.slice(-2);
  return pathText(steps.length > 0 ? steps : path);
}

/** The whole path of a changed field, with the label that a requirement speaks of. */
export function longName(field: FieldChange): string {
  const label = requirementKey(field.after ?? field.before);
  return `${pathText(field.path)}${label === undefined ? '' : ` ${label}`}`;
}

export const unset = 'unset';

/** Both sides of a changed field, each on one line; `unset` where there was or is nothing. */
export const beforeAndAfter = ({ before, after }: Pick<FieldChange, 'before' | 'after'>): [string, string] => [
  oneLine(before),
  oneLine(after),
];

function oneLine(value: Value | undefined): string {
  if (value === undefined) return unset;
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.length === 0 ? '[]' : value.map(oneLine).join(', ');
  return taint(value) ?? requirement(value) ?? JSON.stringify(value);
}

function requirementKey(value: Value | undefined): string | undefined {
  if (!isObject(value) || typeof value.key !== 'string') return undefined;
  return typeof value.operator === 'string' ? value.key : undefined;
}

/** `In m6i.xlarge, m6i.2xlarge (minValues 2)`; the label is the name of the field. */
function requirement(value: Value): string | undefined {
  if (!isObject(value) || requirementKey(value) === undefined) return undefined;
  const { operator, values, minValues } = value;
  const list = Array.isArray(values) && values.length > 0 ? ` ${oneLine(values)}` : '';
  return `${operator}${list}${minValues === undefined ? '' : ` (minValues ${oneLine(minValues)})`}`;
}

/** `key=value:NoSchedule`, as kubectl has it; a toleration reads like the taint that it is for. */
function taint(value: Value): string | undefined {
  if (!isObject(value) || typeof value.key !== 'string' || typeof value.effect !== 'string') return undefined;
  return `${value.key}${value.value === undefined ? '' : `=${oneLine(value.value)}`}:${value.effect}`;
}
