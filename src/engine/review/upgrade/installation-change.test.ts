import { expect, test } from 'vitest';
import { manifestSet } from '../../manifest/manifest-set.ts';
import { parseManifests } from '../../manifest/parse.ts';
import { installationChange } from './installation-change.ts';

type Files = Readonly<Record<string, string>>;

const setOf = (files: Files) =>
  manifestSet(Object.entries(files).map(([file, text]) => parseManifests({ file, text }, { set: {} })));

const said = (base: Files, head: Files): string[] =>
  installationChange({ base: setOf(base), head: setOf(head) }, { isQueueReported: false }).map(
    ({ severity, message }) => `${severity} ${message}`,
  );

const indented = (text: string, by: number): string => text.replace(/^/gm, ' '.repeat(by));
const valuesIn = (files: Files): Files =>
  Object.fromEntries(
    Object.entries(files).map(([name, text]) => [`karpenter/${name}.yaml`, `settings:\n${indented(text, 2)}\n`]),
  );
const releaseIn = (settings: string, more = ''): Files => ({
  'release.yaml': `apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: { name: karpenter }\nspec:\n  chart: { spec: { chart: karpenter } }\n${more}  values:\n    settings:\n${indented(settings, 6)}\n`,
});

const prod = 'clusterName: prod';
const withQueue = `${prod}\ninterruptionQueue: events`;

test.each<[string, Files, Files, RegExp | undefined]>([
  ['a removed queue', { a: withQueue }, { a: prod }, /^warning The change removes Karpenter’s `interruptionQueue`/],
  ['an empty queue', { a: withQueue }, { a: `${prod}\ninterruptionQueue: ""` }, /^warning The change removes/],
  ['an added queue', { a: prod }, { a: withQueue }, /^note Karpenter now reads the queue `events`/],
  [
    'another queue',
    { a: withQueue },
    { a: withQueue.replace('events', 'b') },
    /^note Karpenter reads the queue `b` instead/,
  ],
  ['a queue that moves to another file', { a: withQueue, b: prod }, { a: prod, b: withQueue }, undefined],
  ['a queue under its old name', { a: `${prod}\naws: { interruptionQueueName: events }` }, { a: withQueue }, undefined],
  ['a queue that becomes a placeholder', { a: withQueue }, { a: `${prod}\ninterruptionQueue: \${QUEUE}` }, undefined],
  [
    'a queue of several',
    { a: withQueue, b: withQueue.replace('events', 'b') },
    { a: withQueue, b: prod },
    /^warning The change removes/,
  ],
  ['a removed queue in a renamed file', { a: withQueue }, { b: prod }, /^warning The change removes/],
  ['a new installation', {}, { a: withQueue }, undefined],
  ['a removed installation', { a: withQueue }, {}, undefined],
  [
    'another name of the cluster',
    { a: prod },
    { a: 'clusterName: b' },
    /^warning Karpenter’s `clusterName` changes from `prod` to `b`/,
  ],
  [
    'names that are swapped between files',
    { a: prod, b: 'clusterName: b' },
    { a: 'clusterName: b', b: prod },
    undefined,
  ],
  ['a name that becomes a placeholder', { a: prod }, { a: 'clusterName: ${NAME}\ninterruptionQueue: ""' }, undefined],
])('%s', (_, before, after, expected) => {
  expect(said(valuesIn(before), valuesIn(after))).toEqual(
    expected === undefined ? [] : [expect.stringMatching(expected)],
  );
});

test('a HelmRelease', () => {
  const [before, after] = [releaseIn(withQueue), releaseIn(prod)];
  expect(said(before, after)).toEqual([expect.stringMatching(/^warning The change removes/)]);
});

test('a HelmRelease that may get the queue from a ConfigMap', () => {
  const from = '  valuesFrom: [{ kind: ConfigMap, name: values }]\n';
  expect(said(releaseIn(withQueue), releaseIn(prod, from))).toEqual([]);
});

test('nothing is compared without a base', () => {
  expect(installationChange({ base: null, head: setOf(releaseIn(prod)) }, { isQueueReported: false })).toEqual([]);
});
