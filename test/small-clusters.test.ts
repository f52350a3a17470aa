import { describe, expect, test } from 'vitest';
import { filesOf, hostChanges, ordinaryChanges, type SmallCluster } from '../bench/small-clusters.ts';
import { aws } from '../src/engine/aws/aws.ts';
import { type Candidate, candidatesOf } from '../src/engine/cluster/disruption/cluster/candidates.ts';
import type { Cluster } from '../src/engine/cluster/disruption/cluster/cluster.ts';
import { affordablePasses, timeUntilAllSettled } from '../src/engine/cluster/disruption/controller/cluster-setup.ts';
import { disrupt } from '../src/engine/cluster/disruption/controller/disrupt.ts';
import { consolidationByPass } from '../src/engine/cluster/disruption/methods/consolidation.ts';
import { hasNoCheaperPlace } from '../src/engine/cluster/disruption/methods/no-cheaper-place.ts';
import { simulate } from '../src/engine/cluster/provisioning/simulate.ts';
import { catalogOf, manifestsOf, settingsOf } from '../src/engine/cluster/provisioning/simulation.test-support.ts';
import { simulatorOf } from '../src/engine/cluster/provisioning/simulator/simulator.ts';
import { simulatedCluster } from '../src/engine/cluster/transition/simulated-cluster.ts';
import { karpenter } from '../src/engine/karpenter/api/karpenter.ts';
import { noZoneHints } from '../src/engine/manifest/hints/zone-hints.ts';
import { isWhole } from './extent.ts';

/** A cluster as Karpenter's rounds leave it, before consolidation. */
function launched(cluster: SmallCluster, features: Readonly<Record<string, boolean>> = {}): Cluster {
  const simulator = simulatorOf({
    catalog: catalogOf(),
    providers: [aws],
    settings: settingsOf({ karpenter: { featureGates: features }, today: '2026-03-02' }),
    karpenter: karpenter('1.14'),
    zoneHints: noZoneHints,
  });
  const manifests = [...filesOf(cluster)].flatMap(([file, text]) => manifestsOf(text, file));
  const simulation = simulate({ manifests, otherManifests: [], live: undefined }, simulator);
  const made = simulatedCluster(simulation, 'likely', simulator);
  made.now += timeUntilAllSettled(made);
  return made;
}

/** The same cluster after consolidation. */
function consolidated(start: Cluster): Cluster {
  const cluster = start.clone();
  const step = timeUntilAllSettled(cluster);
  disrupt(cluster, {
    isConcurrent: false,
    isToTheEnd: true,
    step,
    maxCommands: 100,
    maxSimulations: affordablePasses(cluster),
  });
  return cluster;
}

/** Each node alone, and the first two, four and eight nodes. */
function questions(cluster: Cluster): readonly (readonly Candidate[])[] {
  const all = candidatesOf(cluster, 'graceful').filter(({ reschedulable }) => reschedulable.length > 0);
  const together = [2, 4, 8].filter((count) => count <= all.length).map((count) => all.slice(0, count));
  return [...all.map((candidate) => [candidate]), ...together];
}

const clusters = ordinaryChanges(isWhole ? 40 : 10).map(({ name, base }) => [name, base] as const);

describe('what is refused without a pass', () => {
  test.each(clusters)('%s: a pass would refuse it, too', (_, cluster) => {
    for (const features of [{}, { spotToSpotConsolidation: true }]) {
      const start = launched(cluster, features);
      for (const state of [start, consolidated(start)]) {
        const refused = questions(state).filter((candidates) => hasNoCheaperPlace(state, candidates));
        const wrong = refused.filter((candidates) => consolidationByPass(state, candidates) !== undefined);
        expect(wrong.map((candidates) => candidates.map(({ name }) => name))).toEqual([]);
      }
    }
  });

  test('is most of what a cluster at rest asks', () => {
    const ends = clusters.map(([, cluster]) => consolidated(launched(cluster)));
    const asked = ends.flatMap((end) => questions(end).map((candidates) => hasNoCheaperPlace(end, candidates)));
    expect(asked.filter(Boolean).length).toBeGreaterThan(asked.length * 0.8);
  });
});

/** The number of scheduling passes is what it was when this was written. Each question was a pass before. */
test.each([
  [hostChanges[0]!, { passes: 0, questions: 3 }],
  [hostChanges[1]!, { passes: 11, questions: 116 }],
  [hostChanges[4]!, { passes: 9, questions: 50 }],
])('$name: consolidation takes few scheduling passes', ({ head }, work) => {
  const { passes, simulations } = consolidated(launched(head));
  expect({ passes, questions: simulations }).toEqual(work);
});
