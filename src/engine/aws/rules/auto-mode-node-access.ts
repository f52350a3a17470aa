import type { ObjectCluster } from '../../files/clusters/related-objects.ts';
import { asList, asMapping, type Manifest, type Value } from '../../manifest/model/manifest.ts';
import { hasPlaceholder, holdsPlaceholder } from '../../manifest/yaml/placeholder.ts';
import { corrected, terraform } from '../../rules/lint/example.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../../rules/lint/rule.ts';
import { autoModeClass, kubectlManifest } from '../../rules/lint/scenes.ts';
import { isClosed, seenIn } from '../../text/evidence.ts';
import { isEksctl } from '../account/account-place.ts';
import { type AutoModeSetting, autoModeSettings } from '../auto-mode/auto-mode-settings.ts';
import { builtInPools } from '../auto-mode/built-in-pools.ts';
import { addressIn } from '../fields/created-roles.ts';
import { isSameRole, type NamedRole, roleAt, roleOfClass, rolePathOf, roleTitle } from '../fields/named-roles.ts';
import { canJoin, type Grant, nodeAccess } from '../fields/node-access.ts';
import { autoModeClassesOf } from '../fields/node-classes.ts';

const policy = 'AmazonEKSAutoNodePolicy';

export const autoModeNodeAccessRule = defineRule({
  id: 'auto-mode-node-access',
  severity: 'warning',
  since: '0.1.0',
  providers: ['eks-auto-mode'],
  theme: 'IAM and cluster access',
  mistakes: [],
  on: {
    Manifests(all, context) {
      for (const nodeClass of autoModeClassesOf(all)) judge(nodeClass, context);
    },
  },
  docs: {
    summary: 'The role of an Auto Mode NodeClass has no access to the cluster.',
    why: 'EKS creates the access entry for the node role of the cluster only with a built-in NodePool. Without one, and for every other role, you need an access entry of type `EC2` with the policy `AmazonEKSAutoNodePolicy`. Otherwise instances start and never join, and EKS replaces them again and again. Reported only if the files show the setting of Auto Mode and everything that may let a role join.',
    help: 'Create an access entry of type `EC2` for the role, and associate `AmazonEKSAutoNodePolicy` with it.',
    url: 'https://docs.aws.amazon.com/eks/latest/userguide/create-node-class.html#auto-node-access-entry',
  },
  examples,
});

function judge(nodeClass: Manifest, context: RuleContext): void {
  const cluster = context.clusterOf(nodeClass);
  const settings = autoModeSettings(cluster.manifests);
  const [setting, ...others] = settings;
  if (setting?.isOn !== true || others.length > 0 || nodeClass.isPartial) return;

  const role = roleOfClass(nodeClass, cluster);
  if (!role || hasEntryOfEks(role, setting, cluster)) return;

  const access = nodeAccess(cluster);
  const isAllowed = canJoin(role, access);
  if (isAllowed === false) reportMissing(nodeClass, { role, setting }, context);
  if (isAllowed !== true || !isClosed(access)) return;

  const entry = seenIn(access).find((grant) => grant.entry !== undefined && isSameRole(grant.role, role) === true);
  if (entry && lacksPolicy(entry, cluster)) reportPolicy(nodeClass, { role, entry }, context);
}

/** Whether EKS itself lets the role join, or may: it is the node role of the cluster, and there may be a built-in NodePool. */
function hasEntryOfEks(role: NamedRole, setting: AutoModeSetting, cluster: ObjectCluster): boolean {
  if (builtInPools([setting.manifest]).length === 0) return false;

  const nodeRole = nodeRoleOf(setting, cluster);
  return nodeRole === undefined || isSameRole(role, nodeRole) !== false;
}

/** The node role of a cluster with Auto Mode; undefined if it is unknown. */
function nodeRoleOf({ manifest, path }: AutoModeSetting, cluster: ObjectCluster): NamedRole | undefined {
  if (isEksctl(manifest)) return roleAt(manifest, [...path, 'nodeRoleARN'], cluster);
  if (manifest.kind === 'aws_eks_cluster') return roleAt(manifest, [...path, 'node_role_arn'], cluster);

  const input = [...path, 'node_role_arn'];
  if (manifest.get(input) !== undefined) return roleAt(manifest, input, cluster);
  return { address: addressIn(manifest, `module.${manifest.name}`) };
}

interface Missing {
  readonly role: NamedRole;
  readonly setting: AutoModeSetting;
}

function reportMissing(nodeClass: Manifest, { role, setting }: Missing, context: RuleContext): void {
  const hasPools = builtInPools([setting.manifest]).length > 0;

  const because = () => {
    if (hasPools) return 'it is not the node role of the cluster';
    return 'EKS creates one only with a built-in NodePool, and the cluster has none';
  };

  context.report({
    manifest: nodeClass,
    at: nodeClass.span(rolePathOf(nodeClass)),
    message: `The role ${roleTitle(role)} of NodeClass \`${nodeClass.name}\` has no access entry, so its nodes never join: ${because()}`,
    help: `Create an access entry of type \`EC2\` for the role, and associate \`${policy}\` with it.`,
    labels: [
      {
        span: setting.manifest.span(hasPools ? setting.path : setting.pools.path),
        message: hasPools ? 'Auto Mode, with another node role' : 'no built-in NodePool',
      },
    ],
    unready: `nodes with the role ${roleTitle(role)} cannot join the cluster`,
  });
}

interface WithoutPolicy {
  readonly role: NamedRole;
  readonly entry: Grant;
}

function reportPolicy(nodeClass: Manifest, { role, entry }: WithoutPolicy, context: RuleContext): void {
  context.report({
    manifest: nodeClass,
    at: nodeClass.span(rolePathOf(nodeClass)),
    message: `The access entry of the role ${roleTitle(role)} of NodeClass \`${nodeClass.name}\` has no policy, so its nodes never join`,
    help: `Associate the access policy \`${policy}\` with the role, for the whole cluster.`,
    labels: [{ span: entry.manifest.span(entry.path), message: 'the access entry' }],
    unready: `nodes with the role ${roleTitle(role)} cannot join the cluster`,
  });
}

/** Whether an entry, of whichever type, certainly has no policy for nodes of Auto Mode. The caller knows all objects that may let a role join. */
function lacksPolicy({ manifest, entry = [], role }: Grant, cluster: ObjectCluster): boolean {
  const policies = [manifest.get([...entry, 'policy_associations']), manifest.get([...entry, 'accessPolicies'])];
  if (policies.some((value) => value !== undefined && mayNamePolicy(value))) return false;

  return cluster.ofKind('aws_eks_access_policy_association').every((association) => {
    const principal = roleAt(association, ['spec', 'principal_arn'], cluster);
    const isOfOtherRole = principal !== undefined && isSameRole(principal, role) === false;
    return isOfOtherRole || !mayNamePolicy(association.get(['spec', 'policy_arn']) ?? null);
  });
}

const mayNamePolicy = (value: Value): boolean => {
  if (typeof value === 'string') return value.includes(policy) || hasPlaceholder(value);
  if (Array.isArray(value)) return asList(value).some(mayNamePolicy);
  return holdsPlaceholder([value]) || Object.values(asMapping(value) ?? {}).some(mayNamePolicy);
};

function examples(): RuleExamples {
  const cluster = (pools: string, access: string) => terraform`
    module "eks" {
      source             = "terraform-aws-modules/eks/aws"
      version            = "21.3.1"
      name               = "demo"
      kubernetes_version = "1.34"

      compute_config = {
        enabled    = true
        node_pools = ${pools}
      }
    }

    ${access}
    ${kubectlManifest('apps', autoModeClass('role: ${module.eks.node_iam_role_name}', 'apps'))}
  `;

  const entry = (policies: string) =>
    terraform`
      resource "aws_eks_access_entry" "nodes" {
        cluster_name  = "demo"
        principal_arn = module.eks.node_iam_role_arn
        type          = "EC2"
      }

      resource "aws_eks_access_policy_association" "nodes" {
        cluster_name  = "demo"
        principal_arn = module.eks.node_iam_role_arn
        policy_arn    = "arn:aws:eks::aws:cluster-access-policy/${policies}"
        access_scope { type = "cluster" }
      }

    `.text;

  return {
    bad: [
      corrected(cluster('[]', ''), { '[]': '["system"]' }),
      corrected(cluster('[]', entry('AmazonEKSViewPolicy')), { AmazonEKSViewPolicy: policy }),
    ],
    good: [cluster('["general-purpose", "system"]', ''), cluster('[]', entry(policy)), cluster('var.pools', '')],
  };
}
