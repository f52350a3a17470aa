import { expect, test } from 'vitest';
import { judgedChartValue, judgedNames, judgedSpread } from './chart-value-judgement.ts';
import { ruled } from './judgement.ts';
import type { LedgerEntry } from './ledger.ts';
import { type RuleStatement, settledLedger } from './settled-ledger.ts';

const values = ['spec', 'source', 'helm', 'valuesObject'];

test.each([
  ['logLevel', 'harmless', undefined],
  ['controller.image.tag', 'modelled', undefined],
  ['serviceAccount.name', 'modelled', ['access']],
  ['settings.clusterEndpoint', 'modelled', ['value settings.clusterEndpoint']],
  ['controller.resources.limits.memory', 'modelled', ['value controller.resources.limits.memory']],
  ['controller.env.0.value', 'modelled', ['value controller.env']],
  ['replicas', 'modelled', ['value replicas']],
  ['priorityClassName', 'not understood', undefined],
])('%s', (name, expected, topics) => {
  const path = name.split('.').map((step) => (/^\d+$/.test(step) ? Number(step) : step));
  const judgement = judgedChartValue([...values, ...path], name);
  expect([judgement.class, judgement.topics]).toEqual([expected, topics]);
});

test.each([
  ['tolerations', 'on which nodes Karpenter’s controller may run'],
  ['karpenter.affinity.nodeAffinity', 'on which nodes Karpenter’s controller may run'],
  ['priorityClassName', 'which pods make room for the controller'],
  ['extraObjects', undefined],
])('%s decides something', (name, decides) => {
  expect(judgedChartValue([...values, ...name.split('.')], name).decides).toBe(decides);
});

const entryOf = (name: string, line: number): LedgerEntry => ({
  ...judgedChartValue([...values, ...name.split('.')], name),
  file: 'karpenter.yaml',
  before: [],
  after: [{ first: line, last: line }],
});

test('what is said about one value of a text says nothing about another one', () => {
  const statement: RuleStatement = {
    topics: ['value settings.clusterName'],
    places: [{ side: 'after', file: 'karpenter.yaml', first: 1, last: 20 }],
    isJudgement: false,
  };
  const entries = [entryOf('settings.clusterName', 3), entryOf('settings.clusterEndpoint', 4)];
  const settled = settledLedger(
    { entries, counts: { modelled: 2, harmless: 0, outside: 0, 'not understood': 0 } },
    { statements: [statement], isSame: () => false },
  );
  expect(settled.entries.map((entry) => [entry.what, entry.class])).toEqual([
    ['settings.clusterName', 'modelled'],
    ['settings.clusterEndpoint', 'not understood'],
  ]);
});

test.each([
  ['next to a value that is only passed on', true, 'eks/main.tf', 'modelled'],
  ['in another folder', true, 'vpc/main.tf', 'not understood'],
  ['next to a value that is not passed on', false, 'eks/main.tf', 'not understood'],
])('what is said about a value is said about a place %s', (_, isPassedOn, file, expected) => {
  const value: LedgerEntry = {
    ...ruled('locals cni', 'what it reaches is read by rules', 'add-ons'),
    ...(isPassedOn && { isPassedOn }),
    file: 'eks/locals.tf',
    before: [],
    after: [{ first: 3, last: 5 }],
  };
  const use: LedgerEntry = { ...value, ...ruled('module.eks cni', 'a rule reads it', 'add-ons'), file };
  const statement: RuleStatement = {
    topics: ['add-ons'],
    places: [{ side: 'after', file: 'eks/locals.tf', first: 3, last: 5 }],
    isJudgement: false,
  };
  const settled = settledLedger(
    { entries: [value, use], counts: { modelled: 2, harmless: 0, outside: 0, 'not understood': 0 } },
    { statements: [statement], isSame: () => false },
  );
  expect(settled.entries[1]?.class).toBe(expected);
});

const spread = (over: object = {}) => [
  { maxSkew: 1, topologyKey: 'topology.kubernetes.io/zone', whenUnsatisfiable: 'DoNotSchedule', ...over },
];

test.each([
  ['as the chart has it', spread(), true],
  ['only if there is room', spread({ whenUnsatisfiable: 'ScheduleAnyway' }), true],
  ['over nodes', spread({ topologyKey: 'kubernetes.io/hostname' }), true],
  ['left out, so that the chart has its own', undefined, true],
  ['over a label of a team', spread({ topologyKey: 'example.com/rack' }), false],
  ['over at least three zones', spread({ minDomains: 3 }), false],
  ['a value from elsewhere', spread({ maxSkew: '${SKEW}' }), false],
])('the spread of the controller: %s', (_, constraints, isHarmless) => {
  expect(judgedSpread(constraints, 'a')?.class).toBe(isHarmless ? 'harmless' : undefined);
});

test.each<[before: string | undefined, after: string | undefined, expected: string | undefined]>([
  [undefined, 'Default', 'harmless'],
  ['ClusterFirst', undefined, 'harmless'],
  ['Default', undefined, 'not understood'],
  ['Default', 'ClusterFirst', 'not understood'],
  [undefined, '${var.policy}', undefined],
])('dnsPolicy from %s to %s', (before, after, expected) => {
  expect(judgedNames([...values, 'dnsPolicy'], [before, after], 'dnsPolicy')?.class).toBe(expected);
});
