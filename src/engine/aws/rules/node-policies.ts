import type { ObjectCluster } from '../../files/clusters/related-objects.ts';
import type { Manifest, Path } from '../../manifest/model/manifest.ts';
import { corrected, terraform } from '../../rules/lint/example.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../../rules/lint/rule.ts';
import { ec2NodeClass, kubectlManifest } from '../../rules/lint/scenes.ts';
import { isClosed, seenIn } from '../../text/evidence.ts';
import { clusterAccount } from '../account/account.ts';
import { policiesOfNodeRole } from '../account/node-role-policies.ts';
import { mayHaveRole } from '../account/storage-drivers.ts';
import { allows, policyStatements } from '../fields/controller-policies.ts';
import { createdRoles, inputIs, nodeInputs, otherIamCreators } from '../fields/created-roles.ts';
import { earlierObject } from '../fields/earlier-object.ts';
import { isSameRole, type NamedRole, roleOfClass, roleTitle } from '../fields/named-roles.ts';
import { nodeClassesOf } from '../fields/node-classes.ts';
import { calledModule } from '../fields/terraform-modules.ts';

export const nodePoliciesRule = defineRule({
  id: 'node-policies',
  severity: 'error',
  since: '0.1.0',
  providers: ['aws'],
  theme: 'IAM and cluster access',
  mistakes: [],
  on: {
    Manifests(all, context) {
      const reported = new Set<string>();
      for (const nodeClass of nodeClassesOf(all)) {
        const role = nodeClass.isPartial ? undefined : roleOfClass(nodeClass, context.clusterOf(nodeClass));
        const title = role && roleTitle(role);
        if (role === undefined || title === undefined || reported.has(title)) continue;
        reported.add(title);
        judge(nodeClass, role, context);
      }
    },
  },
  docs: {
    summary: 'A change takes a policy of AWS from the role of the nodes that they cannot work without.',
    why: 'Nodes call EC2 to join the cluster and the registry to pull images of add-ons. The VPC CNI and the EBS CSI driver use the role of the node if they have none of their own. Without `AmazonEKSWorkerNodePolicy` nodes do not join, without `AmazonEKS_CNI_Policy` they stay NotReady, and without a policy for the registry their add-ons do not start. Reported only if the role had such a policy before, all policies that it has now are known, and nothing else gives the add-on a role.',
    help: 'Keep the policy, or give the add-on a role of its own first.',
    url: 'https://docs.aws.amazon.com/eks/latest/userguide/create-node-role.html',
  },
  examples,
});

/** What nodes need, and the policies of AWS of which one is enough. */
interface Need {
  readonly policies: readonly string[];
  readonly outcome: string;
  /** Whether no new node becomes ready without one. */
  readonly isVital?: true;
  readonly severity?: 'warning';
  /** An action that only such a policy needs to allow. */
  readonly action?: string;
  /** The add-on that uses the role of the node, unless it has one of its own. */
  readonly addon?: { readonly name: string; readonly serviceAccount: string };
}

/** Source: https://docs.aws.amazon.com/eks/latest/userguide/create-node-role.html and the pages of the add-ons. */
const needs: readonly Need[] = [
  {
    policies: ['AmazonEKSWorkerNodePolicy', 'AmazonEKSWorkerNodeMinimalPolicy'],
    outcome: 'so new nodes cannot join the cluster',
    isVital: true,
  },
  {
    policies: ['AmazonEKS_CNI_Policy'],
    outcome: 'and nothing else gives the VPC CNI a role, so new nodes stay NotReady',
    isVital: true,
    action: 'ec2:AssignPrivateIpAddresses',
    addon: { name: 'vpc-cni', serviceAccount: 'aws-node' },
  },
  {
    policies: [
      'AmazonEC2ContainerRegistryReadOnly',
      'AmazonEC2ContainerRegistryPullOnly',
      'AmazonEC2ContainerRegistryPowerUser',
      'AmazonEC2ContainerRegistryFullAccess',
    ],
    action: 'ecr:GetAuthorizationToken',
    outcome: 'so new nodes cannot pull images from ECR, such as those of add-ons',
  },
  {
    policies: ['AmazonEBSCSIDriverPolicy', 'AmazonEBSCSIDriverPolicyV2'],
    outcome: 'and nothing else gives the EBS CSI driver a role, so volumes are no longer created and attached',
    severity: 'warning',
    action: 'ec2:AttachVolume',
    addon: { name: 'aws-ebs-csi-driver', serviceAccount: 'ebs-csi-controller-sa' },
  },
];

function judge(nodeClass: Manifest, role: NamedRole, context: RuleContext): void {
  const cluster = context.clusterOf(nodeClass);
  const place = placeOf(role, cluster);
  const now = policiesOfNodeRole(role, cluster);
  // Without its creator, its policies are elsewhere, too. A policy of somebody's own, or one for administrators, may allow the same.
  if (place === undefined || !isClosed(now) || now.all.some((name) => /Administrator|PowerUserAccess/.test(name)))
    return;

  const old = policiesBefore(nodeClass, role, context);
  const isOpen = otherIamCreators(cluster).length > 0;
  for (const need of needs) {
    const { policies, outcome, isVital, severity, addon } = need;
    if (now.all.some((name) => policies.includes(name)) || isAllowedElsewhere(need, cluster)) continue;
    if (addon !== undefined && !usesNodeRole(addon, cluster)) continue;

    const lost = policies.find((policy) => old.includes(policy));
    // Without a loss, only an add-on that certainly has no other role says that a policy is missing.
    if (lost === undefined && (addon?.name !== 'vpc-cni' || now.all.length === 0 || isOpen)) continue;

    const title = `The role ${roleTitle(role)} of \`${nodeClass.name}\``;
    const [policy] = policies;
    const lack = lost === undefined ? 'does not have' : 'loses';

    const help = () => {
      if (addon === undefined) return `Keep \`${lost}\` attached to the role.`;
      return `Attach \`${lost ?? policy}\` to the role, or give the service account \`kube-system:${addon.serviceAccount}\` a role with it.`;
    };

    const isCertain = severity === undefined && lost !== undefined && !isOpen;

    context.report({
      manifest: place.manifest,
      ...(!isCertain && { severity: 'warning' }),
      ...(isCertain && isVital && { unready: `their role loses the policy \`${lost}\``, unreadyObjects: [nodeClass] }),
      at: place.manifest.span(place.path),
      message: `${title} ${lack} the policy \`${lost ?? policy}\`, ${outcome}`,
      help: help(),
    });
  }
}

/** The policies that the role had before the change, as far as they are known. */
function policiesBefore(nodeClass: Manifest, role: NamedRole, { base, baseClusterOf }: RuleContext): readonly string[] {
  const earlier = base && earlierObject(nodeClass, nodeClassesOf(base));
  if (!earlier) return [];

  const before = roleOfClass(earlier, baseClusterOf(earlier));
  if (before === undefined || isSameRole(before, role) !== true) return [];
  return seenIn(policiesOfNodeRole(before, baseClusterOf(earlier)));
}

/** Whether a written policy allows what a policy of AWS is needed for. It may belong to the role. */
const isAllowedElsewhere = ({ action }: Need, cluster: ObjectCluster): boolean =>
  action !== undefined && cluster.ofKind('IamPolicy').some((policy) => allows(policyStatements(policy), action));

/** What creates a role: its input for the CNI policy, if it is a module that does not attach it. */
function placeOf(role: NamedRole, cluster: ObjectCluster): { manifest: Manifest; path: Path } | undefined {
  const creator = seenIn(createdRoles(cluster).roles).find(
    ({ address, name }) => address === role.address || (name !== undefined && name === role.name),
  );
  if (creator === undefined) return undefined;
  const { manifest, path } = creator;
  if (calledModule(manifest) !== 'karpenter') return { manifest, path };

  const isNew = nodeInputs(manifest).creates === 'create_node_iam_role';
  const input = isNew ? 'node_iam_role_attach_cni_policy' : 'iam_role_attach_cni_policy';
  return { manifest, path: inputIs(manifest, input, true) === false ? ['spec', input] : path };
}

/** Whether an add-on certainly has no role of its own. */
function usesNodeRole(addon: NonNullable<Need['addon']>, cluster: ObjectCluster): boolean {
  const { addons, podIdentities } = clusterAccount(cluster);
  const installed = seenIn(addons).filter(({ name }) => name === addon.name);
  if (installed.length === 0 || installed.some(({ manifest, path }) => mayHaveRole(manifest, path))) return false;

  const hasIdentity = seenIn(podIdentities).some(
    ({ serviceAccount }) => serviceAccount === undefined || serviceAccount === addon.serviceAccount,
  );
  if (hasIdentity) return false;

  // A trust policy, a service account or the values of a chart.
  return !cluster.manifests.some(({ object }) => {
    const text = JSON.stringify(object);
    return text.includes(addon.serviceAccount) || /\bcilium\b|\bcalico\b/i.test(text);
  });
}

function examples(): RuleExamples {
  const withModule = (input: string, addon: string) => terraform`
    module "eks" {
      source  = "terraform-aws-modules/eks/aws"
      version = "~> 21.0"
      name    = "orders"
      addons  = { vpc-cni = { ${addon} } }
    }

    module "karpenter" {
      source  = "terraform-aws-modules/eks/aws//modules/karpenter"
      version = "~> 21.0"

      cluster_name                  = "orders"
      node_iam_role_use_name_prefix = false
      ${input}
    }

    ${kubectlManifest('default', ec2NodeClass('role: Karpenter-orders'))}
  `;
  const off = 'node_iam_role_attach_cni_policy = false';

  return {
    bad: [corrected(withModule(off, ''), { [off]: '' })],
    good: [
      withModule('', ''),
      withModule(off, 'service_account_role_arn = module.cni.iam_role_arn'),
      withModule('node_iam_role_attach_cni_policy = var.attach', ''),
    ],
  };
}
