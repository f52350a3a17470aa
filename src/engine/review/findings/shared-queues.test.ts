import { expect, test } from 'vitest';
import type { ManifestSet } from '../../manifest/manifest-set.ts';
import { parseManifests } from '../../manifest/parse.ts';
import { sharedQueues } from './shared-queues.ts';

const setOf = (texts: readonly string[]): ManifestSet => ({
  files: [],
  manifests: texts.flatMap((text, i) => parseManifests({ file: `${i}.yaml`, text }, { set: {} }).manifests),
});

const flux = (cluster: string, queue: string, account?: string): string => `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: {name: karpenter}
spec:
  chart: {spec: {chart: karpenter}}
  values:
    settings: {clusterName: ${cluster}, interruptionQueue: ${queue}}
${account === undefined ? '' : `    serviceAccount: {annotations: {eks.amazonaws.com/role-arn: "arn:aws:iam::${account}:role/a"}}\n`}`;

const argo = (cluster: string, queue: string): string => `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: {name: karpenter}
spec:
  source:
    repoURL: public.ecr.aws/karpenter
    chart: karpenter
    helm:
      values: |
        settings: {clusterName: ${cluster}, interruptionQueue: ${queue}}
`;

const values = (cluster: string, queue: string): string =>
  `settings: {clusterName: ${cluster}, interruptionQueue: ${queue}}\n`;

const both = 'warning: The clusters `a` and `b` read the same queue.';

test.each<[string, head: readonly string[], base: readonly string[] | null, expected: readonly string[]]>([
  ['one account', [flux('a', 'q', '111122223333'), flux('b', 'q', '111122223333')], null, [`${both} Each`]],
  ['two accounts', [flux('a', 'q', '111122223333'), flux('b', 'q', '444455556666')], null, []],
  ['unknown accounts', [flux('a', 'q'), flux('b', 'q')], null, []],
  ['unknown accounts, as before', [flux('a', 'q'), flux('b', 'q')], [flux('a', 'q'), flux('b', 'q')], []],
  ['brought together', [flux('a', 'q'), flux('b', 'q')], [flux('a', 'q'), flux('b', 'r')], [`${both} If both`]],
  [
    'brought together, in text',
    [argo('a', 'q'), argo('b', 'q')],
    [argo('a', 'q'), argo('b', 'r')],
    [`${both} If both`],
  ],
  [
    'brought together, in values',
    [values('a', 'q'), values('b', 'q')],
    [values('a', 'r'), values('b', 'q')],
    [`${both} If both`],
  ],
  [
    'brought together in two accounts',
    [flux('a', 'q', '111122223333'), flux('b', 'q', '444455556666')],
    [flux('a', 'q'), flux('b', 'r')],
    [],
  ],
  ['parted', [flux('a', 'q'), flux('b', 'r')], [flux('a', 'q'), flux('b', 'q')], []],
  ['two releases of one cluster', [flux('a', 'q', '111122223333'), flux('a', 'q', '111122223333')], null, []],
  ['no queue', [flux('a', '""', '111122223333'), flux('b', '""', '111122223333')], null, []],
  ['an unknown queue', [flux('a', '${q}', '111122223333'), flux('b', '${q}', '111122223333')], null, []],
  ['a new cluster with the queue of another', [flux('a', 'q'), flux('b', 'q')], [flux('a', 'q')], []],
])('%s', (_, head, base, expected) => {
  const found = sharedQueues({ head: setOf(head), base: base && setOf(base) });
  expect(found.map(({ severity, message }) => `${severity}: ${message}`)).toEqual(
    expected.map((text) => expect.stringContaining(text)),
  );
});
