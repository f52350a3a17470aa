import { describe, expect, test } from 'vitest';
import { readInputs } from './inputs.ts';
import { configPaths, settingsFrom } from './settings.ts';

const inputs = (given: Record<string, string>) =>
  readInputs(Object.fromEntries(Object.entries(given).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value])));

function settle(config: string | undefined, given: Record<string, string>) {
  const notices: string[] = [];
  const source = config === undefined ? undefined : { file: 'plumbline.yaml', text: config };
  const notice = (message: string) => void notices.push(message);
  return { settings: settingsFrom(source, inputs(given), { today: '2026-03-01', notice }), notices };
}

describe('the configuration and the inputs', () => {
  test.each([
    [undefined, undefined, 'error', 0],
    [undefined, 'never', 'never', 0],
    ['warning', undefined, 'warning', 0],
    ['warning', 'error', 'warning', 1],
    ['error', 'never', 'error', 1],
    ['note', 'warning', 'note', 1],
    ['never', 'error', 'error', 0],
    ['error', 'note', 'note', 0],
    ['warning', 'warning', 'warning', 0],
  ])('failOn %s with fail-on %s is %s', (configured, given, expected, notices) => {
    const config = configured && `failOn: ${configured}\n`;
    const result = settle(config, given ? { 'fail-on': given } : {});
    expect([result.settings.failOn, result.notices.length]).toEqual([expected, notices]);
  });

  test('are joined, and an input wins', () => {
    const { settings } = settle('region: us-east-1\nset: {A: one, B: two}\n', { region: 'eu-west-1', set: 'B=three' });
    expect(settings).toMatchObject({ region: 'eu-west-1', set: { A: 'one', B: 'three' }, today: '2026-03-01' });
  });

  test('that cannot be read are an error of the set-up', () => {
    expect(() => settle('regoin: x\n', {})).toThrow(expect.objectContaining({ code: 'config' }));
  });
});

test.each([
  [{}, ['plumbline.yaml', 'plumbline.yml', '.plumbline.yaml']],
  [{ config: 'ops/p.yaml' }, ['ops/p.yaml']],
  [{ config: 'p.yaml', 'working-directory': 'a/b' }, ['a/b/p.yaml']],
])('the configuration with %j stands in %j', (given, paths) => expect(configPaths(inputs(given))).toEqual(paths));

test('the configuration of a folder is the nearest upwards', () => {
  const paths = configPaths(inputs({ 'working-directory': 'a/b' }));
  expect(paths.filter((path) => path.endsWith('/plumbline.yaml') || path === 'plumbline.yaml')).toEqual([
    'a/b/plumbline.yaml',
    'a/plumbline.yaml',
    'plumbline.yaml',
  ]);
});
