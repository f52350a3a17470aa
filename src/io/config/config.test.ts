import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { defaultSettings } from '../../engine/karpenter/api/settings.ts';
import { PlumblineError } from '../../shared/errors.ts';
import { parseConfig } from './config.ts';
import { findConfig, readConfig } from './find-config.ts';
import { mergeSettings } from './merge-settings.ts';

const parse = (text: string) => parseConfig({ file: 'plumbline.yaml', text });

function failure(text: string): PlumblineError {
  try {
    parse(text);
  } catch (error) {
    return error as PlumblineError;
  }
  throw new Error('it passed');
}

describe('parseConfig', () => {
  test('reads every key', () => {
    const settings = parse(`
region: eu-central-1
zones: [eu-central-1a]
nodeClassZones: { gpu: [eu-central-1b] }
karpenter: { version: 1.10, settings: { preferencePolicy: Ignore, reservedENIs: 1, featureGates: { nodeOverlay: true } } }
existingNodes: [{ name: system, instanceType: t3.medium, requested: { cpu: 1 } }]
capacityReservations: { cr-1: 2, cr-2: { instanceType: p5.48xlarge, zone: eu-central-1a, count: 1 } }
snapshot: clusters/prod.json
prices: { spot: flat }
pricing: { discounts: [{ percent: 12 }], savingsPlans: [{ hourlyUsd: 3, percent: 27, families: [m7g] }], perNodeMonthlyUsd: 23 }
rules: { require-limits: off }
ignore: [{ code: lint/require-limits, reason: sandbox, until: 2027-03-31 }]
failOn: warning
set: { CLUSTER: demo }
`);
    expect(settings).toEqual({
      region: 'eu-central-1',
      zones: ['eu-central-1a'],
      nodeClassZones: { gpu: ['eu-central-1b'] },
      karpenterVersion: '1.10',
      karpenter: { preferencePolicy: 'Ignore', reservedENIs: 1, featureGates: { nodeOverlay: true } },
      existingNodes: [
        {
          name: 'system',
          instanceType: 't3.medium',
          count: 1,
          zone: undefined,
          labels: {},
          taints: [],
          requested: { cpu: '1' },
        },
      ],
      capacityReservations: { 'cr-1': 2, 'cr-2': 1 },
      describedReservations: { 'cr-2': { instanceType: 'p5.48xlarge', zone: 'eu-central-1a' } },
      snapshot: 'clusters/prod.json',
      spotPricing: 'flat',
      pricing: {
        discounts: [{ percent: 12, regions: [], families: [], capacityTypes: [] }],
        savingsPlans: [{ hourlyUsd: 3, percent: 27, regions: [], families: ['m7g'] }],
        perNodeMonthlyUsd: 23,
        teamLabel: 'team',
      },
      rules: { 'require-limits': 'off' },
      ignore: [{ code: 'lint/require-limits', reason: 'sandbox', until: '2027-03-31' }],
      failOn: 'warning',
      set: { CLUSTER: 'demo' },
    });
  });

  test('reads the settings of environments', () => {
    const { environments } = parse(`
environments:
  dev: {paths: [./clusters/dev/]}
  prod:
    paths: [clusters/prod]
    region: eu-west-1
    zones: [eu-west-1a]
    karpenter: {version: 1.6.2, settings: {reservedENIs: 1}}
    kubernetesVersion: 1.33
    snapshot: prod.json
    nodeClassAddresses: {default: 700}
    vcpuQuotas: {spot: {standard: 64}}
    capacityReservations: {cr-1: {instanceType: p5.48xlarge, zone: eu-west-1a, count: 2}}
    rules: {require-limits: error}
    gate: {approvals: 2, monthlyIncreaseUsd: 5}
`);
    expect(environments?.dev).toMatchObject({ paths: ['clusters/dev'], own: {} });
    expect(environments?.prod?.own).toEqual({
      region: 'eu-west-1',
      zones: ['eu-west-1a'],
      karpenterVersion: '1.6',
      karpenter: { reservedENIs: 1 },
      kubernetesVersion: '1.33',
      snapshot: 'prod.json',
      nodeClassAddresses: { default: 700 },
      vcpuQuotas: { spot: { standard: 64 } },
      capacityReservations: { 'cr-1': 2 },
      describedReservations: { 'cr-1': { instanceType: 'p5.48xlarge', zone: 'eu-west-1a' } },
      rules: { 'require-limits': 'error' },
      gate: { approvals: 2, monthlyIncreaseUsd: 5 },
    });
  });

  test.each([
    ['paths: [a], region: eu-west-1', '', undefined],
    ['gate: {monthlyIncreaseUsd: 5}', 'gate: {nodesReplaced: 5}', undefined],
    ['clusterArn: arn:aws:eks:eu-central-1:111122223333:cluster/prod', '', true],
    ['context: prod', '', true],
    ['gate: {approvals: 2}', '', true],
    ['paths: [a]', 'gate: {approvals: 1}', true],
  ])('an environment is applied if a key is set that only an apply needs: %s %s', (own, gate, isApplied) => {
    const { environments } = parse(`environments:\n  prod: {${own}}\n${gate}\n`);
    expect(environments?.prod?.isApplied).toBe(isApplied);
  });

  test.each([
    ['.', ''],
    ['./', ''],
    ['/pools/', 'pools'],
    ['pools/.', 'pools'],
    ['./pools/../pools//a', 'pools/a'],
    ['*/pools', '*/pools'],
  ])('T91: the path `%s` of an environment is `%s`', (path, expected) => {
    expect(parse(`environments: {a: {paths: ['${path}']}}`).environments?.a?.paths).toEqual([expected]);
  });

  test('an empty file sets nothing', () => expect(parse('# nothing yet\n')).toEqual({}));

  test.each([
    ['regoin: x', ':1:', '`region`'],
    ['\nkarpenter: { setings: {} }', ':2:', '`settings`'],
    ['karpenterVersion: "1.14"', ':1:', '`karpenter.version`'],
    ['karpenter: "1.14"', ':1:', 'Its keys are version, settings'],
    ['failOn: eror', ':1:', '`error`'],
    ['existingNodes: [{ name: a }]', ':1:', ''],
    ['zones: eu-central-1a', ':1:', ''],
    ['karpenter: { settings: { vmMemoryOverheadPercent: -1 } }', ':1:', ''],
    ['capacityReservations: { cr-1: many }', ':1:', ''],
    ['capacityReservations: { cr-1: { zone: a, count: 1 } }', ':1:', ''],
    ['pricing: { discounts: [{ percent: 112 }] }', ':1:', ''],
    ['pricing: { discounts: [{ families: [m7g] }] }', ':1:', ''],
    ...['0', '-0.92', '.nan', '.inf', '1e300', 'much'].map((rate) => [
      `currency: { code: EUR, perUsd: ${rate} }`,
      ':1:',
      '',
    ]),
    ...['eur', 'USD', 'EURO', '"E\\eR"', '"E\\nR"'].map((code) => [
      `currency: { code: ${code}, perUsd: 0.92 }`,
      ':1:',
      '',
    ]),
    ['currency: { code: EUR }', ':1:', ''],
    ['currency: { code: EUR, perUsd: 0.92, asOf: soon }', ':1:', '2026-11-02'],
    ['currency: { code: EUR, perUsd: 0.92, source: "a\\nb" }', ':1:', 'ECB'],
    ['gate: { monthlyIncreaseUsd: .nan }', ':1:', ''],
    ['pricing: { savingsPlans: [{ hourlyUsd: 1, percent: 100 }] }', ':1:', ''],
    ['environments:\n  prod: { regoin: x }', ':2:', '`region`'],
    ['environments:\n  prod:\n    rules: { require-limts: off }', ':3:', '`lint/require-limits`'],
    ['environments:\n  prod:\n    gate: { freeze: [{ from: soon, to: x, reason: x }] }', ':3:', '2026-12-20'],
    ['environments: { prod: { karpenter: { version: newest } } }', '', '`1.14`'],
    ['- a', ':1:', ''],
    ['region: "x', ':1:', ''],
    ['region:', ':1:', ''],
    ['constructor: 1', ':1:', 'Known keys'],
    ['rules: { require-limts: off }', ':1:', '`lint/require-limits`'],
    ['rules: { schema/cel: off }', ':1:', '`ignore`'],
    ['ignore:\n  - { code: schema/unkown-field, reason: x }', ':2:', '`schema/unknown-field`'],
    ['ignore: [{ code: require-limits, reason: " " }]', ':1:', ''],
    ['ignore: [{ code: require-limits, reason: x, until: soon }]', ':1:', '`2027-03-31`'],
  ])('%j is refused', (text, line, help) => {
    const error = failure(text);
    expect(error).toBeInstanceOf(PlumblineError);
    expect(error.code).toBe('config');
    expect(error.message).toContain(line);
    expect(error.help ?? '').toContain(help);
  });

  test.each([
    ['thousands of levels', '['.repeat(20_000)],
    ['a text that is too long', `# ${'x'.repeat(300_000)}`],
  ])('%s: refused', (_, text) => expect(failure(text)).toMatchObject({ code: 'config' }));
});

describe('findConfig', () => {
  test('finds the nearest one upward, but not above the repository', () => {
    const root = mkdtempSync(join(tmpdir(), 'plumbline-config-'));
    mkdirSync(join(root, 'repository/.git'), { recursive: true });
    mkdirSync(join(root, 'repository/a/b'), { recursive: true });
    writeFileSync(join(root, 'plumbline.yaml'), '');
    expect(findConfig(join(root, 'repository/a/b'))).toBeUndefined();
    writeFileSync(join(root, 'repository/plumbline.yaml'), '');
    expect(findConfig(join(root, 'repository/a/b'))).toBe(join(root, 'repository/plumbline.yaml'));
  });
});

describe('readConfig', () => {
  test('a missing file is a clear error', () =>
    expect(() => readConfig('/nowhere/plumbline.yaml')).toThrow(PlumblineError));
});

describe('mergeSettings', () => {
  test('a flag about the cluster applies to every environment, even to one with other settings', () => {
    const configured = parse(
      'environments: { a: { region: eu-west-1, karpenter: { version: 1.6 } }, b: { clusterArn: "arn:aws:eks:eu-west-3:111122223333:cluster/b" } }',
    );
    const { environments } = mergeSettings(configured, { region: 'us-west-2' });
    expect(Object.values(environments).map(({ own }) => own)).toEqual([
      { region: 'us-west-2', karpenterVersion: '1.6' },
      { region: 'us-west-2' },
    ]);
    expect(mergeSettings(configured).environments.b?.own).toEqual({});
  });

  test('later layers win, unless their value is undefined', () => {
    const settings = mergeSettings({ region: 'us-east-1' }, { region: undefined }, { failOn: 'note' });
    expect(settings).toEqual({ ...defaultSettings, region: 'us-east-1', failOn: 'note' });
  });

  test.each([
    ['1.14', '1.14'],
    ['v1.34.2', '1.34'],
  ])('version %s is %s', (text, minor) => {
    const settings = mergeSettings({ karpenterVersion: text, kubernetesVersion: text });
    expect(settings).toMatchObject({ karpenterVersion: minor, kubernetesVersion: minor });
  });

  test.each(['banana', '', '1', '1.14 or so'])('version %j is invalid', (text) => {
    expect(() => mergeSettings({ karpenterVersion: text })).toThrow(PlumblineError);
    expect(() => mergeSettings({ kubernetesVersion: text })).toThrow(PlumblineError);
  });
});

describe('rules for some paths, and codes that may not be suppressed', () => {
  const read = (text: string) => parseConfig({ file: 'plumbline.yaml', text });
  test('are read', () => {
    const text = [
      'overrides:',
      '  - paths: [charts/third-party]',
      '    resources: ["NodePool/*"]',
      '    rules: {require-limits: off}',
      'neverSuppress: [gpu-taint]',
      'ignore: [{code: require-limits, resource: NodePool/a, reason: shared}]',
      'changedLines: true',
      'timeZone: Europe/Berlin',
      '',
    ].join('\n');
    expect(read(text)).toEqual({
      overrides: [{ paths: ['charts/third-party'], resources: ['NodePool/*'], rules: { 'require-limits': 'off' } }],
      neverSuppress: ['gpu-taint'],
      ignore: [{ code: 'require-limits', resource: 'NodePool/a', reason: 'shared' }],
      changedLines: true,
      timeZone: 'Europe/Berlin',
    });
  });

  test.each([
    ['overrides: [{rules: {require-limit: off}}]', 'is not a rule'],
    ['overrides: [{rules: {schema/cel: off}}]', 'is not a lint rule'],
    ['overrides: [{paths: [a]}]', 'needs `rules`'],
    ['neverSuppress: [gpu-tant]', 'is not the code of a finding'],
    ['{neverSuppress: [gpu-taint], ignore: [{code: lint/gpu-taint, reason: a}]}', 'is in `neverSuppress`'],
    ['timeZone: Mars/Olympus', 'is not a time zone'],
    ["environments: {dev: {paths: ['{dev,test}/karpenter']}}", 'contains a pattern that plumbline does not know'],
    ['environments: {dev: {paths: [../dev]}}', 'is not a path in the repository'],
    ["environments: {dev: {paths: ['*/../dev']}}", 'is not a path in the repository'],
    ['environments: {dev: {paths: [dev?]}}', 'contains a pattern that plumbline does not know'],
  ])('%s: refused', (text, message) => expect(() => read(text)).toThrow(message));
});
