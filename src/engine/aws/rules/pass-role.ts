import type { ObjectCluster } from '../../files/clusters/related-objects.ts';
import type { ManifestSet } from '../../manifest/manifest-set.ts';
import { asMapping, type Manifest, type Path } from '../../manifest/model/manifest.ts';
import { hasPlaceholder } from '../../manifest/yaml/placeholder.ts';
import { corrected, terraform } from '../../rules/lint/example.ts';
import { whyRelated } from '../../rules/lint/fields/why-related.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../../rules/lint/rule.ts';
import { ec2NodeClass, kubectlManifest } from '../../rules/lint/scenes.ts';
import { seenIn } from '../../text/evidence.ts';
import { covers } from '../../text/words/covers.ts';
import type { AccountSide } from '../account-changes/account-sides.ts';
import { removedRoles } from '../account-changes/removed-roles.ts';
import { allows, controllerPolicies, policyStatements } from '../fields/controller-policies.ts';
import { addressIn, createdRoles, inputIs, nodeInputs, otherIamCreators } from '../fields/created-roles.ts';
import { isSameRole, type NamedRole, roleAt, roleIn, roleOfClass } from '../fields/named-roles.ts';
import { nodeClassesOf } from '../fields/node-classes.ts';
import { calledModule } from '../fields/terraform-modules.ts';
import { isMisspelled } from './node-role-exists.ts';

export const passRoleRule = defineRule({
  id: 'pass-role',
  severity: 'error',
  since: '0.1.0',
  providers: ['aws'],
  theme: 'IAM and cluster access',
  mistakes: [72],
  on: {
    Manifests(all, context) {
      for (const cluster of new Set(nodeClassesOf(all).map(context.clusterOf))) judgeCluster(cluster, context);
    },
  },
  docs: {
    summary: 'The controller’s `iam:PassRole` permission does not include the role that node classes name.',
    why: 'To launch an instance with a role, the controller needs `iam:PassRole` on exactly that role. If the policy names another role, such as the controller’s own, AWS denies every launch with the role of the nodes. The policy of Karpenter’s Terraform module allows only the role that the module creates or is given. Reported only when the policy and the node class are of the same cluster and all roles are known. It is a warning if no file creates the role of the node class. They may be in different folders.',
    help: 'Add the role of the nodes to the resources of `iam:PassRole`.',
    url: 'https://karpenter.sh/docs/reference/cloudformation/#allowpassinginstancerole',
  },
  examples,
});

/** A permission to pass some roles. */
interface Permission {
  readonly manifest: Manifest;
  /** Where its roles are written. */
  readonly path: Path;
  /** Role names with `*`, and roles that references lead to. Undefined if a role is unknown. */
  readonly roles: readonly NamedRole[] | undefined;
}

function judgeCluster(cluster: ObjectCluster, context: RuleContext): void {
  const permissions = [
    ...cluster.ofKind('IamPolicy').flatMap((policy) => statementPermissions(policy, cluster)),
    ...cluster.ofKind('module').flatMap((module) => modulePermissions(module, cluster)),
  ];

  const first = permissions.find(({ manifest }) => isOfController(manifest, context));
  const passed = permissions.map(({ roles }) => roles);
  // An unknown role may be the right one. So may one in a policy that only a module from elsewhere knows.
  if (!first || passed.includes(undefined) || otherIamCreators(cluster).length > 0) return;

  const reported = new Set<string>();

  for (const nodeClass of cluster.ofKind('EC2NodeClass')) {
    const role = nodeClass.isPartial ? undefined : roleOfClass(nodeClass, cluster);
    if (!role || passed.some((roles) => roles!.some((target) => isPassed(target, role) !== false))) continue;

    const key = role.name ?? role.address!;
    if (!reported.has(key)) {
      const moduleRole = roleOfModule(first, role);
      if (moduleRole === undefined) report(nodeClass, first, context);
      else if (!isMisspelled(role.name!, moduleRole) && !losesRole(nodeClass, context))
        reportOtherRole(nodeClass, { permission: first, role: role.name!, moduleRole }, context);
    }

    reported.add(key);
  }
}

/** Whether a permission, or the policy that it is in, is certainly that of Karpenter's controller in the cluster of the node classes. */
function isOfController(manifest: Manifest, context: RuleContext): boolean {
  const cluster = context.clusterOf(manifest);
  if (manifest.kind === 'module') return true;

  const isController = controllerPolicies(context).some((policy) =>
    seenIn(policy).some((statement) => context.clusterOf(statement.policy) === cluster),
  );
  // A JSON file may be for any cluster of the repository.
  const isOnly = nodeClassesOf(context.all).every((nodeClass) => context.clusterOf(nodeClass) === cluster);

  return isController && (manifest.source.origin?.tool === 'terraform' || isOnly);
}

function report(nodeClass: Manifest, { manifest, path }: Permission, context: RuleContext): void {
  const help = () => {
    if (manifest.kind === 'module')
      return `Set \`${nodeInputs(manifest).creates} = false\` and \`${nodeInputs(manifest).arn}\` to the ARN of this role in \`module.${manifest.name}\`.`;
    return 'Add the role of the nodes to the resources of this statement.';
  };

  context.report({
    manifest,
    at: manifest.span(path),
    message: `\`iam:PassRole\` is not allowed on the role of \`${nodeClass.name}\`, so AWS denies every launch with this role`,
    help: help(),
    labels: [
      {
        span: nodeClass.span(['spec', nodeClass.get(['spec', 'role']) === undefined ? 'instanceProfile' : 'role']),
        message: `the role of the nodes${whyRelated(manifest, nodeClass, context)}`,
      },
    ],
  });
}

/** The name of the role that Karpenter's module creates and passes, if no file creates the role of the node class. */
const roleOfModule = ({ manifest, roles }: Permission, role: NamedRole): string | undefined => {
  if (manifest.kind === 'module' && role.address === undefined && role.name !== undefined) return roles?.[0]?.name;

  return undefined;
};

/** Whether `terraform/removes-access` says that the change destroys the role, which running nodes still have. They lose more than new launches. */
function losesRole(nodeClass: Manifest, { all, base, clusterOf, baseClusterOf }: RuleContext): boolean {
  if (base === null) return false;

  const sideOf = (set: ManifestSet, cluster: AccountSide['clusterOf']): AccountSide => ({
    all: set,
    manifests: set.manifests,
    clusterOf: cluster,
  });
  const removed = removedRoles({ base: sideOf(base, baseClusterOf), head: sideOf(all, clusterOf) });
  return removed.some(({ span }) => span.file === nodeClass.source.file);
}

/** A node class names a role from elsewhere, and Karpenter's module creates and allows another one. */
function reportOtherRole(
  nodeClass: Manifest,
  {
    permission,
    role,
    moduleRole,
  }: { readonly permission: Permission; readonly role: string; readonly moduleRole: string },
  context: RuleContext,
): void {
  const { manifest, path } = permission;
  const inputs = nodeInputs(manifest);
  const field = nodeClass.get(['spec', 'role']) === undefined ? 'instanceProfile' : 'role';

  context.report({
    manifest: nodeClass,
    severity: 'warning',
    at: nodeClass.span(['spec', field]),
    message: `\`module.${manifest.name}\` does not allow Karpenter to pass the role \`${role}\` of \`${nodeClass.name}\`, only \`${moduleRole}\`, so AWS denies every launch`,
    help: `Set \`role: ${moduleRole}\`. If \`${role}\` exists, set \`${inputs.creates} = false\` and \`${inputs.arn}\` to its ARN in \`module.${manifest.name}\`.`,
    labels: [
      {
        span: manifest.span(path),
        message: `the role that Karpenter may pass${whyRelated(nodeClass, manifest, context)}`,
      },
    ],
  });
}

function statementPermissions(policy: Manifest, cluster: ObjectCluster): Permission[] {
  return policyStatements(policy)
    .filter((statement) => allows([statement], 'iam:PassRole') || statement.statement.actions.some(hasPlaceholder))
    .map(({ path, statement }): Permission => {
      const roles = statement.resources.map((text) => roleIn(text, { manifest: policy, cluster }));
      const isUnsure = statement.isNegated || statement.actions.some(hasPlaceholder);
      const isUnknown = policy.isPartial || isUnsure || roles.includes(undefined);

      return {
        manifest: policy,
        path: [...path, 'Resource'],
        roles: isUnknown ? undefined : roles.flatMap((role) => role ?? []),
      };
    });
}

/** Inputs of Karpenter's module that add statements to the controller's policy. */
const additions = /^(?!node_).*(?:policy_statements|policies|policy_documents|policy_arns?)$/;

/** What the policy of Karpenter's module allows: passing the role that it creates, or the one that it is given. */
function modulePermissions(module: Manifest, cluster: ObjectCluster): Permission[] {
  if (calledModule(module) !== 'karpenter' || inputIs(module, 'create', true) === false) return [];

  const inputs = nodeInputs(module);
  const isOld = inputs.creates === 'create_iam_role';
  const createsController = isOld ? inputIs(module, 'create_irsa', true) : inputIs(module, 'create_iam_role', true);
  if (createsController === false) return [];

  const names = Object.keys(asMapping(module.get(['spec'])) ?? {});
  const isKnown = createsController === true && !names.some((name) => additions.test(name));
  const createsRole = inputIs(module, inputs.creates, true);
  const path = ['spec', inputs.arn];
  const external = createsRole === false ? roleAt(module, path, cluster) : undefined;
  const role: NamedRole | undefined = createsRole === true ? createdByModule(module, cluster) : external;
  const at = createsRole === false ? path : ['metadata', 'name'];

  return [{ manifest: module, path: at, roles: isKnown && role ? [role] : undefined }];
}

/** The role that Karpenter's module creates, with its name if that is known. */
function createdByModule(module: Manifest, cluster: ObjectCluster): NamedRole {
  const name = seenIn(createdRoles(cluster).roles).find(({ manifest }) => manifest === module)?.name;
  return { address: addressIn(module, `module.${module.name}`), ...(name !== undefined && { name }) };
}

/** Whether a permission to pass a role is for this role. Undefined if that is unknown. */
const isPassed = (passed: NamedRole, role: NamedRole): boolean | undefined => {
  if (passed.name !== undefined && (role.name !== undefined || passed.name === '*'))
    return covers(passed.name, role.name ?? '');

  return isSameRole(passed, role);
};

function examples(): RuleExamples {
  return {
    bad: [
      corrected(
        terraform`
          data "aws_iam_policy_document" "controller" {
            statement {
              actions   = ["ec2:CreateFleet", "ec2:RunInstances"]
              resources = ["*"]
            }

            statement {
              actions   = ["iam:PassRole"]
              resources = [aws_iam_role.karpenter_controller.arn]
            }
          }

          ${kubectlManifest('default', ec2NodeClass('role: ${aws_iam_role.karpenter_node.name}'))}
        `,
        { 'aws_iam_role.karpenter_controller.arn': 'aws_iam_role.karpenter_node.arn' },
      ),
      corrected(
        terraform`
          resource "aws_iam_role" "nodes" {
            name = "orders-nodes"
          }

          resource "aws_eks_access_entry" "nodes" {
            cluster_name  = "orders"
            principal_arn = aws_iam_role.nodes.arn
            type          = "EC2_LINUX"
          }

          module "karpenter" {
            source  = "terraform-aws-modules/eks/aws//modules/karpenter"
            version = "~> 21.0"

            cluster_name        = "orders"
            create_access_entry = false
          }

          ${kubectlManifest('default', ec2NodeClass('role: orders-nodes'))}
        `,
        {
          'create_access_entry = false':
            'create_access_entry = false\ncreate_node_iam_role = false\nnode_iam_role_arn = aws_iam_role.nodes.arn',
        },
      ),
      corrected(
        terraform`
          module "karpenter" {
            source  = "terraform-aws-modules/eks/aws//modules/karpenter"
            version = "~> 21.0"

            cluster_name                  = "orders"
            node_iam_role_use_name_prefix = false
            node_iam_role_name            = "orders-nodes"
          }

          ${kubectlManifest('default', ec2NodeClass('role: KarpenterNodeRole-orders'))}
        `,
        { 'role: KarpenterNodeRole-orders': 'role: orders-nodes' },
      ),
    ],
    good: [
      terraform`
        data "aws_iam_policy_document" "controller" {
          statement {
            actions   = ["ec2:CreateFleet", "ec2:RunInstances"]
            resources = ["*"]
          }

          statement {
            actions   = ["iam:PassRole"]
            resources = [aws_iam_role.karpenter_node.arn]
          }
        }

        ${kubectlManifest('default', ec2NodeClass('role: ${aws_iam_role.karpenter_node.name}'))}
      `,
      terraform`
        resource "aws_iam_policy" "controller" {
          policy = jsonencode({
            Version = "2012-10-17"
            Statement = [
              { Effect = "Allow", Action = ["ec2:CreateFleet", "ec2:RunInstances"], Resource = "*" },
              { Effect = "Allow", Action = "iam:PassRole", Resource = "arn:aws:iam::111122223333:role/Karpenter*" },
            ]
          })
        }

        ${kubectlManifest('default', ec2NodeClass('role: KarpenterNodes'))}
      `,
    ],
  };
}
