import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { TargetVersion } from '../../src/engine/files/migration/migrate-draft.ts';
import { type FileMigrations, migrateFiles } from '../../src/engine/files/migration/migrate-files.ts';
import { v1Objects } from '../../src/engine/files/migration/v1-objects.ts';
import { type CrdPack, decodeCrdPack } from '../../src/engine/files/schema/definitions/crd-pack.ts';
import { admitted } from '../../src/engine/files/schema/structural/structural-validator.ts';
import { validateSchema } from '../../src/engine/files/schema/validate.ts';
import { applyEdits } from '../../src/engine/manifest/edit.ts';
import type { Value } from '../../src/engine/manifest/model/manifest.ts';
import { parseManifests } from '../../src/engine/manifest/parse.ts';
import { type Fields, meaning, named, ordered } from './meaning.ts';

type Case = [
  id: string,
  inputs: string[],
  outputs: Fields[] | null,
  kubelets: Record<string, Fields>,
  refusedAt: string | null,
];

const read = (file: string) => JSON.parse(readFileSync(`test/conformance/migration/${file}`, 'utf8'));
const { cases } = read('v1beta1-texts.json') as { cases: Case[] };
const { inputs: alphas } = read('v1alpha5-texts.json') as { inputs: [id: string, inputs: string[]][] };
const pack = (minor: string): CrdPack => decodeCrdPack(JSON.parse(readFileSync(`data/crds/${minor}.json`, 'utf8')));
const packs = { '0.37': pack('0.37'), '1.0': pack('1.0'), '1.14': pack('1.14') };

/** Intentional differences from Karpenter's conversion. */
const gaps: Record<string, string> = {
  'edge-budgets-empty':
    'no budget at all means no limit; the conversion loses the empty list, and the default of 10% applies again',
  'edge-ref-apiversion-noslash':
    'v1beta1 ignored the group of the reference; the conversion mistakes the version for one, and Karpenter 1.1 then finds no class',
  'edge-ami-id-and-name-mixed': 'the conversion keeps a name together with an ID, which v1 rejects and v1beta1 ignored',
  '105': 'the conversion pins a Windows image, which v1 rejects',
};

/** Mistakes that already existed before, such as a field that no version has. Their author has to decide. */
const stillWrong: Record<string, string[]> = { 'edge-labels-under-template-spec': ['schema/unknown-field'] };

interface Migrated {
  readonly result: FileMigrations;
  readonly text: string;
  readonly objects: readonly Fields[];
}

const objectsIn = (text: string) => parseManifests({ file: 'a.yaml', text }, { set: {} }).manifests;

function migrate(text: string, to: TargetVersion): Migrated {
  const result = migrateFiles([{ file: 'a.yaml', text }], to);
  const after = applyEdits(text, result.documents);
  return { result, text: after, objects: objectsIn(after).map(({ object }) => object) };
}

const classSpec =
  '  role: r\n  amiSelectorTerms: [{ alias: al2@latest }]\n  subnetSelectorTerms: [{ id: subnet-1 }]\n  securityGroupSelectorTerms: [{ id: sg-1 }]\n';

/** A class for each NodePool whose class is in another file. */
function withMissingClasses(text: string): { text: string; added: string[] } {
  const manifests = objectsIn(text);
  const classes = manifests.filter(({ kind }) => kind === 'EC2NodeClass').map(({ name }) => name);
  const wanted = manifests.flatMap(
    (manifest) => manifest.get(['spec', 'template', 'spec', 'nodeClassRef', 'name']) ?? [],
  );
  const added = [...new Set(wanted.map(String))].filter((name) => !classes.includes(name));
  const documents = added.map(
    (name) => `apiVersion: karpenter.k8s.aws/v1\nkind: EC2NodeClass\nmetadata:\n  name: ${name}\nspec:\n${classSpec}`,
  );
  return { text: [text, ...documents].join('---\n'), added };
}

const comments = (text: string): string[] => (text.match(/(?<=^|\s)#.*$/gm) ?? []).map((line) => line.trim()).sort();

const errors = (text: string, crds: CrdPack): string[] =>
  validateSchema(objectsIn(text), crds)
    .filter(({ severity }) => severity === 'error')
    .map(({ code }) => code);

const join = (inputs: readonly string[]): string =>
  inputs.map((input) => (input.endsWith('\n') ? input : `${input}\n`)).join('---\n');

describe('v1beta1 → v1', () => {
  test.each(cases.filter(([, , outputs]) => outputs !== null))('%s', (id, inputs, outputs, kubelets) => {
    const { text: whole, added } = withMissingClasses(join(inputs));
    const { result, text, objects } = migrate(whole, 'v1');
    if (result.left.length > 0) {
      expect(result.diagnostics.filter(({ code }) => code === 'migration/impossible')[0]?.message).toMatch(/Ubuntu/);
      return;
    }
    const stored = (object: Fields): Fields =>
      admitted(object, packs['1.0'].find(String(object.apiVersion), String(object.kind))!) as Fields;
    const classes = new Map(objects.filter(({ kind }) => kind === 'EC2NodeClass').map((one) => [nameOf(one), one]));
    const ours = objects.flatMap((object) => {
      if (object.kind === 'NodePool') return [renamed(stored(object))];
      return added.includes(nameOf(object)) || !isNamed(outputs!, object) ? [] : [withoutKubelet(stored(object))];
    });
    if (Object.hasOwn(gaps, id)) expect(ordered(ours)).not.toEqual(ordered(outputs!));
    else expect(ordered(ours)).toEqual(ordered(outputs!));
    // The settings that the conversion keeps in an annotation are those of the class that the NodePool names now.
    for (const pool of objects.filter(({ kind }) => kind === 'NodePool')) {
      const kubelet = (classes.get(classNameOf(pool))?.spec as Fields | undefined)?.kubelet ?? {};
      expect(meaning(kubelet)).toEqual(meaning(kubelets[nameOf(pool)] ?? {}));
    }
    expect(errors(text, packs['1.14'])).toEqual(stillWrong[id] ?? []);
    expectSteady(whole, text, 'v1');
    expect(inV1(text)).toEqual(inV1(whole));
    expect(lost(whole, { result, text, objects })).toEqual([]);
  });

  test.each(cases.filter(([, , outputs]) => outputs === null))('%s, which the API server rejected', (_, inputs) => {
    const whole = join(inputs);
    const { result, text } = migrate(whole, 'v1');
    if (result.left.length > 0) expect(text).toBe(whole);
    expectSteady(whole, text, 'v1');
  });
});

/** Every scalar of a value as text, with the keys that lead to it. */
function leaves(value: Value, keys: readonly string[] = []): [keys: readonly string[], text: string][] {
  if (Array.isArray(value)) return (value as readonly Value[]).flatMap((item) => leaves(item, keys));
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, item]) => leaves(item as Value, [...keys, name]));
  return value === null ? [] : [[keys, String(value)]];
}

/** Values that have another name in the new API. */
const translated: Record<string, (text: string) => string> = {
  consolidationPolicy: (text) => text.replace('WhenUnderutilized', 'WhenEmptyOrUnderutilized'),
  amiFamily: (text) => text.replace('Ubuntu', 'AL2'),
  ttlSecondsAfterEmpty: (text) => `${text}s`,
  ttlSecondsUntilExpired: (text) => `${text}s`,
};

/** Fields whose values contain no further information: kind and version of an object, and switches. */
const structural = new Set(['apiVersion', 'kind', 'enabled']);

/** Content of a text that is neither in the migrated text nor in a finding. */
function lost(before: string, { text, result }: Migrated): string[] {
  const kept = new Set(objectsIn(text).flatMap(({ object }) => leaves(object).map(([, leaf]) => leaf)));
  const said = result.diagnostics
    .filter(({ code }) => code === 'migration/dropped' || code === 'migration/changed')
    .map(({ message }) => message);
  return objectsIn(before).flatMap(({ object }) =>
    leaves(object).flatMap(([keys, leaf]) => {
      const key = keys.at(-1)!;
      const pieces = leaf.split(',').map((piece) => piece.trim());
      const isKept =
        kept.has(leaf) || pieces.every((piece) => kept.has(piece)) || kept.has(translated[key]?.(leaf) ?? leaf);
      const isAlias = key === 'amiFamily' && [...kept].some((other) => other.startsWith(`${leaf.toLowerCase()}@`));
      const isSaid = said.some(
        (message) =>
          keys.some((one) => message.includes(`\`${one}\``)) ||
          /ignored its other fields|only the ids are kept/.test(message),
      );
      return isKept || isAlias || isSaid || structural.has(key) || isSteering(key)
        ? []
        : [`${keys.join('.')}: ${leaf}`];
    }),
  );
}

/** Annotations that controlled the conversion, or that controllers write. */
const isSteering = (key: string): boolean =>
  key.startsWith('compatibility.karpenter.') || /(?:provisioner|nodetemplate)-hash$/.test(key);

/** A second migration changes nothing, and no comment is lost. */
function expectSteady(before: string, after: string, to: TargetVersion): void {
  expect(migrate(after, to).text).toBe(after);
  expect(comments(after)).toEqual(expect.arrayContaining(comments(before)));
}

/** What the simulation reads from a text, old or new. */
function inV1(text: string): unknown {
  const { nodePools, nodeClasses } = v1Objects(objectsIn(text));
  const objects = [...nodePools, ...nodeClasses].map(({ object }) => object as unknown as Fields);
  return ordered(
    objects.map(
      (object) => admitted(object, packs['1.0'].find(String(object.apiVersion), String(object.kind))!) as Fields,
    ),
  );
}

/** Fields that newer APIs require and these manifests do not have. */
function lacks(text: string, to: TargetVersion): boolean {
  return objectsIn(text).some((manifest) => {
    if (manifest.kind !== 'AWSNodeTemplate' && manifest.get(['spec', 'provider']) === undefined) return false;
    const spec = (manifest.get(['spec', 'provider']) ?? manifest.get(['spec'])) as Fields;
    const isUbuntu = to === 'v1' && spec.amiFamily === 'Ubuntu' && spec.amiSelector === undefined;
    return isUbuntu || spec.launchTemplate !== undefined || spec.instanceProfile === undefined;
  });
}

describe('v1alpha5 → v1beta1 → v1', () => {
  test.each([
    ...alphas,
    ...alphas.map(([id, inputs]): [string, string[]] => [`${id} with a profile`, inputs.map(withProfile)]),
  ])('%s', (_, inputs) => {
    const whole = withMissingTemplates(join(inputs));
    const [middle, end] = [migrate(whole, 'v1beta1'), migrate(whole, 'v1')];
    expect(middle.result.left.length > 0).toBe(lacks(whole, 'v1beta1'));
    expect(end.result.left.length > 0).toBe(lacks(whole, 'v1'));
    for (const { result, text } of [middle, end]) if (result.left.length > 0) expect(text).toBe(whole);
    expectSteady(whole, middle.text, 'v1beta1');
    expectSteady(whole, end.text, 'v1');
    if (middle.result.left.length > 0) return;
    expect(errors(middle.text, packs['0.37'])).toEqual([]);
    if (end.result.left.length > 0) return;
    // The same migration in one step and in two.
    expect(migrate(middle.text, 'v1').text).toBe(end.text);
    expect(errors(end.text, packs['1.14'])).toEqual([]);
    expect(inV1(end.text)).toEqual(inV1(whole));
    expect(lost(whole, middle)).toEqual([]);
    expect(lost(whole, end)).toEqual([]);
  });
});

/** Settings that many templates leave to the global settings. */
const withProfile = (text: string): string =>
  text
    .split(/^---\n/m)
    .map((document) =>
      /^kind: AWSNodeTemplate/m.test(document) && !document.includes('instanceProfile')
        ? document.replace(/^spec:\n/m, 'spec:\n  instanceProfile: p\n')
        : document,
    )
    .join('---\n');

/** A template for each Provisioner whose template is in another file. */
function withMissingTemplates(text: string): string {
  const manifests = objectsIn(text);
  const templates = manifests.filter(({ kind }) => kind === 'AWSNodeTemplate').map(({ name }) => name);
  const wanted = manifests.flatMap((manifest) => manifest.get(['spec', 'providerRef', 'name']) ?? []);
  const added = [...new Set(wanted.map(String))].filter((name) => !templates.includes(name));
  const documents = added.map(
    (name) =>
      `apiVersion: karpenter.k8s.aws/v1alpha1\nkind: AWSNodeTemplate\nmetadata:\n  name: ${name}\nspec:\n${templateSpec}`,
  );
  return [text, ...documents].join('---\n');
}

const templateSpec = '  instanceProfile: p\n  subnetSelector: { a: b }\n  securityGroupSelector: { a: b }\n';

const nameOf = (object: Fields): string => String((object.metadata as Fields).name);
const isNamed = (objects: readonly Fields[], object: Fields): boolean =>
  objects.some((one) => named(one) === named(object));
const classNameOf = (pool: Fields): string => String(refOf(pool).name);
const refOf = (pool: Fields): Fields =>
  (((pool.spec as Fields).template as Fields).spec as Fields).nodeClassRef as Fields;
const withoutKubelet = (object: Fields): Fields => {
  const { kubelet: _, ...spec } = object.spec as Fields;
  return { ...object, spec };
};
/** A NodePool that has a copy of its class, with the original name of the class. */
function renamed(pool: Fields): Fields {
  const suffix = `-${nameOf(pool)}`;
  const copy = structuredClone(pool) as { spec: { template: { spec: { nodeClassRef: { name: string } } } } };
  const ref = copy.spec.template.spec.nodeClassRef;
  if (ref.name.endsWith(suffix) && ref.name !== suffix) ref.name = ref.name.slice(0, -suffix.length);
  return copy as unknown as Fields;
}
