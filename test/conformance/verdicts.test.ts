import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type CrdPack, decodeCrdPack } from '../../src/engine/files/schema/definitions/crd-pack.ts';
import { oldAmong } from '../../src/engine/files/schema/definitions/judging-kind.ts';
import { validateSchema } from '../../src/engine/files/schema/validate.ts';
import type { Manifest } from '../../src/engine/manifest/model/manifest.ts';
import { parseManifests } from '../../src/engine/manifest/parse.ts';
import { sample } from '../extent.ts';

type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
type Operation = [sign: '+' | '-' | '=', pointer: string, value?: Json];
type Case = [id: string, base: string, status: number, patch: Operation[], oldPatch?: Operation[]];

const folder = 'test/conformance/verdicts';

/** Integers that JavaScript would round are texts until the object is written. */
const kept = (_: string, value: unknown, { source = '' }: { readonly source?: string } = {}): unknown =>
  typeof value === 'number' && /^-?\d+$/.test(source) && !Number.isSafeInteger(value) ? `@integer:${source}` : value;
const read = (file: string) => JSON.parse(readFileSync(`${folder}/${file}`, 'utf8'), kept);
const withIntegers = (text: string): string => text.replace(/"@integer:(-?\d+)"/g, '$1');
const gaps: Record<string, string> = read('gaps.json');
const crds = (minor: string): CrdPack => decodeCrdPack(JSON.parse(readFileSync(`data/crds/${minor}.json`, 'utf8')));

function patched(object: Json, operations: readonly Operation[]): Json {
  const root: { [key: string]: Json } = { object: structuredClone(object) };
  for (const [sign, pointer, value] of operations) {
    const steps = pointer
      .split('/')
      .slice(1)
      .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
    let at: Json = root;
    let last = 'object';
    for (const step of steps) {
      at = (at as { [key: string]: Json })[last]!;
      last = Array.isArray(at) && step === '-' ? String(at.length) : step;
    }
    if (Array.isArray(at) && sign !== '=')
      at.splice(Number(last), sign === '-' ? 1 : 0, ...(sign === '-' ? [] : [value!]));
    else if (sign === '-') delete (at as { [key: string]: Json })[last];
    else (at as { [key: string]: Json })[last] = value!;
  }
  return root.object!;
}

function expanded(value: Json): Json {
  if (Array.isArray(value)) return value.map(expanded);
  if (typeof value !== 'object' || value === null) return value;
  const { $repeat, $times, $keys } = value as Record<string, [Json, number, Json]>;
  if ($repeat) return String($repeat[0]).repeat($repeat[1]);
  if ($times) return Array.from({ length: $times[1] }, () => expanded($times[0]));
  if ($keys)
    return Object.fromEntries(Array.from({ length: $keys[1] }, (_, i) => [`${$keys[0]}${i}`, expanded($keys[2])]));
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, expanded(child)]));
}

describe.each(['0.32', '0.37', '1.0', '1.14'])('Karpenter %s', (minor) => {
  const { bases, cases: all } = read(`${minor}.json`) as { bases: Record<string, Json>; cases: Case[] };
  const cases = sample(all, ([id]) => id, { oneOf: 5, always: ([id]) => Object.hasOwn(gaps, id) });
  const pack = crds(minor);

  const parsed = (base: string, patch: readonly Operation[]) => {
    const text = withIntegers(JSON.stringify(expanded(patched(bases[base]!, patch)), null, 2));
    return parseManifests({ file: 'object.json', text }, { set: {} });
  };

  /** Whether we reject the object, with an error about its schema or about reading it. */
  function isRefused([, base, , patch, oldPatch]: Case): boolean {
    const file = parsed(base, patch);
    const before: readonly Manifest[] = oldPatch === undefined ? [] : parsed(base, oldPatch).manifests;
    const findings = validateSchema(file.manifests, pack, { oldOf: oldAmong(before), crds });
    return [...file.diagnostics, ...findings].some((finding) => finding.severity === 'error');
  }

  test('we reject what the API server rejects, except for the known gaps', () => {
    const differing = cases.filter((one) => isRefused(one) !== one[2] >= 400).map(([id]) => id);
    const known = cases.map(([id]) => id).filter((id) => Object.hasOwn(gaps, id));
    expect(differing).toEqual(known);
  });
});
