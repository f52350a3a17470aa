import { readdirSync, readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import type { Verdict } from '../../../kubeval-wasm/validator.ts';
import type { CrdVersion, Schema } from '../../../src/engine/files/schema/definitions/crd-pack.ts';
import { compareMinors } from '../../../src/engine/karpenter/api/versions.ts';
import { packOf, providerGroups } from './pack-cases.ts';

/** A CEL rule of a kind, identified by its place in the schema (`spec.requirements[].key`, `{}` for any key of a map) and its text. */
export interface Rule {
  readonly apiVersion: string;
  readonly kind: string;
  readonly place: string;
  readonly rule: string;
  readonly message: string;
  /** Packs that have it, the oldest minor first. */
  readonly packs: readonly string[];
}

/** An object and, if the rule compares two versions, the object before. */
export interface Example {
  readonly text: string;
  readonly oldText?: string;
}

/** A row of `rules.jsonl.br`: a rule, an object that breaks it and one that passes it. */
export interface RuleCases extends Omit<Rule, 'packs'> {
  readonly fails: Example;
  readonly passes: Example;
}

/** All rules of all packs, each once, in the order of the packs. */
export function allRules(): Rule[] {
  const minors = readdirSync('data/crds').map((file) => file.replace(/\.json$/, ''));
  const found = new Map<string, Rule>();
  for (const pack of [...minors.sort(compareMinors), ...providerGroups]) {
    for (const crd of packOf(pack).versions) {
      for (const rule of rulesOf(crd, crd.schema)) {
        const key = keyOf(rule);
        const known = found.get(key);
        found.set(key, { ...rule, packs: [...(known?.packs ?? []), pack] });
      }
    }
  }
  return [...found.values()];
}

export const keyOf = ({ apiVersion, kind, place, rule, message }: Omit<Rule, 'packs'>): string =>
  JSON.stringify([apiVersion, kind, place, rule, message]);

/** The rules of a kind. */
export function rulesOf(
  crd: Pick<CrdVersion, 'apiVersion' | 'kind'>,
  schema: Schema,
  place = '',
): Omit<Rule, 'packs'>[] {
  const { apiVersion, kind } = crd;
  const own = (schema['x-kubernetes-validations'] ?? []).map(({ rule, message }) => ({
    apiVersion,
    kind,
    place,
    rule,
    message: (message ?? `failed rule: ${rule}`).trim(),
  }));
  const { properties = {}, items, additionalProperties: free } = schema;
  return [
    ...own,
    ...Object.entries(properties).flatMap(([name, child]) =>
      rulesOf(crd, child, place === '' ? name : `${place}.${name}`),
    ),
    ...(items ? rulesOf(crd, items, `${place}[]`) : []),
    ...(typeof free === 'object' ? rulesOf(crd, free, `${place}.{}`) : []),
  ];
}

const escaped = (text: string): string => text.replace(/[.*+?^$()|\\]/g, '\\$&');

/** Whether this rule causes a rejection. */
export function isBroken({ place, message }: Omit<Rule, 'packs'>, { lenient }: Verdict): boolean {
  const pattern = escaped(place).replaceAll('[]', '\\[\\d+\\]').replaceAll('{}', '.+');
  const field = new RegExp(`^${pattern === '' ? '<nil>' : pattern}$`);
  return lenient?.causes.some((cause) => field.test(cause.field) && cause.message.endsWith(message)) ?? false;
}

/** Whether the rules were evaluated. They are not if the object has other errors. */
export const isChecked = ({ lenient }: Verdict): boolean =>
  lenient === null ||
  (lenient.code === 422 && !lenient.causes.some(({ message }) => /rules were not checked/.test(message)));

/** Whether an object has a value to which the rule applies. */
export function hasPlace(text: string, place: string): boolean {
  let values: unknown[] = [JSON.parse(text)];
  for (const step of place.match(/\[\]|[^.[]+/g) ?? []) {
    values = values.flatMap((value) => {
      if (typeof value !== 'object' || value === null) return [];
      if (step === '[]' || step === '{}') return Object.values(value);
      return Object.hasOwn(value, step) ? [(value as Record<string, unknown>)[step]] : [];
    });
  }
  return values.length > 0;
}

/** The table of rules and cases. */
export function readRuleCases(): RuleCases[] {
  const packed = readFileSync(new URL('rules.jsonl.br', import.meta.url));
  return brotliDecompressSync(packed)
    .toString('utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}
