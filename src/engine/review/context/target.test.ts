import { describe, expect, test } from 'vitest';
import { openFacts } from '../../../io/catalog/facts.ts';
import { aws } from '../../aws/aws.ts';
import { snapshotKind } from '../../cluster/provisioning/snapshot/cluster-snapshot.ts';
import { defaultSettings, type Settings } from '../../karpenter/api/settings.ts';
import { manifestSet } from '../../manifest/manifest-set.ts';
import { parseManifests } from '../../manifest/parse.ts';
import type { Source } from '../../text/source.ts';
import type { Facts } from './facts.ts';
import { targetAfter, targetOf, withClusterVersions } from './target.ts';

const facts = {
  regions: ['eu-central-1', 'us-east-1'],
  providers: [aws],
  karpenterVersions: ['1.14'],
  catalog: () => ({}),
} as unknown as Facts;

function target(files: Record<string, string>, settings: Partial<Settings> = {}) {
  const sources: Source[] = Object.entries(files).map(([file, text]) => ({ file, text }));
  const head = { sources, hintSources: sources, diagnostics: [] };
  return targetOf({ head, settings: { ...defaultSettings, ...settings }, facts });
}

const pool = (zone: string) =>
  `apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: { name: a }\nspec:\n  template:\n    spec:\n      requirements:\n        - { key: topology.kubernetes.io/zone, operator: In, values: [${zone}] }\n`;
const chart = (version: string) =>
  `apiVersion: v2\nname: platform\nversion: 0.1.0\ndependencies:\n  - name: karpenter\n    version: ${version}\n    repository: oci://public.ecr.aws/karpenter\n`;

const sideOf = (files: Record<string, string>) => {
  const sources: Source[] = Object.entries(files).map(([file, text]) => ({ file, text }));
  return { sources, hintSources: sources, diagnostics: [] };
};

describe('what the change removes', () => {
  const targetOfChange = (base: Record<string, string>, head: Record<string, string>, isClusterRemoved = false) =>
    targetAfter({ base: sideOf(base), head: sideOf(head), settings: defaultSettings, facts }, { isClusterRemoved });
  const named = { 'a.yaml': pool('eu-central-1a'), 'Chart.yaml': chart('1.6.0') };

  test.each<[string, Record<string, string>, string, boolean]>([
    ['the only file that names the region', { 'Chart.yaml': chart('1.6.0') }, 'eu-central-1', false],
    ['all files', {}, 'eu-central-1', false],
    ['nothing', named, 'eu-central-1', false],
    ['one region for another', { 'a.yaml': pool('us-east-1a') }, 'us-east-1', false],
    ['one region for several', { 'a.yaml': pool('us-east-1a'), 'b.yaml': pool('eu-central-1a') }, 'us-east-1', true],
  ])('%s: the region', (_, head, region, isAssumed) => {
    expect(targetOfChange(named, head)).toMatchObject({ region, isRegionAssumed: isAssumed });
  });

  test('a region that neither side names is assumed', () => {
    expect(targetOfChange({ 'a.yaml': 'a: 1\n' }, {})).toMatchObject({ region: 'us-east-1', isRegionAssumed: true });
  });

  test('a zone that a change writes into pods does not say where the cluster is', () => {
    const pod = (zone: string) =>
      `apiVersion: v1\nkind: Pod\nmetadata: { name: a }\nspec:\n  nodeSelector: { topology.kubernetes.io/zone: ${zone} }\n`;
    const [before, after] = [{ 'a.yaml': 'a: 1\n' }, { 'a.yaml': pod('eu-central-1a') }];
    expect(targetOfChange(before, after)).toMatchObject({ region: 'us-east-1', isRegionAssumed: true });
    expect(targetOfChange(after, { 'a.yaml': pod('eu-central-1b') }).region).toBe('eu-central-1');
    expect(targetOfChange(after, { 'a.yaml': pod('us-east-1a') }).region).toBe('us-east-1');
  });

  test('a cluster that is removed keeps the versions that its files name', () => {
    expect(targetOfChange(named, {}, true)).toMatchObject({
      region: 'eu-central-1',
      karpenterVersion: '1.6',
      isKarpenterAssumed: false,
    });
    expect(targetOfChange(named, {}).isKarpenterAssumed).toBe(true);
  });
});

describe('the region', () => {
  test.each<[string, Record<string, string>, Partial<Settings>, string, RegExp, boolean]>([
    [
      'as configured',
      { 'a.yaml': pool('eu-central-1a') },
      { region: 'us-east-1' },
      'us-east-1',
      /as configured/,
      false,
    ],
    ['from configured zones', {}, { zones: ['eu-central-1b'] }, 'eu-central-1', /zones/, false],
    ['from a manifest', { 'a.yaml': pool('eu-central-1a') }, {}, 'eu-central-1', /a\.yaml:8$/, false],
    ['assumed', {}, {}, 'us-east-1', /no file names/, true],
    [
      'assumed from the registry of an image',
      { 'karpenter.yaml': 'image: 1.dkr.ecr.eu-central-1.amazonaws.com/karpenter\n' },
      {},
      'eu-central-1',
      /^assumed: images come from eu-central-1$/,
      true,
    ],
    [
      'assumed if images come from several registries',
      {
        'karpenter.yaml':
          'image: 1.dkr.ecr.eu-central-1.amazonaws.com/karpenter\nother: 1.dkr.ecr.eu-west-1.amazonaws.com/karpenter\n',
      },
      {},
      'us-east-1',
      /no file names/,
      true,
    ],
    [
      'named by values, and not by images',
      { 'karpenter.yaml': 'aws_region: eu-central-1\nimage: 1.dkr.ecr.eu-west-1.amazonaws.com/karpenter\n' },
      {},
      'eu-central-1',
      /^from karpenter\.yaml:1$/,
      false,
    ],
    [
      'assumed if files disagree',
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

test('a zone that the change no longer names still has subnets', () => {
  const side = (zones: string) => {
    const sources = [{ file: 'a.yaml', text: pool(zones) }];
    return { sources, hintSources: [], diagnostics: [] };
  };
  const sides = { head: side('eu-central-1a'), base: side('eu-central-1a, eu-central-1b') };
  expect(targetOf({ ...sides, settings: defaultSettings, facts }).zoneHints).toEqual({
    ofNodes: [],
    ofPools: ['eu-central-1a', 'eu-central-1b'],
    others: [],
  });
});

describe('the Karpenter version', () => {
  test.each<[string, Record<string, string>, Partial<Settings>, string, RegExp]>([
    ['as configured', { 'Chart.yaml': chart('1.2.0') }, { karpenterVersion: 'v1.9.1' }, '1.9', /as configured/],
    ['from a chart', { 'Chart.yaml': chart('1.2.0') }, {}, '1.2', /Chart\.yaml:6/],
    ['the default', {}, {}, '1.14', /default/],
    ['the nearest known version, which the source mentions', {}, { karpenterVersion: '1.99' }, '1.15', /1\.99/],
    [
      'the newest if charts disagree',
      { 'a/Chart.yaml': chart('1.2.0'), 'b/Chart.yaml': chart('1.3.0') },
      {},
      '1.3',
      /^assumed: the repository names several versions \(1\.2, 1\.3\)/,
    ],
  ])('%s', (_, files, settings, version, source) => {
    const found = target(files, settings);
    expect(found.karpenterVersion).toBe(version);
    expect(found.karpenterVersionSource).toMatch(source);
  });
});

describe('the assumed Karpenter version', () => {
  const object = (apiVersion: string) => `apiVersion: ${apiVersion}\nkind: NodePool\nmetadata: {name: a}\n`;
  const shown = (files: Record<string, string>) => {
    const { karpenterVersion, isKarpenterAssumed, possibleKarpenterVersions: possible } = target(files);
    return [karpenterVersion, isKarpenterAssumed, possible[0], possible.at(-1)];
  };

  test.each<[string, Record<string, string>, readonly unknown[]]>([
    ['without objects', {}, ['1.14', true, '0.32', '1.15']],
    ['of v1', { 'a.yaml': object('karpenter.sh/v1') }, ['1.14', true, '1.0', '1.15']],
    ['of v1beta1', { 'a.yaml': object('karpenter.sh/v1beta1') }, ['0.37', true, '0.32', '1.0']],
    ['of v1alpha5', { 'a.yaml': object('karpenter.sh/v1alpha5') }, ['0.32', true, '0.32', '0.32']],
    [
      'of v1, next to older objects',
      { 'a.yaml': object('karpenter.sh/v1'), 'b.yaml': object('karpenter.sh/v1beta1') },
      ['1.14', true, '1.0', '1.15'],
    ],
    ['of a NodeOverlay', { 'a.yaml': object('karpenter.sh/v1alpha1') }, ['1.14', true, '1.7', '1.15']],
    ['of another provider', { 'a.yaml': object('karpenter.azure.com/v1beta1') }, ['1.14', true, '0.32', '1.15']],
    [
      'of several that are named, the newest that serves the objects',
      { 'a.yaml': object('karpenter.sh/v1beta1'), 'a/Chart.yaml': chart('1.0.8'), 'b/Chart.yaml': chart('1.9.0') },
      ['1.0', true, '1.0', '1.9'],
    ],
    [
      'none if one is named',
      { 'a.yaml': object('karpenter.sh/v1beta1'), 'Chart.yaml': chart('1.9.0') },
      ['1.9', false, '1.9', '1.9'],
    ],
  ])('%s', (_, files, expected) => expect(shown(files)).toEqual(expected));
});

describe('CRDs in the repository', () => {
  const known = openFacts(new URL('../../../../data', import.meta.url).pathname);
  const crd = (minor: string, kind: string, more: object = {}) => {
    const versions = known.crds(minor).versions.filter((version) => version.kind === kind);
    const [{ group, plural }] = versions as [(typeof versions)[number]];
    const served = versions.map(({ version, schema }) => ({
      name: version,
      served: true,
      storage: true,
      schema: { openAPIV3Schema: { ...schema, properties: { ...schema.properties, ...more } } },
    }));
    const spec = { group, names: { kind, plural }, versions: served };
    return JSON.stringify({ apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', spec });
  };
  const found = (texts: readonly string[], more: Record<string, string> = {}) => {
    const sources = [
      ...texts.map((text, i): Source => ({ file: `crds/${i}.yaml`, text })),
      ...Object.entries(more).map(([file, text]): Source => ({ file, text })),
    ];
    const head = { sources, hintSources: [], diagnostics: [] };
    const { karpenterVersion, karpenterVersionSource, isKarpenterAssumed } = targetOf({
      head,
      settings: defaultSettings,
      facts: known,
    });
    return [karpenterVersion, isKarpenterAssumed, karpenterVersionSource.replace(/:\d+/, '')];
  };
  const surplus = { a: { type: 'string' }, b: { type: 'string' }, c: { type: 'string' } };

  test.each<[string, readonly string[], Record<string, string>, readonly unknown[]]>([
    ['of one minor', [crd('1.8', 'NodePool')], {}, ['1.8', false, 'from the CRDs in crds/0.yaml']],
    [
      'of two kinds',
      [crd('1.5', 'NodePool'), crd('1.5', 'EC2NodeClass')],
      {},
      ['1.5', false, 'from the CRDs in crds/0.yaml'],
    ],
    [
      'that several minors share',
      [crd('1.2', 'EC2NodeClass')],
      {},
      ['1.2', true, 'assumed: the CRDs in crds/0.yaml are those of 1.1, 1.2'],
    ],
    [
      'next to a chart, which decides',
      [crd('1.8', 'NodePool')],
      { 'Chart.yaml': chart('1.6.0') },
      ['1.6', false, 'from Chart.yaml'],
    ],
    [
      'of no known minor',
      [crd('1.8', 'NodePool', surplus)],
      {},
      ['1.14', true, 'default: the newest version the simulator is verified against'],
    ],
  ])('%s', (_, texts, more, expected) => expect(found(texts, more)).toEqual(expected));
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

describe('versions in the snapshot', () => {
  const dump = (...texts: string[]) =>
    manifestSet(texts.map((text, i) => parseManifests({ file: `${i}.json`, text }, { set: {} })));
  const node = (version: string) =>
    JSON.stringify({
      apiVersion: 'v1',
      kind: 'Node',
      metadata: { name: 'a' },
      status: { nodeInfo: { kubeletVersion: version } },
    });
  const labels = { 'app.kubernetes.io/name': 'karpenter', 'app.kubernetes.io/version': '1.12.1' };
  const controller = JSON.stringify({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'karpenter', labels },
  });
  const snapshot = JSON.stringify({ ...snapshotKind, kubernetesVersion: '1.33', karpenterVersion: '1.11' });
  const shown = (texts: Readonly<Record<string, string>>, ...live: string[]) => {
    const { karpenterVersion, kubernetesVersion, isKarpenterAssumed } = withClusterVersions(
      target(texts),
      dump(...live),
    );
    return [karpenterVersion, isKarpenterAssumed, kubernetesVersion];
  };

  test.each<[string, Readonly<Record<string, string>>, string[], readonly unknown[]]>([
    [
      'are used if nothing else names them',
      {},
      [node('v1.32.3-eks-1'), node('v1.33.1'), controller],
      ['1.12', false, '1.33'],
    ],
    ['are also read from a plumbline snapshot', {}, [snapshot], ['1.11', false, '1.33']],
    [
      'do not take precedence over files',
      { 'main.tf': 'cluster_version = "1.34"\nkarpenter_version = "1.13.0"\n' },
      [snapshot],
      ['1.13', false, '1.34'],
    ],
    ['are optional', {}, [], ['1.14', true, undefined]],
  ])('%s', (_, texts, live, expected) => expect(shown(texts, ...live)).toEqual(expected));
});
