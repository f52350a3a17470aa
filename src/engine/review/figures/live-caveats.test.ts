import { expect, test } from 'vitest';
import { manifestSet } from '../../manifest/manifest-set.ts';
import { parseManifests } from '../../manifest/parse.ts';
import { liveCaveats } from './live-caveats.ts';

const node = (name: string, pool: string | undefined, region = 'us-east-1') =>
  JSON.stringify({
    apiVersion: 'v1',
    kind: 'Node',
    metadata: {
      name,
      labels: { 'topology.kubernetes.io/region': region, ...(pool && { 'karpenter.sh/nodepool': pool }) },
    },
  });
const pod = (nodeName: string, metadata: object = {}) =>
  JSON.stringify({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'p', ownerReferences: [{ kind: 'ReplicaSet', name: 'web' }], ...metadata },
    spec: { nodeName, containers: [] },
  });
const caveatsOf = (...texts: string[]) => {
  const live = manifestSet(texts.map((text, i) => parseManifests({ file: `${i}.json`, text }, { set: {} })));
  return liveCaveats({ live, nodePools: new Set(['web', 'batch']), region: 'us-east-1', today: '2026-11-22' });
};

test.each([
  ['the right cluster', [node('a', 'web'), node('b', undefined), pod('a')], []],
  ['nothing', [], []],
  ['a truncated snapshot', [node('a', 'web').slice(0, -9), node('b', 'web'), pod('b')], [/truncated/]],
  [
    'a truncated snapshot next to a complete one',
    [node('a', 'web'), pod('a'), '{"apiVersion": "v1", "kind": "Li'],
    [/`2.json`/],
  ],
  ['nodes of another region', [node('a', 'web', 'eu-west-1'), pod('a')], [/^The nodes .*`eu-west-1`/]],
  ['nodes of two regions', [node('a', 'web'), node('b', 'web', 'eu-west-1'), pod('a')], [/^Some nodes/]],
  ['unknown NodePools', [node('a', 'gpu'), pod('a')], [/`gpu`\. Is the snapshot from another cluster/]],
  [
    'one NodePool of several',
    [node('a', 'gpu'), node('b', 'web'), pod('b')],
    [/^1 node .*`gpu`\. It is assumed to stay/],
  ],
  ['nodes without pods', [node('a', 'web')], [/nodes but no pods, so the nodes are taken as empty/]],
  ['pods without nodes', [pod('gone')], [/^1 pod .* 1 node that is not in it/]],
  ['a pod without an owner', [node('a', 'web'), pod('a', { ownerReferences: [] })], [/^1 pod .* no owner: `p`/]],
  [
    'objects of the future',
    [node('a', 'web'), pod('a', { creationTimestamp: '2031-01-01T00:00:00Z' })],
    [/^1 object .* after today \(2026-11-22\)/],
  ],
] as const)('%s', (_, texts, expected) => {
  const lines = caveatsOf(...texts);
  expect(lines).toHaveLength(expected.length);
  for (const [i, line] of lines.entries()) expect(line).toMatch(expected[i]!);
});
