import { expect, test } from 'vitest';
import type { Pod } from '../../../karpenter/api/pod.ts';
import { Tallies, type TallyRules } from './domain-tally.ts';
import { NodeState } from './node-state.ts';
import { podInfo } from './pod-info.ts';

const nodeIn = (name: string, zone: string | undefined): NodeState =>
  new NodeState({ name, labels: zone === undefined ? {} : { zone }, taints: [], allocatable: new Map() });

const podOf = (app: string): Pod => ({
  metadata: { name: app, namespace: 'shop', labels: { app } },
  spec: {
    containers: [],
    topologySpreadConstraints: [
      { maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'DoNotSchedule', labelSelector: { matchLabels: { app } } },
    ],
  },
});

const [web, api] = [podInfo(podOf('web')), podInfo(podOf('api'))];
const [constraint] = web.hardSpread;

const rules: TallyRules = {
  domainOf: ({ node }) => node.labels.zone,
  counts: (pod) => pod.labels.app === 'web',
};

test('counts the pods of domains while nodes and pods come and go', () => {
  const tallies = new Tallies();
  const [a, b, elsewhere] = [nodeIn('a', 'one'), nodeIn('b', 'two'), nodeIn('c', undefined)];
  const state = () => {
    const tally = tallies.of(constraint!, rules);
    return [tally.podsIn('one'), tally.podsIn('two'), tally.size];
  };

  for (const node of [a, b, elsewhere]) tallies.note({ kind: 'joins', node });
  expect(state()).toEqual([0, 0, 2]);

  tallies.note({ kind: 'pods', node: a, pod: web, count: 2 });
  tallies.note({ kind: 'pods', node: a, pod: api, count: 1 });
  tallies.note({ kind: 'pods', node: elsewhere, pod: web, count: 1 });
  expect(state()).toEqual([2, 0, 2]);
  expect(tallies.of(constraint!, rules).fewest).toBe(0);

  tallies.note({ kind: 'pods', node: b, pod: web, count: 3 });
  expect(tallies.of(constraint!, rules).fewest).toBe(2);

  tallies.note({ kind: 'pods', node: a, pod: web, count: -2 });
  tallies.note({ kind: 'leaves', node: a });
  expect(state()).toEqual([0, 3, 1]);
  expect(tallies.of(constraint!, rules).fewest).toBe(3);
});

test('starts with the pods that nodes have', () => {
  const node = nodeIn('a', 'one');
  node.add(web, 2);
  node.add(api);

  expect(new Tallies([node]).of(constraint!, rules).podsIn('one')).toBe(2);
});
