import { describe, expect, test } from 'vitest';
import { billedPrice } from '../../src/engine/cluster/provisioning/nodes/billed-price.ts';
import { simulate } from '../../src/engine/cluster/provisioning/simulate.ts';
import { isKarpenterNode } from '../../src/engine/cluster/transition/simulated-cluster.ts';
import { transition } from '../../src/engine/cluster/transition/transition.ts';
import type { ClusterState, SimulatedSide } from '../../src/engine/cluster/transition/transition-data.ts';
import { parseManifests } from '../../src/engine/manifest/parse.ts';
import { isWhole, sample } from '../extent.ts';
import { generate } from './generator.ts';
import { simulatorFor } from './scenario.ts';

const seeds = sample(
  Array.from({ length: 120 }, (_, i) => 910_000 + i),
  String,
);

test('there are generated clusters', () => expect(seeds.length).toBeGreaterThan(isWhole ? 119 : 5));

function sideOf(seed: number, edit: (text: string) => string = (text) => text): SimulatedSide {
  const { manifests: text, settings } = generate(seed);
  const { manifests } = parseManifests({ file: 'manifests.yaml', text: edit(text) }, { set: {} });
  const simulator = simulatorFor(settings, { firstRound: false });
  return { simulation: simulate({ manifests, otherManifests: [], live: undefined }, simulator), simulator };
}

const pictureOf = ({ nodes }: ClusterState): readonly string[] =>
  nodes
    .filter(isKarpenterNode)
    .map(({ state, pods }) => {
      const counts = pods.map(({ workload, count }) => `${workload} ${count}`).sort();
      const { labels } = state;
      return [
        state.nodePool,
        labels['node.kubernetes.io/instance-type'],
        labels['topology.kubernetes.io/zone'],
        ...counts,
      ].join(' ');
    })
    .sort();

const costOf = ({ nodes }: ClusterState): number =>
  nodes.filter(isKarpenterNode).reduce((sum, { launch }) => sum + ((launch && billedPrice(launch)) ?? 0), 0);

describe('the effect of a change on generated clusters', () => {
  test.each(seeds)('%d: there is none if nothing changes', (seed) => {
    const side = sideOf(seed);
    const { before, after } = transition(side, side, { which: 'likely', effects: new Map() });
    expect(pictureOf(after)).toEqual(pictureOf(before!));
    expect(costOf(after)).toBeCloseTo(costOf(before!), 6);
  });

  test.each(seeds)('%d: NodePools without limits leave no pod without a node that had one', (seed) => {
    const side = sideOf(seed);
    const wider = sideOf(seed, (text) => text.replace(/^ {2}limits:\n(?: {4}.*\n)+/gm, ''));
    const left = ({ rounds }: ReturnType<typeof transition>): number =>
      rounds.results.podErrors.reduce((sum, { count }) => sum + count, 0);
    const effects = new Map();
    const same = left(transition(side, side, { which: 'likely', effects }));
    expect(left(transition(side, wider, { which: 'likely', effects }))).toBeLessThanOrEqual(same);
  });
});
