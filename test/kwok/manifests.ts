import { stringify } from 'yaml';

/** An object in the format of Kubernetes. */
export type KubeObject = Readonly<Record<string, unknown>>;

/** A short form of a NodePool. Defaults are those of Karpenter's own examples, without consolidation. */
export interface PoolOptions {
  readonly name?: string;
  /** Exact instance types. Without them and without families: categories c, m and r above the second generation. */
  readonly types?: readonly string[];
  readonly families?: readonly string[];
  readonly categories?: readonly string[];
  readonly generationAbove?: number;
  /** Only smaller instance types. */
  readonly cpuBelow?: number;
  readonly capacity?: readonly ('on-demand' | 'spot' | 'reserved')[];
  readonly zones?: readonly string[];
  readonly arch?: readonly string[];
  /** More requirements, for example with `minValues`. */
  readonly requirements?: readonly KubeObject[];
  readonly limits?: Readonly<Record<string, number | string>>;
  readonly weight?: number;
  /** Makes the pool static. */
  readonly replicas?: number;
  readonly labels?: Readonly<Record<string, string>>;
  readonly taints?: readonly KubeObject[];
  readonly startupTaints?: readonly KubeObject[];
  readonly nodeClass?: string;
  readonly disruption?: KubeObject;
  /** After this time, Karpenter removes a drifted node although its pods may not be evicted. */
  readonly terminationGracePeriod?: string;
}

/** Nodes stay, so that the result depends only on provisioning. */
const stays = { consolidationPolicy: 'WhenEmpty', consolidateAfter: 'Never' };
/** Nodes are consolidated as soon as Karpenter can do it. */
export const shrinks = { consolidationPolicy: 'WhenEmptyOrUnderutilized', consolidateAfter: '5s' };
/** Only empty nodes are consolidated. */
export const shrinksWhenEmpty = { consolidationPolicy: 'WhenEmpty', consolidateAfter: '5s' };

export const isIn = (key: string, values: readonly string[], minValues?: number): KubeObject => ({
  key,
  operator: 'In',
  values,
  ...(minValues && { minValues }),
});

export const familyLabel = 'karpenter.k8s.aws/instance-family';
export const zoneLabel = 'topology.kubernetes.io/zone';
export const hostLabel = 'kubernetes.io/hostname';
export const capacityLabel = 'karpenter.sh/capacity-type';

export function pool(options: PoolOptions = {}): KubeObject {
  const { name = 'general', limits, weight, replicas, disruption = stays } = options;
  const { labels, taints, startupTaints, nodeClass = 'default', terminationGracePeriod } = options;
  return {
    apiVersion: 'karpenter.sh/v1',
    kind: 'NodePool',
    metadata: { name },
    spec: {
      ...(replicas !== undefined ? { replicas } : { disruption }),
      ...(limits && { limits }),
      ...(weight && { weight }),
      template: {
        ...(labels && { metadata: { labels } }),
        spec: {
          expireAfter: '720h',
          ...(terminationGracePeriod && { terminationGracePeriod }),
          nodeClassRef: { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name: nodeClass },
          requirements: requirementsOf(options),
          ...(taints && { taints }),
          ...(startupTaints && { startupTaints }),
        },
      },
    },
  };
}

function requirementsOf({
  types,
  families,
  categories,
  generationAbove,
  cpuBelow,
  ...options
}: PoolOptions): KubeObject[] {
  const { capacity = ['on-demand'], zones, arch = ['amd64'], requirements = [] } = options;
  const isOpen = !types && !families;
  const generation = generationAbove ?? (isOpen ? 2 : undefined);
  return [
    isIn('kubernetes.io/arch', arch),
    isIn('kubernetes.io/os', ['linux']),
    isIn(capacityLabel, capacity),
    ...(types ? [isIn('node.kubernetes.io/instance-type', types)] : []),
    ...(families ? [isIn(familyLabel, families)] : []),
    ...(isOpen ? [isIn('karpenter.k8s.aws/instance-category', categories ?? ['c', 'm', 'r'])] : []),
    ...(generation
      ? [{ key: 'karpenter.k8s.aws/instance-generation', operator: 'Gt', values: [String(generation)] }]
      : []),
    ...(cpuBelow ? [{ key: 'karpenter.k8s.aws/instance-cpu', operator: 'Lt', values: [String(cpuBelow)] }] : []),
    ...(zones ? [isIn(zoneLabel, zones)] : []),
    ...requirements,
  ];
}

export const nodeClass = ({ name = 'default', alias = 'al2023@v20250715', ...spec }: Record<string, unknown> = {}) => ({
  apiVersion: 'karpenter.k8s.aws/v1',
  kind: 'EC2NodeClass',
  metadata: { name },
  spec: {
    role: 'KarpenterNodeRole-test',
    amiSelectorTerms: [{ alias }],
    subnetSelectorTerms: [{ tags: { 'karpenter.sh/discovery': 'test' } }],
    securityGroupSelectorTerms: [{ tags: { 'karpenter.sh/discovery': 'test' } }],
    ...spec,
  },
});

/** The content of a repository. Adds an EC2NodeClass `default` if there is none. */
export const textOf = (...objects: readonly KubeObject[]): string =>
  [...objects, ...(objects.some(({ kind }) => kind === 'EC2NodeClass') ? [] : [nodeClass()])]
    .map((object) => stringify(object, { aliasDuplicateObjects: false }))
    .join('---\n');
