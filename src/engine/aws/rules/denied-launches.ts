import { asMapping, asText, type Manifest, type Path } from '../../manifest/model/manifest.ts';
import { hasPlaceholder, holdsPlaceholder } from '../../manifest/yaml/placeholder.ts';
import { corrected, terraform, yaml } from '../../rules/lint/example.ts';
import { nodePoolsOf } from '../../rules/lint/fields/node-pools.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../../rules/lint/rule.ts';
import { ec2NodeClass, kubectlManifest } from '../../rules/lint/scenes.ts';
import { covers } from '../../text/words/covers.ts';
import { launchNeeds, regionOfType } from '../account/launch-grants.ts';
import { coversType, isOfController, policyStatements } from '../fields/controller-policies.ts';
import { nodeClassesOf } from '../fields/node-classes.ts';
import { type Condition, type IamStatement, namesAction, readPolicy } from '../setup/iam-policy.ts';

export const deniedLaunchesRule = defineRule({
  id: 'denied-launches',
  severity: 'error',
  since: '0.1.0',
  providers: ['aws'],
  theme: 'IAM and cluster access',
  mistakes: [],
  on: {
    NodeClass(nodeClass, context) {
      if (nodeClass.kind !== 'EC2NodeClass' || nodeClass.isPartial) return;
      for (const denial of denialsFor(nodeClass, context)) {
        const because = denialReason(denial.statement, nodeClass, context);
        if (because === undefined) continue;
        report(nodeClass, { denial, because }, context);
        return;
      }
    },
  },
  docs: {
    summary: 'A policy denies the launches of a node class explicitly.',
    why: 'A `Deny` wins over every `Allow`. A policy of the organization or of Karpenter’s controller may deny `ec2:RunInstances` without a tag, without IMDSv2, or for other instance types. If the node class does not set the tag or the option, AWS denies each of its launches. A condition on a property of instances is met by every launch if the statement is about launch templates or images, which do not have it. Reported only if all conditions of the statement are known. For a policy of the organization it is a warning, because the files do not show whether it applies to the account.',
    help: 'Set the tag or the option in the node class, or change the statement.',
    url: 'https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_evaluation-logic.html',
  },
  examples,
});

/** A statement that denies launches under some conditions. */
interface Denial {
  readonly policy: Manifest;
  readonly path: Path;
  readonly statement: IamStatement;
  readonly isOfOrganization: boolean;
}

/** The statements that deny launches in the cluster of a node class: of organizations, and of the policies that allow them. */
function denialsFor(nodeClass: Manifest, context: RuleContext): readonly Denial[] {
  const { all, clusterOf } = context;
  const cluster = clusterOf(nodeClass);
  // An organization is often described in a folder of its own.
  const isOnly = nodeClassesOf(all).every((other) => clusterOf(other) === cluster);
  const organizations = (isOnly ? all : cluster).manifests.filter(({ kind }) => kind === 'aws_organizations_policy');
  const ofController = cluster.ofKind('IamPolicy').flatMap((policy): Denial[] => {
    const statements = policyStatements(policy);
    // Pipelines that build images also launch instances, and guard rails for people allow everything else.
    if (!isOfController(statements.filter(({ statement }) => !statement.actions.includes('*')))) return [];
    return statements.map(({ path, statement }) => ({ policy, path, statement, isOfOrganization: false }));
  });

  return [...organizations.flatMap(ofOrganization), ...ofController].filter(
    ({ statement }) =>
      statement.effect === 'Deny' &&
      isInRegion(statement, context) &&
      !statement.isNegated &&
      statement.unknown.length === 0 &&
      namesAction(statement, 'ec2:RunInstances'),
  );
}

/** Whether the resources of a statement are not all in a region that is another one than the cluster's, or that may be. */
function isInRegion(statement: IamStatement, { catalog, isRegionAssumed }: RuleContext): boolean {
  const regions = launchNeeds[0]!.types.flatMap((type) => regionOfType(statement, type) ?? []);
  return regions.every((region) => isRegionAssumed !== true && region === catalog?.region);
}

function ofOrganization(policy: Manifest): Denial[] {
  const content = policy.get(['spec', 'content']);
  const type = asText(policy.get(['spec', 'type'])) ?? 'SERVICE_CONTROL_POLICY';
  if (content === undefined || type !== 'SERVICE_CONTROL_POLICY' || policy.isPartial) return [];
  const read = readPolicy(JSON.stringify(content));
  if ('fault' in read || holdsPlaceholder(content)) return [];

  return read.statements.map((statement, index) => ({
    policy,
    path: ['spec', 'content', 'Statement', index],
    statement,
    isOfOrganization: true,
  }));
}

/** Why a statement denies all launches of a node class, as a clause; undefined if it does not, or if that is unknown. */
function denialReason(statement: IamStatement, nodeClass: Manifest, context: RuleContext): string | undefined {
  const { conditions } = statement;
  if (conditions.length === 0) return undefined;

  const reasons = conditions.map((condition) => metBecause(condition, { statement, nodeClass, context }));
  if (reasons.includes(undefined)) return undefined;
  return reasons[0];
}

interface Launch {
  readonly statement: IamStatement;
  readonly nodeClass: Manifest;
  readonly context: RuleContext;
}

/** Why a condition is met by all launches of a node class. */
function metBecause(condition: Condition, launch: Launch): string | undefined {
  if (condition.values.some(hasPlaceholder) || hasPlaceholder(condition.key)) return undefined;
  const tag = /^aws:RequestTag\/(.+)$/i.exec(condition.key)?.[1];
  if (tag !== undefined) return tagBecause(condition, tag, launch);
  const key = condition.key.toLowerCase();
  if (!ofInstances.includes(key) || negated(condition) === undefined) return undefined;
  if (!coversInstances(launch.statement)) return absentBecause(condition, launch.statement);
  if (key === 'ec2:metadatahttptokens') return tokensBecause(condition, launch.nodeClass);
  return typesBecause(condition, launch);
}

/** Keys that only instances have. Source: “Actions, resources, and condition keys for Amazon EC2”. */
const ofInstances: readonly string[] = ['ec2:metadatahttptokens', 'ec2:instancetype'];

const coversInstances = (statement: IamStatement): boolean => coversType(statement, 'instance') !== false;

/** Whether a negated operator compares by pattern; undefined for any other operator. One with `IfExists` holds as well if the key is absent. */
function negated({ operator }: Condition): { readonly isPattern: boolean } | undefined {
  const verb = /^StringNot(Like|Equals)(?:IfExists)?$/i.exec(operator)?.[1];
  if (verb === undefined) return undefined;
  return { isPattern: verb.toLowerCase() === 'like' };
}

const isMatched = ({ values }: Condition, text: string, isPattern: boolean): boolean =>
  values.some((value) => (isPattern ? covers(value, text) : value === text));

/** A negated comparison is met by a resource that does not have the key. */
function absentBecause({ key }: Condition, statement: IamStatement): string | undefined {
  const types = launchNeeds[0]!.types.filter((type) => coversType(statement, type) === true);
  const [type] = types;
  if (type === undefined) return undefined;
  return `\`${type}/*\` never has \`${key}\`, which is a property of instances`;
}

/** A tag of the request that the class does not set, or sets to another value. */
function tagBecause(condition: Condition, tag: string, { statement, nodeClass }: Launch): string | undefined {
  if (!coversInstances(statement) || ownTag.test(tag)) return undefined;
  const written = nodeClass.get(['spec', 'tags']);
  const tags = written === undefined ? {} : asMapping(written);
  if (tags === undefined || Object.keys(tags).some(hasPlaceholder)) return undefined;

  // Keys of conditions are compared without regard to case.
  const key = Object.keys(tags).find((name) => name.toLowerCase() === tag.toLowerCase());
  const value = key === undefined ? undefined : tags[key];
  const text = asText(value);
  if (value !== undefined && (text === undefined || hasPlaceholder(text))) return undefined;

  const isNull = condition.operator.toLowerCase() === 'null';
  if (isNull && value === undefined && condition.values.includes('true')) return `it does not set the tag \`${tag}\``;
  const comparison = negated(condition);
  if (isNull || comparison === undefined) return undefined;
  if (text === undefined) return `it does not set the tag \`${tag}\``;
  if (isMatched(condition, text, comparison.isPattern)) return undefined;
  return `it sets the tag \`${tag}\` to \`${text}\``;
}

/** Tags that Karpenter sets itself. */
const ownTag = /^(?:kubernetes\.io\/cluster\/|karpenter\.|eks:|topology\.kubernetes\.io\/|Name$)/;

/** The default is `required`. Source: provider-aws pkg/apis/v1/ec2nodeclass.go. */
function tokensBecause(condition: Condition, nodeClass: Manifest): string | undefined {
  const tokens = asText(nodeClass.get(['spec', 'metadataOptions', 'httpTokens'])) ?? 'required';
  const { isPattern } = negated(condition)!;
  if (hasPlaceholder(tokens) || isMatched(condition, tokens, isPattern)) return undefined;
  return `its \`httpTokens\` is \`${tokens}\``;
}

/** All types of all NodePools of the class. `scp-denies-types` reports those that an organization denies. */
function typesBecause(condition: Condition, { nodeClass, context }: Launch): string | undefined {
  const pools = nodePoolsOf(context.all).filter(
    (pool) =>
      context.clusterOf(pool) === context.clusterOf(nodeClass) &&
      asText(pool.get(['spec', 'template', 'spec', 'nodeClassRef', 'name'])) === nodeClass.name,
  );
  const { isPattern } = negated(condition)!;
  const isDenied = (pool: Manifest): boolean => {
    const { names = [] } = pool.isPartial ? {} : (context.compatible(pool) ?? {});
    return names.length > 0 && !names.some((name) => isMatched(condition, name, isPattern));
  };
  if (pools.length === 0 || !pools.every(isDenied)) return undefined;
  return 'its NodePools allow only other instance types';
}

interface Reported {
  readonly denial: Denial;
  readonly because: string;
}

function report(nodeClass: Manifest, { denial, because }: Reported, { report }: RuleContext): void {
  const { policy, path, isOfOrganization, statement } = denial;
  const isOfTypes = statement.conditions.every(({ key }) => key.toLowerCase() === 'ec2:instancetype');
  if (isOfOrganization && isOfTypes && coversInstances(statement)) return;

  const message = () => {
    if (isOfOrganization)
      return `In accounts with the policy \`${policy.name}\` of the organization, AWS denies every launch with \`${nodeClass.name}\`, because ${because}`;
    return `The policy \`${policy.name}\` of Karpenter’s controller denies every launch with \`${nodeClass.name}\`, because ${because}`;
  };

  report({
    manifest: nodeClass,
    ...(isOfOrganization && { severity: 'warning' }),
    at: nodeClass.keySpan(['metadata', 'name']),
    message: message(),
    help: 'Set what the statement requires in the node class, or change the statement.',
    labels: [{ span: policy.span(path), message: 'this statement denies them' }],
    ...(!isOfOrganization && { unready: 'a policy of Karpenter’s controller denies launches with it' }),
  });
}

function examples(): RuleExamples {
  const organization = (resource: string, condition: string, tags: string, region = '*') => terraform`
    resource "aws_organizations_policy" "launches" {
      name = "launches"

      content = jsonencode({
        Version = "2012-10-17"
        Statement = [{
          Effect    = "Deny"
          Action    = "ec2:RunInstances"
          Resource  = "arn:aws:ec2:${region}:*:${resource}/*"
          Condition = { ${condition} }
        }]
      })
    }

    ${kubectlManifest(
      'default',
      ec2NodeClass(yaml`
        role: nodes
        tags:
          ${tags}
      `),
    )}
  `;
  const policy = (actions: string) => terraform`
    data "aws_iam_policy_document" "launches" {
      statement {
        actions   = [${actions}]
        resources = ["*"]
      }

      statement {
        effect    = "Deny"
        actions   = ["ec2:RunInstances"]
        resources = ["arn:aws:ec2:*:*:instance/*"]
        condition {
          test     = "Null"
          variable = "aws:RequestTag/CostCentre"
          values   = ["true"]
        }
      }
    }

    ${kubectlManifest(
      'default',
      ec2NodeClass(yaml`
        role: nodes
        tags:
          team: search
      `),
    )}
  `;
  const ofTag = 'StringNotLike = { "aws:RequestTag/CostCentre" = "*" }';
  const ofTokens = 'StringNotEquals = { "ec2:MetadataHttpTokens" = "required" }';

  return {
    bad: [
      corrected(organization('instance', ofTag, 'team: search'), { 'team: search': 'CostCentre: "4711"' }),
      corrected(organization('launch-template', ofTokens, 'team: search'), { 'launch-template': 'instance' }),
      corrected(policy('"ec2:CreateFleet", "ec2:RunInstances"'), { 'team: search': 'CostCentre: "4711"' }),
    ],
    good: [
      organization('instance', ofTag, 'CostCentre: "4711"'),
      organization('instance', ofTag, 'costcentre: "4711"'),
      organization('instance', ofTag, 'team: search', 'sa-east-1'),
      policy('"ec2:RunInstances", "ec2:CreateKeyPair", "ec2:CreateImage"'),
      organization('instance', ofTokens, 'team: search'),
      organization('instance', `${ofTag}, ArnNotLike = { "aws:PrincipalArn" = "*:role/karpenter" }`, 'team: search'),
    ],
  };
}
