import { expect, test } from 'vitest';
import { parseManifests } from '../../manifest/parse.ts';
import type { Diagnostic } from '../../text/diagnostic.ts';
import { asNotesElsewhere } from './notes-of-other-clusters.ts';

const target = {
  karpenterVersion: '0.37',
  karpenterVersionSource: 'from a/cluster.yaml',
  isKarpenterAssumed: false,
  possibleKarpenterVersions: ['0.37'],
  karpenterVersionSpan: { file: 'a/cluster.yaml', start: 1, end: 2 },
};

const removed = (file: string): Diagnostic => ({
  code: 'schema/removed-version',
  severity: 'error',
  message: 'It was removed',
  labels: [],
  help: 'Change it.',
  span: { file, start: 1, end: 2 },
  resource: { apiVersion: 'karpenter.sh/v1alpha5', kind: 'Provisioner', name: 'web' },
});

const config = (file: string, name: string) =>
  parseManifests(
    { file, text: `apiVersion: eksctl.io/v1alpha5\nkind: ClusterConfig\nmetadata: { name: ${name} }\n` },
    { set: {} },
  ).manifests;

const severities = (other: string): string[] =>
  asNotesElsewhere([removed('a/pool.yaml'), removed('karpenter/pool.yaml')], target, [
    ...config('a/cluster.yaml', 'a'),
    ...config('b/cluster.yaml', other),
  ]).map(({ severity }) => severity);

test('the Karpenter of one of several clusters is doubtful for objects in other folders', () => {
  expect(severities('b')).toEqual(['error', 'note']);
});

test('the Karpenter of the only cluster is not', () => {
  expect(severities('a')).toEqual(['error', 'error']);
});
