import type { ObjectCluster } from '../../files/clusters/related-objects.ts';
import { asMapping, type Manifest, type Path } from '../../manifest/model/manifest.ts';
import { corrected, terraform, yaml } from '../../rules/lint/example.ts';
import { whyRelated } from '../../rules/lint/fields/why-related.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../../rules/lint/rule.ts';
import { autoModeClass, kubectlManifest } from '../../rules/lint/scenes.ts';
import { isClosed, seenIn } from '../../text/evidence.ts';
import { policiesOfNodeRole } from '../account/node-role-policies.ts';
import { autoModeSettings } from '../auto-mode/auto-mode-settings.ts';
import { allows, policyStatements } from '../fields/controller-policies.ts';
import { createdRoles, inputIs, otherIamCreators } from '../fields/created-roles.ts';
import { isSameRole, roleAt } from '../fields/named-roles.ts';
import { autoModeClassesOf } from '../fields/node-classes.ts';

export const autoModeTagsRule = defineRule({
  id: 'auto-mode-tags',
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
    summary: 'An Auto Mode NodeClass sets tags that the role of the cluster may not set.',
    why: 'EKS Auto Mode launches instances with the role of the cluster. The policies of AWS for that role permit no tags of your own, so EKS launches no nodes with a NodeClass that has `tags`. Reported only if the files show the cluster, its role, and all policies of the role, and only policies of AWS are among them. The EKS module adds the permission unless `enable_auto_mode_custom_tags` is false.',
    help: 'Attach a policy to the role of the cluster that allows these tags, or remove the tags.',
    url: 'https://docs.aws.amazon.com/eks/latest/userguide/auto-cluster-iam-role.html#tag-prop',
  },
  examples,
});

const tags: Path = ['spec', 'tags'];

function judge(nodeClass: Manifest, context: RuleContext): void {
  const [tag] = Object.keys(asMapping(nodeClass.get(tags)) ?? {});
  const cluster = context.clusterOf(nodeClass);
  const [setting, ...others] = autoModeSettings(cluster.manifests);
  if (tag === undefined || nodeClass.isPartial || setting?.isOn !== true || others.length > 0) return;

  const lack = lackOf(setting.manifest, cluster);
  if (lack === undefined) return;

  context.report({
    manifest: nodeClass,
    at: nodeClass.keySpan([...tags, tag]),
    message: `The role of the cluster may not set tags such as \`${tag}\`, so EKS launches no nodes with \`${nodeClass.name}\``,
    help: lack.help,
    unready: 'the role of the cluster may not set its tags',
    labels: [
      {
        span: setting.manifest.span(lack.path),
        message: `${lack.label}${whyRelated(nodeClass, setting.manifest, context)}`,
      },
    ],
  });
}

interface Lack {
  readonly path: Path;
  readonly label: string;
  readonly help: string;
}

/** Where the files show that the role of a cluster lacks the permission for tags; undefined if it may have it. */
function lackOf(eks: Manifest, cluster: ObjectCluster): Lack | undefined {
  if (cluster.isExample || otherIamCreators(cluster).length > 0 || cluster.ofKind('IamPolicy').some(mayTag))
    return undefined;
  if (eks.kind === 'module') return lackOfModule(eks);
  if (eks.kind !== 'aws_eks_cluster') return undefined;

  const path = ['spec', 'role_arn'];
  const role = roleAt(eks, path, cluster);
  const isHere = seenIn(createdRoles(cluster).roles).some(
    (candidate) => role !== undefined && isSameRole(candidate, role) === true,
  );
  if (role === undefined || !isHere) return undefined;

  const policies = policiesOfNodeRole(role, cluster);
  if (!isClosed(policies) || policies.all.length === 0 || !policies.all.every(isOfCluster)) return undefined;

  return {
    path,
    label: 'the role has only policies of AWS, which permit no other tags',
    help: 'Attach a policy to the role that allows `ec2:CreateFleet`, `ec2:RunInstances` and `ec2:CreateLaunchTemplate` with these tags, or remove the tags.',
  };
}

/** Source: terraform-aws-eks main.tf, `aws_iam_policy.custom`, and variables.tf. */
function lackOfModule(module: Manifest): Lack | undefined {
  const input = 'enable_auto_mode_custom_tags';
  const isOff = inputIs(module, input, true) === false && inputIs(module, 'create_iam_role', true) === true;
  if (!isOff || module.isPartial || module.get(['spec', 'iam_role_additional_policies']) !== undefined)
    return undefined;
  return {
    path: ['spec', input],
    label: 'turns the permission off',
    help: `Set \`${input}\` to true, or remove the tags.`,
  };
}

/** Policies of AWS for the role of a cluster. Source: the page in `docs`. */
const isOfCluster = (name: string): boolean =>
  /^AmazonEKS(?:Cluster|Compute|BlockStorage|LoadBalancing|Networking|Service)Policy$|^AmazonEKSVPCResourceController$/.test(
    name,
  );

const mayTag = (policy: Manifest): boolean => policy.isPartial || allows(policyStatements(policy), 'ec2:CreateFleet');

function examples(): RuleExamples {
  const tagged = kubectlManifest(
    'search',
    autoModeClass(
      yaml`
        role: \${var.node_role}
        tags:
          team: search
      `,
      'search',
    ),
  );

  const scene = (policy: string) => terraform`
    variable "node_role" {
      type = string
    }

    resource "aws_iam_role" "cluster" {
      name = "demo-cluster"
    }

    resource "aws_iam_role_policy_attachment" "compute" {
      role       = aws_iam_role.cluster.name
      policy_arn = "${policy}"
    }

    resource "aws_eks_cluster" "demo" {
      name     = "demo"
      role_arn = aws_iam_role.cluster.arn

      compute_config {
        enabled = true
      }
    }

    ${tagged}
  `;

  return {
    bad: [corrected(scene('arn:aws:iam::aws:policy/AmazonEKSComputePolicy'), { 'tags:\n        team: search': '' })],
    good: [scene('arn:aws:iam::111122223333:policy/tags')],
  };
}
