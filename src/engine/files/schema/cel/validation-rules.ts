import { isObject, type Path, type Value } from '../../../manifest/model/manifest.ts';
import { hasPlaceholder } from '../../../manifest/yaml/placeholder.ts';
import type { Schema, ValidationRule } from '../definitions/crd-pack.ts';
import { fieldSchema } from '../definitions/defaults.ts';
import { type Fault, serverPathText } from '../definitions/fault.ts';
import { type CelValue, celUnknown, isMap, isTransitionRule, judgeRule } from './cel.ts';

/** A value as rules see it, with its path and, in an update, the old value. */
interface Place {
  readonly value: CelValue;
  readonly path: Path;
  readonly old: CelValue | undefined;
}

/**
 * The CEL rules of the schema that a defaulted object breaks, in the API server's own words. Transition rules are evaluated only where
 * `old`, the defaulted object before the change, has the same field.
 */
export function ruleFaults(object: Value, schema: Schema, old: Value | undefined): Fault[] {
  return faultsAt({ value: opaque(object), path: [], old: old === undefined ? undefined : opaque(old) }, schema);
}

function faultsAt(place: Place, schema: Schema): Fault[] {
  if (place.value === celUnknown) return [];
  return [
    ...(schema['x-kubernetes-validations'] ?? []).flatMap((rule) => judge(rule, place)),
    ...children(place, schema).flatMap(([child, childSchema]) => faultsAt(child, childSchema)),
  ];
}

function judge(rule: ValidationRule, place: Place): Fault[] {
  const { value, path, old } = place;
  const isTransition = isTransitionRule(rule.rule);
  if (isTransition && old === undefined) return [];

  const verdict = judgeRule(rule.rule, {
    self: value,
    ...(isTransition && old !== undefined && { oldSelf: old }),
  });

  if (verdict === true || verdict === 'unknown') return [];

  const text = (rule.message ?? `failed rule: ${rule.rule}`).replace(/\.$/, '');
  const reason = verdict === false ? text : `${verdict.error} evaluating rule: ${text}`;
  const advice = verdict === false ? undefined : errorHelp(verdict.error);
  const offenders = isTransition ? [] : offendersOf(rule.rule, place);

  return (offenders.length > 0 ? offenders : [{ path, isKey: false }]).map((at) => ({
    code: 'schema/cel',
    ...at,
    message: `\`${serverPathText(at.path)}\`: ${reason}`,
    ...(advice !== undefined && { help: advice }),
  }));
}

/** Rules that check each item of a list or each key of a map separately. */
const eachItem = /^(?:self\.all|!self\.exists)\(/;

/** The items or entries that break a rule on their own, so that the finding points at the mistake. */
function offendersOf(rule: string, { value, path }: Place): { path: Path; isKey: boolean }[] {
  if (!eachItem.test(rule)) return [];
  if (Array.isArray(value)) {
    return value.flatMap((item, i) => {
      if (breaks(rule, [item])) return [{ path: [...path, i], isKey: false }];
      return [];
    });
  }
  if (!isMap(value)) return [];
  return Object.entries(value).flatMap(([key, child]) => {
    if (breaks(rule, Object.fromEntries([[key, child]]))) return [{ path: [...path, key], isKey: true }];
    return [];
  });
}

function breaks(rule: string, self: CelValue): boolean {
  const verdict = judgeRule(rule, { self });
  return verdict !== true && verdict !== 'unknown';
}

/** Help for errors of CEL, whose own messages do not say what to do. */
const errorHelp = (error: string): string => {
  if (error.startsWith('no such key: ')) return `Add \`${error.slice('no such key: '.length)}\`, which the rule reads.`;

  return 'Write a value of the type that the rule expects.';
};

/** The value as rules see it, with everything that contains a placeholder marked as unknown. */
function opaque(value: Value): CelValue {
  if (hasPlaceholder(value)) return celUnknown;
  if (Array.isArray(value)) return value.map(opaque);
  if (isObject(value)) return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, opaque(child)]));
  return value as string | number | boolean | null;
}

function children({ value, path, old }: Place, schema: Schema): [Place, Schema][] {
  if (Array.isArray(value)) {
    const items = schema.items;
    if (items === undefined) return [];

    // Items of a list have no identity, so the API server does not compare them with old items.
    return value.map((item, i) => [{ value: item, path: [...path, i], old: undefined }, items]);
  }

  if (!isMap(value)) return [];

  return Object.entries(value).flatMap(([key, child]): [Place, Schema][] => {
    const childSchema = fieldSchema(schema, key);
    const before = old !== undefined && isMap(old) && Object.hasOwn(old, key) ? old[key] : undefined;
    if (childSchema === undefined) return [];
    return [[{ value: child, path: [...path, key], old: before }, childSchema]];
  });
}
