import type { Path } from '../../../manifest/model/manifest.ts';
import type { CrdVersion } from './crd-pack.ts';

/** Where a field of another API version belongs now: a place in the same object, or an explanation. */
interface FieldMove {
  readonly into: Path | undefined;
  readonly help: string;
  /** The field that replaced it, whose value has another shape. */
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

/** Fields of an EC2NodeClass that the NodeClass of EKS Auto Mode does not have, and what there is instead. */
const notInAutoMode: Readonly<Record<string, string>> = {
  amiFamily: 'Remove it. EKS Auto Mode chooses the image of its nodes itself, a variant of Bottlerocket.',
  amiSelectorTerms:
    'Remove it. EKS Auto Mode chooses the image of its nodes itself and replaces nodes when it releases a new one.',
  associatePublicIPAddress: 'Move it to `spec.advancedNetworking.associatePublicIPAddress`.',
  blockDeviceMappings: 'Set `spec.ephemeralStorage` instead: `size`, `iops`, `throughput` and `kmsKeyID`.',
  context: 'Remove it. EKS Auto Mode does not have it.',
  cpuOptions: 'Remove it. EKS Auto Mode does not have it.',
  detailedMonitoring: 'Remove it. EKS Auto Mode does not have it.',
  instanceStorePolicy:
    'Remove it. EKS Auto Mode uses the local disks of an instance for the ephemeral storage of its pods.',
  kubelet: 'Remove it. EKS Auto Mode configures the kubelet itself. A node holds at most 110 pods.',
  metadataOptions: 'Remove it. Nodes of EKS Auto Mode require IMDSv2 with a hop limit of 1.',
  userData: 'Remove it. EKS Auto Mode runs no user data. Run agents as DaemonSets instead.',
};

/** Fields that people copy from an older version, or put in the wrong place (v1beta1 and v1 migration guides). */
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
    help: 'Move the kubelet settings to `spec.kubelet` of the EC2NodeClass. NodePools with different settings each need their own node class.',
  },
  {
    kind: 'NodePool',
    versions: both,
    from: `${template}.kubeletConfiguration`,
    help: 'Move it to `spec.kubelet` of the EC2NodeClass (v1) or to `spec.template.spec.kubelet` of the NodePool (v1beta1). `kubeletConfiguration` is its name in v1alpha5.',
  },
  {
    kind: 'NodePool',
    versions: v1,
    from: `${template}.nodeClassRef.apiVersion`,
    help: 'Replace it with `group: karpenter.k8s.aws`. In v1 a node class reference has no version.',
  },
  {
    kind: 'NodePool',
    versions: v1,
    from: `${template}.resources`,
    help: 'Remove it. It never had an effect, and v1 no longer has it.',
  },
  {
    kind: 'NodePool',
    versions: both,
    from: 'spec.ttlSecondsAfterEmpty',
    help: 'Set `consolidationPolicy: WhenEmpty` and `consolidateAfter` under `spec.disruption`, with the time as a duration such as `30s`.',
  },
  {
    kind: 'NodePool',
    versions: v1,
    from: 'spec.ttlSecondsUntilExpired',
    help: 'Set `spec.template.spec.expireAfter` instead, to a duration such as `720h`.',
  },
  {
    kind: 'NodePool',
    versions: ['v1beta1'],
    from: 'spec.ttlSecondsUntilExpired',
    help: 'Set `spec.disruption.expireAfter` instead, to a duration such as `720h`.',
  },
  {
    kind: 'NodePool',
    versions: both,
    from: 'spec.consolidation',
    help: 'Set `consolidationPolicy` and `consolidateAfter` under `spec.disruption` instead.',
  },
  {
    kind: 'NodePool',
    versions: both,
    from: 'spec.providerRef',
    help: 'Use `spec.template.spec.nodeClassRef` instead, with the name of an EC2NodeClass.',
  },
  {
    kind: 'NodePool',
    versions: both,
    from: 'spec.provider',
    help: 'Move these settings to an EC2NodeClass, and name it in `spec.template.spec.nodeClassRef`.',
  },
  {
    kind: 'NodePool',
    versions: both,
    from: 'spec.limits.resources',
    help: 'Move the resources up into `spec.limits`.',
  },
  ...['subnetSelector', 'securityGroupSelector', 'amiSelector'].map((name) => ({
    kind: 'EC2NodeClass',
    versions: both,
    from: `spec.${name}`,
    meant: `spec.${name}Terms`,
    help: `Use the list \`${name}Terms\` instead, with items such as \`- tags: {…}\` or \`- id: …\`.`,
  })),
  {
    kind: 'EC2NodeClass',
    versions: both,
    from: 'spec.launchTemplate',
    help: 'Move its settings to `amiSelectorTerms`, `userData` and `blockDeviceMappings`. Karpenter creates launch templates itself.',
  },
  ...Object.entries(notInAutoMode).map(([name, help]) => ({
    kind: 'NodeClass',
    versions: v1,
    from: `spec.${name}`,
    help,
  })),
];

const pattern = (path: Path): string =>
  path
    .map((step) => {
      if (typeof step === 'number') return '[]';
      return step;
    })
    .join('.');

/** Where a field that this version lacks has moved to, if that is known. */
export function movedField(crd: CrdVersion, path: Path): FieldMove | undefined {
  const from = pattern(path);
  const move = moves.find(
    (move) => move.kind === crd.kind && move.versions.includes(crd.version) && move.from === from,
  );
  if (move === undefined) return undefined;
  return {
    into: move.into?.split('.'),
    help: move.help ?? '',
    ...(move.meant !== undefined && { meant: move.meant.split('.') }),
  };
}
