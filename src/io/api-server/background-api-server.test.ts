import { expect, test } from 'vitest';
import { definitionOf, type ServerRequest } from '../../engine/schema/server/server-request.ts';
import { dataFolder } from '../catalog/data-folder.ts';
import { openFacts } from '../catalog/facts.ts';
import { loadApiServer } from './api-server.ts';
import { apiServerBeside } from './background-api-server.ts';

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
  pool({ replicas: 1 }, { costBudget: 1 }),
  { kind: { apiVersion: 'v1', kind: 'Namespace' }, text: '{"apiVersion":"v1","kind":"Namespace","spek":{}}' },
  { kind: { apiVersion: 'v1', kind: 'Nothing' }, text: '{}' },
];

test('nothing is started for what it cannot judge', () => {
  expect(apiServerBeside([{ file: 'a.yaml', text: 'kind: Service' }], undefined)).toBeUndefined();
});

test('a thread says what this one would say, told before or not, in any order', async () => {
  const beside = apiServerBeside([{ file: 'a.yaml', text: 'apiVersion: karpenter.sh/v1' }])!;
  const here = await loadApiServer();
  beside.expect!(requests.slice(1, 4));
  const backwards = requests.toReversed().map((request) => beside.judge(request));
  expect(backwards.toReversed()).toEqual(requests.map((request) => here.judge(request)));
  expect([beside.knows('apps/v1', 'Deployment'), beside.knows('apps/v1', 'Nothing')]).toEqual([true, false]);
});
