import { expect, test } from 'vitest';
import { definitionOf } from '../../engine/files/schema/server/served-definition.ts';
import type { ServerAnswer, ServerRequest } from '../../engine/files/schema/server/server-request.ts';
import { dataFolder } from '../catalog/data-folder.ts';
import { openFacts } from '../catalog/facts.ts';
import { answersTo } from './answer-requests.ts';
import { loadApiServer } from './api-server.ts';
import { backgroundApiServer } from './background-api-server.ts';

const crd = openFacts(dataFolder).crds('1.14').find('karpenter.sh/v1', 'NodePool')!;
const text = (spec: object): string =>
  JSON.stringify({ apiVersion: 'karpenter.sh/v1', kind: 'NodePool', metadata: { name: 'web' }, spec });
const pool = (spec: object, rest: Partial<ServerRequest> = {}): ServerRequest => ({
  kind: { crd: definitionOf(crd), version: 'v1' },
  text: text(spec),
  ...rest,
});
const requests: readonly ServerRequest[] = [
  pool({ limit: { cpu: 1 } }),
  pool({ weight: 1000 }),
  pool({ weight: 1 }, { oldText: text({ weight: 2 }) }),
  pool({ replicas: 1 }, { budget: 0 }),
  { kind: { apiVersion: 'v1', kind: 'Namespace' }, text: '{"apiVersion":"v1","kind":"Namespace","spek":{}}' },
  { kind: { apiVersion: 'v1', kind: 'Nothing' }, text: '{}' },
];

test('a thread gives the same verdicts as this one, in any order and in several requests', async () => {
  const { judge } = await loadApiServer();
  const turns = [requests.slice(1, 4), requests.toReversed()];
  const parallel = await Promise.all(turns.map((turn) => backgroundApiServer.judge(turn)));
  expect(parallel).toEqual(turns.map((turn) => [...answersTo(turn, judge)]));
});

test('asks nothing for nothing', async () => {
  expect(await backgroundApiServer.judge([])).toEqual([]);
});

test('objects that share a budget are validated until it is used up', () => {
  const costs = [400_000, 50_000, 100_000, 1];
  const budgets: (number | undefined)[] = [];
  const judge = ({ text }: ServerRequest, costBudget?: number): ServerAnswer => {
    budgets.push(costBudget);
    return { cost: Number(text) } as ServerAnswer;
  };
  const asked = costs.map((cost) => ({ ...requests[0]!, text: String(cost), budget: 0 }));
  const other = { ...requests[0]!, text: '7', budget: 1 };
  const said = [...answersTo([...asked, other], judge)].map((answer) => 'cost' in answer);
  expect(said).toEqual([true, true, false, false, true]);
  expect(budgets).toEqual([500_000, 100_000, 50_000, 500_000]);
});
