import type { ObjectCluster } from '../../clusters/related-objects.ts';
import { groupBy } from '../../group-by.ts';
import { corrected, terraform } from '../../lint/example.ts';
import { knownTextAt, referenceAt } from '../../lint/fields/helm-releases.ts';
import { whyRelated } from '../../lint/fields/why-related.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../../lint/rule.ts';
import { ec2NodeClass, kubectlManifest } from '../../lint/scenes.ts';
import { asList, asText, type Manifest } from '../../manifest/manifest.ts';
import type { ManifestSet } from '../../manifest/manifest-set.ts';
import { allows, controllerPolicies, type PolicyStatement } from '../fields/controller-policies.ts';
import { nodeClassesOf } from '../fields/node-classes.ts';
import { covers } from '../setup/iam-policy.ts';

export const passRoleRule = defineRule({
  id: 'pass-role',
  severity: 'error',
  since: '0.1.0',
  providers: ['aws'],
  theme: 'IAM and cluster access',
  mistakes: [72],
  on: {
    Manifests(all, context) {
      for (const statements of controllerPolicies(context)) judge(statements, all, context);
    },
  },
  docs: {
    summary: 'The controller’s `iam:PassRole` permission does not include the role that node classes name.',
    why: 'To launch an instance with a role, the controller needs `iam:PassRole` on exactly that role. If the policy names another role, such as the controller’s own, AWS denies every launch with the role of the nodes. Reported only when Terraform creates the policy and the node class is of the same cluster. It may be in another folder.',
    help: 'Set the resource of `iam:PassRole` to the role of the nodes.',
    url: 'https://karpenter.sh/docs/reference/cloudformation/#allowpassinginstancerole',
  },
  examples,
});

/** A role, by its name or by the resource that creates it. */
type Role = { readonly name: string } | { readonly resource: string };

function judge(statements: readonly PolicyStatement[], all: ManifestSet, context: RuleContext): void {
  const passing = statements.filter((one) => allows([one], 'iam:PassRole'));
  const [first] = passing;
  if (first?.policy.source.origin?.tool !== 'terraform') return;
  const cluster = context.clusterOf(first.policy);
  const classes = nodeClassesOf(all).filter(
    (one) => context.clusterOf(one) === cluster && one.get(['spec', 'role']) !== undefined,
  );
  const named = nameOfRole(cluster);
  const roles = classes.map((one) => named(roleOf(one)));
  const passed = passing.flatMap(resourcesOf).map(named);
  // An unknown role may be the right one.
  if (roles.length === 0 || roles.includes(undefined) || passed.includes(undefined)) return;
  if (roles.some((role) => passed.some((one) => isSame(one!, role!)))) return;
  const { policy, path } = first;
  const [nodeClass] = classes;
  context.report({
    manifest: policy,
    at: policy.span([...path, 'Resource']),
    message: `\`iam:PassRole\` is not allowed on the role of \`${nodeClass!.name}\`, so AWS denies every launch with this role`,
    help: 'Set the resource of this statement to the role of the nodes.',
    labels: [
      {
        span: nodeClass!.span(['spec', 'role']),
        message: `the role of the nodes${whyRelated(policy, nodeClass!, context)}`,
      },
    ],
  });
}

const resourceName = /^(aws_iam_role\.[\w-]+)\.(?:name|arn|id)$/;

function roleOf(nodeClass: Manifest): Role | undefined {
  const path = ['spec', 'role'];
  const resource = resourceName.exec(referenceAt(nodeClass, path) ?? '')?.[1];
  if (resource !== undefined) return { resource };
  const name = asText(nodeClass.get(path));
  return name === undefined || name.includes('$') ? undefined : { name };
}

/** Replaces a resource of a cluster with the name that it has, as far as Terraform’s files show it. */
function nameOfRole(cluster: ObjectCluster): (role: Role | undefined) => Role | undefined {
  const roles = groupBy(cluster.ofKind('aws_iam_role'), ({ name }) => `aws_iam_role.${name}`);
  return (role) => {
    if (!role || 'name' in role) return role;
    const [created, ...others] = roles.get(role.resource) ?? [];
    const name = created && others.length === 0 ? knownTextAt(created, ['spec', 'name']) : undefined;
    return name === undefined ? role : { name };
  };
}

function resourcesOf({ policy, path }: PolicyStatement): (Role | undefined)[] {
  const at = [...path, 'Resource'];
  const value = policy.get(at);
  const paths = Array.isArray(value) ? asList(value).map((_, index) => [...at, index]) : [at];
  return paths.map((one) => {
    const resource = resourceName.exec(referenceAt(policy, one) ?? '')?.[1];
    if (resource !== undefined) return { resource };
    const text = asText(policy.get(one)) ?? '';
    const name = text === '*' ? '*' : /:role\/(?:.{0,600}\/)?([^/$]{1,200})$/.exec(text)?.[1];
    return name === undefined ? undefined : { name };
  });
}

/** Whether two roles are the same. A name and a resource may be the same role, and then the rule reports nothing. */
const isSame = (passed: Role, role: Role): boolean => {
  if ('name' in passed && 'name' in role) return covers(passed.name, role.name);
  return 'resource' in passed && 'resource' in role ? passed.resource === role.resource : true;
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
