import { groupOf, type Path } from './manifest.ts';

/** An API version of a kind, with the Karpenter minors that serve it. */
interface KindVersion {
  readonly version: string;
  /** The first minor. Undefined if it is older than the first pack. */
  readonly first?: string;
  /** The last minor. Undefined while it is still served. */
  readonly last?: string;
  /** The minor that introduced it, if the last patches of older minors also serve it to allow rollbacks. */
  readonly home?: string;
}

/** A kind that Karpenter serves or used to serve. */
interface KarpenterKind {
  readonly kind: string;
  readonly group: string;
  readonly plural: string;
  /** The role of its objects, independent of their name in older versions. */
  readonly role: 'node pool' | 'node class' | 'node claim' | 'node overlay' | 'capacity buffer';
  readonly versions: readonly KindVersion[];
  /** The kind that replaces it in v1. */
  readonly successor?: string;
  /** Its position in the order of an apply, for kinds that a plan can contain. Objects that others refer to come first. */
  readonly planOrder?: number;
  /** Fields of `spec` that identify an object of this kind if `kind` or `apiVersion` is missing. */
  readonly tellingFields?: readonly Path[];
  /** The fields of a complete object. If one is missing, it was forgotten. If all are missing, the object is a patch. */
  readonly essentialFields?: readonly Path[];
}

/** Karpenter 1.0 introduced v1. Late patches of 0.33 to 0.37 (0.37.2, but not 0.37.0) also serve it, and still store v1beta1. */
const v1: KindVersion = { version: 'v1', first: '0.33', home: '1.0' };
const v1beta1: KindVersion = { version: 'v1beta1', first: '0.32', last: '1.0' };

const sh = 'karpenter.sh';
const aws = 'karpenter.k8s.aws';

/** All kinds of Karpenter, in all API versions. The CRDs of each minor's newest patch say which minors serve them. */
export const karpenterKinds: readonly KarpenterKind[] = [
  {
    kind: 'NodePool',
    group: sh,
    plural: 'nodepools',
    role: 'node pool',
    versions: [v1, v1beta1],
    planOrder: 2,
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
    kind: 'NodeClaim',
    group: sh,
    plural: 'nodeclaims',
    role: 'node claim',
    versions: [v1, v1beta1],
    tellingFields: [['nodeClassRef']],
  },
  {
    kind: 'NodeOverlay',
    group: sh,
    plural: 'nodeoverlays',
    role: 'node overlay',
    planOrder: 1,
    versions: [{ version: 'v1alpha1', first: '1.7' }],
    tellingFields: [['priceAdjustment'], ['price'], ['capacity']],
  },
  {
    kind: 'EC2NodeClass',
    group: aws,
    plural: 'ec2nodeclasses',
    role: 'node class',
    planOrder: 0,
    versions: [v1, v1beta1],
    tellingFields: [['amiSelectorTerms'], ['subnetSelectorTerms'], ['securityGroupSelectorTerms']],
    essentialFields: [
      ['spec', 'subnetSelectorTerms'],
      ['spec', 'securityGroupSelectorTerms'],
    ],
  },
  {
    kind: 'CapacityBuffer',
    group: 'autoscaling.x-k8s.io',
    plural: 'capacitybuffers',
    role: 'capacity buffer',
    versions: [{ version: 'v1beta1', first: '1.14' }],
  },
  {
    kind: 'Provisioner',
    group: sh,
    plural: 'provisioners',
    role: 'node pool',
    successor: 'NodePool',
    versions: [{ version: 'v1alpha5', last: '0.32' }],
  },
  {
    kind: 'Machine',
    group: sh,
    plural: 'machines',
    role: 'node claim',
    successor: 'NodeClaim',
    versions: [{ version: 'v1alpha5', last: '0.32' }],
  },
  {
    kind: 'AWSNodeTemplate',
    group: aws,
    plural: 'awsnodetemplates',
    role: 'node class',
    successor: 'EC2NodeClass',
    versions: [{ version: 'v1alpha1', last: '0.32' }],
  },
];

/** The groups in which all kinds belong to Karpenter. Other tools may also install CapacityBuffer. */
export const karpenterGroups: readonly string[] = [
  ...new Set(karpenterKinds.filter(({ role }) => role !== 'capacity buffer').map(({ group }) => group)),
];

/** Whether an API group belongs only to Karpenter. */
export const isKarpenterGroup = (group: string): boolean => karpenterGroups.includes(group);

/** Whether the API of an object belongs only to Karpenter. */
export const isOfKarpenter = ({ apiVersion }: { readonly apiVersion: string }): boolean =>
  isKarpenterGroup(groupOf(apiVersion));

/** Whether a kind is a node class of any provider. All their names end in `NodeClass`. */
export const isNodeClassKind = (kind: string): boolean => /^\w*NodeClass$/.test(kind);

/** The default kind of node classes, if the provider is unknown. */
export const nodeClassKind: string = karpenterKinds.find(({ role }) => role === 'node class')!.kind;

/** A regular expression for Karpenter's groups. */
export const karpenterGroupPattern = String.raw`karpenter\.(?:${karpenterGroups
  .map((group) => group.replace(/^karpenter\./, '').replaceAll('.', String.raw`\.`))
  .join('|')})`;

/** The kind of an object, by kind and group. A `NodePool` of another group belongs to another operator. */
export const karpenterKindOf = (object: {
  readonly apiVersion: string;
  readonly kind: string;
}): KarpenterKind | undefined =>
  karpenterKinds.find(({ kind, group }) => kind === object.kind && group === groupOf(object.apiVersion));

/** Matches objects of some kinds in YAML and JSON. */
export const writtenKind = (kinds: readonly string[]): RegExp =>
  new RegExp(`\\bkind["']?[ \\t]*:[ \\t]*["']?(?:${kinds.join('|')})\\b`);

const kindNames = karpenterKinds.map(({ kind }) => kind);

const nodeKind = writtenKind(kindNames);

const nodeKinds = new RegExp(nodeKind, 'g');

/** How often a text names a kind of NodePools or node classes. */
export const countNodes = (text: string): number => text.match(nodeKinds)?.length ?? 0;

const nodeKindInTerraform = new RegExp(`\\bkind["']?[ \\t]*=[ \\t]*"(?:${kindNames.join('|')})"`);

/** Whether a text has NodePools or node classes, or makes them in Terraform. */
export const makesNodes = (text: string): boolean => hasNodes(text) || nodeKindInTerraform.test(text);

/** Whether a text has NodePools or node classes. */
export const hasNodes = (text: string): boolean => nodeKind.test(text);
