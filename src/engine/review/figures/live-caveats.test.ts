import { expect, test } from 'vitest';
import { manifestSet } from '../../manifest/manifest-set.ts';
import { parseManifests } from '../../manifest/parse.ts';
import { liveCaveats } from './live-caveats.ts';

const node = (name: string, pool: string | undefined, region = 'us-east-1') =>
  JSON.stringify({
    ...{ apiVersion: 'v1', kind: 'Node' },
    metadata: {
      name,
      labels: { 'topology.kubernetes.io/region': region, ...(pool && { 'karpenter.sh/nodepool': pool }) },
    },
  });
const caveatsOf = (...texts: string[]) => {
  const live = manifestSet(texts.map((text, i) => parseManifests({ file: `${i}.json`, text }, { set: {} })));
  return liveCaveats({ live, nodePools: new Set(['web', 'batch']), region: 'us-east-1' });
};

test.each([
  ['the right cluster', [node('a', 'web'), node('b', undefined)], []],
  ['nothing', [], []],
  ['a truncated snapshot', [node('a', 'web').slice(0, -9)], [/truncated/]],
  ['a truncated snapshot next to a complete one', [node('a', 'web'), '{"apiVersion": "v1", "kind": "Li'], [/`1.json`/]],
  ['nodes of another region', [node('a', 'web', 'eu-west-1')], [/^The nodes .*`eu-west-1`/]],
  ['nodes of two regions', [node('a', 'web'), node('b', 'web', 'eu-west-1')], [/^Some nodes/]],
  ['unknown NodePools', [node('a', 'gpu')], [/`gpu`\. Is the snapshot from another cluster/]],
  ['one NodePool of several', [node('a', 'gpu'), node('b', 'web')], []],
] as const)('%s', (_, texts, expected) => {
  const lines = caveatsOf(...texts);
  expect(lines).toHaveLength(expected.length);
  for (const [i, line] of lines.entries()) expect(line).toMatch(expected[i]!);
});
