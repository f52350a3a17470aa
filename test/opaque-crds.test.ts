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
const monitor =
  'apiVersion: monitoring.coreos.com/v1\nkind: ServiceMonitor\nmetadata: {name: a, namespace: a}\nspec: {selector: {}}\n';
/** A CRD with a property in its schema, and more after it. */
const schema = (definition: Crd, more: string): Readonly<Record<string, string>> => ({
  'a.yaml': crd({
    ...definition,
    versions: `{name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object, properties: {spec: {type: boolean${more}}}}}}`,
  }),
});
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
    [
      'of monitoring that has objects',
      { 'a.yaml': crd(monitors), 'b.yaml': monitor },
      { 'b.yaml': monitor },
      ['a.yaml'],
    ],
    [
      'of monitoring that no longer serves the version of an object',
      { 'a.yaml': crd(monitors), 'b.yaml': monitor },
      { 'a.yaml': crd({ ...monitors, versions: '{name: v2, served: true, storage: true}' }), 'b.yaml': monitor },
      ['a.yaml'],
    ],
    ['that gets a default', schema(claims, ''), schema(claims, ', default: true'), ['a.yaml']],
    ['that loses a default', schema(releases, ', default: 1'), schema(releases, ''), ['a.yaml']],
    [
      'that gets a property with a default',
      schema(claims, ''),
      schema(claims, '}, other: {type: object, properties: {a: {type: string, default: x}}'),
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
    ['that gets a property', schema(claims, ''), schema(claims, '}, other: {type: string')],
    [
      'that gets a property of the name',
      schema(claims, ''),
      schema(claims, '}, other: {type: object, properties: {default: {type: string}}'),
    ],
    [
      'of monitoring that gets a default',
      { ...schema(monitors, ''), 'b.yaml': monitor },
      { ...schema(monitors, ', default: true'), 'b.yaml': monitor },
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
