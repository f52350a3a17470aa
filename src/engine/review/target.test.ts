import { describe, expect, test } from 'vitest';
import { defaultSettings, type Settings } from '../api/settings.ts';
import type { Facts } from '../facts.ts';
import type { Source } from '../source.ts';
import { targetOf } from './target.ts';

const facts = { regions: ['eu-central-1', 'us-east-1'], karpenterVersions: ['1.14'] } as unknown as Facts;

function target(files: Record<string, string>, settings: Partial<Settings> = {}) {
  const sources: Source[] = Object.entries(files).map(([file, text]) => ({ file, text }));
  const head = { sources, hintSources: sources, diagnostics: [] };
  return targetOf({ head, settings: { ...defaultSettings, ...settings }, facts });
}

const pool = (zone: string) =>
  `apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: { name: a }\nspec:\n  template:\n    spec:\n      requirements:\n        - { key: topology.kubernetes.io/zone, operator: In, values: [${zone}] }\n`;
const chart = (version: string) =>
  `apiVersion: v2\nname: platform\nversion: 0.1.0\ndependencies:\n  - name: karpenter\n    version: ${version}\n    repository: oci://public.ecr.aws/karpenter\n`;

describe('the region', () => {
  test.each<[string, Record<string, string>, Partial<Settings>, string, RegExp, boolean]>([
    ['as set', { 'a.yaml': pool('eu-central-1a') }, { region: 'us-east-1' }, 'us-east-1', /as set/, false],
    ['from zones as set', {}, { zones: ['eu-central-1b'] }, 'eu-central-1', /zones/, false],
    ['from a manifest', { 'a.yaml': pool('eu-central-1a') }, {}, 'eu-central-1', /a\.yaml:8$/, false],
    ['assumed', {}, {}, 'us-east-1', /nothing names/, true],
    [
      'assumed where files disagree',
      { 'a.yaml': pool('eu-central-1a'), 'b.yaml': pool('us-east-1a') },
      {},
      'us-east-1',
      /eu-central-1, us-east-1/,
      true,
    ],
  ])('%s', (_, files, settings, region, source, isAssumed) => {
    const found = target(files, settings);
    expect(found.region).toBe(region);
    expect(found.regionSource).toMatch(source);
    expect(found.isRegionAssumed).toBe(isAssumed);
  });
});

describe('the Karpenter version', () => {
  test.each<[string, Record<string, string>, Partial<Settings>, string, RegExp]>([
    ['as set', { 'Chart.yaml': chart('1.2.0') }, { karpenterVersion: 'v1.9.1' }, '1.9', /as set/],
    ['from a chart', { 'Chart.yaml': chart('1.2.0') }, {}, '1.2', /Chart\.yaml:6/],
    ['the default', {}, {}, '1.14', /default/],
    ['the nearest known, and that is said', {}, { karpenterVersion: '1.99' }, '1.15', /1\.99/],
    [
      'the default where charts disagree',
      { 'a/Chart.yaml': chart('1.2.0'), 'b/Chart.yaml': chart('1.3.0') },
      {},
      '1.14',
      /1\.2, 1\.3/,
    ],
  ])('%s', (_, files, settings, version, source) => {
    const found = target(files, settings);
    expect(found.karpenterVersion).toBe(version);
    expect(found.karpenterVersionSource).toMatch(source);
  });
});

test('settings come from Helm values, in the types that Karpenter reads', () => {
  const values =
    'settings:\n  clusterName: demo\n  reservedENIs: "1"\n  preferencePolicy: Ignore\n  minValuesPolicy: Sometimes\n  featureGates:\n    nodeOverlay: true\n';
  expect(target({ 'karpenter-values.yaml': values }).karpenterSettings).toEqual({
    preferencePolicy: 'Ignore',
    reservedENIs: 1,
    featureGates: { nodeOverlay: true },
  });
});
