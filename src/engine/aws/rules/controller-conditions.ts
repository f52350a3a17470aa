import { jsonFile, terraform } from '../../lint/example.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../../lint/rule.ts';
import { asMapping } from '../../manifest/manifest.ts';
import type { ManifestSet } from '../../manifest/manifest-set.ts';
import { hasPlaceholder } from '../../manifest/yaml/placeholder.ts';
import { quotedNames } from '../../text/quoted-names.ts';
import { allows, controllerPolicies, type PolicyStatement } from '../fields/controller-policies.ts';
import { nodeClassesOf } from '../fields/node-classes.ts';

export const controllerConditionsRule = defineRule({
  id: 'controller-conditions',
  severity: 'error',
  since: '0.1.0',
  providers: ['aws'],
  theme: 'Identity',
  mistakes: [73],
  on: {
    Manifests(all, context) {
      for (const statements of controllerPolicies(all))
        for (const statement of statements) judge(statement, { statements, all, context });
    },
  },
  docs: {
    summary: 'The policy of Karpenter’s controller demands a tag that nothing gets.',
    why: 'A condition on a tag holds only where Karpenter sets that tag. Since v1beta1 instances carry `karpenter.sh/nodepool` and no longer `karpenter.sh/provisioner-name`: a policy that still asks for the latter lets nodes be launched and never ended, or not even launched. A tag of one’s own is there where `spec.tags` of the EC2NodeClass has it.',
    help: 'Ask for `karpenter.sh/nodepool`, and set tags of your own in `spec.tags` of every EC2NodeClass.',
    url: 'https://karpenter.sh/docs/reference/cloudformation/',
  },
  examples,
});

interface Judging {
  readonly statements: readonly PolicyStatement[];
  readonly all: ManifestSet;
  readonly context: RuleContext;
}

const tagKey = /^(?:aws|ec2):(RequestTag|ResourceTag)\/(.+)$/i;
/** Operators that hold as well where the tag is not there, or that ask for its absence. */
const lenient = /IfExists$|^Null$|^ForAllValues:|Not/;
const launching = ['ec2:RunInstances', 'ec2:CreateFleet', 'ec2:CreateLaunchTemplate', 'ec2:TerminateInstances'];

function judge(one: PolicyStatement, judging: Judging): void {
  const { statement, policy, path } = one;
  const actions = launching.filter((action) => allows([one], action));
  for (const { operator, key } of statement.conditions) {
    const [, kind, tag] = tagKey.exec(key) ?? [];
    if (tag === undefined || kind === undefined || lenient.test(operator) || !isNowhere(kind, tag, judging)) continue;
    // Another statement may allow the same without asking for the tag.
    const barred = actions.filter(
      (action) => !judging.statements.some((other) => other !== one && allows([other], action)),
    );
    if (barred.length === 0) continue;
    judging.context.report({
      manifest: policy,
      at: policy.keySpan([...path, 'Condition', operator, key]),
      message: `${quotedNames(barred)} ${barred.length > 1 ? 'are' : 'is'} allowed with the tag \`${tag}\` alone, which nothing gets`,
      help: tag.startsWith('karpenter.sh/')
        ? 'Ask for `karpenter.sh/nodepool`.'
        : 'Set the tag in `spec.tags` of every EC2NodeClass.',
    });
  }
}

/** Tags that no instance of Karpenter's carries any more, and those of one's own that no node class sets. */
function isNowhere(kind: string, tag: string, { all, context }: Judging): boolean {
  if (tag === 'karpenter.sh/provisioner-name') return context.karpenter.v1;
  // Tags of what is there already (subnets, images) are set by others.
  if (kind.toLowerCase() !== 'requesttag' || hasPlaceholder(tag)) return false;
  if (/^(?:kubernetes\.io\/cluster\/|karpenter\.|eks:|topology\.kubernetes\.io\/|Name$)/.test(tag)) return false;
  const classes = nodeClassesOf(all);
  return (
    classes.length > 0 &&
    classes.every((nodeClass) => !nodeClass.isPartial && !hasTag(nodeClass.get(['spec', 'tags']), tag))
  );
}

function hasTag(tags: Parameters<typeof asMapping>[0], tag: string): boolean {
  const mapping = asMapping(tags);
  // Tags that are not known may be any.
  return mapping ? Object.keys(mapping).some((key) => key === tag || hasPlaceholder(key)) : tags !== undefined;
}

function examples(): RuleExamples {
  return {
    bad: [
      terraform`
        data "aws_iam_policy_document" "karpenter" {
          statement {
            actions   = ["ec2:CreateFleet", "ec2:RunInstances"]
            resources = ["*"]
          }

          statement {
            actions   = ["ec2:TerminateInstances"]
            resources = ["*"]
            condition {
              test     = "StringLike"
              variable = "ec2:ResourceTag/karpenter.sh/provisioner-name"
              values   = ["*"]
            }
          }
        }
      `,
    ],
    good: [
      jsonFile`
        {
          "Version": "2012-10-17",
          "Statement": [
            {
              "Effect": "Allow",
              "Action": ["ec2:CreateFleet", "ec2:RunInstances"],
              "Resource": "*"
            },
            {
              "Effect": "Allow",
              "Action": "ec2:TerminateInstances",
              "Resource": "*",
              "Condition": {
                "StringLike": { "aws:ResourceTag/karpenter.sh/nodepool": "*" }
              }
            }
          ]
        }
      `,
    ],
  };
}
