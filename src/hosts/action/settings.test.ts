import { expect, test } from 'vitest';
import { readInputs } from './inputs.ts';
import { configPaths, overOf } from './settings.ts';

const inputs = (given: Record<string, string>) =>
  readInputs(Object.fromEntries(Object.entries(given).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value])));

test.each([
  [{}, ['plumbline.yaml', 'plumbline.yml', '.plumbline.yaml']],
  [{ config: 'ops/p.yaml' }, ['ops/p.yaml']],
  [{ config: 'p.yaml', 'working-directory': 'a/b' }, ['a/b/p.yaml']],
])('with %j, the configuration is in %j', (given, paths) => expect(configPaths(inputs(given))).toEqual(paths));

test('the configuration of a folder is the nearest one in the folder or its parents', () => {
  const paths = configPaths(inputs({ 'working-directory': 'a/b' }));
  expect(paths.filter((path) => path.endsWith('/plumbline.yaml') || path === 'plumbline.yaml')).toEqual([
    'a/b/plumbline.yaml',
    'a/plumbline.yaml',
    'plumbline.yaml',
  ]);
});

test('inputs that are not set override nothing', () =>
  expect(overOf(inputs({ region: 'eu-west-1', set: 'B=three' }), '2026-03-01')).toEqual({
    region: 'eu-west-1',
    set: { B: 'three' },
    today: '2026-03-01',
  }));
