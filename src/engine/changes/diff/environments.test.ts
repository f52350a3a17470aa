import { expect, test } from 'vitest';
import { pathText } from '../../manifest/model/manifest.ts';
import { parseManifests } from '../../manifest/parse.ts';
import { compareEnvironments, environmentRows } from './environments.ts';

const pool = (name: string, cpu: number, values: string): string =>
  `apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: {name: ${name}, annotations: {a: b}}\nspec:\n  limits: {cpu: ${cpu}}\n  template:\n    spec:\n      requirements:\n        - {key: arch, operator: In, values: [${values}]}\n`;

const rows = (environments: Readonly<Record<string, string>>) =>
  environmentRows(
    Object.entries(environments).flatMap(([environment, text]) =>
      parseManifests({ file: environment, text }, { set: {} }).manifests.map((manifest) => ({ environment, manifest })),
    ),
  ).map(({ resource, environments: has, fields }) => [
    resource.name,
    has,
    fields.map(({ path, values }) => [pathText(path), values]),
  ]);

test('the same NodePool in three environments is one row with its differences', () => {
  expect(rows({ prod: pool('a', 10, 'x'), dev: pool('a', 1, 'x'), staging: pool('a', 1, 'x, w') })).toEqual([
    [
      'a',
      ['dev', 'staging', 'prod'],
      [
        ['spec.template.spec.requirements[0].values', { dev: ['x'], staging: ['x', 'w'], prod: ['x'] }],
        ['spec.limits.cpu', { dev: 1, staging: 1, prod: 10 }],
      ],
    ],
  ]);
});

test('an object that is not promoted yet is missing in later environments', () => {
  expect(rows({ dev: `${pool('a', 1, 'x')}---\n${pool('b', 1, 'x')}`, prod: pool('a', 1, 'x') })).toEqual([
    ['a', ['dev', 'prod'], []],
    ['b', ['dev'], []],
  ]);
});

test('a field that one environment does not have', () => {
  const without = pool('a', 1, 'x').replace('  limits: {cpu: 1}\n', '');
  expect(rows({ dev: without, prod: pool('a', 1, 'x') })).toEqual([
    ['a', ['dev', 'prod'], [['spec.limits', { prod: { cpu: 1 } }]]],
  ]);
});

test('environments are in promotion order', () => {
  const names = ['prod', 'eu', 'staging', 'dev', 'qa', 'production', 'uat'];
  expect(names.sort(compareEnvironments)).toEqual(['eu', 'dev', 'qa', 'staging', 'uat', 'prod', 'production']);
});
