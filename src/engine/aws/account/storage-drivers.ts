import type { ObjectCluster } from '../../files/clusters/related-objects.ts';
import { releasesOfChart } from '../../karpenter/installation/helm-releases.ts';
import { asList, asMapping, type Manifest, type Path, type Value } from '../../manifest/model/manifest.ts';
import { hasPlaceholder, holdsPlaceholder } from '../../manifest/yaml/placeholder.ts';
import { isClosed, seenIn } from '../../text/evidence.ts';
import { attachmentsIn } from '../fields/attached-policies.ts';
import { isSameRole, type NamedRole } from '../fields/named-roles.ts';
import { clusterAccount } from './account.ts';

interface Driver {
  /** The name of the add-on and of the chart. */
  readonly name: string;
  readonly title: string;
  readonly serviceAccount: string;
  /** The policy of AWS that it needs. */
  readonly policy: string;
}

/**
 * Drivers whose controller calls AWS from pods in a network of their own, with an EKS add-on and a chart of the same name.
 * Source: https://docs.aws.amazon.com/eks/latest/userguide/ebs-csi.html and efs-csi.html.
 */
const drivers: readonly Driver[] = [
  {
    name: 'aws-ebs-csi-driver',
    title: 'EBS CSI driver',
    serviceAccount: 'ebs-csi-controller-sa',
    policy: 'AmazonEBSCSIDriverPolicy',
  },
  {
    name: 'aws-efs-csi-driver',
    title: 'EFS CSI driver',
    serviceAccount: 'efs-csi-controller-sa',
    policy: 'AmazonEFSCSIDriverPolicy',
  },
];

/** A driver in a cluster that has no role of its own, so that it uses that of its node. */
interface RolelessDriver extends Driver {
  readonly manifest: Manifest;
  readonly path: Path;
}

/**
 * The drivers of a cluster that nothing in the files gives a role. Another file may, unless the driver's policy is attached to the role of the
 * nodes (`nodeRoles`), or the files show everything that can give one.
 */
export function rolelessDrivers(cluster: ObjectCluster, nodeRoles: readonly NamedRole[]): readonly RolelessDriver[] {
  const { addons, podIdentities } = clusterAccount(cluster);

  return drivers.flatMap((driver): RolelessDriver[] => {
    const installations = [
      ...seenIn(addons).filter(({ name }) => name === driver.name),
      ...releasesOfChart(cluster, driver.name).map(({ manifest, values, isOpen }) => ({
        manifest,
        path: values,
        isOpen,
      })),
    ];

    const [installation, ...others] = installations;
    if (!installation || others.length > 0 || ('isOpen' in installation && installation.isOpen)) return [];
    if (mayHaveRole(installation.manifest, installation.path)) return [];

    const hasIdentity = seenIn(podIdentities).some(
      ({ serviceAccount }) => serviceAccount === undefined || serviceAccount === driver.serviceAccount,
    );
    if (hasIdentity) return [];

    const isSure = isClosed(podIdentities) || attachesToNodes(driver.policy, cluster, nodeRoles);
    if (!isSure) return [];
    return [{ ...driver, manifest: installation.manifest, path: installation.path }];
  });
}

/** The fields of an add-on that give it a role, in Terraform, in modules and in eksctl. */
const roleFields = [
  ...['service_account_role_arn', 'pod_identity_association', 'serviceAccountRoleARN', 'podIdentityAssociations'],
  ...['useDefaultPodIdentityAssociations', 'attachPolicy', 'attachPolicyARNs', 'wellKnownPolicies'],
  'permissionsBoundary',
];

/** Whether an add-on or a release has a role for its pods, or may have one. */
export function mayHaveRole(manifest: Manifest, path: Path): boolean {
  // An add-on is found by its name or by its key in a module.
  const written = manifest.get(path);
  const settings = asMapping(written) ?? asMapping(manifest.get(path.slice(0, -1))) ?? {};
  if (hasPlaceholder(written) && asMapping(written) === undefined) return true;

  const isAutomatic = manifest.get(['addonsConfig', 'autoApplyPodIdentityAssociations']) === true;
  return isAutomatic || roleFields.some((field) => isWritten(settings[field])) || namesRole(settings);
}

const isWritten = (value: Value | undefined): boolean =>
  value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0);

/** Whether values have the annotation of a role, credentials or a text that is unknown. */
const namesRole = (settings: Value): boolean =>
  holdsPlaceholder([settings]) ||
  /eks\.amazonaws\.com\/role-arn|AWS_ACCESS_KEY_ID|awsAccessSecret/.test(JSON.stringify(settings));

/** Whether Terraform attaches a policy to a role of the nodes. */
export function attachesToNodes(policy: string, cluster: ObjectCluster, nodeRoles: readonly NamedRole[]): boolean {
  const names = (value: Value | undefined): boolean => JSON.stringify(value ?? null).includes(`/${policy}`);

  const isAttached = attachmentsIn(cluster).some((attachment) => {
    const { role } = attachment;
    const isOfNodes = role !== undefined && nodeRoles.some((nodeRole) => isSameRole(nodeRole, role));
    return isOfNodes && names(attachment.policy);
  });

  return isAttached || cluster.ofKind('module').some((module) => modulePolicies(module).some(names));
}

/** The policies that modules give to roles of nodes: Karpenter's, and those of node groups. */
function modulePolicies(module: Manifest): readonly (Value | undefined)[] {
  const groups = ['eks_managed_node_groups', 'eks_managed_node_group_defaults'].flatMap((input) => {
    const value = module.get(['spec', input]);
    return [value, ...Object.values(asMapping(value) ?? {})];
  });

  return [
    module.get(['spec', 'node_iam_role_additional_policies']),
    ...groups.flatMap((group) => {
      const policies = asMapping(group)?.iam_role_additional_policies;
      const byName = asMapping(policies);
      if (byName) return Object.values(byName);
      return asList(policies);
    }),
  ];
}
