import type { Draft, PoolFacts, Taint } from './draft.ts';
import { aws, families, sizes, zoneLabel } from './vocabulary.ts';

interface PoolRequirement {
  readonly key: string;
  readonly operator: string;
  readonly values?: readonly string[];
  minValues?: number;
}

export const purposes = ['general', 'general', 'general', 'arm', 'multi-arch', 'dedicated', 'gpu', 'neuron'] as const;
type Purpose = (typeof purposes)[number];

interface PoolPlan {
  readonly name: string;
  readonly purpose: Purpose;
  readonly nodeClass: string;
}

/** Adds a NodePool, and notes what workloads may require from it. */
export function addNodePool(draft: Draft, { name, purpose, nodeClass }: PoolPlan): void {
  const { random } = draft;
  const capacityTypes = random.pick(
    ['on-demand'],
    ['on-demand'],
    ['spot'],
    ['spot', 'on-demand'],
    ['spot', 'on-demand'],
    undefined,
  );
  const facts: PoolFacts = {
    name,
    purpose,
    nodeClass,
    architectures: purpose === 'arm' ? ['arm64'] : purpose === 'multi-arch' ? ['amd64', 'arm64'] : ['amd64'],
    capacityTypes: capacityTypes ?? ['on-demand', 'spot'],
    labels: labels(draft, name, purpose),
    taints: taints(draft, name, purpose),
    startupTaints: draft.has('startup-taints', 0.15)
      ? [
          random.pick<Taint>(
            { key: 'node.cilium.io/agent-not-ready', value: 'true', effect: 'NoExecute' },
            { key: 'ebs.csi.aws.com/agent-not-ready', effect: 'NoSchedule' },
          ),
        ]
      : [],
  };
  const requirements = [
    ...typeRequirements(draft, facts),
    ...(capacityTypes ? capacityTypeRequirement(draft, capacityTypes) : []),
    ...otherRequirements(draft),
  ];
  if (draft.has('min-values', 0.12)) setMinValues(draft, requirements);
  draft.pools.push(facts);
  draft.objects.push({
    apiVersion: 'karpenter.sh/v1',
    kind: 'NodePool',
    metadata: { name },
    spec: {
      template: {
        ...(Object.keys(facts.labels).length > 0 && { metadata: { labels: facts.labels } }),
        spec: {
          nodeClassRef: {
            group: 'karpenter.k8s.aws',
            kind: 'EC2NodeClass',
            name: draft.has('node-class-missing', 0.01) ? 'missing' : nodeClass,
          },
          requirements,
          ...(facts.taints.length > 0 && { taints: facts.taints }),
          ...(facts.startupTaints.length > 0 && { startupTaints: facts.startupTaints }),
        },
      },
      disruption: { consolidateAfter: '1m' },
      ...(draft.has('limits', 0.2) && { limits: limits(draft) }),
      ...(draft.has('weights', 0.4) && { weight: random.pick(1, 10, 10, 50, 100) }),
    },
  });
}

function labels(draft: Draft, name: string, purpose: Purpose): Record<string, string> {
  return {
    ...(purpose === 'dedicated' && { team: name }),
    ...(draft.has('template-labels', 0.25) && { 'example.com/pool': name }),
    ...(draft.has('template-labels', 0.08) && { 'example.com/rank': draft.random.pick('1', '4', 'high') }),
  };
}

function taints(draft: Draft, name: string, purpose: Purpose): Taint[] {
  const { random } = draft;
  if (purpose === 'dedicated') return [{ key: 'dedicated', value: name, effect: 'NoSchedule' }];
  if (purpose === 'gpu')
    return random.chance(0.8) ? [{ key: 'nvidia.com/gpu', value: 'true', effect: 'NoSchedule' }] : [];
  if (!draft.has('taints', 0.15)) return [];
  return random.sample<Taint>(
    [
      { key: 'workload', value: 'batch', effect: random.pick('NoSchedule', 'NoExecute') },
      { key: 'preferred', value: 'no', effect: 'PreferNoSchedule' },
      { key: 'bare', effect: draft.has('taint-unknown', 0.03) ? 'NoScheduling' : 'NoSchedule' },
    ],
    random.pick(1, 1, 2),
  );
}

const requirement = (key: string, operator: string, values?: readonly (string | number)[]): PoolRequirement => ({
  key,
  operator,
  ...(values && { values: values.map(String) }),
});

function typeRequirements(draft: Draft, { purpose, architectures }: PoolFacts): PoolRequirement[] {
  const { random } = draft;
  if (purpose === 'gpu') {
    return [
      requirement(`${aws}instance-family`, 'In', random.some(['g4dn', 'g5', 'g6', 'p3', 'g4ad', 'g6e'])),
      ...(random.chance(0.5)
        ? [requirement(`${aws}instance-gpu-count`, random.pick('Gt', 'Lt'), [random.pick(0, 2, 4)])]
        : []),
    ];
  }
  if (purpose === 'neuron') return [requirement(`${aws}instance-family`, 'In', ['inf1', 'inf2', 'trn1'])];
  const known = architectures.flatMap((architecture) => [...families[architecture as keyof typeof families]]);
  const arch = requirement('kubernetes.io/arch', 'In', architectures);
  if (draft.has('unconstrained-types', 0.06)) return [arch];
  return [
    arch,
    ...random.pick(
      () => [
        requirement(`${aws}instance-family`, 'In', random.sample(known, random.integer(2, 6))),
        ...(random.chance(0.4)
          ? [requirement(`${aws}instance-size`, random.pick('In', 'NotIn'), random.sample(sizes, random.integer(3, 5)))]
          : []),
      ],
      () => [
        requirement(`${aws}instance-category`, 'In', random.some(['c', 'm', 'r', 't'])),
        requirement(`${aws}instance-generation`, 'Gt', [random.pick(2, 4, 5, 6)]),
        requirement(`${aws}instance-size`, 'In', random.sample(sizes.slice(1, 7), random.integer(2, 4))),
      ],
      () => [
        requirement(`${aws}instance-category`, 'In', random.some(['c', 'm', 'r'])),
        requirement(`${aws}instance-size`, 'NotIn', ['nano', 'micro', 'small', 'metal', 'metal-24xl', 'metal-48xl']),
        requirement(`${aws}instance-cpu`, 'Lt', [random.pick(9, 17, 33)]),
      ],
      () => [
        requirement(
          'node.kubernetes.io/instance-type',
          'In',
          random.sample(
            known
              .filter((family) => /^[cmr][5-7]/.test(family))
              .flatMap((family) => [`${family}.large`, `${family}.xlarge`, `${family}.4xlarge`]),
            random.integer(2, 8),
          ),
        ),
      ],
    )(),
  ];
}

function capacityTypeRequirement(draft: Draft, capacityTypes: readonly string[]): PoolRequirement[] {
  const allowed = draft.has('capacity-reservation', 0.05) ? ['reserved', ...capacityTypes] : capacityTypes;
  return [
    draft.has('capacity-type-operators', 0.05)
      ? requirement('karpenter.sh/capacity-type', 'NotIn', [draft.random.pick('spot', 'reserved', 'on-demand')])
      : requirement('karpenter.sh/capacity-type', 'In', allowed),
  ];
}

/** Requirements with every operator, on all sorts of keys. */
function otherRequirements(draft: Draft): PoolRequirement[] {
  const { random, zones } = draft;
  const found: PoolRequirement[] = [];
  if (draft.has('pool-zones', 0.2))
    found.push(requirement(zoneLabel, random.pick('In', 'In', 'NotIn'), random.some(zones)));
  if (draft.has('phantom-zone', 0.03)) found.push(requirement(zoneLabel, 'In', [...zones, 'us-east-1f']));
  if (draft.has('zone-id', 0.02))
    found.push(requirement('topology.k8s.aws/zone-id', random.pick('In', 'NotIn'), ['use1-az1', 'use1-az2']));
  if (draft.has('custom-label', 0.12)) {
    found.push(
      random.pick(
        requirement('example.com/tier', 'In', ['gold', 'silver']),
        requirement('example.com/tier', 'Exists'),
        requirement('example.com/tier', 'NotIn', ['bronze']),
        requirement('example.com/tier', 'DoesNotExist'),
        requirement('example.com/rank', 'Gt', [2]),
      ),
    );
  }
  if (draft.has('requirement-values-refused', 0.02)) {
    found.push(
      random.pick(
        requirement('karpenter.sh/capacity-type', 'In', ['spot', 'ondemand']),
        requirement('karpenter.sh/capacity-type', 'In', ['ondemand']),
        requirement(`${aws}instance-tenancy`, 'In', ['default', 'host']),
        requirement(`${aws}instance-tenancy`, 'In', ['dedicated']),
        requirement('example.com/tier', 'In', ['not a value']),
        requirement('kubernetes.io/hostname', 'Exists'),
        requirement('karpenter.sh/unknown', 'In', ['a']),
      ),
    );
  }
  if (draft.has('numeric-bounds', 0.15)) {
    found.push(
      random.pick(
        requirement(`${aws}instance-cpu`, 'Gt', [random.pick(1, 3, 7)]),
        requirement(`${aws}instance-cpu`, 'Gte', [random.pick(4, 8)]),
        requirement(`${aws}instance-cpu`, 'Lte', [random.pick(16, 32)]),
        requirement(`${aws}instance-memory`, random.pick('Gt', 'Lt', 'Gte', 'Lte'), [random.pick(8191, 16384, 65536)]),
        requirement(`${aws}instance-network-bandwidth`, 'Gt', [random.pick(1000, 9999)]),
        requirement(`${aws}instance-gpu-count`, 'Lt', [1]),
      ),
    );
  }
  if (draft.has('requirement-operators', 0.15)) {
    found.push(
      random.pick(
        requirement(`${aws}instance-hypervisor`, 'In', ['nitro']),
        requirement(`${aws}instance-local-nvme`, random.pick('Exists', 'DoesNotExist')),
        requirement(`${aws}instance-cpu-manufacturer`, random.pick('NotIn', 'In'), ['amd']),
        requirement(`${aws}instance-capability-flex`, random.pick('In', 'NotIn'), ['true']),
        requirement(`${aws}instance-encryption-in-transit-supported`, 'In', ['true']),
        requirement('kubernetes.io/os', 'In', [random.pick('linux', 'linux', 'windows')]),
        requirement(`${aws}instance-generation`, 'NotIn', ['5']),
        requirement(`${aws}instance-gpu-name`, 'DoesNotExist'),
        requirement('node.kubernetes.io/instance-type', 'NotIn', ['m5.large', 'c5.large', 't3.large']),
      ),
    );
  }
  return found;
}

/** minValues must not exceed the number of values of an In requirement, because the API server rejects that. */
function setMinValues({ random }: Draft, requirements: readonly PoolRequirement[]): void {
  const open = requirements.filter(({ operator }) => operator !== 'DoesNotExist');
  const chosen = random.pick(...open);
  const most = chosen.operator === 'In' ? chosen.values!.length : random.pick(2, 3, 10);
  chosen.minValues = random.integer(1, Math.min(most, 10));
}

function limits({ random }: Draft): Record<string, string> {
  return random.pick<Record<string, string>>(
    { cpu: '16' },
    { cpu: '64' },
    { cpu: '200', memory: '400Gi' },
    { memory: '256Gi' },
    { nodes: '2' },
    { nodes: '0' },
    { cpu: '128', nodes: '5' },
    { cpu: '1000' },
    { 'nvidia.com/gpu': '2' },
    { 'ephemeral-storage': '100Gi' },
    { pods: '40' },
  );
}
