import { knownTextAt, referenceAt } from '../../karpenter/installation/helm-releases.ts';
import { asList, type Manifest, type Path } from '../../manifest/model/manifest.ts';
import { corrected, terraform, yaml } from '../../rules/lint/example.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../../rules/lint/rule.ts';
import { ec2NodeClass, kubectlManifest } from '../../rules/lint/scenes.ts';
import { seenIn } from '../../text/evidence.ts';
import { keyAt, letsLaunchersUse } from '../account/volume-keys.ts';
import { controllerPolicies, mayAllow } from '../fields/controller-policies.ts';
import { nodeClassesOf } from '../fields/node-classes.ts';

export const volumeKeyRule = defineRule({
  id: 'volume-key',
  severity: 'warning',
  since: '0.1.0',
  providers: ['aws'],
  theme: 'Volumes',
  mistakes: [66],
  on: {
    Manifests(all, context) {
      for (const nodeClass of nodeClassesOf(all)) {
        judge(nodeClass, context);
        judgePolicy(nodeClass, context);
        judgeRegion(nodeClass, context);
      }
    },
  },
  docs: {
    summary:
      'A node class encrypts volumes with a KMS key that the controller may not use, or that is in another region.',
    why: 'EC2 encrypts a volume with the permissions of whoever launches the instance. If the controller may not use a customer managed key, the instance terminates within seconds with `Client.InternalError`. Karpenter launches another one, which fails in the same way. Reported only when Terraform creates the key without a grant. Either it has no key policy, and the controller’s policy has no permission for it. Or its policy lets only administrators use it. A key in another region than the cluster never works.',
    help: 'Allow the controller `kms:CreateGrant`, `kms:Decrypt`, `kms:DescribeKey`, `kms:GenerateDataKeyWithoutPlaintext` and `kms:ReEncrypt*` on the key, in its IAM policy or in the policy of the key.',
    url: 'https://karpenter.sh/docs/troubleshooting/#node-terminates-before-ready-on-failed-encrypted-ebs-volume',
  },
  examples,
});

const unready = 'the controller may not use the key of their volumes';

const mappings: Path = ['spec', 'blockDeviceMappings'];

function judge(nodeClass: Manifest, { all, clusterOf, report }: RuleContext): void {
  const cluster = clusterOf(nodeClass);
  // A grant or key policy may give the controller access to the key.
  if (cluster.ofKind('aws_kms_grant', 'aws_kms_key_policy').length > 0) return;

  const policies = controllerPolicies({ all, clusterOf }).filter((policy) =>
    seenIn(policy).some((statement) => clusterOf(statement.policy) === cluster),
  );
  if (policies.length !== 1 || mayAllow(policies[0]!, 'kms:CreateGrant') !== false) return;

  for (const index of asList(nodeClass.get(mappings)).keys()) {
    const path = [...mappings, index, 'ebs', 'kmsKeyID'];
    const name = /^aws_kms_key\.([\w-]+)\.(?:arn|id|key_id)$/.exec(referenceAt(nodeClass, path) ?? '')?.[1];
    const key = cluster.ofKind('aws_kms_key').find((manifest) => manifest.name === name);
    if (!key || key.get(['spec', 'policy']) !== undefined) continue;

    report({
      manifest: nodeClass,
      at: nodeClass.span(path),
      message: `Nothing allows the controller to use the key \`${key.name}\`, so instances terminate right after their launch`,
      help: 'Allow the controller `kms:CreateGrant`, `kms:Decrypt`, `kms:DescribeKey`, `kms:GenerateDataKeyWithoutPlaintext` and `kms:ReEncrypt*` on the key, in its IAM policy or in the policy of the key.',
      labels: [{ span: key.span(['metadata', 'name']), message: 'the key' }],
      unready,
    });
  }
}

/** A key whose own policy lets nobody use it who launches nodes. */
function judgePolicy(nodeClass: Manifest, context: RuleContext): void {
  for (const index of asList(nodeClass.get(mappings)).keys()) {
    const path = [...mappings, index, 'ebs', 'kmsKeyID'];
    const key = keyAt(nodeClass, path, context);
    const cluster = key && context.clusterOf(key);
    if (!key || !cluster || letsLaunchersUse(key, cluster) !== false) continue;
    if (cluster.ofKind('aws_kms_grant', 'aws_kms_key_policy').length > 0) continue;

    context.report({
      manifest: nodeClass,
      at: nodeClass.span(path),
      message: `The policy of the key \`${key.name}\` lets only administrators use it, so instances terminate right after their launch`,
      help: 'In the policy of the key, allow the controller, or the account (`:root`), `kms:CreateGrant`, `kms:Decrypt`, `kms:DescribeKey`, `kms:GenerateDataKeyWithoutPlaintext` and `kms:ReEncrypt*`.',
      labels: [{ span: key.span(['spec', 'policy']), message: 'the policy of the key' }],
      unready,
    });
  }
}

/** The region in the ARN of a key or an alias. */
const keyRegion = /^arn:aws[\w-]*:kms:([a-z]{2}(?:-[a-z]+){1,3}-\d):/;

/** EBS encrypts volumes only with keys of their own region. */
function judgeRegion(nodeClass: Manifest, { catalog, isRegionAssumed, report }: RuleContext): void {
  if (!catalog || isRegionAssumed) return;
  for (const index of asList(nodeClass.get(mappings)).keys()) {
    const path = [...mappings, index, 'ebs', 'kmsKeyID'];
    const region = keyRegion.exec(knownTextAt(nodeClass, path) ?? '')?.[1];
    if (region === undefined || region === catalog.region) continue;

    report({
      manifest: nodeClass,
      at: nodeClass.span(path),
      message: `The key is in ${region}, but the volumes are in ${catalog.region}, so instances terminate right after their launch`,
      help: `Use a key of ${catalog.region}, or set the region if \`${nodeClass.name}\` belongs to a cluster in ${region}.`,
      unready: 'the key of their volumes is in another region',
    });
  }
}

function examples(): RuleExamples {
  return {
    bad: [
      corrected(
        ec2NodeClass(yaml`
          role: KarpenterNodeRole-demo
          blockDeviceMappings:
            - deviceName: /dev/xvda
              ebs:
                encrypted: true
                kmsKeyID: arn:aws:kms:eu-central-1:111122223333:alias/volumes
        `),
        { 'kms:eu-central-1': 'kms:us-east-1' },
      ),
      corrected(
        terraform`
        resource "aws_kms_key" "nodes" {
          description = "volumes of nodes"
        }

        data "aws_iam_policy_document" "karpenter" {
          statement {
            actions   = ["ec2:CreateFleet", "ec2:RunInstances", "ec2:CreateTags", "ec2:Describe*", "ec2:TerminateInstances", "ec2:CreateLaunchTemplate", "ec2:DeleteLaunchTemplate"]
            resources = ["*"]
          }
          statement {
            actions   = ["ssm:GetParameter", "pricing:GetProducts", "eks:DescribeCluster", "iam:*", "sqs:*"]
            resources = ["*"]
          }
        }

        ${kubectlManifest(
          'default',
          ec2NodeClass(yaml`
            role: KarpenterNodeRole-demo
            blockDeviceMappings:
              - deviceName: /dev/xvda
                ebs:
                  encrypted: true
                  kmsKeyID: \${aws_kms_key.nodes.arn}
          `),
        )}
      `,
        {
          'data "aws_iam_policy_document" "karpenter" {': terraform`
            data "aws_iam_policy_document" "karpenter" {
              statement {
                actions   = ["kms:CreateGrant", "kms:Decrypt", "kms:DescribeKey", "kms:GenerateDataKeyWithoutPlaintext", "kms:ReEncrypt*"]
                resources = [aws_kms_key.nodes.arn]
              }
          `,
        },
        {
          'description = "volumes of nodes"':
            'description = "volumes of nodes"\npolicy      = data.aws_iam_policy_document.key.json',
        },
      ),
    ],
    good: [
      terraform`
        resource "aws_kms_key" "nodes" {
          description = "volumes of nodes"
        }

        data "aws_iam_policy_document" "karpenter" {
          statement {
            actions   = ["ec2:CreateFleet", "ec2:RunInstances", "ec2:CreateTags", "ec2:Describe*", "ec2:TerminateInstances", "ec2:CreateLaunchTemplate", "ec2:DeleteLaunchTemplate"]
            resources = ["*"]
          }
          statement {
            actions   = ["ssm:GetParameter", "pricing:GetProducts", "eks:DescribeCluster", "iam:*", "sqs:*", "kms:*"]
            resources = ["*"]
          }
        }

        ${kubectlManifest(
          'default',
          ec2NodeClass(yaml`
            role: KarpenterNodeRole-demo
            blockDeviceMappings:
              - deviceName: /dev/xvda
                ebs:
                  encrypted: true
                  kmsKeyID: \${aws_kms_key.nodes.arn}
          `),
        )}
      `,
      terraform`
        resource "aws_kms_key" "nodes" {
          description = "volumes of nodes"
          policy      = data.aws_iam_policy_document.key.json
        }

        data "aws_iam_policy_document" "karpenter" {
          statement {
            actions   = ["ec2:CreateFleet", "ec2:RunInstances", "ec2:CreateTags", "ec2:Describe*", "ec2:TerminateInstances", "ec2:CreateLaunchTemplate", "ec2:DeleteLaunchTemplate"]
            resources = ["*"]
          }
          statement {
            actions   = ["ssm:GetParameter", "pricing:GetProducts", "eks:DescribeCluster", "iam:*", "sqs:*"]
            resources = ["*"]
          }
        }

        ${kubectlManifest(
          'default',
          ec2NodeClass(yaml`
            role: KarpenterNodeRole-demo
            blockDeviceMappings:
              - deviceName: /dev/xvda
                ebs:
                  encrypted: true
                  kmsKeyID: \${aws_kms_key.nodes.arn}
          `),
        )}
      `,
    ],
  };
}
