import { describe, expect, test } from 'vitest';
import { defaultPricing } from '../../karpenter/api/pricing.ts';
import { simulate } from '../provisioning/simulate.ts';
import {
  deployment,
  manifestsOf,
  nodeClass,
  nodePool,
  settingsOf,
  simulator,
} from '../provisioning/simulation.test-support.ts';
import { alternatives } from './alternatives.ts';
import { placementOf, settledSide } from './placement.ts';

const here = simulator();
const known = { hasWorkloads: true, hasPools: true };
const simulated = (text: string) =>
  simulate({ manifests: manifestsOf(text), otherManifests: [], live: undefined }, here);
const of = (text: string) => alternatives(simulated(text).cases.likely, here);
const requirement = (key: string, values: string): string =>
  `        - { key: ${key}, operator: In, values: [${values}] }`;

const types = requirement('node.kubernetes.io/instance-type', 'm6i.xlarge, m6i.2xlarge');
const web = nodePool('web', '', types) + nodeClass + deployment('cart', 7, 'cpu: 1900m, memory: 512Mi');
const category = `${requirement('karpenter.k8s.aws/instance-category', 'm')}\n${requirement('kubernetes.io/arch', 'amd64')}`;

describe('a cheaper alternative', () => {
  test('costs what the same manifests cost with that NodePool changed', () => {
    const found = new Map(of(web).map((one) => [one.kind, one]));
    expect([...found.keys()].sort()).toEqual(['families', 'spot']);
    const written = {
      generations: web,
      spot: web.replace('values: [on-demand]', 'values: [on-demand, spot]'),
      families: web.replace(types, category),
      arm64: web,
    };
    for (const [kind, { nodes, hourlyUsd, savedHourlyUsd }] of found) {
      const then = placementOf(settledSide(simulated(written[kind]), here), known);
      expect(then.unschedulable).toEqual([]);
      expect([then.nodes.likely, then.hourlyUsd.likely]).toEqual([nodes, hourlyUsd]);
      const now = placementOf(settledSide(simulated(web), here), known);
      expect(now.hourlyUsd.likely! - then.hourlyUsd.likely!).toBeCloseTo(savedHourlyUsd, 9);
    }
  });

  test('with spot costs the same whether the NodePool also allows on-demand or not, and less than on demand', () => {
    const families = requirement('karpenter.k8s.aws/instance-family', 'm6a, r6a');
    const text = nodePool('web', '', families) + nodeClass + deployment('cart', 5, 'cpu: 900m, memory: 1900Mi');
    const costOf = (capacityTypes: string) => {
      const written = text.replace('values: [on-demand]', `values: [${capacityTypes}]`);
      return placementOf(settledSide(simulated(written), here), known).hourlyUsd;
    };

    const spot = of(text).find(({ kind }) => kind === 'spot')!;
    expect(costOf('spot').likely).toBe(spot.hourlyUsd);
    expect(costOf('spot, on-demand').likely).toBe(spot.hourlyUsd);
    expect(costOf('on-demand').likely! - costOf('spot').likely!).toBeCloseTo(spot.savedHourlyUsd, 9);
    // AWS may still launch a larger size, so the range stays.
    expect(costOf('spot').high).toBeGreaterThan(costOf('on-demand').likely!);
  });

  test('is sorted by its saving, and left out if the saving is small', () => {
    const saved = of(web).map(({ savedHourlyUsd }) => savedHourlyUsd);
    expect(saved).toEqual(saved.toSorted((a, b) => b - a));
    const free = nodePool('web', '', category).replace('[on-demand]', '[on-demand, spot]') + nodeClass;
    expect(of(free + deployment('cart', 7))).toEqual([]);
  });

  test('is arm64 only if the pods declare that they run on it', () => {
    const arch = nodePool('web', '', category) + nodeClass + deployment('cart', 20);
    const saysSo = arch.replace(
      '      containers: [{ name: app',
      '      affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [{ matchExpressions: [{ key: kubernetes.io/arch, operator: In, values: [amd64, arm64] }] }] } } }\n      containers: [{ name: app',
    );
    const kinds = (text: string) => of(text).map(({ kind }) => kind);
    expect(kinds(arch)).not.toContain('arm64');
    expect(kinds(saysSo)).toContain('arm64');
  });

  test('is newer generations if a NodePool lists the generations it allows', () => {
    const generations = (text: string) =>
      of(
        nodePool('web', '', `${category}\n        - { key: karpenter.k8s.aws/instance-generation, ${text} }`) +
          nodeClass +
          deployment('cart', 20),
      ).filter(({ kind }) => kind === 'generations');
    const [found] = generations('operator: In, values: ["4"]');
    const values = found?.requirements.find(({ key }) => key.endsWith('generation'))?.values;
    expect(values?.[0]).toBe('4');
    expect(values).toContain('8');
    expect(generations('operator: Lt, values: ["5"]')).toHaveLength(1);
    expect(generations('operator: Gt, values: ["4"]')).toEqual([]);
    expect(generations('operator: In, values: ["4"], minValues: 1')).toEqual([]);
  });

  test('takes into account commitments that are paid whether on-demand nodes use them or not', () => {
    const plan = { hourlyUsd: 100, percent: 20, regions: [], families: [] };
    const committed = { ...here, settings: settingsOf({ pricing: { ...defaultPricing, savingsPlans: [plan] } }) };
    expect(alternatives(simulated(web).cases.likely, committed)).toEqual([]);
  });

  test('is not searched for if figures are unknown, nothing is launched, or there are too many pods', () => {
    expect(of(web.replace('replicas: 7', 'replicas: "{{ n }}"'))).toEqual([]);
    expect(of(web.replace('replicas: 7', 'replicas: 0'))).toEqual([]);
    expect(of(web.replace('replicas: 7', 'replicas: 50000'))).toEqual([]);
  });

  test('never leaves a pod without a node: a list with minValues or with an unknown type is kept', () => {
    expect(of(web.replace('m6i.2xlarge]', 'm6i.2xlarge], minValues: 2')).map(({ kind }) => kind)).toEqual(['spot']);
    expect(of(web.replace('m6i.xlarge', '7x.large')).map(({ kind }) => kind)).toEqual(['spot']);
  });
});
