import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import type { NodePoolDisruption } from '../../cluster/disruption/forecast/disruption-data.ts';
import type { EnvironmentReview } from '../../review/context/review-data.ts';
import { markdown } from '../comment/markdown.ts';
import { json } from '../documents/json.ts';
import { html } from '../html/html.ts';
import { reviewText } from '../terminal/review-text.ts';
import {
  change,
  estimate,
  exactly,
  nodeClaim,
  nodePool,
  nodePoolRef,
  placement,
  report,
  review,
  target,
} from '../test-support.ts';
import { environmentCells, environmentLines, environmentTable, isOfMain, placesOf } from './environment-table.ts';

const of = (count: number) =>
  placement([
    nodePool(
      'web',
      Array.from({ length: count }, () => nodeClaim()),
    ),
  ]);
const environment = (over: Partial<EnvironmentReview>): EnvironmentReview => ({
  name: 'dev',
  target,
  accounts: [],
  isInferred: false,
  isMain: false,
  changedObjects: 1,
  estimate: estimate(of(1), of(1)),
  disruption: review().disruption,
  ...over,
});
const hostile = '<img>|`x`';
const prod = environment({
  name: 'prod',
  target: { ...target, region: 'eu-west-1' },
  isMain: true,
  estimate: estimate(of(1), of(2)),
});
const unknown = placement([], {
  nodes: exactly(null),
  monthlyUsd: exactly(null),
});

const cellsOf = (one: EnvironmentReview): string[] =>
  environmentCells(review({ environments: [one, prod] }))[0]!.slice(4);

test.each<[string, EnvironmentReview, string[]]>([
  ['the same', environment({}), ['1', '0', '$280, unchanged']],
  ['more', environment({ estimate: estimate(of(1), of(2)) }), ['1 → 2', '0', '$561, +$281']],
  ['nothing changes there', environment({ estimate: null }), ['–', '–', '–']],
  ['no base', environment({ estimate: estimate(null, of(1)) }), ['1', '–', '$280']],
  [
    'chance decides, as in the first lines',
    environment({ estimate: { ...estimate(of(1), of(2)), isRepacked: true } }),
    ['1 → 2', '0', '$561, +$281'],
  ],
  ['what is unknown is no 0', environment({ estimate: estimate(of(1), unknown) }), ['1 → unknown', '0', 'unknown']],
])('figures: %s', (_, one, expected) => expect(cellsOf(one)).toEqual(expected));

const pools = (...counts: readonly (readonly [NodePoolDisruption['effect'], number | null])[]): EnvironmentReview =>
  environment({
    disruption: {
      ...environment({}).disruption,
      nodePools: counts.map(([effect, nodesReplaced], i) => ({
        name: `p${i}`,
        effect,
        nodesReplaced,
        nodesHeld: 0,
        nodeClass: null,
        waves: [],
        duration: null,
        reasons: [],
        hash: { base: null, head: null },
      })),
    },
  });

test.each<[EnvironmentReview, string, string]>([
  [pools(['all-nodes', 2]), '2', '<sub>2 replaced</sub>'],
  [pools(['delete', 1]), '1 deleted', '<sub>1 deleted</sub>'],
  [pools(['delete', 1], ['some-nodes', 2]), '2, 1 deleted', '<sub>2 replaced, 1 deleted</sub>'],
  [pools(['delete', 1], ['some-nodes', null]), 'unknown, 1 deleted', '<sub>unknown replaced, 1 deleted</sub>'],
  [pools(['some-nodes', 3], ['some-nodes', null]), 'at least 3', '<sub>at least 3 replaced</sub>'],
  [pools(['delete', null]), 'unknown deleted', '<sub>unknown deleted</sub>'],
  [pools(['some-nodes', null]), 'unknown', '<sub>unknown replaced</sub>'],
])('deleted nodes are not replaced ones: %#', (one, cell, comment) => {
  expect(cellsOf(one)[1]).toBe(cell);
  expect(environmentTable(review({ environments: [one, prod] })).join('\n')).toContain(comment);
});

test('there is no table for one environment', () => {
  const sole = review({ environments: [prod] });
  expect([environmentLines(sole, 80), environmentTable(sole)]).toEqual([[], []]);
});

test('a narrow terminal drops columns, and never nodes and cost', () => {
  const titles = (width: number): string =>
    environmentLines(review({ environments: [environment({}), prod] }), width)[0]!;
  expect(titles(Infinity)).toMatch(/region +Karpenter +changes +nodes +replaced +monthly cost$/);
  expect(titles(60)).toMatch(/^Environment +(?:region +)?nodes +replaced +monthly cost$/);
  expect(titles(30)).toMatch(/^Environment +nodes +monthly cost$/);
});

test('every format names the environments, and the one that the other figures are about', () => {
  const shown = report(review({ environments: [environment({}), prod], estimate: prod.estimate }));
  for (const { render } of [reviewText, html]) {
    const output = render(shown, {});
    expect(output).toContain('eu-west-1');
    expect(output).toMatch(/All other figures are for (?:`prod`|<code>prod<\/code>)/);
  }
  const comment = markdown.render(shown, {}).replaceAll('<span>$</span>', '$');
  expect(comment).toMatch(/^\*\*prod\*\*: .*\/month/m);
  expect(comment).toMatch(/^\*\*dev\*\*: .*\/month/m);
});

test('names cannot leave their table cells', () => {
  const shown = report(review({ environments: [environment({ name: hostile }), prod] }));
  expect(markdown.render(shown, {})).not.toContain('<img>');
  expect(html.render(shown, {})).not.toContain('<img>');
});

test('the JSON matches its schema', () => {
  const schema = JSON.parse(readFileSync('docs/review.schema.json', 'utf8'));
  const validate = new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: true }).compile(schema);
  const changes = [change({ span: { file: 'a', start: 0, end: 0 }, environments: ['dev'] })];
  const document = JSON.parse(json.render(report(review({ environments: [environment({}), prod], changes })), {}));
  expect(validate(document) ? [] : validate.errors).toEqual([]);
  expect(document.environments.map(({ name }: { name: string }) => name)).toEqual(['dev', 'prod']);
});

test.each<[string[] | undefined, boolean]>([
  [undefined, true],
  [['dev', 'prod'], true],
  [['dev'], false],
])('what changes in %j is told by the figures of prod: %s', (environments, expected) => {
  const one = change({ span: { file: 'a', start: 0, end: 0 }, ...(environments && { environments }) });
  expect(isOfMain(one, review({ environments: [environment({}), prod] }))).toBe(expected);
});

test('the nodes of an object that changes in several environments are counted in one of them, which is named', () => {
  const { disruption } = pools(['all-nodes', 6]);
  const one = change({
    span: { file: 'a', start: 0, end: 0 },
    resource: nodePoolRef('p0'),
    type: 'modified',
    effect: 'all-nodes',
    environments: ['dev', 'prod'],
  });
  const shown = (changed: readonly string[]) => {
    const changes = [{ ...one, environments: changed }];
    return report(review({ environments: [environment({}), prod], changes, disruption }));
  };
  expect(reviewText.render(shown(['dev', 'prod']), {})).toContain('replaced in prod: 6 nodes');
  expect(reviewText.render(shown(['prod']), {})).toContain('replaced: 6 nodes');
  expect(markdown.render(shown(['dev', 'prod']), {})).toContain(
    'in `dev`, `prod`: in `prod`, **6 nodes are replaced**',
  );
  expect(markdown.render(shown(['prod']), {})).toContain('in `prod`: **6 nodes are replaced**');
});

test.each([
  [{ environments: ['dev', 'prod'], roots: ['k/overlays/dev', 'k/overlays/prod'] }, ['dev', 'prod']],
  [
    { environments: ['prod'], roots: ['Kustomization flux-system/a (a)', 'Kustomization flux-system/b (b)'] },
    ['a', 'b'],
  ],
  [{ roots: ['charts/web'] }, ['charts/web']],
  [{ environments: ['dev'] }, ['dev']],
  [{}, []],
])('an object changes in the environments, or in roots that say more: %j', (over, places) =>
  expect(placesOf({ ...change({ span: { file: 'a.yaml', start: 0, end: 0 } }), ...over })).toEqual(places),
);
