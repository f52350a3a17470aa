import { compareNames } from '../../../../src/engine/text/name-order.ts';
import type { KubeObject } from '../../generator/draft.ts';
import { instanceTypes, isEverywhere, labelOf, type WorldDraft } from './world-draft.ts';

const aws = 'karpenter.k8s.aws/';
const families = [
  ['m5', 'c5', 'r5'],
  ['m6i', 'c6i', 'r6i'],
  ['m5', 'm6i', 'c6i', 't3'],
  ['c6a', 'm6a', 'r6a'],
  ['m7i', 'm7i-flex', 'c7i', 'r7i'],
  ['m5', 'm5a', 'm6i', 'm6a', 'm7i', 'c5', 'c6i', 'c6a', 'c7i', 'r5', 'r6i', 'r6a', 'r7i'],
  ['m6g', 'c6g', 'r6g', 'm7g', 'c7g'],
];

/** At most two classes. Nodes use them through their NodePools. */
export function addNodeClasses(draft: WorldDraft): string[] {
  const names = draft.has('two-node-classes', 0.15) ? ['default', 'other'] : ['default'];
  const selector = [{ tags: { 'karpenter.sh/discovery': 'demo' } }];
  for (const name of names) {
    draft.objects.push({
      apiVersion: 'karpenter.k8s.aws/v1',
      kind: 'EC2NodeClass',
      metadata: { name },
      spec: {
        role: 'KarpenterNodeRole-demo',
        amiSelectorTerms: [{ alias: 'al2023@latest' }],
        subnetSelectorTerms: selector,
        securityGroupSelectorTerms: selector,
        metadataOptions: {
          httpEndpoint: 'enabled',
          httpProtocolIPv6: 'disabled',
          httpPutResponseHopLimit: 1,
          httpTokens: 'required',
        },
        ...(name === 'other' && { tags: { team: 'other' } }),
      },
    });
  }
  return names;
}

/** A NodePool with its defaults filled in, so that its hash is that of the stored object. */
export function addPool(draft: WorldDraft, name: string, nodeClass: string): void {
  const { random, kind } = draft;
  const chosen = random.pick(...families);
  const sizes = random.pick(
    ['large', 'xlarge', '2xlarge', '4xlarge'],
    ['large', 'xlarge', '2xlarge'],
    ['medium', 'large', 'xlarge', '8xlarge'],
  );
  const architectures = chosen[0] === 'm6g' ? ['arm64'] : ['amd64'];
  const capacityTypes = random.pick(
    ['on-demand'],
    ['on-demand'],
    ['spot', 'on-demand'],
    ['spot', 'on-demand'],
    ['spot'],
  );
  const isTainted = draft.pools.length > 0 && draft.has('taint', 0.35);
  const labels: Record<string, string> = isTainted
    ? { team: name }
    : draft.has('template-labels', 0.1)
      ? { tier: 'web' }
      : {};
  const taints = isTainted ? [{ key: 'dedicated', value: name, effect: 'NoSchedule' }] : [];
  const within = (key: string, values: readonly string[]): object => ({ key, operator: 'In', values });
  const requirements = [
    within('kubernetes.io/arch', architectures),
    within('karpenter.sh/capacity-type', capacityTypes),
    within(`${aws}instance-family`, chosen),
    within(`${aws}instance-size`, sizes),
    ...(draft.has('pool-zones', 0.12)
      ? [within('topology.kubernetes.io/zone', random.some(['us-east-1a', 'us-east-1b', 'us-east-1c']))]
      : []),
    ...(draft.has('min-values', 0.06) ? [{ key: `${aws}instance-family`, operator: 'Exists', minValues: 2 }] : []),
  ];
  const isStatic = kind === 'drift' && draft.has('static-pool', 0.06);
  const object: KubeObject = {
    apiVersion: 'karpenter.sh/v1',
    kind: 'NodePool',
    metadata: { name },
    spec: {
      template: {
        ...(Object.keys(labels).length > 0 && { metadata: { labels } }),
        spec: {
          nodeClassRef: { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name: nodeClass },
          requirements,
          ...(taints.length > 0 && { taints }),
          expireAfter: random.pick('720h', '720h', 'Never', '168h'),
          ...(draft.has('terminationGracePeriod', kind === 'drift' ? 0.3 : 0.08) && {
            terminationGracePeriod: random.pick('5m', '1h'),
          }),
        },
      },
      disruption: disruptionOf(draft),
      ...(isStatic ? { replicas: 3 } : weightOf(draft)),
      ...(draft.has('limits', 0.15) && !isStatic && { limits: { cpu: String(random.pick(16, 32, 48, 64)) } }),
    },
  };
  draft.objects.push(object);
  const types = chosen.flatMap((family) => sizes.map((size) => `${family}.${size}`));
  const known = types.filter((type) => instanceTypes.names.includes(type) && isEverywhere(type));
  draft.pools.push({ object, name, nodeClass, capacityTypes, labels, taints, types: known.sort(byCpu) });
}

const byCpu = (a: string, b: string): number =>
  Number(labelOf(a, `${aws}instance-cpu`)) - Number(labelOf(b, `${aws}instance-cpu`)) || compareNames(a, b);

const weightOf = (draft: WorldDraft): object =>
  draft.has('weight', 0.25) ? { weight: draft.random.pick(1, 5, 10, 50) } : {};

function disruptionOf(draft: WorldDraft): object {
  const { random, kind } = draft;
  const consolidationPolicy = random.pick(
    ...[
      'WhenEmptyOrUnderutilized',
      'WhenEmptyOrUnderutilized',
      'WhenEmptyOrUnderutilized',
      'Balanced',
      'Balanced',
      'WhenEmpty',
    ],
  );
  const settled = draft.isOpen ? random.pick('0s', '30s', '5m') : random.pick('0s', '0s', '30s', '5m', '1h', 'Never');
  const consolidateAfter = kind === 'drift' ? random.pick('Never', 'Never', 'Never', '30s') : settled;
  draft.note(consolidationPolicy);
  if (consolidateAfter === 'Never') draft.note('never');
  return { consolidationPolicy, consolidateAfter, budgets: budgetsOf(draft) };
}

interface Budget {
  readonly nodes: string;
  readonly reasons?: readonly string[];
  readonly schedule?: string;
  readonly duration?: string;
}

function budgetsOf(draft: WorldDraft): readonly Budget[] {
  const { random } = draft;
  const some = random.pick('1', '2', '3', '20%', '30%', '50%');
  if (draft.isOpen) return [{ nodes: random.pick('100%', '100%', '60%', '3') }];
  const budgets = random.pick<readonly Budget[]>(
    [{ nodes: '100%' }],
    [{ nodes: '100%' }],
    [{ nodes: '100%' }],
    [{ nodes: '10%' }],
    [{ nodes: '10%' }],
    [{ nodes: some }],
    [{ nodes: some }],
    [],
    [{ nodes: '0', reasons: ['Underutilized'] }, { nodes: '100%' }],
    [{ nodes: '0', reasons: ['Drifted'] }, { nodes: '50%' }],
    [
      { nodes: '2', reasons: ['Drifted'] },
      { nodes: '0', reasons: ['Underutilized', 'Empty'] },
    ],
    [{ nodes: '1', reasons: ['Empty'] }, { nodes: some }],
    [{ nodes: '0', schedule: '0 9 * * mon-fri', duration: '8h' }, { nodes: some }],
    [{ nodes: '0', schedule: '1 10 * * *', duration: '10m' }, { nodes: '2' }],
    [{ nodes: '1', schedule: '@daily', duration: '12h', reasons: ['Underutilized', 'Drifted'] }, { nodes: '50%' }],
    [{ nodes: '1', schedule: '*/15 * * * *', duration: '5m' }, { nodes: '3' }],
    [{ nodes: '0', schedule: '0 17 * * 6', duration: '1h30m' }],
  );
  if (budgets.some(({ schedule }) => schedule)) draft.note('budget-schedule');
  if (budgets.some(({ reasons }) => reasons)) draft.note('budget-reasons');
  return budgets;
}
