import { knownTextAt } from '../../karpenter/installation/helm-releases.ts';
import type { ManifestSet } from '../../manifest/manifest-set.ts';
import { asMapping, type Manifest } from '../../manifest/model/manifest.ts';
import { hasPlaceholder } from '../../manifest/yaml/placeholder.ts';
import { corrected, jsonFile, terraform, yaml } from '../../rules/lint/example.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../../rules/lint/rule.ts';
import { kubectlManifest, nodeClass } from '../../rules/lint/scenes.ts';
import type { Label } from '../../text/diagnostic.ts';
import { has, seenIn } from '../../text/evidence.ts';
import { covers } from '../../text/words/covers.ts';
import { quotedNames } from '../../text/words/quoted-names.ts';
import {
  allows,
  type ControllerPolicy,
  controllerPolicies,
  isForeignTag,
  type PolicyStatement,
} from '../fields/controller-policies.ts';
import { nodeClassesOf } from '../fields/node-classes.ts';

export const controllerConditionsRule = defineRule({
  id: 'controller-conditions',
  severity: 'error',
  since: '0.1.0',
  providers: ['aws'],
  theme: 'IAM and cluster access',
  mistakes: [73],
  on: {
    Manifests(all, context) {
      for (const policy of controllerPolicies(context))
        for (const statement of seenIn(policy)) {
          judge(statement, { policy, all, context });
          judgeOverrides(statement, { policy, all, context });
          judgeKeys(statement, { policy, all, context });
        }
    },
  },
  docs: {
    summary:
      'The IAM policy of Karpenter’s controller requires a tag that Karpenter does not set, or sets to another value.',
    why: 'A condition on a tag holds only if Karpenter sets that tag. Since v1beta1, instances have the tag `karpenter.sh/nodepool` and no longer `karpenter.sh/provisioner-name`. If a policy still requires the old tag, Karpenter can launch nodes but never terminate them, or cannot even launch them. Karpenter sets your own tags only if `spec.tags` of the EC2NodeClass lists them. A class can also give a tag such as `Name` another value than the condition allows, or no value while another class has one. Its instances then stay forever. A list of `aws:TagKeys` has to contain the tags of the class, too.',
    help: 'Require `karpenter.sh/nodepool` instead, and list your own tags in `spec.tags` of every EC2NodeClass.',
    url: 'https://karpenter.sh/docs/reference/cloudformation/',
  },
  examples,
});

interface Judging {
  readonly policy: ControllerPolicy;
  readonly all: ManifestSet;
  readonly context: RuleContext;
}

const tagKey = /^(?:aws|ec2):(RequestTag|ResourceTag)\/(.+)$/i;
/** Operators that also match if the tag is missing, or that require it to be missing. */
const lenient = /IfExists$|^Null$|^ForAllValues:|Not/;
const launching = ['ec2:RunInstances', 'ec2:CreateFleet', 'ec2:CreateLaunchTemplate', 'ec2:TerminateInstances'];

function judge(entry: PolicyStatement, judging: Judging): void {
  const { statement, policy, path } = entry;
  const actions = launching.filter((action) => allows([entry], action));

  for (const { operator, key } of statement.conditions) {
    const [, kind, tag] = tagKey.exec(key) ?? [];

    if (
      tag === undefined ||
      kind === undefined ||
      lenient.test(operator) ||
      hasPlaceholder(operator) ||
      !isNeverSet(kind, tag, judging)
    )
      continue;

    // Another statement may allow the same actions without requiring the tag.
    // Anybody may give such a tag to the subnets and images of a launch.
    const bound = () => {
      if (isForeignTag(tag)) return actions.filter((action) => terminating.includes(action));
      return actions;
    };

    const barred = bound().filter(
      (action) => has(judging.policy, (other) => other !== entry && allows([other], action)) === false,
    );
    if (barred.length === 0) continue;

    const verb = barred.length > 1 ? 'are' : 'is';

    const help = () => {
      if (tag.startsWith('karpenter.sh/')) return 'Require `karpenter.sh/nodepool` instead.';
      return 'Add the tag to `spec.tags` of every EC2NodeClass.';
    };

    judging.context.report({
      manifest: policy,
      at: policy.keySpan([...path, 'Condition', operator, key]),
      message: `${quotedNames(barred)} ${verb} allowed only with the tag \`${tag}\`, which Karpenter does not set`,
      help: help(),
    });
  }
}

/** A condition on a tag, and the calls that only its statement allows. */
interface TagCondition {
  readonly statement: PolicyStatement;
  readonly operator: string;
  readonly key: string;
  readonly tag: string;
  readonly isOfInstance: boolean;
  readonly values: readonly string[];
  readonly barred: readonly string[];
}

/** Reports node classes whose instances do not get a tag as a condition wants it, so that they cannot be launched or terminated. */
function judgeOverrides(statement: PolicyStatement, judging: Judging): void {
  const { policy: controller, all, context } = judging;

  for (const { operator, key, values } of statement.statement.conditions) {
    const [, kind = '', tag] = tagKey.exec(key) ?? [];
    if (tag === undefined || !comparing.test(operator)) continue;

    const isOfInstance = kind.toLowerCase() === 'resourcetag';
    const barred = (isOfInstance ? terminating : launching).filter(
      (action) =>
        allows([statement], action) &&
        has(controller, (other) => other !== statement && allows([other], action)) === false,
    );

    if (barred.length === 0) continue;

    const condition = { statement, operator, key, tag, isOfInstance, values, barred };
    const classes = nodeClassesOf(all).filter(
      (nodeClass) => context.clusterOf(nodeClass) === context.clusterOf(statement.policy),
    );
    for (const nodeClass of classes) {
      judgeValue(nodeClass, condition, judging);
      if (isLeftOut(nodeClass, condition, classes, context)) reportMissing(nodeClass, condition, judging);
    }
  }
}

function judgeValue(nodeClass: Manifest, condition: TagCondition, { context }: Judging): void {
  const { tag, values, barred } = condition;
  const at = ['spec', 'tags', tag];
  const value = knownTextAt(nodeClass, at);
  if (value === undefined || values.some(hasPlaceholder) || values.some((allowed) => covers(allowed, value))) return;

  context.report({
    manifest: nodeClass,
    at: nodeClass.span(at),
    message: `Karpenter may not call ${quotedNames(barred)} for instances of \`${nodeClass.name}\`: its policy wants the tag \`${tag}\` to be \`${values.join('` or `')}\`, and this class sets it to \`${value}\``,
    help: `Set the tag to a value that the policy allows, or let the condition compare \`karpenter.sh/nodepool\`.`,
    labels: [conditionLabel(condition)],
  });
}

/** Tags that AWS and Karpenter set on instances without a class. Source: provider-aws pkg/apis/v1/labels.go, pkg/utils/utils.go GetTags. */
const setByOthers = /^(?:aws:|eks:|karpenter\.|kubernetes\.io\/|topology\.kubernetes\.io\/)/;

/**
 * Whether a class does not set a tag that another class of its cluster sets. If no class sets it, something else may tag instances. Karpenter
 * itself sets `Name` to the name of the node.
 */
function isLeftOut(
  nodeClass: Manifest,
  { tag, isOfInstance, values }: TagCondition,
  classes: readonly Manifest[],
  { karpenter }: RuleContext,
): boolean {
  if (nodeClass.isPartial || setByOthers.test(tag) || hasPlaceholder(tag)) return false;
  if (hasTag(nodeClass.get(['spec', 'tags']), tag)) return false;

  if (tag === 'Name')
    return isOfInstance && karpenter.v1 && !values.some((value) => hasPlaceholder(value) || mayBeNodeName(value));
  return classes.some((other) => asMapping(other.get(['spec', 'tags']))?.[tag] !== undefined);
}

/** The words in names of nodes: `ip-10-0-1-2.eu-west-1.compute.internal`, or the id of the instance. */
const wordsOfNodeNames =
  'ip i ec2 compute internal us eu ap sa ca me af il mx cn gov iso isob east west north south central northeast southeast northwest southwest';

/** Whether a pattern of a policy may match the name of a node. */
const mayBeNodeName = (pattern: string): boolean =>
  (pattern.match(/[a-zA-Z]+/g) ?? []).every((run) => /^[a-f]+$/.test(run) || wordsOfNodeNames.includes(run));

function reportMissing(nodeClass: Manifest, condition: TagCondition, { context }: Judging): void {
  const { tag, values, barred } = condition;
  const wanted = values.some(hasPlaceholder) ? '' : ` to be \`${values.join('` or `')}\``;
  const lacks = tag === 'Name' ? 'Karpenter sets it to the name of the node' : 'this class does not set it';

  context.report({
    manifest: nodeClass,
    at: nodeClass.keySpan(nodeClass.get(['spec', 'tags']) === undefined ? ['spec'] : ['spec', 'tags']),
    message: `Karpenter may not call ${quotedNames(barred)} for instances of \`${nodeClass.name}\`: its policy wants the tag \`${tag}\`${wanted}, and ${lacks}`,
    help: `Add \`${tag}\` to \`spec.tags\` of the class, or let the condition compare \`karpenter.sh/nodepool\`.`,
    labels: [conditionLabel(condition)],
  });
}

const conditionLabel = ({ statement: { policy, path }, operator, key }: TagCondition): Label => ({
  span: policy.keySpan([...path, 'Condition', operator, key]),
  message: 'the condition',
});

/** Actions that set the tags of a class on what they create. Source: provider-aws pkg/providers/instance/instance.go, `tagSpecifications`. */
const tagging = ['ec2:RunInstances', 'ec2:CreateFleet', 'ec2:CreateLaunchTemplate', 'ec2:CreateTags'];

/**
 * Reports node classes with a tag whose key is not in the list of a condition. `ForAllValues` on `aws:TagKeys` holds only if each key of the
 * request is in it. Source: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_condition-keys.html#condition-keys-tagkeys.
 */
function judgeKeys(entry: PolicyStatement, { policy: controller, all, context }: Judging): void {
  const { policy, path, statement } = entry;
  const barred = tagging.filter(
    (action) =>
      allows([entry], action) && has(controller, (other) => other !== entry && allows([other], action)) === false,
  );
  if (barred.length === 0) return;

  for (const { operator, key, values } of statement.conditions) {
    const isList = /^ForAllValues:String(?:Equals|Like)$/i.test(operator) && key.toLowerCase() === 'aws:tagkeys';
    if (!isList || values.some(hasPlaceholder)) continue;

    for (const nodeClass of nodeClassesOf(all)) {
      if (context.clusterOf(nodeClass) !== context.clusterOf(policy)) continue;

      const tag = Object.keys(asMapping(nodeClass.get(['spec', 'tags'])) ?? {}).find(
        (name) => !hasPlaceholder(name) && !values.some((allowed) => covers(allowed, name)),
      );
      if (tag === undefined) continue;

      context.report({
        manifest: nodeClass,
        at: nodeClass.keySpan(['spec', 'tags', tag]),
        message: `Karpenter may not call ${quotedNames(barred)} for \`${nodeClass.name}\`: its policy lists the tags that it may set, and \`${tag}\` is not among them`,
        help: `Add \`${tag}\` to the list of \`aws:TagKeys\`, or remove the tag.`,
        labels: [{ span: policy.keySpan([...path, 'Condition', operator, key]), message: 'the condition' }],
      });
    }
  }
}

/** Operators that compare a tag with texts. */
const comparing = /^(?:ForAnyValue:)?String(?:Equals|Like)$/;
/** A condition on the tags of a resource holds for instances once they exist. */
const terminating = ['ec2:TerminateInstances'];

/** Whether no new instance gets a tag: an old tag of Karpenter, or a user's tag that no node class sets. */
function isNeverSet(kind: string, tag: string, { all, context }: Judging): boolean {
  if (tag === 'karpenter.sh/provisioner-name') return context.karpenter.v1;

  const classes = nodeClassesOf(all);
  const isUnset =
    classes.length > 0 &&
    classes.every((nodeClass) => !nodeClass.isPartial && !hasTag(nodeClass.get(['spec', 'tags']), tag));
  if (kind.toLowerCase() === 'resourcetag' && isForeignTag(tag)) return isUnset;
  // Others set the tags of existing resources such as subnets and images.
  if (kind.toLowerCase() !== 'requesttag' || hasPlaceholder(tag)) return false;
  if (/^(?:kubernetes\.io\/cluster\/|karpenter\.|eks:|topology\.kubernetes\.io\/|Name$)/.test(tag)) return false;

  return isUnset;
}

function hasTag(tags: Parameters<typeof asMapping>[0], tag: string): boolean {
  const mapping = asMapping(tags);
  // Unknown tags may include this one.
  if (mapping) return Object.keys(mapping).some((key) => key === tag || hasPlaceholder(key));
  return tags !== undefined;
}

function examples(): RuleExamples {
  return {
    bad: [
      corrected(
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
        { 'karpenter.sh/provisioner-name': 'karpenter.sh/nodepool' },
      ),
      corrected(
        terraform`
          data "aws_iam_policy_document" "karpenter" {
            statement {
              actions   = ["ec2:CreateFleet", "ec2:RunInstances"]
              resources = ["*"]
              condition {
                test     = "StringEquals"
                variable = "aws:RequestTag/team"
                values   = ["search"]
              }
            }
          }

          ${kubectlManifest('default', nodeClass)}
        `,
        {
          'role: KarpenterNodeRole-demo': yaml`
            role: KarpenterNodeRole-demo
            tags:
              team: search
          `,
        },
      ),
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
