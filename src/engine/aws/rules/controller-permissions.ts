import { jsonFile, terraform } from '../../lint/example.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../../lint/rule.ts';
import { groupOf, versionOf } from '../../manifest/manifest.ts';
import type { ManifestSet } from '../../manifest/manifest-set.ts';
import { quotedNames } from '../../text/quoted-names.ts';
import {
  allows,
  controllerPolicies,
  coversType,
  isWhole,
  type PolicyStatement,
} from '../fields/controller-policies.ts';
import { nodeClassesOf } from '../fields/node-classes.ts';

export const controllerPermissionsRule = defineRule({
  id: 'controller-permissions',
  severity: 'error',
  since: '0.1.0',
  providers: ['aws'],
  theme: 'Identity',
  mistakes: [74, 75],
  on: {
    Manifests(all, context) {
      if (hasAlpha(all) || (context.isKarpenterAssumed && !isV1(all))) return;
      for (const statements of controllerPolicies(all)) {
        if (!isWhole(statements)) continue;
        judgeRights(statements, all, context);
        judgeTagging(statements, context);
      }
    },
  },
  docs: {
    summary: 'The policy of Karpenter’s controller lacks a right that this Karpenter needs.',
    why: 'What a release needs beyond the one before is easily forgotten in an upgrade. The controller then logs refusals and does nothing: without `ec2:CreateTags` on spot requests no spot instance is launched, without rights on instance profiles no node class with a `role` gets ready. All policies of a folder, or of a root of Terraform, are taken together; one that reads instance types is taken for complete.',
    help: 'Bring the policy up to the one that Karpenter publishes with this version.',
    url: 'https://karpenter.sh/docs/reference/cloudformation/',
  },
  examples,
});

/** Whether a Karpenter of 2021 to 2023 may be meant, which asked for less. */
const hasAlpha = ({ manifests }: ManifestSet): boolean =>
  manifests.some(({ kind }) => kind === 'Provisioner' || kind === 'AWSNodeTemplate');

/** Whether all of Karpenter's objects are of v1, so that a Karpenter that nothing names is surely not an old one. */
function isV1({ manifests }: ManifestSet): boolean {
  const own = manifests.filter(({ apiVersion }) => groupOf(apiVersion).startsWith('karpenter.'));
  return own.length > 0 && own.every(({ apiVersion }) => versionOf(apiVersion) === 'v1');
}

const always = [
  'ec2:CreateLaunchTemplate',
  'ec2:CreateTags',
  'ec2:DeleteLaunchTemplate',
  'ec2:DescribeImages',
  'ec2:DescribeInstances',
  'ec2:DescribeInstanceTypeOfferings',
  'ec2:DescribeLaunchTemplates',
  'ec2:DescribeSecurityGroups',
  'ec2:DescribeSubnets',
  'ec2:RunInstances',
  'ec2:TerminateInstances',
];

/** What a node class with a `role` makes the controller do. */
const profiles = [
  'iam:AddRoleToInstanceProfile',
  'iam:CreateInstanceProfile',
  'iam:DeleteInstanceProfile',
  'iam:GetInstanceProfile',
  'iam:RemoveRoleFromInstanceProfile',
  'iam:TagInstanceProfile',
];

function neededBy({ karpenter, isKarpenterAssumed }: RuleContext, hasRoles: boolean): string[] {
  const common = [...always, ...(hasRoles && karpenter.v1 ? profiles : [])];
  if (isKarpenterAssumed) return common;
  return [
    ...common,
    ...(hasRoles && karpenter.listInstanceProfiles ? ['iam:ListInstanceProfiles'] : []),
    ...(karpenter.placementGroupSelector ? ['ec2:DescribePlacementGroups'] : []),
    ...(karpenter.describeInstanceStatus ? ['ec2:DescribeInstanceStatus'] : []),
  ];
}

function judgeRights(statements: readonly PolicyStatement[], all: ManifestSet, context: RuleContext): void {
  // Without the right to read instance types this is but a part of what the controller has.
  const reading = statements.find((one) => allows([one], 'ec2:DescribeInstanceTypes'));
  if (!reading) return;
  const hasRoles = nodeClassesOf(all).some(
    (nodeClass) =>
      nodeClass.get(['spec', 'role']) !== undefined && nodeClass.get(['spec', 'instanceProfile']) === undefined,
  );
  const missing = neededBy(context, hasRoles).filter((action) => !allows(statements, action));
  if (missing.length === 0) return;
  const { policy, path } = reading;
  context.report({
    manifest: policy,
    at: policy.span([...path, 'Action']),
    message: `Karpenter${context.isKarpenterAssumed ? '' : ` ${context.karpenter.version}`} needs rights that this policy does not give: ${quotedNames(missing)}`,
    help: 'Allow them as the policy that Karpenter publishes does.',
  });
}

/** Whoever may tag some of what a launch makes must be able to tag all of it. */
function judgeTagging(statements: readonly PolicyStatement[], { report, karpenter }: RuleContext): void {
  if (!karpenter.v1) return;
  const tagging = statements.filter((one) => allows([one], 'ec2:CreateTags'));
  const [first] = tagging;
  const type = 'spot-instances-request';
  const isLaunching = tagging.some(({ statement }) => coversType(statement, 'fleet') === true);
  if (!first || !isLaunching || tagging.some(({ statement }) => coversType(statement, type) !== false)) return;
  const { policy, path } = first;
  report({
    manifest: policy,
    at: policy.span([...path, 'Resource']),
    message: `\`ec2:CreateTags\` is not allowed on \`${type}\`: every launch of a spot instance is denied`,
    help: `Add \`arn:aws:ec2:*:*:${type}/*\` to the resources.`,
  });
}

function examples(): RuleExamples {
  return {
    bad: [
      jsonFile`
        {
          "Version": "2012-10-17",
          "Statement": [
            {
              "Sid": "Karpenter",
              "Effect": "Allow",
              "Action": [
                "ec2:CreateFleet",
                "ec2:CreateLaunchTemplate",
                "ec2:CreateTags",
                "ec2:DeleteLaunchTemplate",
                "ec2:DescribeImages",
                "ec2:DescribeInstances",
                "ec2:DescribeInstanceTypes",
                "ec2:DescribeLaunchTemplates",
                "ec2:DescribeSecurityGroups",
                "ec2:DescribeSpotPriceHistory",
                "ec2:DescribeSubnets",
                "ec2:RunInstances",
                "ec2:TerminateInstances",
                "iam:PassRole",
                "pricing:GetProducts",
                "ssm:GetParameter"
              ],
              "Resource": "*"
            }
          ]
        }
      `,
      terraform`
        data "aws_iam_policy_document" "karpenter" {
          statement {
            actions   = ["ec2:CreateFleet", "ec2:RunInstances", "ec2:CreateLaunchTemplate", "ec2:Describe*"]
            resources = ["*"]
          }

          statement {
            actions   = ["ec2:TerminateInstances", "ec2:DeleteLaunchTemplate"]
            resources = ["*"]
          }

          statement {
            actions = ["ec2:CreateTags"]
            resources = [
              "arn:aws:ec2:*:*:fleet/*",
              "arn:aws:ec2:*:*:instance/*",
              "arn:aws:ec2:*:*:launch-template/*",
              "arn:aws:ec2:*:*:network-interface/*",
              "arn:aws:ec2:*:*:volume/*",
            ]
          }
        }
      `,
    ],
    good: [
      terraform`
        data "aws_iam_policy_document" "karpenter" {
          statement {
            actions = [
              "ec2:CreateFleet", "ec2:RunInstances", "ec2:CreateLaunchTemplate", "ec2:CreateTags",
              "ec2:TerminateInstances", "ec2:DeleteLaunchTemplate", "ec2:Describe*",
            ]
            resources = ["*"]
          }
        }
      `,
      terraform`
        data "aws_iam_policy_document" "karpenter" {
          statement {
            actions = [
              "ec2:CreateFleet", "ec2:RunInstances", "ec2:CreateLaunchTemplate", "ec2:CreateTags",
              "ec2:TerminateInstances", "ec2:DescribeInstanceTypes",
            ]
            resources = ["*"]
          }
        }

        resource "kubectl_manifest" "old" {
          yaml_body = <<YAML
        apiVersion: karpenter.sh/v1alpha5
        kind: Provisioner
        metadata:
          name: default
        spec:
          limits:
            resources:
              cpu: 100
        YAML
        }
      `,
      jsonFile`
        {
          "Version": "2012-10-17",
          "Statement": [
            {
              "Effect": "Allow",
              "Action": ["ec2:CreateFleet", "ec2:RunInstances"],
              "Resource": "*"
            }
          ]
        }
      `,
    ],
  };
}
