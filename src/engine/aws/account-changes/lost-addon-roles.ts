import type { ObjectCluster } from '../../files/clusters/related-objects.ts';
import { knownTextAt } from '../../karpenter/installation/helm-releases.ts';
import { asList, asMapping, asText, type Manifest, type Path, type Value } from '../../manifest/model/manifest.ts';
import type { Diagnostic } from '../../text/diagnostic.ts';
import { seenIn } from '../../text/evidence.ts';
import { quoted } from '../../text/words/quoted-names.ts';
import { type Addon, clusterAccount } from '../account/account.ts';
import { isEksctl } from '../account/account-place.ts';
import { attachesToNodes, mayHaveRole } from '../account/storage-drivers.ts';
import { attachmentsIn } from '../fields/attached-policies.ts';
import { allows, policyStatements } from '../fields/controller-policies.ts';
import { addressIn, otherIamCreators } from '../fields/created-roles.ts';
import { isSameRole, type NamedRole, roleAt, roleOfClass } from '../fields/named-roles.ts';
import { nodeClassesOf } from '../fields/node-classes.ts';
import { accountFinding } from './account-finding.ts';
import type { AccountSides } from './account-sides.ts';

/** An add-on whose pods call AWS with a role of their own. */
interface RoleOfAddon {
  readonly name: string;
  readonly serviceAccount: string;
  /** The policies of AWS one of which the role has. */
  readonly policies: readonly string[];
  /** An action that only these policies allow. */
  readonly action: string;
  /** Inputs with which public modules create a role that has such a policy. */
  readonly inputs: readonly string[];
  /** What happens without permissions, as a clause. */
  readonly outcome: string;
  /** Nodes usually have the policy as well, so that the add-on works without a role. */
  readonly isOnNodes?: true;
}

/**
 * Sources: https://docs.aws.amazon.com/eks/latest/userguide/ebs-csi.html, efs-csi.html and cni-iam-role.html, and variables.tf of
 * terraform-aws-iam modules/iam-role-for-service-accounts and of terraform-aws-eks-pod-identity.
 */
const rolesOfAddons: readonly RoleOfAddon[] = [
  {
    name: 'vpc-cni',
    serviceAccount: 'aws-node',
    policies: ['AmazonEKS_CNI_Policy'],
    action: 'ec2:AssignPrivateIpAddresses',
    inputs: ['attach_vpc_cni_policy', 'attach_aws_vpc_cni_policy'],
    outcome: 'new nodes stay NotReady and pods get no addresses',
    isOnNodes: true,
  },
  {
    name: 'aws-ebs-csi-driver',
    serviceAccount: 'ebs-csi-controller-sa',
    policies: ['AmazonEBSCSIDriverPolicy', 'AmazonEBSCSIDriverPolicyV2', 'AmazonEBSCSIDriverEKSClusterScopedPolicy'],
    action: 'ec2:AttachVolume',
    inputs: ['attach_ebs_csi_policy', 'attach_aws_ebs_csi_policy'],
    outcome: 'EBS volumes are neither created nor attached',
  },
  {
    name: 'aws-efs-csi-driver',
    serviceAccount: 'efs-csi-controller-sa',
    policies: ['AmazonEFSCSIDriverPolicy'],
    action: 'elasticfilesystem:CreateAccessPoint',
    inputs: ['attach_efs_csi_policy', 'attach_aws_efs_csi_policy'],
    outcome: 'EFS volumes are not created',
  },
];

/** Whether a policy is one that the role of an add-on needs. */
export const isPolicyOfAddon = (policy: Value | undefined): boolean =>
  rolesOfAddons.some((facts) => namedOf(facts, policy) !== undefined);

/** Reports add-ons that stay and lose their role or its policy, unless the files give them another one. */
export function lostAddonRoles(sides: AccountSides): Diagnostic[] {
  const { base, head } = sides;
  // A module that is not in the files may give an add-on a role, or attach a policy to its role.
  const clusters = [...new Set(head.manifests.map(head.clusterOf))].filter(
    (cluster) => !cluster.isExample && otherIamCreators(cluster).length === 0,
  );

  return clusters.flatMap((cluster) =>
    seenIn(clusterAccount(cluster).addons).flatMap((addon): Diagnostic[] => {
      const facts = rolesOfAddons.find(({ name }) => name === addon.name);
      if (facts === undefined || isEksctl(addon.manifest)) return [];

      const before = earlierAddon(addon, base);
      if (before === undefined || isAllowedElsewhere(facts, cluster)) return [];

      const after = { addon, cluster };
      return [...lostRole(facts, before, after, sides), ...lostPolicy(facts, before, after)].slice(0, 1);
    }),
  );
}

interface PlacedAddon {
  readonly addon: Addon;
  readonly cluster: ObjectCluster;
}

function earlierAddon(
  { manifest, name }: Addon,
  { manifests, clusterOf }: AccountSides['base'],
): PlacedAddon | undefined {
  const old = manifests.find(({ source }) => source.file === manifest.source.file);
  if (old === undefined) return undefined;

  const cluster = clusterOf(old);
  const addon = seenIn(clusterAccount(cluster).addons).find((other) => other.manifest === old && other.name === name);
  return addon && { addon, cluster };
}

/** Whether a written policy allows what the add-on needs. It may be one of its role, or of the nodes. */
const isAllowedElsewhere = ({ action }: RoleOfAddon, cluster: ObjectCluster): boolean =>
  cluster.ofKind('IamPolicy').some((policy) => allows(policyStatements(policy), action));

function lostRole(
  { name, serviceAccount, policies, outcome, isOnNodes }: RoleOfAddon,
  before: PlacedAddon,
  { addon, cluster }: PlacedAddon,
  { head }: AccountSides,
): Diagnostic[] {
  const { manifest, path } = addon;
  const hadRole = rolePaths(before.addon).length > 0;
  if (isOnNodes || !hadRole || mayHaveRole(manifest, path)) return [];

  const hasIdentity = seenIn(clusterAccount(cluster).podIdentities).some(
    (identity) => identity.serviceAccount === undefined || identity.serviceAccount === serviceAccount,
  );
  const nodeRoles = nodeClassesOf(head.all).flatMap((nodeClass) => roleOfClass(nodeClass, cluster) ?? []);
  if (hasIdentity || policies.some((policy) => attachesToNodes(policy, cluster, nodeRoles))) return [];

  return [
    finding(
      `The add-on ${quoted(name)} loses its role, without which ${outcome}. These files give it no other one`,
      manifest.keySpan(path),
      `Keep the role, or give the service account \`kube-system:${serviceAccount}\` another one with \`${policies[0]}\`.`,
    ),
  ];
}

function lostPolicy(facts: RoleOfAddon, before: PlacedAddon, after: PlacedAddon): Diagnostic[] {
  const { name, outcome } = facts;
  const [path] = rolePaths(after.addon);
  const policy = policyOf(facts, before);
  if (path === undefined || typeof policy !== 'string' || policyOf(facts, after) !== null) return [];

  return [
    finding(
      `The role of the add-on ${quoted(name)} loses the policy \`${policy}\`, without which ${outcome}`,
      after.addon.manifest.span(path),
      `Keep \`${policy}\` attached to the role.`,
    ),
  ];
}

/** The policy among those of an add-on that its role has; null if it has none, undefined if that is unknown. */
function policyOf(facts: RoleOfAddon, { addon: { manifest, path }, cluster }: PlacedAddon): string | null | undefined {
  const [at] = rolePaths({ manifest, path });
  if (at === undefined) return undefined;

  const module = moduleAt(manifest, at, cluster);
  if (module !== undefined) return policyOfModule(facts, module);

  const role = createdRoleAt(manifest, at, cluster);
  if (role === undefined) return undefined;

  const attached = attachmentsIn(cluster).filter(
    (attachment) => attachment.role === undefined || isSameRole(attachment.role, role) !== false,
  );
  const ofRole = attached.filter((attachment) => attachment.role !== undefined);
  const [policy] = ofRole.flatMap((attachment) => namedOf(facts, attachment.policy) ?? []);
  if (policy !== undefined) return policy;
  if (attached.length > 0) return undefined;
  return null;
}

/** A role that the same files create, by its address and its name. Pods assume it and nodes do not. */
function createdRoleAt(manifest: Manifest, path: Path, cluster: ObjectCluster): NamedRole | undefined {
  const role = roleAt(manifest, path, cluster);
  const creator = cluster
    .ofKind('aws_iam_role')
    .find((candidate) => addressIn(candidate, `aws_iam_role.${candidate.name}`) === role?.address);
  if (role === undefined || creator === undefined) return undefined;

  const name = knownTextAt(creator, ['spec', 'name']);
  return { ...role, ...(name !== undefined && { name }) };
}

/** The policy of an add-on that an ARN names. */
const namedOf = ({ policies }: RoleOfAddon, arn: Value | undefined): string | undefined =>
  policies.find((name) => (asText(arn) ?? '').endsWith(`/${name}`));

/** The public module that a role at a path comes from. */
function moduleAt(manifest: Manifest, path: Path, cluster: ObjectCluster): Manifest | undefined {
  const name = /^\$\{module\.([\w-]+)\.[\w-]+\}$/.exec(asText(manifest.get(path)) ?? '')?.[1];
  const { root } = manifest.source.origin ?? {};
  return cluster.ofKind('module').find((module) => module.name === name && module.source.origin?.root === root);
}

/** The policy that the inputs of a module give to its role; null if none, undefined if another input may. */
function policyOfModule({ inputs, policies }: RoleOfAddon, module: Manifest): string | null | undefined {
  const written = inputs.map((input) => module.get(['spec', input])).filter((value) => value !== undefined);
  if (written.includes(true)) return policies[0];
  if (module.isPartial || written.some((value) => value !== false)) return undefined;

  const others = [
    'role_policy_arns',
    'policies',
    'additional_policy_arns',
    'source_policy_documents',
    'policy_statements',
  ];
  const isOpen = others.some((input) => module.get(['spec', input]) !== undefined);
  if (!isOpen) return null;

  const text = JSON.stringify(module.object);
  return policies.find((name) => text.includes(`/${name}"`));
}

/** Where an add-on names a role. */
export function rolePaths({ manifest, path }: Pick<Addon, 'manifest' | 'path'>): readonly Path[] {
  const settings = asMapping(manifest.get(path)) === undefined ? path.slice(0, -1) : path;
  const associations = [...settings, 'pod_identity_association'];
  const paths: readonly Path[] = [
    [...settings, 'service_account_role_arn'],
    ...asList(manifest.get(associations)).map((_, index) => [...associations, index, 'role_arn']),
  ];

  return paths.filter((candidate) => (manifest.get(candidate) ?? null) !== null);
}

const finding = (message: string, span: Diagnostic['span'], help: string): Diagnostic =>
  accountFinding({
    code: 'terraform/removes-addon',
    severity: 'warning',
    message,
    span,
    help,
  });
