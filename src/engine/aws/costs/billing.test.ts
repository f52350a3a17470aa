import { describe, expect, test } from 'vitest';
import { openFacts } from '../../../io/catalog/facts.ts';
import { placementOf, settledSide } from '../../cluster/cost/placement.ts';
import { simulate } from '../../cluster/provisioning/simulate.ts';
import {
  deployment,
  manifestsOf,
  nodeClass,
  nodePool,
  simulator,
} from '../../cluster/provisioning/simulation.test-support.ts';
import { defaultPricing } from '../../karpenter/api/pricing.ts';
import type { Settings } from '../../karpenter/api/settings.ts';
import type { OtherCost } from '../../karpenter/cloud-provider/other-cost.ts';
import { autoModeFee } from '../auto-mode/billing.ts';

function placed(text: string, settings: Partial<Settings> = {}, region = 'us-east-1') {
  const here = simulator(settings, region);
  const simulation = simulate({ manifests: manifestsOf(text), otherManifests: [], live: undefined }, here);
  return placementOf(settledSide(simulation, here), { hasWorkloads: true, hasPools: true });
}
const cost = (kind: OtherCost['kind'], text: string, settings?: Partial<Settings>, region?: string) =>
  placed(text, settings, region).otherCosts.find((one) => one.kind === kind);
const exactly = (usd: number | null) => ({ low: usd, likely: usd, high: usd });

const type = (name: string) => `        - { key: node.kubernetes.io/instance-type, operator: In, values: [${name}] }`;
/** Two nodes of m6i.large. */
const two = nodePool('web', '', type('m6i.large')) + deployment('cart', 2, 'cpu: 1500m');
const asked = (spec: string): string => nodeClass.replace('latest }] }', `latest }], ${spec} }`);
const scaled = `
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: { name: cart }
spec: { minReplicas: 1, maxReplicas: 5, scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: cart } }
---
`;

describe('volumes', () => {
  test('have a cost per node, which does not depend on the number of nodes', () => {
    expect(cost('volumes', two + nodeClass)?.monthlyUsd).toMatchObject(exactly(3.2));
    expect(cost('volumes', two + nodeClass + scaled)?.monthlyUsd).toMatchObject({ low: 1.6, likely: 3.2, high: 8 });
    expect(placed(two + nodeClass).nodePools[0]?.volumesMonthlyUsd).toEqual(exactly(3.2));
  });

  test('are not part of the cost of the instances', () => {
    const large = asked('blockDeviceMappings: [{ deviceName: /dev/xvda, ebs: { volumeSize: 1Ti, volumeType: gp3 } }]');
    expect(placed(two + large).monthlyUsd).toEqual(placed(two + nodeClass).monthlyUsd);
    expect(cost('volumes', two + large)?.monthlyUsd).toMatchObject(exactly(2 * 1024 * 0.08));
  });

  test('have an unknown cost if the AMI decides, or if the region has no prices', () => {
    const own = nodeClass.replace('alias: al2023@latest', 'id: ami-1');
    expect(cost('volumes', two + own)).toMatchObject({ monthlyUsd: exactly(null), basis: /the AMI decides/ });
    expect(cost('volumes', two + nodeClass, {}, 'il-central-1')?.monthlyUsd).toMatchObject(exactly(null));
  });

  test.each([
    ['2022-07-14', '20 GiB gp3 (prices of 2021-07-14)'],
    ['2022-07-15', '20 GiB gp3 (estimated from prices of 2021-07-14)'],
  ])('on %s, show how old their prices are', (today, basis) => {
    expect(cost('volumes', two + nodeClass, { today })?.basis).toBe(`EBS volumes of each node: ${basis}`);
  });

  test('say so if the price of throughput is from another region', () => {
    const fast = asked(
      'blockDeviceMappings: [{ deviceName: /dev/xvda, ebs: { volumeSize: 100Gi, volumeType: gp3, throughput: 225 } }]',
    );
    const found = cost('volumes', two + fast, {}, 'eu-west-1');
    expect(found?.monthlyUsd.likely).toBeCloseTo(2 * (8.8 + 4), 9);
    expect(found?.basis).toMatch(/at the price of us-east-1/);
  });
});

describe('public addresses', () => {
  test.each([
    ['that every node gets', 'associatePublicIPAddress: true', exactly(7.3)],
    ['that the subnets decide', 'role: x', { low: null, likely: null, high: 7.3 }],
  ])('%s', (_, spec, expected) => {
    expect(cost('public-ipv4', two + asked(spec))?.monthlyUsd).toEqual(expected);
  });

  test('cost nothing if no node gets one', () => {
    expect(cost('public-ipv4', two + asked('associatePublicIPAddress: false'))).toBeUndefined();
  });
});

describe('the control plane', () => {
  test.each([
    ['1.34', '2026-11-21', exactly(73)],
    ['1.34', '2026-12-03', exactly(438)],
    ['1.32', '2026-11-21', exactly(438)],
    ['1.29', '2026-11-21', { low: 73, likely: null, high: 438 }],
    ['1.99', '2026-11-21', { low: 73, likely: null, high: 438 }],
    [undefined, '2026-11-21', { low: 73, likely: null, high: 438 }],
  ])('of Kubernetes %s on %s', (kubernetesVersion, today, expected) => {
    expect(cost('control-plane', two + nodeClass, { kubernetesVersion, today })?.monthlyUsd).toEqual(expected);
  });

  test('of kOps has no fee of AWS', () => {
    const group =
      'apiVersion: kops.k8s.io/v1alpha2\nkind: InstanceGroup\nmetadata: { name: nodes }\nspec: { minSize: 1, machineType: m5.large }\n---\n';
    expect(cost('control-plane', two + nodeClass + group)).toBeUndefined();
  });

  test('of another cloud has no fee of EKS', () => {
    const azure = (text: string) =>
      text.replaceAll('karpenter.k8s.aws', 'karpenter.azure.com').replaceAll('EC2NodeClass', 'AKSNodeClass');
    expect(cost('control-plane', azure(two))).toBeUndefined();
  });
});

describe('EKS Auto Mode', () => {
  const auto = (requirements: string, name = 'auto') =>
    nodePool(name, '', requirements).replace(
      'group: karpenter.k8s.aws, kind: EC2NodeClass',
      'group: eks.amazonaws.com, kind: NodeClass',
    );
  const pods = deployment('cart', 2, 'cpu: 1500m');

  test('adds a fee for each instance, and the data volume of its nodes', () => {
    expect(cost('auto-mode', auto(type('m6i.large')) + pods)?.monthlyUsd.likely).toBeCloseTo(2 * 0.01152 * 730, 9);
    expect(cost('volumes', auto(type('m6i.large')) + pods)).toMatchObject({ monthlyUsd: exactly(2 * 80 * 0.08) });
  });

  test.each([
    ['m7i.large', 'us-east-1', 0.0121],
    ['m7g.large', 'us-east-1', 0.00979],
    ['m7i.large', 'ap-northeast-1', 0.01562],
    ['g6.xlarge', 'ap-northeast-1', 0.09104],
    ['c6g.large', 'ap-northeast-2', 0.00924],
    ['p5.48xlarge', 'us-east-1', undefined],
  ])('has the published fee for %s in %s', (name, region, usd) => {
    expect(autoModeFee(name, openFacts('data').catalog(region))).toBe(usd);
  });

  test('has no fee for nodes of a Karpenter next to it', () => {
    const both = auto(type('m6i.large')) + two + nodeClass;
    const only = auto(type('c6i.metal')) + two + nodeClass;
    expect(cost('auto-mode', two + nodeClass)).toBeUndefined();
    expect(cost('auto-mode', only)).toBeUndefined();
    expect(placed(both).nodePools.reduce((sum, { nodeClaims }) => sum + nodeClaims.length, 0)).toBe(2);
  });
});

describe('prices in the configuration', () => {
  const pricing = (over: Partial<Settings['pricing']>): Partial<Settings> => ({
    pricing: { ...defaultPricing, ...over },
  });
  const discount = { percent: 10, regions: [], families: [], capacityTypes: [] };
  const hourly = (settings: Partial<Settings>) => placed(two + nodeClass, settings).hourlyUsd.likely;
  const full = 2 * 0.096;

  test.each([
    ['for all', [discount], 0.9],
    ['two after each other', [discount, discount], 0.81],
    ['for the family', [{ ...discount, families: ['m6i'] }], 0.9],
    ['for another family', [{ ...discount, families: ['m7i'] }], 1],
    ['for another region', [{ ...discount, regions: ['eu-west-1'] }], 1],
    ['for spot', [{ ...discount, capacityTypes: ['spot'] }], 1],
  ])('discounts %s', (_, discounts, part) => {
    expect(hourly(pricing({ discounts }))).toBeCloseTo(full * part, 9);
  });

  test('discounts do not change what Karpenter launches', () => {
    const both = nodePool('web', '', type('m6i.large, m7i.large')) + deployment('cart', 2, 'cpu: 1500m') + nodeClass;
    const cheap = pricing({ discounts: [{ ...discount, percent: 90, families: ['m7i'] }] });
    const types = (settings: Partial<Settings>) =>
      placed(both, settings).nodePools.flatMap(({ nodeClaims }) => nodeClaims.map(({ instanceType }) => instanceType));
    expect(types(cheap)).toEqual(types({}));
  });

  test('Savings Plans are listed next to the cost of the instances', () => {
    const plan = { hourlyUsd: 0.05, percent: 50, regions: [], families: [] };
    const settings = pricing({ savingsPlans: [plan] });
    expect(hourly(settings)).toBeCloseTo(full, 9);
    expect(cost('savings-plans', two + nodeClass, settings)?.monthlyUsd.likely).toBeCloseTo(-0.05 * 730, 6);
    expect(cost('savings-plans', two + nodeClass)).toBeUndefined();
  });
});

describe('why a cost is a range', () => {
  const spread = (text: string, settings?: Partial<Settings>) =>
    new Map(placed(text, settings).spread.map((one) => [one.kind, one]));

  test('autoscalers, with the amount that they add', () => {
    const { monthlyUsd } = spread(two + nodeClass + scaled).get('replicas')!;
    expect(monthlyUsd?.low).toBeCloseTo(-0.096 * 730, 6);
    expect(monthlyUsd?.high).toBeCloseTo(3 * 0.096 * 730, 6);
    expect(spread(two + nodeClass).has('replicas')).toBe(false);
  });

  test('spot, with how often AWS reclaims it', () => {
    const spot = nodePool('web', '', type('m6i.large, m6i.xlarge')).replace('[on-demand]', '[spot]');
    const found = spread(spot + deployment('cart', 1, 'cpu: 1500m') + nodeClass).get('spot')!;
    expect(found.monthlyUsd).toMatchObject({ low: 0 });
    expect(found.monthlyUsd!.high).toBeGreaterThan(0);
    expect(found.reason).toMatch(/`m6i.large` (under |over |\d+–)\d+%/);
  });

  test('missing requests, and the age of prices, which have no known amount', () => {
    const lacking = nodePool('web', '', type('m6i.large')) + deployment('cart', 2, 'cpu: 1500m') + nodeClass;
    expect(spread(lacking).get('price-age')).toEqual({
      kind: 'price-age',
      monthlyUsd: null,
      reason: 'Prices are from 2026-07-20',
    });
    expect(spread(lacking).get('requests')?.monthlyUsd).toBeNull();
    expect(spread(lacking.replace('cpu: 1500m', 'cpu: 1500m, memory: 1Gi')).has('requests')).toBe(false);
  });
});

test('idle capacity costs the share of CPU and memory that no pod requests', () => {
  const { utilisation, hourlyUsd } = placed(two + nodeClass);
  expect(utilisation!.idleHourlyUsd).toBeCloseTo(hourlyUsd.likely! * (1 - utilisation!.cpu), 9);
});
