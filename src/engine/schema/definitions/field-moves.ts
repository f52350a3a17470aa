import type { Path } from '../../manifest/manifest.ts';
import type { CrdVersion } from './crd-pack.ts';

/** Where a field of another API version stands now: a place in the same object, or words. */
export interface FieldMove {
  readonly into: Path | undefined;
  readonly help: string;
  /** The field that has taken its place in another shape. */
  readonly meant?: Path;
}

interface Move {
  readonly kind: string;
  readonly versions: readonly string[];
  /** Path with dots, and `[]` for items. */
  readonly from: string;
  readonly into?: string;
  readonly help?: string;
  readonly meant?: string;
}

const v1: readonly string[] = ['v1'];
const both: readonly string[] = ['v1', 'v1beta1'];
const template = 'spec.template.spec';

/** Fields that people carry over from an older version, or put at the wrong place (v1beta1 and v1 migration guides). */
const moves: readonly Move[] = [
  { kind: 'NodePool', versions: v1, from: 'spec.disruption.expireAfter', into: template },
  { kind: 'NodePool', versions: both, from: `${template}.labels`, into: 'spec.template.metadata' },
  { kind: 'NodePool', versions: both, from: `${template}.annotations`, into: 'spec.template.metadata' },
  { kind: 'NodePool', versions: both, from: 'spec.template.labels', into: 'spec.template.metadata' },
  { kind: 'NodePool', versions: both, from: 'spec.labels', into: 'spec.template.metadata' },
  { kind: 'NodePool', versions: both, from: 'spec.annotations', into: 'spec.template.metadata' },
  { kind: 'NodePool', versions: both, from: 'spec.consolidateAfter', into: 'spec.disruption' },
  { kind: 'NodePool', versions: both, from: 'spec.consolidationPolicy', into: 'spec.disruption' },
  {
    kind: 'NodePool',
    versions: v1,
    from: `${template}.kubelet`,
    help: 'In v1 kubelet settings belong to the EC2NodeClass: `spec.kubelet` there. Pools that differ in them need a class each.',
  },
  {
    kind: 'NodePool',
    versions: both,
    from: `${template}.kubeletConfiguration`,
    help: 'v1alpha5 called it so: it is `spec.kubelet` of the EC2NodeClass in v1, `spec.template.spec.kubelet` of the NodePool in v1beta1.',
  },
  {
    kind: 'NodePool',
    versions: v1,
    from: `${template}.nodeClassRef.apiVersion`,
    help: 'v1 names the class by `group: karpenter.k8s.aws` and `kind`, without a version.',
  },
  {
    kind: 'NodePool',
    versions: v1,
    from: `${template}.resources`,
    help: 'It never had an effect, and v1 has dropped it: remove it.',
  },
  {
    kind: 'NodePool',
    versions: both,
    from: 'spec.ttlSecondsAfterEmpty',
    help: 'It is now `spec.disruption` with `consolidationPolicy: WhenEmpty` and the time as `consolidateAfter: 30s`.',
  },
  {
    kind: 'NodePool',
    versions: v1,
    from: 'spec.ttlSecondsUntilExpired',
    help: 'It is now `spec.template.spec.expireAfter`, written as `720h`.',
  },
  {
    kind: 'NodePool',
    versions: ['v1beta1'],
    from: 'spec.ttlSecondsUntilExpired',
    help: 'It is now `spec.disruption.expireAfter`, written as `720h`.',
  },
  {
    kind: 'NodePool',
    versions: both,
    from: 'spec.consolidation',
    help: 'It is now `spec.disruption` with `consolidationPolicy` and `consolidateAfter`.',
  },
  {
    kind: 'NodePool',
    versions: both,
    from: 'spec.providerRef',
    help: 'It is now `spec.template.spec.nodeClassRef`, and names an EC2NodeClass.',
  },
  {
    kind: 'NodePool',
    versions: both,
    from: 'spec.provider',
    help: 'Settings of the nodes belong to an EC2NodeClass, which `spec.template.spec.nodeClassRef` names.',
  },
  {
    kind: 'NodePool',
    versions: both,
    from: 'spec.limits.resources',
    help: 'Write the resources into `spec.limits` itself.',
  },
  ...['subnetSelector', 'securityGroupSelector', 'amiSelector'].map((name) => ({
    kind: 'EC2NodeClass',
    versions: both,
    from: `spec.${name}`,
    meant: `spec.${name}Terms`,
    help: `It is now the list \`${name}Terms\`: \`- tags: {…}\` or \`- id: …\`.`,
  })),
  {
    kind: 'EC2NodeClass',
    versions: both,
    from: 'spec.launchTemplate',
    help: 'Karpenter writes launch templates itself: say what it held in `amiSelectorTerms`, `userData` and `blockDeviceMappings`.',
  },
];

const pattern = (path: Path): string => path.map((step) => (typeof step === 'number' ? '[]' : step)).join('.');

/** Where a field that this version lacks went, when that is known. */
export function movedField(crd: CrdVersion, path: Path): FieldMove | undefined {
  const from = pattern(path);
  const move = moves.find((one) => one.kind === crd.kind && one.versions.includes(crd.version) && one.from === from);
  if (move === undefined) return undefined;
  return {
    into: move.into?.split('.'),
    help: move.help ?? '',
    ...(move.meant === undefined ? {} : { meant: move.meant.split('.') }),
  };
}
