import type { ObjectCluster } from '../../files/clusters/related-objects.ts';
import { helmReleasesIn } from '../../karpenter/installation/helm-releases.ts';
import type { ManifestSet } from '../../manifest/manifest-set.ts';
import { groupOf, type Manifest, versionOf } from '../../manifest/model/manifest.ts';
import { corrected, jsonFile, terraform } from '../../rules/lint/example.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../../rules/lint/rule.ts';
import { isClosed, openReasons, seenIn } from '../../text/evidence.ts';
import { listIf } from '../../text/list-if.ts';
import { quotedNames } from '../../text/words/quoted-names.ts';
import { textIf } from '../../text/words/text-if.ts';
import { isOfAttachment } from '../fields/attached-policies.ts';
import {
  allows,
  controllerPolicies,
  coversType,
  type PolicyStatement,
  policyStatements,
} from '../fields/controller-policies.ts';
import { readsQueue } from '../fields/interruption-queues.ts';
import { createsPolicy, moduleGrants } from '../fields/module-permissions.ts';
import { nodeClassesOf } from '../fields/node-classes.ts';

export const controllerPermissionsRule = defineRule({
  id: 'controller-permissions',
  severity: 'error',
  since: '0.1.0',
  providers: ['aws'],
  theme: 'IAM and cluster access',
  mistakes: [74, 75],
  on: {
    Manifests(all, context) {
      if (hasAlpha(all) || (context.isKarpenterAssumed && !isV1(all))) return;
      for (const policy of controllerPolicies(context)) {
        const elsewhere = openReasons(policy);
        if (elsewhere.every(isOfAttachment))
          judgePermissions(seenIn(policy), { all, elsewhere: elsewhere[0] }, context);
        if (isClosed(policy)) judgeTagging(policy.all, context);
      }
      for (const module of all.manifests.filter(createsPolicy)) judgeModule(module, all, context);
    },
  },
  docs: {
    summary: 'The IAM policy of Karpenter’s controller lacks a permission that this version of Karpenter needs.',
    why: 'New versions of Karpenter may need more permissions, which is easy to forget in an upgrade. The controller then logs errors and cannot act. Without `ec2:CreateTags` on spot requests, it launches no spot instances. Without `iam:PassRole`, it launches nothing. Without permissions for instance profiles, no node class with a `role` becomes ready. If Karpenter’s values name an interruption queue, it also has to read that queue. With `enableZonalShift`, it has to read the cluster and its zonal shifts, and does not start without. This rule combines all policies of a cluster. It assumes that they are complete if they allow `ec2:DescribeInstanceTypes`.',
    help: 'Update the policy to the one that Karpenter publishes for this version.',
    url: 'https://karpenter.sh/docs/reference/cloudformation/',
  },
  examples,
});

/** Whether the files may be for a Karpenter from 2021 to 2023, which needed fewer permissions. */
const hasAlpha = ({ manifests }: ManifestSet): boolean =>
  manifests.some(({ kind }) => kind === 'Provisioner' || kind === 'AWSNodeTemplate');

/** Whether all of Karpenter's objects are of v1. Then an unnamed Karpenter version cannot be an old one. */
function isV1({ manifests }: ManifestSet): boolean {
  const own = manifests.filter(({ apiVersion }) => groupOf(apiVersion).startsWith('karpenter.'));
  return own.length > 0 && own.every(({ apiVersion }) => versionOf(apiVersion) === 'v1');
}

const always = [
  'ec2:CreateFleet',
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
  // Each instance gets a role, through an instance profile.
  'iam:PassRole',
];

/** The actions that the controller takes for a node class with a `role`. */
const profiles = [
  'iam:AddRoleToInstanceProfile',
  'iam:CreateInstanceProfile',
  'iam:DeleteInstanceProfile',
  'iam:GetInstanceProfile',
  'iam:RemoveRoleFromInstanceProfile',
  'iam:TagInstanceProfile',
];

/** The actions that the controller takes if its settings name an interruption queue. */
const queue = ['sqs:DeleteMessage', 'sqs:GetQueueUrl', 'sqs:ReceiveMessage'];

interface Needs {
  readonly hasRoles: boolean;
  readonly hasQueue: boolean;
  /** Whether a node class selects placement groups. Karpenter reads them only then (pkg/controllers/nodeclass/placementgroup.go). */
  readonly hasPlacementGroups: boolean;
  /** Whether the values of Karpenter's chart turn on zonal shifts. */
  readonly hasZonalShift: boolean;
}

/**
 * The actions that the controller takes if its settings turn on zonal shifts. It looks up the ARN of the cluster when it starts, and panics if
 * that is denied (aws/karpenter-provider-aws#9118, #9171).
 */
const zonalShift = ['eks:DescribeCluster', 'arc-zonal-shift:GetManagedResource'];

function neededBy(
  { karpenter, isKarpenterAssumed }: RuleContext,
  { hasRoles, hasQueue, hasPlacementGroups, hasZonalShift }: Needs,
): string[] {
  const common = [...always, ...(hasRoles && karpenter.v1 ? profiles : []), ...(hasQueue ? queue : [])];
  if (isKarpenterAssumed) return common;

  return [
    ...common,
    ...listIf(hasRoles && karpenter.listInstanceProfiles, 'iam:ListInstanceProfiles'),
    ...listIf(hasPlacementGroups && karpenter.placementGroupSelector, 'ec2:DescribePlacementGroups'),
    ...listIf(karpenter.describeInstanceStatus, 'ec2:DescribeInstanceStatus'),
    ...(hasZonalShift && karpenter.zonalShift ? zonalShift : []),
  ];
}

/** Whether node classes of the cluster have a `role`. If nothing relates node classes to the policy, all of them have to. */
function hasRoles(policy: Manifest, all: ManifestSet, { clusterOf }: RuleContext): boolean {
  const isForRole = (nodeClass: Manifest): boolean =>
    nodeClass.get(['spec', 'role']) !== undefined && nodeClass.get(['spec', 'instanceProfile']) === undefined;
  const classes = nodeClassesOf(all);
  const related = classes.filter((nodeClass) => clusterOf(nodeClass) === clusterOf(policy));
  if (related.length > 0) return related.some(isForRole);
  return classes.length > 0 && classes.every(isForRole);
}

/** Whether the values of a release of Karpenter in a cluster turn on zonal shifts. */
const turnsOnZonalShift = ({ manifests }: ObjectCluster): boolean =>
  manifests
    .flatMap(helmReleasesIn)
    .some(
      ({ manifest, chart, values }) =>
        chart === 'karpenter' && String(manifest.get([...values, 'settings', 'enableZonalShift'])) === 'true',
    );

/** The files, and why the controller's role may have a policy that is not in them. */
interface Surroundings {
  readonly all: ManifestSet;
  readonly elsewhere: string | undefined;
}

function judgePermissions(
  statements: readonly PolicyStatement[],
  { all, elsewhere }: Surroundings,
  context: RuleContext,
): void {
  // Without the permission to read instance types, these statements are only a part of the controller's policy.
  const allReading = statements.filter((statement) => allows([statement], 'ec2:DescribeInstanceTypes'));
  // The VPC CNI reads instance types, too, and its policy launches nothing.
  const launching = new Set(
    statements.flatMap((statement) => {
      if (allows([statement], 'ec2:RunInstances')) return [statement.policy];
      return [];
    }),
  );
  const reading = allReading.find(({ policy }) => launching.has(policy)) ?? allReading[0];
  if (!reading) return;

  const needs = {
    hasRoles: hasRoles(reading.policy, all, context),
    hasQueue: readsQueue(context.clusterOf(reading.policy)),
    hasPlacementGroups: nodeClassesOf(all).some(
      (nodeClass) => nodeClass.get(['spec', 'placementGroupSelector']) !== undefined,
    ),
    hasZonalShift: turnsOnZonalShift(context.clusterOf(reading.policy)),
  };

  const missing = neededBy(context, needs).filter((action) => !allows(statements, action));
  if (missing.length === 0) return;

  const { policy, path } = reading;

  const installed = () => {
    if (context.isKarpenterAssumed) return 'Karpenter';
    return `Karpenter ${context.karpenter.version}`;
  };

  const doubt = textIf(elsewhere !== undefined, `. Another policy may grant them, because ${elsewhere}`);
  // Nothing creates a policy that is only a file of an example.
  const isOnlyShown = policy.source.origin === undefined && context.clusterOf(policy).isExample;
  const isNote = elsewhere !== undefined || isOnlyShown;

  context.report({
    manifest: policy,
    at: policy.span([...path, 'Action']),
    message: `${installed()} needs permissions that this policy does not grant: ${quotedNames(missing)}${doubt}`,
    ...(isNote && { severity: 'note' }),
    help: 'Allow these actions, as in the policy that Karpenter publishes for this version.',
  });
}

/** The policy of a version of Karpenter's Terraform module, for actions that Karpenter needs since some version. */
function judgeModule(module: Manifest, all: ManifestSet, context: RuleContext): void {
  const cluster = context.clusterOf(module);
  if (context.isKarpenterAssumed || cluster.isExample) return;

  const needs = {
    hasRoles: hasRoles(module, all, context),
    hasQueue: false,
    hasPlacementGroups: nodeClassesOf(all).some((one) => one.get(['spec', 'placementGroupSelector']) !== undefined),
    hasZonalShift: turnsOnZonalShift(cluster),
  };

  const others = cluster.ofKind('IamPolicy').flatMap(policyStatements);
  // Something else may attach a policy to the role.
  const isOpen = cluster.manifests.some(
    (one) =>
      one.kind.startsWith('aws_iam_role_policy_attachment') &&
      /karpenter/.test(JSON.stringify(one.get(['spec']) ?? null)),
  );
  const missing = neededBy(context, needs).filter(
    (action) => moduleGrants(module, action) === false && !allows(others, action),
  );
  if (missing.length === 0 || isOpen) return;

  context.report({
    manifest: module,
    at: module.span(['spec', 'version']),
    severity: 'warning',
    message: `Karpenter ${context.karpenter.version} needs permissions that this version of the module does not grant: ${quotedNames(missing)}`,
    help: 'Upgrade the module, or allow these actions in `iam_policy_statements`.',
  });
}

/** A controller that may tag some resources of a launch must be able to tag all of them. */
function judgeTagging(statements: readonly PolicyStatement[], { report, karpenter }: RuleContext): void {
  if (!karpenter.v1) return;

  const tagging = statements.filter((statement) => allows([statement], 'ec2:CreateTags'));
  const [first] = tagging;
  const type = 'spot-instances-request';
  const isLaunching = tagging.some(({ statement }) => coversType(statement, 'fleet') === true);
  if (!first || !isLaunching || tagging.some(({ statement }) => coversType(statement, type) !== false)) return;

  const { policy, path, statement } = first;
  const partition =
    statement.resources.flatMap((resource) => /^arn:(aws[a-z-]{0,20}):/.exec(resource)?.[1] ?? [])[0] ?? 'aws';

  report({
    manifest: policy,
    at: policy.span([...path, 'Resource']),
    message: `\`ec2:CreateTags\` is not allowed on \`${type}\`, so AWS denies every launch of a spot instance`,
    help: `Add \`arn:${partition}:ec2:*:*:${type}/*\` to the resources of this statement.`,
  });
}

function examples(): RuleExamples {
  return {
    bad: [
      corrected(
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
        {
          '"ec2:DescribeInstances",': jsonFile`
        "ec2:DescribeInstances",
        "ec2:DescribeInstanceStatus",
        "ec2:DescribeInstanceTypeOfferings",
      `,
        },
      ),
      corrected(
        terraform`
        data "aws_iam_policy_document" "karpenter" {
          statement {
            actions   = ["ec2:CreateFleet", "ec2:RunInstances", "ec2:CreateLaunchTemplate", "ec2:Describe*", "iam:PassRole"]
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
        { '"arn:aws:ec2:*:*:volume/*",': '"arn:aws:ec2:*:*:volume/*",\n"arn:aws:ec2:*:*:spot-instances-request/*",' },
      ),
      corrected(
        terraform`
        data "aws_iam_policy_document" "karpenter" {
          statement {
            actions = [
              "ec2:RunInstances", "ec2:CreateLaunchTemplate", "ec2:CreateTags", "ec2:TerminateInstances",
              "ec2:DeleteLaunchTemplate", "ec2:Describe*", "iam:PassRole", "pricing:GetProducts",
            ]
            resources = ["*"]
          }
        }
      `,
        { '"ec2:RunInstances",': '"ec2:CreateFleet", "ec2:RunInstances",' },
      ),
      corrected(
        terraform`
        data "aws_iam_policy_document" "karpenter" {
          statement {
            actions = [
              "ec2:RunInstances", "ec2:CreateFleet", "ec2:CreateLaunchTemplate", "ec2:CreateTags", "ec2:Describe*",
              "ec2:TerminateInstances", "ec2:DeleteLaunchTemplate",
            ]
            resources = ["*"]
          }
        }
      `,
        { '"ec2:DeleteLaunchTemplate",': '"ec2:DeleteLaunchTemplate", "iam:PassRole",' },
      ),
    ],
    good: [
      terraform`
        data "aws_iam_policy_document" "karpenter" {
          statement {
            actions = [
              "ec2:CreateFleet", "ec2:RunInstances", "ec2:CreateLaunchTemplate", "ec2:CreateTags",
              "ec2:TerminateInstances", "ec2:DeleteLaunchTemplate", "ec2:Describe*", "iam:PassRole",
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
