import { describe, expect, test } from 'vitest';
import { manifestSet } from '../../manifest/manifest-set.ts';
import { parseManifests } from '../../manifest/parse.ts';
import { installationChange, otherClusterNames } from './installation-change.ts';

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

describe('the webhook that converts stored objects in 1.0', () => {
  interface Installation {
    readonly version: string;
    readonly namespace?: string;
    readonly values?: string;
    readonly crds?: string;
  }
  const installed = ({ version, namespace = 'kube-system', values = '{}', crds }: Installation): Files => ({
    'release.yaml': `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: { name: karpenter, namespace: ${namespace} }
spec:
  chart: { spec: { chart: karpenter, version: ${version} } }
  upgrade: { crds: CreateReplace }
  values: ${values}
`,
    ...(crds !== undefined && {
      'crds.yaml': `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: { name: karpenter-crd, namespace: ${namespace} }
spec:
  chart: { spec: { chart: karpenter-crd, version: ${version} } }
  values: ${crds}
`,
    }),
  });
  const off = '{ webhook: { enabled: false } }';

  test.each<[string, Installation, Installation, RegExp | undefined]>([
    ['is off', { version: '0.37.2', values: off }, { version: '1.0.2', values: off }, /`webhook.enabled` is `false`/],
    [
      'is off in Terraform’s text',
      { version: '0.36.8' },
      { version: '1.0.2', values: '{ webhook: { enabled: "false" } }' },
      /`webhook.enabled` is `false`/,
    ],
    [
      'is in another namespace than the chart says',
      { version: '0.37.2', namespace: 'karpenter' },
      { version: '1.0.0', namespace: 'karpenter' },
      /call its webhook in namespace `kube-system`, but this release installs it in `karpenter`/,
    ],
    [
      'is in another namespace than the chart of the CRDs says',
      { version: '0.37.2', namespace: 'karpenter', crds: '{}' },
      { version: '1.0.0', namespace: 'karpenter', crds: '{}' },
      /in namespace `kube-system`, but/,
    ],
    [
      'is in the namespace that the chart of the CRDs names',
      { version: '0.37.2', namespace: 'karpenter', crds: '{}' },
      { version: '1.0.0', namespace: 'karpenter', crds: '{ webhook: { serviceNamespace: karpenter } }' },
      undefined,
    ],
    ['is on', { version: '0.37.2', values: '{ webhook: { enabled: true } }' }, { version: '1.0.2' }, undefined],
    ['is off before the upgrade', { version: '0.37.2', values: off }, { version: '0.37.6', values: off }, undefined],
    ['is off after the upgrade', { version: '1.0.2', values: off }, { version: '1.1.0', values: off }, undefined],
    ['may be off', { version: '0.37.2' }, { version: '1.0.2', values: '{ webhook: { enabled: "${W}" } }' }, undefined],
  ])('%s', (_, base, head, expected) => {
    const messages = said(installed(base), installed(head)).filter((message) => message.includes('webhook'));
    expect(messages).toEqual(expected === undefined ? [] : [expect.stringMatching(expected)]);
  });
});

const clusterNames = (names: Readonly<Record<string, string>>): Files =>
  Object.fromEntries(
    Object.entries(names).map(([folder, name]) => [
      `clusters/${folder}/karpenter.yaml`,
      releaseIn(`clusterName: ${name}`)['release.yaml']!,
    ]),
  );

test.each<
  [what: string, before: Readonly<Record<string, string>>, after: Readonly<Record<string, string>>, count: number]
>([
  ['that of another environment', { prod: 'prod', stage: 'staging' }, { prod: 'staging', stage: 'staging' }, 1],
  [
    'with the word of another environment',
    { prod: 'shop-prod', stage: 'shop-stage' },
    { prod: 'shop-stage', stage: 'shop-stage' },
    1,
  ],
  ['that another account may have, too', { prod: 'prod', stage: 'main' }, { prod: 'main', stage: 'main' }, 0],
  ['its own again', { prod: 'staging', stage: 'staging' }, { prod: 'prod', stage: 'staging' }, 0],
  ['one that they had before', { prod: 'staging', stage: 'staging' }, { prod: 'staging', stage: 'staging' }, 0],
])('the name of the cluster becomes %s', (_, before, after, count) => {
  const findings = otherClusterNames({ base: setOf(clusterNames(before)), head: setOf(clusterNames(after)) });
  expect(findings.map(({ severity, message }) => `${severity} ${message}`)).toEqual(
    Array.from({ length: count }, () =>
      expect.stringMatching(
        /^error The Karpenter of `prod` manages the cluster `[a-z-]+` from now on, as the Karpenter in `clusters\/stage/,
      ),
    ),
  );
});
