import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { applyEdits } from '../../../manifest/edit.ts';
import { parseManifests } from '../../../manifest/parse.ts';
import { migrateFiles } from '../../migration/migrate-files.ts';
import { decodeCrdPack } from '../definitions/crd-pack.ts';
import { validateSchema } from '../validate.ts';

const pack = (minor: string) => decodeCrdPack(JSON.parse(readFileSync(`data/crds/${minor}.json`, 'utf8')));
const provisioner = readFileSync('examples/eks-hpa/provisioner.yaml', 'utf8');

const found = (texts: Record<string, string>, minor: string) => {
  const manifests = Object.entries(texts).flatMap(
    ([file, text]) => parseManifests({ file, text }, { set: {} }).manifests,
  );
  return validateSchema(manifests, pack(minor)).filter(({ code }) => code === 'schema/removed-version');
};

test.each([
  ['1.14', 'v1'],
  ['0.37', 'v1beta1'],
] as const)('under Karpenter %s the fix migrates to %s', (minor, to) => {
  const [diagnostic] = found({ 'a.yaml': provisioner }, minor);
  const fixed = applyEdits(provisioner, diagnostic!.fix!.edits);
  expect(fixed).toBe(applyEdits(provisioner, migrateFiles([{ file: 'a.yaml', text: provisioner }], to).documents));
  expect(found({ 'a.yaml': fixed }, minor)).toEqual([]);
  // Only lines that differ.
  const { start, end } = diagnostic!.fix!.edits[0]!;
  expect(provisioner.slice(start).startsWith('apiVersion: karpenter.sh/v1alpha5\n')).toBe(true);
  expect(provisioner.slice(start, end).endsWith('\n')).toBe(true);
});

const pool =
  'apiVersion: karpenter.sh/v1beta1\nkind: NodePool\nmetadata: {name: a}\nspec:\n  template:\n    spec:\n      kubelet: {maxPods: 20}\n      nodeClassRef: {name: a}\n      requirements: []\n';
const nodeClass =
  'apiVersion: karpenter.k8s.aws/v1beta1\nkind: EC2NodeClass\nmetadata: {name: a}\nspec: {amiFamily: AL2, role: r}\n';

test('a NodePool and the node class that gets its kubelet settings share one fix', () => {
  const diagnostics = found({ 'pool.yaml': pool, 'class.yaml': nodeClass }, '1.14');
  expect(diagnostics.map(({ fix }) => fix!.edits.map(({ file }) => file).sort())).toEqual([
    ['class.yaml', 'pool.yaml'],
    ['class.yaml', 'pool.yaml'],
  ]);
});

const lines = Array.from({ length: 200 }, (_, i) => `\n  t${i}: v`).join(',');

test.each<[string, string]>([
  ['an object that cannot be migrated', pool],
  ['a rewrite that is too long for a comment', nodeClass.replace('spec: {', `spec: {tags: {${lines}}, `)],
])('there is no fix for %s', (_, text) => {
  expect(found({ 'a.yaml': text }, '1.14').map(({ fix }) => fix)).toEqual([undefined]);
});
