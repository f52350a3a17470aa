import { expect, test } from 'vitest';
import { aws } from '../../src/engine/aws/aws.ts';
import { estimateCost } from '../../src/engine/cluster/cost/estimate-cost.ts';
import { isLiveObject } from '../../src/engine/cluster/provisioning/pods/workloads.ts';
import { withSnapshots } from '../../src/engine/cluster/provisioning/snapshot/read-snapshot.ts';
import { snapshotText, takeSnapshot } from '../../src/engine/cluster/provisioning/snapshot/take-snapshot.ts';
import { noZoneHints } from '../../src/engine/manifest/hints/zone-hints.ts';
import { groupOf, type Manifest } from '../../src/engine/manifest/model/manifest.ts';
import { parseManifests } from '../../src/engine/manifest/parse.ts';
import { isWhole, sample } from '../extent.ts';
import { readRecordings, type Scenario, simulatorFor } from './scenario.ts';

/** The text of a scenario that may contain a cluster. Only these are parsed. */
const mayBeCluster = ({ manifests }: Scenario): boolean => /\b(?:Node|NodeClaim|nodeName)\b/.test(manifests);

/** The scenarios whose manifests contain a cluster: nodes, NodeClaims or running pods. A default run looks for them in one of 120. */
const clusters = sample(readRecordings().filter(mayBeCluster), ({ name }) => name, { oneOf: 120 })
  .map((scenario) => ({ scenario, manifests: parse('manifests.yaml', scenario.manifests) }))
  .filter(({ manifests }) => manifests.some(isLiveObject));

/** In a whole run every fourth, which takes a fourth of the time. All agreed when this test was written. */
const scenarios = clusters.filter((_, i) => !isWhole || i % 4 === 0);

function parse(file: string, text: string): readonly Manifest[] {
  return parseManifests({ file, text }, { set: {} }).manifests;
}

const readBack = (dump: readonly Manifest[]): readonly Manifest[] =>
  withSnapshots(parse('snapshot.json', snapshotText(takeSnapshot(dump, '2026-01-01T00:00:00Z', [aws]))));

const isKarpenters = ({ apiVersion, kind }: Manifest): boolean =>
  groupOf(apiVersion).startsWith('karpenter.') && kind !== 'NodeClaim';

/** Everything that an estimate contains, as text, so that two estimates can be compared. */
function outcome(own: readonly Manifest[], live: readonly Manifest[], { settings }: Scenario): string {
  const simulator = simulatorFor(settings);
  const { estimate, diagnostics } = estimateCost({
    ...simulator,
    base: null,
    head: { files: [], manifests: own },
    live: { files: [], manifests: live },
    region: simulator.catalog.region,
    regionSource: 'as set',
    zoneHints: noZoneHints,
  });
  // Findings are ordered by their place in a file, which differs in a snapshot.
  const findings = diagnostics.map(({ code, message }) => `${code} ${message}`).sort();
  return JSON.stringify({ estimate, findings });
}

/** kubectl's order, in which a snapshot lists objects. A test's manifests may have another order. */
const inOrder = (manifests: readonly Manifest[]): readonly Manifest[] =>
  manifests.toSorted((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
const orderOf = ({ apiVersion, kind, namespace, name }: Manifest): string =>
  `${kind === 'Pod' ? 1 : 0} ${groupOf(apiVersion)} ${kind}/${namespace ?? 'default'}/${name}`;

test('there are enough clusters', () => expect(scenarios.length).toBeGreaterThan(isWhole ? 100 : 2));

test('together with the manifests, a snapshot gives the same estimate as the dump', () => {
  const differing = scenarios.filter(
    ({ scenario, manifests }) =>
      outcome(manifests, manifests, scenario) !== outcome(manifests, readBack(manifests), scenario),
  );
  expect(differing.map(({ scenario }) => scenario.name)).toEqual([]);
});

test('together with a repository of only NodePools, a snapshot gives the same estimate as the dump', () => {
  const differing = scenarios.filter(({ scenario, manifests }) => {
    const own = manifests.filter(isKarpenters);
    const dump = inOrder(manifests);
    return outcome(own, dump, scenario) !== outcome(own, readBack(dump), scenario);
  });
  expect(differing.map(({ scenario }) => scenario.name)).toEqual([]);
});

test('a snapshot of the same cluster is the same in whatever order the dump lists its objects', () => {
  const differing = scenarios.filter(
    ({ manifests }) =>
      snapshotText(takeSnapshot(manifests, '2026-01-01T00:00:00Z', [aws])) !==
      snapshotText(takeSnapshot(manifests.toReversed(), '2026-01-01T00:00:00Z', [aws])),
  );
  expect(differing.map(({ scenario }) => scenario.name)).toEqual([]);
});
