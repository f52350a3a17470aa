import { describe, expect, test } from 'vitest';
import type { NodePoolDisruption } from '../../cluster/disruption/forecast/disruption-data.ts';
import type { Change } from '../../manifest/change.ts';
import { diagnostic, estimate, nodeClaim, nodePool, placement, review } from '../../report/test-support.ts';
import { dangersOf } from './dangers.ts';
import { gate } from './gate.ts';

const touched = (effect: NodePoolDisruption['effect'], nodesReplaced: number | null): NodePoolDisruption => ({
  name: 'web',
  hash: { base: null, head: null },
  nodeClass: null,
  waves: [],
  duration: null,
  reasons: [],
  effect,
  nodesReplaced,
  nodesHeld: 0,
});
const disrupted = (...nodePools: NodePoolDisruption[]) =>
  review({ disruption: { nodePools, nodeClasses: [], workloads: null, timeline: [] } });
const kinds = (of: Parameters<typeof dangersOf>[0]) => dangersOf(of).map(({ kind }) => kind);
const side = (...zones: string[]) =>
  placement([
    nodePool(
      'web',
      zones.map((zone) => nodeClaim({ zone })),
    ),
  ]);

describe('nodes that are removed', () => {
  test.each([
    ['delete', 3, ['deletes 3 nodes']],
    ['delete', null, ['deletes running nodes']],
    ['delete', 0, []],
    ['all-nodes', 1, ['replaces 1 node']],
    ['some-nodes', 4, ['replaces 4 nodes']],
    ['some-nodes', 0, []],
    ['some-nodes', null, ['may replace running nodes']],
    ['new-nodes', null, []],
  ] as const)('%s of %s', (effect, nodes, expected) => {
    expect(dangersOf(disrupted(touched(effect, nodes))).map(({ text }) => text)).toEqual(expected);
  });

  test('of several NodePools are added up, and an unknown count makes the sum a lower bound', () => {
    const both = disrupted(touched('all-nodes', 2), touched('all-nodes', null));
    expect(dangersOf(both)).toEqual([{ kind: 'replaces-nodes', text: 'replaces at least 2 nodes', where: 'main' }]);
  });

  const nodeClass = 'default';
  const change = (kind: string, name: string, of: Pick<Change, 'type' | 'effect'>): Change => ({
    resource: { apiVersion: 'karpenter/v1', kind, name },
    ...of,
    fields: [],
    summary: '',
    span: { file: 'a.yaml', start: 0, end: 1 },
  });

  test.each([
    [['all-nodes'], ['replaces all nodes of a node group']],
    [['all-nodes', 'none', 'all-nodes'], ['replaces all nodes of 2 node groups']],
    [['none', 'unknown'], ['may replace all nodes of a node group']],
    [['delete', 'none'], ['deletes nodes of a node group']],
  ] as const)('of node groups of the cloud: %s', (effects, expected) => {
    const changes = effects.map((effect, i) => change('ManagedNodeGroup', `g${i}`, { type: 'modified', effect }));
    expect(dangersOf({ ...disrupted(), changes }).map(({ text }) => text)).toEqual(expected);
  });

  test.each([
    ['spec', 'scaling', 'max_size'],
    ['spec', 'count'],
  ])('of a node group of which only a size is unknown stay: %s.%s', (...path) => {
    const fields = [{ path, effect: 'unknown', cause: 'none', before: 1, after: '${var.n}' } as never];
    const changes = [{ ...change('ManagedNodeGroup', 'g', { type: 'modified', effect: 'unknown' }), fields }];
    expect(kinds({ ...disrupted(), changes })).toEqual([]);
  });

  test.each([
    ['that no NodePool among the manifests references', [], ['replaces running nodes']],
    ['of a NodePool whose nodes are counted', [{ ...touched('all-nodes', 2), nodeClass }], ['replaces 2 nodes']],
    ['of a NodePool that has none', [{ ...touched('all-nodes', 0), nodeClass }], []],
  ])('of a node class %s', (_, nodePools, expected) => {
    const changes = [change('EC2NodeClass', nodeClass, { type: 'modified', effect: 'all-nodes' })];
    expect(dangersOf({ ...disrupted(...nodePools), changes }).map(({ text }) => text)).toEqual(expected);
  });

  test.each([
    ['removed', 'delete', 'deletes running nodes'],
    ['modified', 'all-nodes', 'replaces running nodes'],
    ['modified', 'some-nodes', 'may replace running nodes'],
    ['unknown', 'unknown', 'makes a NodePool or node class unreadable'],
  ] as const)('of a NodePool that no forecast covers: %s, %s', (type, effect, text) => {
    const changes = [change('NodePool', 'elsewhere', { type, effect })];
    const changed = { ...disrupted(), changes };
    expect(dangersOf(changed).map((danger) => danger.text)).toEqual([text]);
    expect(gate(changed, { failOn: 'error' }).result).toBe('warn');
  });

  test.each([
    ['${a}', '${b}', 'security-groups', ['may replace running nodes']],
    ['sg-1', '${b}', 'security-groups', ['may replace running nodes']],
    ['${a}', '${b}', 'other', []],
    ['sg-1', 'sg-2', 'security-groups', ['may replace running nodes']],
    ['ami-1', 'ami-2', 'ami', []],
  ] as const)('of a node class in which %s becomes %s (%s)', (before, after, cause, expected) => {
    const field = { path: ['spec'], before, after, effect: 'unknown', cause, reason: '' } as const;
    const changes = [
      { ...change('EC2NodeClass', nodeClass, { type: 'modified', effect: 'unknown' }), fields: [field] },
    ];
    const changed = { ...disrupted(), changes };
    expect(dangersOf(changed).map(({ text }) => text)).toEqual(expected);
    expect(gate(changed, { failOn: 'error' }).result).toBe(expected.length === 0 ? 'pass' : 'warn');
  });

  test('warn, but do not block', () => {
    const verdict = gate(disrupted(touched('delete', 3)), { failOn: 'error' });
    expect(verdict).toEqual({ result: 'warn', reasons: ['the change deletes 3 nodes'] });
  });

  test('are not reported if everything is new', () => {
    expect(kinds({ ...disrupted(touched('delete', 3)), hasBase: false })).toEqual([]);
  });
});

describe('figures', () => {
  test('more unschedulable pods', () => {
    const lost = { ...side('a'), unschedulable: [{ workload: 'Deployment/a/b', count: 2, reasons: [] }] };
    expect(kinds(review({ estimate: estimate(side('a'), lost) }))).toEqual(['pods-unschedulable']);
    expect(kinds(review({ estimate: estimate(lost, lost) }))).toEqual([]);
  });

  test.each<[what: string, over: object, expected: readonly string[]]>([
    ['all pods of a service', {}, ['all-pods-stop']],
    ['some of its pods', { worst: { available: 1 } }, []],
    ['the only two pods', { replicas: 2 }, []],
    ['pods of a Job', { name: 'Job/shop/web' }, []],
    ['pods that stay pending', { pending: 3 }, []],
  ])('%s stop at the same time', (_, over, expected) => {
    const service = { name: 'Deployment/shop/web', replicas: 3, restarted: 3, stopped: 0, worst: { available: 0 } };
    const workload = { ...service, from: null, until: null, heldBy: [], ...over };
    const disruption = { nodePools: [], nodeClasses: [], workloads: [workload], timeline: [] };
    expect(kinds(review({ disruption }))).toEqual(expected);
    expect(kinds(review({ disruption, estimate: { ...estimate(side('a'), side('a')), isRepacked: true } }))).toEqual(
      [],
    );
  });

  test('a limit that the change reaches', () => {
    const at = diagnostic({ span: { file: 'a.yaml', start: 0, end: 1 }, code: 'provisioning/limit-reached' });
    expect(kinds(review({ findings: [{ diagnostic: at, isNew: true }] }))).toEqual(['limit-reached']);
    expect(kinds(review({ findings: [{ diagnostic: at, isNew: false }] }))).toEqual([]);
  });

  test('a cost increase of at least a quarter', () => {
    expect(kinds(review({ estimate: estimate(side('a', 'a'), side('a', 'a', 'a')) }))).toEqual(['cost-up']);
    const five = ['a', 'a', 'a', 'a', 'a'];
    expect(kinds(review({ estimate: estimate(side(...five), side(...five, 'a')) }))).toEqual([]);
  });

  test('a larger share of spot', () => {
    const spot = placement([nodePool('web', [nodeClaim({ capacityType: 'spot' })])]);
    expect(kinds(review({ estimate: estimate(side('a'), spot) }))).toEqual(['spot-up']);
    expect(kinds(review({ estimate: estimate(spot, spot) }))).toEqual([]);
  });

  test('the same pods on more nodes of spot', () => {
    const onSpot = (...pods: readonly number[]) => {
      const claims = pods.map((count) => nodeClaim({ capacityType: 'spot', pods: count }));
      return placement([nodePool('web', [nodeClaim(), ...claims])]);
    };
    const kindsBetween = (base: ReturnType<typeof onSpot>, head: ReturnType<typeof onSpot>) =>
      kinds(review({ estimate: estimate(base, head) })).filter((kind) => kind === 'spot-up');
    expect(kindsBetween(onSpot(4), onSpot(2, 2))).toEqual([]);
    expect(kindsBetween(onSpot(4), onSpot(2, 1, 1))).toEqual([]);
    expect(kindsBetween(onSpot(4), onSpot(4, 4))).toEqual(['spot-up']);
  });

  test('zones that are lost', () => {
    expect(kinds(review({ estimate: estimate(side('a', 'b'), side('a', 'a')) }))).toEqual(['single-zone']);
    expect(kinds(review({ estimate: estimate(side('a', 'a'), side('a', 'a')) }))).toEqual([]);
  });
});

test('an upgrade names all environments that it is in, production first', () => {
  const choiceIn = (cluster: string, from = '1.8.2') => ({
    diagnostic: diagnostic({
      code: 'upgrade/choice',
      severity: 'note',
      versions: { from, to: '1.9.0' },
      cluster,
      span: { file: `${cluster}.yaml`, start: 0, end: 1 },
    }),
    isNew: true,
  });
  const { estimate: figures, disruption, target } = review();
  const environment = (name: string, isMain: boolean) =>
    ({ name, isMain, estimate: figures, disruption, target, changedObjects: 0 }) as never;

  const both = review({
    findings: [choiceIn('dev'), choiceIn('prod')],
    environments: [environment('dev', false), environment('prod', true), environment('test', false)],
  });

  expect(dangersOf(both).map(({ named }) => named)).toEqual([
    'upgrades Karpenter from 1.8.2 to 1.9.0 in prod and dev, which may choose other nodes',
  ]);

  // The first finding is about another version, in an environment that is not the main one.
  const others = review({
    findings: [choiceIn('dev', '1.7.0'), choiceIn('test'), choiceIn('prod')],
    environments: [environment('dev', false), environment('prod', true), environment('test', false)],
  });

  expect(dangersOf(others).map(({ named }) => named)).toEqual([
    'upgrades Karpenter from 1.8.2 to 1.9.0 in prod and test, which may choose other nodes',
  ]);
});
