import type { Draft, KubeObject } from '../draft.ts';
import { aws, zoneLabel } from '../vocabulary.ts';
import { ofKind } from './templates.ts';
import type { Twist } from './twist.ts';

/** NodeOverlays on every property that they can select. Some have equal weight, some are invalid. */
const overlays: Twist = (draft) => {
  const { random, settings } = draft;
  settings.featureGates = { ...settings.featureGates, nodeOverlay: true };
  for (let i = random.pick(1, 2, 3, 4); i > 0; i--) {
    draft.objects.push({
      apiVersion: 'karpenter.sh/v1alpha1',
      kind: 'NodeOverlay',
      metadata: { name: `overlay-${random.pick('a', 'm', 'z')}${i}` },
      spec: {
        requirements: overlaid(draft),
        ...(random.chance(0.7) && { weight: random.pick(1, 10, 10, 100) }),
        ...random.pick<object>(
          { price: random.pick('0', '0.01', '1.5', '30') },
          { priceAdjustment: random.pick('-50%', '+20%', '-100%', '+0.5', '-0.05', '-10') },
          { priceAdjustment: random.pick('-30%', '+7.5%') },
          {},
        ),
        ...(random.chance(0.4) && {
          capacity: random.pick<object>(
            { 'smarter-devices/fuse': '4' },
            { 'hugepages-2Mi': '512Mi' },
            { 'nvidia.com/gpu': '2' },
            { 'smarter-devices/fuse': '1', 'example.com/disk': '2' },
          ),
        }),
      },
    });
  }
  return true;
};

function overlaid({ random, zones, pools }: Draft): object[] {
  const all = [
    {
      key: 'node.kubernetes.io/instance-type',
      operator: 'In',
      values: ['m5.large', 'c5.xlarge', 'r5.large', 'm6g.large'],
    },
    { key: `${aws}instance-family`, operator: random.pick('In', 'NotIn'), values: ['m5', 'c6i', 'm6i', 'c7g'] },
    { key: `${aws}instance-category`, operator: 'In', values: [random.pick('c', 'm', 'r')] },
    {
      key: 'karpenter.sh/capacity-type',
      operator: random.pick('In', 'NotIn'),
      values: [random.pick('spot', 'on-demand', 'reserved')],
    },
    { key: zoneLabel, operator: 'In', values: [random.pick(...zones)] },
    { key: 'karpenter.sh/nodepool', operator: random.pick('In', 'NotIn'), values: [random.pick(...pools).name] },
    { key: `${aws}instance-cpu`, operator: random.pick('Gt', 'Lt', 'Gte', 'Lte'), values: ['8'] },
    { key: 'example.com/pool', operator: 'In', values: [random.pick(...pools).name] },
    { key: 'example.com/pool', operator: random.pick('Exists', 'DoesNotExist') },
    { key: 'kubernetes.io/arch', operator: 'In', values: [random.pick('amd64', 'arm64')] },
    { key: `${aws}instance-local-nvme`, operator: random.pick('Exists', 'DoesNotExist') },
    { key: 'topology.k8s.aws/zone-id', operator: 'In', values: ['use1-az1'] },
    { key: 'example.com/tier', operator: 'In', values: ['gold'] },
    { key: `${aws}instance-category`, operator: 'Exists' },
    { key: 'beta.kubernetes.io/arch', operator: 'In', values: ['amd64'] },
    { key: `${aws}capacity-reservation-id`, operator: 'Exists' },
  ];
  return random.sample(all, random.pick(1, 1, 2, 3));
}

/** The same in another region, with its prices, instance types and zones. */
const region: Twist = (draft) => {
  const { random, settings } = draft;
  const [name, letters] = random.pick<readonly [string, string]>(
    ['us-west-2', 'abcd'],
    ['eu-west-1', 'abc'],
    ['eu-central-1', 'abc'],
    ['us-west-1', 'ab'],
    ['ap-northeast-1', 'acd'],
    ['sa-east-1', 'abc'],
    ['ca-west-1', 'abc'],
  );
  const elsewhere = (text: string): string =>
    text.replaceAll(/us-east-1([a-f])?/g, (_, letter?: string) =>
      letter === undefined ? name : `${name}${letters['abcdef'.indexOf(letter) % letters.length]}`,
    );
  const moved = (value: unknown): unknown => JSON.parse(elsewhere(JSON.stringify(value)));
  draft.objects.splice(0, draft.objects.length, ...(moved(draft.objects) as KubeObject[]));
  const { zones, nodeClassZones } = moved({
    zones: draft.zones,
    nodeClassZones: settings.nodeClassZones,
  }) as typeof settings;
  Object.assign(settings, {
    region: name,
    zones: [...new Set(zones)],
    ...(nodeClassZones && {
      nodeClassZones: Object.fromEntries(
        Object.entries(nodeClassZones).map(([own, list]) => [own, [...new Set(list)]]),
      ),
    }),
  });
  return true;
};

/** Namespaces with labels, for workloads that select namespaces by them. */
const namespaces: Twist = (draft) => {
  for (const [name, labels] of Object.entries({ default: { team: 'b' }, 'team-a': { team: 'a' }, 'team-b': {} })) {
    if (ofKind(draft, 'Namespace').some(({ metadata }) => metadata.name === name)) continue;
    if (draft.random.chance(0.7))
      draft.objects.push({
        apiVersion: 'v1',
        kind: 'Namespace',
        metadata: { name, labels: { 'kubernetes.io/metadata.name': name, ...labels } },
      });
  }
  return true;
};

const policies: Twist = ({ random, settings }) => {
  Object.assign(
    settings,
    random.pick<object>(
      { preferencePolicy: 'Ignore' },
      { minValuesPolicy: 'BestEffort' },
      { preferencePolicy: 'Ignore', minValuesPolicy: 'BestEffort' },
      { reservedENIs: 3 },
      { vmMemoryOverheadPercent: 0.2 },
      { featureGates: { ...settings.featureGates, reservedCapacity: false } },
    ),
  );
  return true;
};

/** A PodDisruptionBudget that allows no evictions, or some. */
const budgets: Twist = ({ random, objects, apps }) => {
  for (let i = random.pick(1, 2); i > 0; i--) {
    objects.push({
      apiVersion: 'policy/v1',
      kind: 'PodDisruptionBudget',
      metadata: { name: `twist-${i}`, namespace: 'default' },
      spec: {
        selector: random.pick<object>(
          { matchLabels: { app: random.pick(...apps) } },
          { matchLabels: { group: 'green' } },
          {},
        ),
        ...random.pick<object>(
          { minAvailable: 1 },
          { minAvailable: '100%' },
          { maxUnavailable: 1 },
          { maxUnavailable: '34%' },
          { minAvailable: '0%' },
        ),
      },
    });
  }
  return true;
};

export const clusterTwists = {
  'twist-overlays': overlays,
  'twist-region': region,
  'twist-namespaces': namespaces,
  'twist-policies': policies,
  'twist-budgets': budgets,
} satisfies Record<string, Twist>;
