import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { aws } from '../../src/engine/aws/aws.ts';
import { disruption } from '../../src/engine/cluster/disruption/disruption.ts';
import { decodeCrdPack } from '../../src/engine/files/schema/definitions/crd-pack.ts';
import { karpenter } from '../../src/engine/karpenter/api/karpenter.ts';
import type { Change } from '../../src/engine/manifest/change.ts';
import { manifestSet } from '../../src/engine/manifest/manifest-set.ts';
import { parseManifests } from '../../src/engine/manifest/parse.ts';
import { sample } from '../extent.ts';
import { readRecordings } from './scenario.ts';

/** Scenario → `Kind/name` → the annotation that the controllers of Karpenter 1.14.1 write on the object, with defaults filled in. */
const { hashes } = JSON.parse(
  gunzipSync(readFileSync(new URL('./drift-hashes.json.gz', import.meta.url))).toString('utf8'),
) as { hashes: Readonly<Record<string, Readonly<Record<string, string>>>> };
const pack = decodeCrdPack(JSON.parse(readFileSync(new URL('../../data/crds/1.14.json', import.meta.url), 'utf8')));
const manifestsOf = new Map(readRecordings().map(({ name, manifests }) => [name, manifests]));

/** Only changed objects have a hash in a review, so every object counts as changed here. */
function hashesOf(scenario: string): Record<string, string | null> {
  const set = manifestSet([
    parseManifests({ file: 'manifests.yaml', text: manifestsOf.get(scenario) ?? '' }, { set: {} }),
  ]);
  const changes = set.manifests.map(
    ({ ref, source }): Change => ({
      resource: ref,
      type: 'modified',
      fields: [],
      effect: 'none',
      summary: '',
      span: { file: source.file, start: 0, end: 0 },
    }),
  );
  const { nodePools, nodeClasses } = disruption({
    providers: [aws],
    base: set,
    head: set,
    changes,
    pack,
    karpenter: karpenter('1.14'),
    karpenterBefore: karpenter('1.14'),
    clusterCABundle: undefined,
    countOutside: () => null,
    countNodes: () => null,
    graceSeconds: () => 30,
    forecasts: null,
    restarts: null,
    live: [],
    consolidated: null,
    today: '2026-01-01',
  });
  return Object.fromEntries([
    ...nodePools.map(({ name, hash }) => [`NodePool/${name}`, hash.head]),
    ...nodeClasses.map(({ name, hash }) => [`EC2NodeClass/${name}`, hash.head]),
  ]);
}

test('there are many hashes of many objects', () => {
  expect(Object.values(hashes).reduce((sum, own) => sum + Object.keys(own).length, 0)).toBe(1219);
});

test('the drift hash of every object is the one that Karpenter writes', () => {
  const chosen = sample(Object.entries(hashes), ([scenario]) => scenario, { oneOf: 5 });
  expect(chosen.length).toBeGreaterThan(20);

  const differing = chosen.flatMap(([scenario, own]) => {
    const ours = hashesOf(scenario);
    return Object.entries(own)
      .filter(([object, hash]) => ours[object] !== hash)
      .map(([object, hash]) => `${scenario} ${object}: ${ours[object]}, not ${hash}`);
  });
  expect(differing).toEqual([]);
});
