import { describe, expect, test } from 'vitest';
import { defaultSettings, type Settings } from '../../../karpenter/api/settings.ts';
import type { Diagnostic, ResourceRef } from '../../../text/diagnostic.ts';
import { isOffEverywhere, withOverrides } from './overrides.ts';

const pool: ResourceRef = { apiVersion: 'karpenter.sh/v1', kind: 'NodePool', name: 'gpu-a' };
const pods: ResourceRef = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', namespace: 'shop' };
const finding = (
  resource: ResourceRef | null = pool,
  code: Diagnostic['code'] = 'lint/require-limits',
): Diagnostic => ({
  code,
  severity: 'warning',
  message: 'x',
  span: { file: 'charts/third-party/pool.yaml', start: 0, end: 1 },
  labels: [],
  resource,
});
const off = { 'require-limits': 'off' } as const;
const settings = (overrides: Settings['overrides'], rules: Settings['rules'] = {}): Settings => ({
  ...defaultSettings,
  overrides,
  rules,
});

describe('an override', () => {
  test.each<[string, Settings, Diagnostic, string | undefined]>([
    ['by path', settings([{ paths: ['charts/third-party'], rules: off }]), finding(), undefined],
    ['of another path', settings([{ paths: ['clusters'], rules: off }]), finding(), 'warning'],
    ['by resource', settings([{ resources: ['NodePool/gpu-*'], rules: off }]), finding(), undefined],
    ['of another resource', settings([{ resources: ['NodePool/web'], rules: off }]), finding(), 'warning'],
    ['by resource with namespace', settings([{ resources: ['*/shop/*'], rules: off }]), finding(pods), undefined],
    ['of another namespace', settings([{ resources: ['*/other/*'], rules: off }]), finding(pods), 'warning'],
    ['by resource, of no object', settings([{ resources: ['*/*'], rules: off }]), finding(null), 'warning'],
    ['everywhere', settings([{ rules: { 'lint/require-limits': 'error' } }]), finding(), 'error'],
    [
      'that a later one overrides',
      settings([{ rules: off }, { rules: { 'require-limits': 'note' } }]),
      finding(),
      'note',
    ],
    ['of another rule', settings([{ rules: { 'pin-ami-alias': 'off' } }]), finding(), 'warning'],
    ['that turns on what is off', settings([{ rules: { 'require-limits': 'error' } }], off), finding(), 'error'],
    [
      'that turns it on elsewhere',
      settings([{ paths: ['clusters'], rules: { 'require-limits': 'error' } }], off),
      finding(),
      undefined,
    ],
    [
      'of another rule, with different levels in `rules` and in the environment',
      settings([{ rules: { 'pin-ami-alias': 'off' } }], { 'require-limits': 'error' }),
      finding(),
      'warning',
    ],
    ['of an unknown rule', settings([{ rules: off }]), finding(pool, 'schema/cel'), 'warning'],
  ])('%s', (_, given, diagnostic, expected) => expect(withOverrides([diagnostic], given)[0]?.severity).toBe(expected));
});

test('a rule runs where an override turns it on', () => {
  const code = 'lint/require-limits';
  expect(isOffEverywhere(code, settings([], off))).toBe(true);
  expect(isOffEverywhere(code, settings([{ paths: ['a'], rules: { 'require-limits': 'note' } }], off))).toBe(false);
  expect(isOffEverywhere(code, settings([{ rules: off }]))).toBe(false);
});
