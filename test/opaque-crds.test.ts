import { describe, expect, test } from 'vitest';
import { opaqueBetween } from './opaque-between.ts';

interface Crd {
  readonly kind: string;
  readonly group: string;
  readonly scope?: string;
  readonly versions?: string;
  readonly more?: string;
  readonly annotations?: string;
}

const plural = (kind: string): string => `${kind.toLowerCase()}s`;
const both = '{name: v1, served: true, storage: true}, {name: v2, served: true, storage: false}';
const crd = ({ kind, group, scope = 'Namespaced', versions = both, more = '', annotations = '' }: Crd): string =>
  `apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: ${plural(kind)}.${group}${annotations && `, annotations: {${annotations}}`}}\nspec:\n  group: ${group}\n  names: {kind: ${kind}, plural: ${plural(kind)}}\n  scope: ${scope}\n  versions: [${versions}]\n${more}`;

const releases: Crd = { kind: 'HelmRelease', group: 'helm.toolkit.fluxcd.io' };
const claims: Crd = { kind: 'XCluster', group: 'platform.example.org' };
const monitors: Crd = { kind: 'ServiceMonitor', group: 'monitoring.coreos.com' };
const release = (version: string): string =>
  `apiVersion: helm.toolkit.fluxcd.io/${version}\nkind: HelmRelease\nmetadata: {name: shop, namespace: shop}\nspec:\n  chart: {spec: {chart: shop, version: 1.0.0, sourceRef: {kind: HelmRepository, name: shop}}}\n`;
const kept = 'helm.sh/resource-policy: keep';

type Texts = Readonly<Record<string, string>>;

describe('T90: a definition of a kind whose objects would be deleted is opaque', () => {
  test.each<[string, Texts, Texts, readonly string[]]>([
    ['of HelmReleases', { 'crds/a.yaml': crd(releases) }, {}, ['crds/a.yaml']],
    ['of Applications', { 'a.yaml': crd({ kind: 'Application', group: 'argoproj.io' }) }, {}, ['a.yaml']],
    ['of an operator that nobody knows', { 'a.yaml': crd(claims) }, {}, ['a.yaml']],
    ['of routes', { 'a.yaml': crd({ kind: 'HTTPRoute', group: 'gateway.networking.k8s.io' }) }, {}, ['a.yaml']],
    ['of Secrets', { 'a.yaml': crd({ kind: 'ExternalSecret', group: 'external-secrets.io' }) }, {}, ['a.yaml']],
    ['of NodePools', { 'a.yaml': crd({ kind: 'NodePool', group: 'karpenter.sh' }) }, {}, ['a.yaml']],
    [
      'in a file that stays',
      { 'a.yaml': `${crd(releases)}---\n${crd(monitors)}` },
      { 'a.yaml': crd(monitors) },
      ['a.yaml'],
    ],
    [
      'that gets another scope',
      { 'a.yaml': crd(claims) },
      { 'a.yaml': crd({ ...claims, scope: 'Cluster' }) },
      ['a.yaml'],
    ],
    [
      'that objects are converted by',
      { 'a.yaml': crd(claims) },
      { 'a.yaml': crd({ ...claims, more: '  conversion: {strategy: Webhook}\n' }) },
      ['a.yaml'],
    ],
    [
      'that no longer serves the version of an object',
      { 'a.yaml': crd(releases), 'b.yaml': release('v2') },
      {
        'a.yaml': crd({ ...releases, versions: both.replace('v2, served: true', 'v2, served: false') }),
        'b.yaml': release('v2'),
      },
      ['a.yaml'],
    ],
    [
      'that no longer has the version of an object',
      { 'a.yaml': crd(releases), 'b.yaml': release('v2') },
      { 'a.yaml': crd({ ...releases, versions: both.split(', {')[0]! }), 'b.yaml': release('v2') },
      ['a.yaml'],
    ],
  ])('%s', async (_, base, head, files) => {
    expect(await opaqueBetween(base, head)).toEqual(files);
  });

  test.each<[string, Texts, Texts]>([
    ['that moves to another file', { 'a.yaml': crd(releases) }, { 'b.yaml': crd(releases) }],
    ['that is new', {}, { 'a.yaml': crd(releases) }],
    ['that an annotation keeps', { 'a.yaml': crd({ ...releases, annotations: kept }) }, {}],
    ['of monitoring', { 'a.yaml': crd(monitors) }, {}],
    [
      'that no longer has a version that nothing uses',
      { 'a.yaml': crd(releases), 'b.yaml': release('v1') },
      { 'a.yaml': crd({ ...releases, versions: both.split(', {')[0]! }), 'b.yaml': release('v1') },
    ],
    [
      'that gets a version',
      { 'a.yaml': crd({ ...claims, versions: both.split(', {')[0]! }) },
      { 'a.yaml': crd(claims) },
    ],
    [
      'that gets a short name',
      { 'a.yaml': crd(claims) },
      { 'a.yaml': crd(claims).replace('plural: xclusters', 'plural: xclusters, shortNames: [xc]') },
    ],
  ])('but not one %s', async (_, base, head) => {
    expect(await opaqueBetween(base, head)).toEqual([]);
  });
});
