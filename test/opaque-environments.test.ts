import { describe, expect, test } from 'vitest';
import { nodePool } from '../src/engine/changes/plan/plan.test-support.ts';
import type { Plan } from '../src/engine/changes/plan/plan.ts';
import type { Settings } from '../src/engine/karpenter/api/settings.ts';
import { opaqueBetween } from './opaque-between.ts';
import { type ComparedPlans, plansBetween, type Texts } from './plans-between.ts';

/** What each environment plans: actions on objects, and opaque files. */
const plannedIn = ({ plans }: ComparedPlans): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(
    plans.map((plan) => {
      const { objects = [], opaque = [] } = plan as Partial<Plan>;
      const changes = objects.map(({ action, resource }) => `${action} ${resource.name}`);
      return [plan.environment, [...changes, ...opaque.map(({ file }) => file)]];
    }),
  );

const environment = (path: string) => ({ paths: [path], own: {} });
const environments = { prod: environment('clusters/prod'), dev: environment('clusters/dev') };
const around: Texts = { 'clusters/prod/a.yaml': nodePool('a'), 'clusters/dev/a.yaml': nodePool('a') };

const planned = async (base: Texts, head: Texts) =>
  plannedIn(
    await plansBetween(
      { ...around, ...base },
      { ...around, ...head },
      { settings: { environments } as unknown as Partial<Settings> },
    ),
  );

const release = `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: {name: shop, namespace: shop}
spec:
  interval: 1h
  chart: {spec: {chart: shop, version: 1.0.0, sourceRef: {kind: HelmRepository, name: shop}}}
`;
const service = 'apiVersion: v1\nkind: Service\nmetadata: {name: a, namespace: a}\nspec: {ports: [{port: 80}]}\n';
const crd =
  'apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: xs.a.example}\nspec:\n  group: a.example\n  names: {kind: X, plural: xs}\n  scope: Cluster\n  versions: [{name: v1, served: true, storage: true}]\n';

describe('T100: what leaves the paths of an environment is opaque in it', () => {
  test.each<[string, Texts, Texts, readonly string[]]>([
    [
      'a release that moves to another environment',
      { 'clusters/prod/shop.yaml': release },
      { 'clusters/dev/shop.yaml': release },
      ['clusters/prod/shop.yaml'],
    ],
    [
      'a release that moves to no environment',
      { 'clusters/prod/shop.yaml': release },
      { 'archive/shop.yaml': release },
      ['clusters/prod/shop.yaml'],
    ],
    [
      'a release that comes from no environment',
      { 'archive/shop.yaml': release },
      { 'clusters/prod/shop.yaml': release },
      ['clusters/prod/shop.yaml'],
    ],
    [
      'the definition of a kind',
      { 'clusters/prod/x.yaml': crd },
      { 'clusters/dev/x.yaml': crd },
      ['clusters/prod/x.yaml'],
    ],
    ['a NodePool', { 'clusters/prod/b.yaml': nodePool('b') }, { 'clusters/dev/b.yaml': nodePool('b') }, ['delete b']],
    [
      'a NodePool of no environment',
      { 'other/b.yaml': nodePool('b') },
      { 'other/b.yaml': nodePool('b', 'limits: {cpu: "900"}') },
      ['other/b.yaml'],
    ],
    ['a NodePool that is new in no environment', {}, { 'other/b.yaml': nodePool('b') }, ['other/b.yaml']],
  ])('%s', async (_, base, head, expected) => {
    expect((await planned(base, head)).prod).toEqual(expected);
  });

  test.each<[string, Texts, Texts]>([
    [
      'a release that moves within its environment',
      { 'clusters/prod/shop.yaml': release },
      { 'clusters/prod/apps/shop.yaml': release },
    ],
    ['a Service', { 'clusters/prod/a.yaml': service }, { 'archive/a.yaml': service }],
    ['a release of another environment', {}, { 'clusters/dev/shop.yaml': release }],
    [
      'a NodePool of another environment',
      { 'clusters/dev/b.yaml': nodePool('b') },
      { 'clusters/dev/b.yaml': nodePool('b', 'limits: {cpu: "900"}') },
    ],
  ])('but not %s', async (_, base, head) => {
    const files = { 'clusters/prod/z.yaml': nodePool('a') };
    expect((await planned({ ...files, ...base }, { ...files, ...head })).prod).toEqual([]);
  });

  test('without environments, what moves is the same', async () => {
    expect(await opaqueBetween({ 'a/shop.yaml': release }, { 'b/shop.yaml': release })).toEqual([]);
  });
});
