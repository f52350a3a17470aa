import { groupOf, type Path } from './manifest.ts';

/** A version of a kind, with the Karpenter minors that serve it. */
export interface KindVersion {
  readonly version: string;
  /** First minor; undefined for what is older than the first pack. */
  readonly first?: string;
  /** Last minor; undefined while it is served. */
  readonly last?: string;
  /** The minor that it came with, where the last patches of older ones serve it as well, so that Karpenter can be rolled back. */
  readonly home?: string;
}

/** A kind that Karpenter serves or served. */
export interface KarpenterKind {
  readonly kind: string;
  readonly group: string;
  readonly plural: string;
  /** What its objects are to Karpenter, whatever they were called. */
  readonly role: 'node pool' | 'node class' | 'node claim' | 'node overlay' | 'capacity buffer';
  readonly versions: readonly KindVersion[];
  /** The kind that v1 has instead. */
  readonly successor?: string;
  /** Its place in the order of writing, for what people write and a plan may hold: what others refer to comes first. */
  readonly planOrder?: number;
  /** Fields of `spec` each of which tells an object of the kind where it does not say what it is. */
  readonly tellingFields?: readonly Path[];
  /** What a whole object has, all of it: who leaves one of them out has forgotten it, who leaves out all writes a patch. */
  readonly essentialFields?: readonly Path[];
}

/** v1 came with 1.0; late patches of 0.33 to 0.37 (0.37.2, and not 0.37.0) serve it and keep v1beta1. */
const v1: KindVersion = { version: 'v1', first: '0.33', home: '1.0' };
const v1beta1: KindVersion = { version: 'v1beta1', first: '0.32', last: '1.0' };

const sh = 'karpenter.sh';
const aws = 'karpenter.k8s.aws';

/** Every kind of Karpenter's, of all API generations; which minors serve them is what the CRDs of each minor's newest patch say. */
export const karpenterKinds: readonly KarpenterKind[] = [
  {
    ...{ kind: 'NodePool', group: sh, plural: 'nodepools', role: 'node pool', versions: [v1, v1beta1], planOrder: 2 },
    tellingFields: [
      ['template', 'spec', 'nodeClassRef'],
      ['template', 'spec', 'requirements'],
    ],
    essentialFields: [
      ['spec', 'template', 'spec', 'nodeClassRef'],
      ['spec', 'template', 'spec', 'requirements'],
    ],
  },
  {
    ...{ kind: 'NodeClaim', group: sh, plural: 'nodeclaims', role: 'node claim', versions: [v1, v1beta1] },
    tellingFields: [['nodeClassRef']],
  },
  {
    ...{ kind: 'NodeOverlay', group: sh, plural: 'nodeoverlays', role: 'node overlay', planOrder: 1 },
    versions: [{ version: 'v1alpha1', first: '1.7' }],
    tellingFields: [['priceAdjustment'], ['price'], ['capacity']],
  },
  {
    ...{ kind: 'EC2NodeClass', group: aws, plural: 'ec2nodeclasses', role: 'node class', planOrder: 0 },
    versions: [v1, v1beta1],
    tellingFields: [['amiSelectorTerms'], ['subnetSelectorTerms'], ['securityGroupSelectorTerms']],
    essentialFields: [
      ['spec', 'subnetSelectorTerms'],
      ['spec', 'securityGroupSelectorTerms'],
    ],
  },
  {
    ...{ kind: 'CapacityBuffer', group: 'autoscaling.x-k8s.io', plural: 'capacitybuffers', role: 'capacity buffer' },
    versions: [{ version: 'v1beta1', first: '1.14' }],
  },
  {
    ...{ kind: 'Provisioner', group: sh, plural: 'provisioners', role: 'node pool', successor: 'NodePool' },
    versions: [{ version: 'v1alpha5', last: '0.32' }],
  },
  {
    ...{ kind: 'Machine', group: sh, plural: 'machines', role: 'node claim', successor: 'NodeClaim' },
    versions: [{ version: 'v1alpha5', last: '0.32' }],
  },
  {
    ...{
      kind: 'AWSNodeTemplate',
      group: aws,
      plural: 'awsnodetemplates',
      role: 'node class',
      successor: 'EC2NodeClass',
    },
    versions: [{ version: 'v1alpha1', last: '0.32' }],
  },
];

/** The groups in which every kind is Karpenter's; CapacityBuffer's may be installed by somebody else. */
export const karpenterGroups: readonly string[] = [
  ...new Set(karpenterKinds.filter(({ role }) => role !== 'capacity buffer').map(({ group }) => group)),
];

/** Whether an API group is Karpenter's alone. */
export const isKarpenterGroup = (group: string): boolean => karpenterGroups.includes(group);

/** Whether the API of an object is Karpenter's alone. */
export const isOfKarpenter = ({ apiVersion }: { readonly apiVersion: string }): boolean =>
  isKarpenterGroup(groupOf(apiVersion));

/** Whether a kind is a node class of whatever provider: all of them end so. */
export const isNodeClassKind = (kind: string): boolean => /\wNodeClass$/.test(kind);

/** What a node class is called where nothing says whose it is. */
export const nodeClassKind: string = karpenterKinds.find(({ role }) => role === 'node class')!.kind;

/** Karpenter's groups in a regular expression. */
export const karpenterGroupPattern = String.raw`karpenter\.(?:${karpenterGroups
  .map((group) => group.replace(/^karpenter\./, '').replaceAll('.', String.raw`\.`))
  .join('|')})`;

/** The kind of an object, by its group as well: a `NodePool` of another group is another operator's. */
export const karpenterKindOf = (object: {
  readonly apiVersion: string;
  readonly kind: string;
}): KarpenterKind | undefined =>
  karpenterKinds.find(({ kind, group }) => kind === object.kind && group === groupOf(object.apiVersion));
