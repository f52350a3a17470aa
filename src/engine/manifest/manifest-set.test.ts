import { describe, expect, test } from 'vitest';
import type { Origin } from '../text/source.ts';
import { manifestSet, unreadFile, unrenderedFile } from './manifest-set.ts';
import { parseManifests } from './parse.ts';

const finding = (severity: 'error' | 'note') =>
  unreadFile({
    code: 'io/encoding',
    severity,
    message: 'x',
    span: { file: 'm.yaml', start: 0, end: 0 },
    labels: [],
    resource: null,
  });

test('a file that cannot be read is broken unless it does not matter', () => {
  expect([finding('error').isBroken, finding('note').isBroken]).toEqual([true, false]);
});

test('a file is read although a dependency of what it defines is missing', () => {
  const [error] = finding('error').diagnostics;
  const isBroken = (code: 'render/missing-dependency' | 'render/unknown') => unreadFile({ ...error!, code }).isBroken;
  expect([isBroken('render/missing-dependency'), isBroken('render/unknown')]).toEqual([false, true]);
});

test('a file that could not be rendered is broken, whatever the severity of the finding', () => {
  const [note] = finding('note').diagnostics;
  expect([unrenderedFile('m.yaml', note!).isBroken, unrenderedFile('m.yaml', null).isBroken]).toEqual([true, true]);
});

test('a file that could not be rendered belongs to the root that renders it before the change', () => {
  const origin = { root: 'charts/stack', tool: 'helm' } as Origin;
  const { source } = unrenderedFile('m.yaml', null, { file: 'm.yaml', text: 'a: 1', origin });
  expect(source).toEqual({ file: 'm.yaml', text: '', origin });
  expect(unrenderedFile('m.yaml', null).source).toEqual({ file: 'm.yaml', text: '' });
});

test('files are ordered by path, objects with them', () => {
  const parse = (file: string) =>
    parseManifests({ file, text: `apiVersion: v1\nkind: Pod\nmetadata: {name: ${file}}\n` }, { set: {} });
  const set = manifestSet([parse('b'), finding('error'), parse('a')]);
  expect(set.files.map(({ source }) => source.file)).toEqual(['a', 'b', 'm.yaml']);
  expect(set.manifests.map(({ name }) => name)).toEqual(['a', 'b']);
});

describe('patches', () => {
  const pool = (file: string, spec: string, name = 'default') =>
    parseManifests(
      { file, text: `apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: {name: ${name}}\nspec: ${spec}\n` },
      { set: {} },
    );
  const whole = '{template: {spec: {nodeClassRef: {name: x}, requirements: []}}}';
  const patch = '{weight: 10}';
  const partial = (...files: ReturnType<typeof pool>[]): boolean[] =>
    manifestSet(files).manifests.map(({ isPartial }) => isPartial);

  test.each<[string, ReturnType<typeof pool>[], boolean[]]>([
    ['the complete object is in another file', [pool('a', whole), pool('b', patch)], [false, true]],
    ['no complete object', [pool('a', patch), pool('b', patch)], [false, false]],
    ['the complete object has another name', [pool('a', whole, 'other'), pool('b', patch)], [false, false]],
    [
      'only one required field is missing',
      [pool('a', whole), pool('b', '{template: {spec: {requirements: []}}}')],
      [false, false],
    ],
    ['two of them', [pool('a', whole), pool('b', whole)], [false, false]],
  ])('%s', (_, files, expected) => expect(partial(...files)).toEqual(expected));

  test('include objects with `$patch`, unless their kind is Karpenter’s', () => {
    const text = '$patch: delete\napiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\n';
    const deployment = parseManifests({ file: 'c', text }, { set: {} });
    expect(partial(deployment, pool('d', '{$patch: replace}'))).toEqual([true, false]);
  });

  test('keep their identity and their places', () => {
    const files = [pool('a', whole), pool('b', patch)];
    const [first, second] = [manifestSet(files), manifestSet(files)].map(({ manifests }) => manifests[1]!);
    expect(first).toBe(second);
    expect(first!.span(['spec', 'weight'])).toEqual(files[1]!.manifests[0]!.span(['spec', 'weight']));
  });
});
