import { expect, test } from 'vitest';
import { plansOf } from './environment-plans.ts';
import { manifestsOf, nodePool, pack, type Texts } from './plan.test-support.ts';

const other = nodePool('web', 'limits: {cpu: "200"}');

/** The problems or the actions of each plan. */
const outcome = (base: Texts, head: Texts, environments: Parameters<typeof plansOf>[0]['environments'] = {}) =>
  plansOf({ base: manifestsOf(base), head: manifestsOf(head), packOf: () => pack, environments }).map((plan) =>
    plan.digest === null ? plan.problems : plan.objects.map(({ action }) => action),
  );

const apart = [
  'NodePool `web` is in `dev/p.yaml` and `prod/p.yaml`, which may belong to different clusters: name them in `environments`, at the base',
];

test.each<[string, Texts, Texts, string[]]>([
  [
    'one of two equal objects is deleted',
    { 'dev/p.yaml': nodePool(), 'prod/p.yaml': nodePool() },
    { 'prod/p.yaml': nodePool() },
    apart,
  ],
  [
    'one of two places changes',
    { 'dev/p.yaml': nodePool(), 'prod/p.yaml': nodePool() },
    { 'dev/p.yaml': other, 'prod/p.yaml': nodePool() },
    [apart[0]!.replace(', at the base', ''), ...apart],
  ],
  [
    'nothing changes',
    { 'dev/p.yaml': nodePool(), 'prod/p.yaml': nodePool() },
    { 'dev/p.yaml': nodePool(), 'prod/p.yaml': nodePool() },
    [],
  ],
  ['a folder is renamed', { 'a/p.yaml': nodePool() }, { 'b/p.yaml': other }, ['update']],
])('without environments: %s', (_, base, head, expected) => expect(outcome(base, head)).toEqual([expected]));

test('each configured environment has a plan of its own', () => {
  const environments = { dev: { paths: ['dev'] }, prod: { paths: ['prod'] } };
  const both = { 'dev/p.yaml': nodePool(), 'prod/p.yaml': nodePool() };
  expect(outcome(both, { 'prod/p.yaml': nodePool() }, environments)).toEqual([['delete'], []]);
});

test.each<[string, readonly string[], readonly string[]]>([
  ['its folder', ['pools'], []],
  ['everything', [''], []],
  ['a pattern', ['*/p.yaml'], []],
  ['a folder without objects', ['pools', 'docs'], []],
  ['a folder that the change removes', ['old'], []],
  ['other letters', ['Pools'], ['Pools']],
  ['a folder of which there is none', ['pools', 'clusters/prod'], ['clusters/prod']],
])('T91: an environment has a plan only if each of its paths matches: %s', (_, paths, unmatched) => {
  const [plan] = plansOf({
    base: manifestsOf({ 'pools/p.yaml': nodePool() }),
    head: manifestsOf({ 'pools/p.yaml': other }),
    packOf: () => pack,
    environments: { prod: { paths } },
    files: new Set(['pools/p.yaml', 'docs/a.md', 'old/b.yaml']),
  });
  const problems = unmatched.map(
    (path) =>
      `No file matches the path \`${path}\` of \`environments.prod\` in plumbline.yaml. Correct it, or remove it`,
  );
  expect(plan!.digest === null ? plan!.problems : []).toEqual(problems);
});
