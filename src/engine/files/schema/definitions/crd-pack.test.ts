import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isServed, karpenterMinors, servedApis } from '../../../karpenter/api/versions.ts';
import { judgeRule } from '../cel/cel.ts';
import { type CrdPack, decodeCrdPack, type Schema } from './crd-pack.ts';

const text = (minor: string): string => readFileSync(`data/crds/${minor}.json`, 'utf8');
const pack = (minor: string): CrdPack => decodeCrdPack(JSON.parse(text(minor)));

function schemas(schema: Schema): Schema[] {
  const below = [
    ...Object.values(schema.properties ?? {}),
    ...(schema.items ? [schema.items] : []),
    ...(typeof schema.additionalProperties === 'object' ? [schema.additionalProperties] : []),
  ];
  return [schema, ...below.flatMap(schemas)];
}

const rulesOf = (schema: Schema): string[] =>
  schemas(schema).flatMap((part) => (part['x-kubernetes-validations'] ?? []).map((rule) => rule.rule));

test.each([
  ['0.32', 6, 6, 68],
  ['0.33', 3, 6, 138],
  ['0.34', 3, 6, 139],
  ['0.35', 3, 6, 142],
  ['0.36', 3, 6, 142],
  ['0.37', 3, 6, 142],
  ['1.0', 3, 6, 143],
  ['1.1', 3, 3, 79],
  ['1.2', 3, 3, 79],
  ['1.3', 3, 3, 82],
  ['1.4', 3, 3, 82],
  ['1.5', 3, 3, 83],
  ['1.6', 3, 3, 83],
  ['1.7', 4, 4, 91],
  ['1.8', 4, 4, 94],
  ['1.9', 4, 4, 87],
  ['1.10', 4, 4, 87],
  ['1.11', 4, 4, 91],
  ['1.12', 4, 4, 91],
  ['1.13', 4, 4, 92],
  ['1.14', 5, 5, 94],
  ['1.15', 5, 5, 84],
])('pack %s has %i kinds, %i versions and %i rules', (minor, kinds, versions, rules) => {
  const found = pack(minor);
  expect([
    new Set(found.versions.map((version) => version.kind)).size,
    found.versions.length,
    found.versions.flatMap((version) => rulesOf(version.schema)).length,
  ]).toEqual([kinds, versions, rules]);
});

test.each(karpenterMinors.map((minor) => [minor]))('pack %s serves the APIs in the table of versions', (minor) => {
  const served = servedApis.filter((api) => isServed(api, minor)).map((api) => `${api.apiVersion} ${api.kind}`);
  expect(
    pack(minor)
      .versions.map((version) => `${version.apiVersion} ${version.kind}`)
      .sort(),
  ).toEqual(served.sort());
});

test.each(karpenterMinors.map((minor) => [minor]))('every rule of pack %s can be parsed', (minor) => {
  const rules = pack(minor).versions.flatMap((version) => rulesOf(version.schema));
  // A rule outside of the CEL subset is unknown for every value. Each of these has some other verdict for an empty string.
  const unread = rules.filter((rule) => judgeRule(rule, { self: '', oldSelf: '' }) === 'unknown');
  expect(unread).toEqual([]);
});

test('packs contain no descriptions, name their source, and are small', () => {
  const files = readdirSync('data/crds');
  const texts = files.map((file) => readFileSync(`data/crds/${file}`, 'utf8'));
  expect(texts.filter((one) => one.includes('"description":"'))).toEqual([]);
  expect(texts.reduce((sum, one) => sum + one.length, 0)).toBeLessThan(2_000_000);
  for (const file of files) {
    const { sources, versions } = pack(file.replace('.json', ''));
    const kinds = new Set(versions.map((version) => `${version.kind}.${version.group}`));
    expect(sources.flatMap((source) => source.kinds).sort()).toEqual([...kinds].sort());
    expect(sources.every((source) => source.licence.startsWith('Apache-2.0') && /^v\d/.test(source.tag))).toBe(true);
  }
});

test('1.15 contains what provider-aws adds to the kinds of core', () => {
  const domain = (minor: string, kind: string): number =>
    rulesOf(pack(minor).find('karpenter.sh/v1', kind)!.schema).filter((rule) =>
      rule.includes('karpenter.k8s.aws/instance-cpu'),
    ).length;
  expect([domain('1.15', 'NodePool'), domain('1.15', 'NodeClaim')]).toEqual([
    domain('1.14', 'NodePool'),
    domain('1.14', 'NodeClaim'),
  ]);
  expect(domain('1.15', 'NodePool')).toBeGreaterThan(0);
});

test('rejects JSON that is not a pack', () => {
  expect(() => decodeCrdPack({ versions: [] })).toThrow(TypeError);
  expect(() => decodeCrdPack(null)).toThrow(TypeError);
});
