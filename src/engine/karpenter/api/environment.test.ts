import { describe, expect, test } from 'vitest';
import type { Origin } from '../../text/source.ts';
import { accountsOf, gateFor, ownersOf, settingsFor } from './environment.ts';
import { defaultGate, defaultSettings, type Environment } from './settings.ts';

const environment = (over: Partial<Environment> = {}): Environment => ({
  paths: [],
  clusterArn: undefined,
  roleArn: undefined,
  allowedAccountIds: [],
  context: undefined,
  delivery: undefined,
  leaseNamespace: 'kube-system',
  readyMinutes: 10,
  own: {},
  ...over,
});
const clusterArn = 'arn:aws-us-gov:eks:us-gov-west-1:111122223333:cluster/prod';

describe('ownersOf', () => {
  const environments = {
    prod: environment({ paths: ['clusters/prod', 'infra/env/prod.tfvars'] }),
    dev: environment({ paths: ['clusters/dev', 'shared'] }),
    live: environment({ paths: ['shared'] }),
  };
  const origin = (over: Partial<Origin>): Origin => ({
    root: 'x',
    tool: 'terraform',
    trace: () => ({ span: { file: '', start: 0, end: 0 }, isExact: true }),
    ...over,
  });
  test.each<[string, Partial<Origin> | undefined, string[]]>([
    ['clusters/prod/pool.yaml', undefined, ['prod']],
    ['clusters/production/pool.yaml', undefined, []],
    ['clusters/prod/kustomization.yaml (kustomize build)', {}, ['prod']],
    ['shared/pool.yaml', undefined, ['dev', 'live']],
    ['shared', undefined, ['dev', 'live']],
    ['shared/pool.yaml', { environment: 'prod' }, ['prod']],
    ['shared/pool.yaml', { environment: 'nobody' }, ['dev', 'live']],
    ['infra with env/prod.tfvars: kubectl_manifest.x', { place: 'infra/env/prod.tfvars' }, ['prod']],
  ])('%s by %j', (file, from, expected) =>
    expect(ownersOf({ file, text: '', ...(from && { origin: origin(from) }) }, environments)).toEqual(expected),
  );

  test('an environment without paths contains everything', () =>
    expect(ownersOf({ file: 'a', text: '' }, { blue: environment(), green: environment() })).toEqual([
      'blue',
      'green',
    ]));
});

describe('settingsFor', () => {
  const settings = {
    ...defaultSettings,
    region: 'us-east-1',
    zones: ['us-east-1a'],
    rules: { 'require-limits': 'off', 'pin-ami-alias': 'note' } as const,
    environments: {
      prod: environment({
        clusterArn,
        own: { karpenterVersion: '1.6', rules: { 'require-limits': 'error' }, gate: { approvals: 2 } },
      }),
      near: environment({ own: { region: 'us-east-1' } }),
      set: environment({ clusterArn, own: { region: 'eu-west-1', zones: ['eu-west-1b'] } }),
    },
  };
  test.each([
    ['prod', 'us-gov-west-1', undefined],
    ['near', 'us-east-1', ['us-east-1a']],
    ['set', 'eu-west-1', ['eu-west-1b']],
    ['unknown', 'us-east-1', ['us-east-1a']],
    ['constructor', 'us-east-1', ['us-east-1a']],
  ])('%s is in %s', (name, region, zones) => {
    const own = settingsFor(settings, name);
    expect([own.region, own.zones]).toEqual([region, zones]);
  });
  test('its rules, limits and Karpenter override the general ones', () => {
    const { rules, gate, karpenterVersion } = settingsFor(settings, 'prod');
    expect(rules).toEqual({ 'require-limits': 'error', 'pin-ami-alias': 'note' });
    expect(gate).toEqual({ ...defaultGate, approvals: 2 });
    expect(karpenterVersion).toBe('1.6');
  });
});

test('without its own limits, the general ones apply', () =>
  expect(gateFor({ ...defaultGate, nodesReplaced: 3 }, environment())).toEqual({ ...defaultGate, nodesReplaced: 3 }));

test.each<[Partial<Environment>, string[]]>([
  [{ clusterArn, allowedAccountIds: ['9'] }, ['111122223333']],
  [{ allowedAccountIds: ['2', '1', '2'] }, ['1', '2']],
  [{}, []],
])('accounts of %j', (over, expected) => expect(accountsOf(environment(over))).toEqual(expected));
