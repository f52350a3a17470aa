import type { ArgumentDecision, RuledTopic } from '../../manifest/terraform/resources/resource-makers.ts';
import { quoted } from '../../text/words/quoted-names.ts';
import { textIf } from '../../text/words/text-if.ts';
import { installsCrds, isNearTerraform } from './field-judgement.ts';
import {
  deciding,
  harmless,
  type Judgement,
  modelled,
  notUnderstood,
  outOfReach,
  ruled,
  seenOnly,
  withDecision,
} from './judgement.ts';
import { decisionOfChart } from './kinds/chart-decisions.ts';
import { isNodeService } from './kinds/known-kinds.ts';
import { nestedReads } from './reads-terraform.ts';
import { appliesNothing, isForeignProvider, isOfForeignProvider } from './terraform/applying-terraform.ts';
import { otherMajor, sameMajor } from './terraform/provider-lock.ts';
import { mayGrow, raisesLimit } from './terraform/raised-limit.ts';
import { reachesState } from './terraform/state-settings.ts';
import { hasSameMajors, hasSameNewest } from './terraform/version-ranges.ts';

/** A changed place in a block of Terraform. */
export interface ChangedArgument {
  /** `resource`, `module`, `locals` … */
  readonly type: string;
  readonly labels: readonly string[];
  /** The argument and the keys that lead to it; empty for the block as a whole. */
  readonly path: readonly string[];
  /** ` 20.31 → 21.0`, if both sides have a literal; empty otherwise. */
  readonly values: string;
  /** The literals of both sides; a side without one has undefined. Undefined if nothing compares them. */
  readonly compared?: { readonly before: string | undefined; readonly after: string | undefined };
  /** Of a module or a `helm_release`: its source or chart, if it is a literal. */
  readonly source: string | undefined;
  /** Whether the module of the file was evaluated, because it is about Karpenter, or creates a cluster or its network. */
  readonly isEvaluated: boolean;
  /** The whole block is added or removed. */
  readonly isWhole: boolean;
  /** The whole block is removed. */
  readonly isRemoved: boolean;
  /** Only one of the sides has Terraform in the folder. */
  readonly isNewRoot: boolean;
  /** A provider with an alias, which only resources and modules have that name it. */
  readonly isAlias?: boolean;
  /** The text of the block names Karpenter. */
  readonly isOfKarpenter: boolean;
  /** Something else in the files refers to the block, or may select it by its tags. */
  readonly mayBeUsed: boolean;
  /** Terraform that was not evaluated, or a module that it calls, may apply something that nobody sees. */
  readonly isApplying?: boolean;
  /** What rules work out from an argument; undefined if none reads it. */
  topicOf(kind: string, field: string): RuledTopic | undefined;
  /** What another version of a module decides; undefined if nothing is known of it. */
  readonly ofVersion?: ArgumentDecision | undefined;
  /** What an argument decides; undefined if nothing is known of it. */
  decisionOf(kind: string, field: string): ArgumentDecision | undefined;
}

/** `module.eks version 20.31 → 21.0`. */
export function nameOfArgument({
  type,
  labels,
  path,
  values,
}: Pick<ChangedArgument, 'type' | 'labels' | 'path' | 'values'>): string {
  const kind = type === 'resource' ? [] : [type];
  const block = [...kind, ...labels].join('.');
  return `${[block, path.join('.')].filter(Boolean).join(' ')}${values}`;
}

/**
 * What neither sets a variable nor changes what it is set to. A type converts values, and a variable that is not nullable has its default instead of
 * null.
 */
export const inertInVariable: ReadonlySet<string> = new Set([
  'description',
  'validation',
  'sensitive',
  'ephemeral',
  'deprecated',
]);

/** Names of variables whose values hints and the version of a cluster are taken from. A region matters where it leads to. */
export const namesCluster =
  /(?:^|_)(?:cluster|kubernetes|k8s|eks)_?version$|^kubernetes$|karpenter\w*version$|^(?:azs|availability_zones|cluster_name)$/;

/** What is known about a place that no evaluated object shows. */
export function judgedArgument(place: ChangedArgument): Judgement {
  const { type, labels, path, isWhole } = place;
  const judgement = judgedByType(place);
  if (isWhole || path.length === 0) return judgement;

  const kind = type === 'resource' ? (labels[0] ?? '') : type;
  return withDecision(judgement, place.decisionOf(kind, path.join('.')));
}

function judgedByType(place: ChangedArgument): Judgement {
  const { type, path, labels, isEvaluated, isWhole } = place;
  const isValue = type === 'resource' || type === 'data' || type === 'module';
  // Arguments of a block that is new or gone are one place.
  const what = nameOfArgument(isWhole && isValue ? { ...place, path: [], values: '' } : place);
  const name = type === 'variable' ? labels[0] : path[0];

  if (
    (type === 'variable' || type === 'locals') &&
    (type === 'locals' || path[0] === 'default') &&
    namesCluster.test(name ?? '')
  )
    return modelled(what, 'names the version, region or zones of a cluster');

  const [argument] = path;

  switch (type) {
    case 'output':
      return harmless(what, 'an output, which changes no resource');
    case 'moved':
    case 'check':
      return harmless(what, 'changes no resource');
    case 'removed':
      if (!isEvaluated) break;
      return modelled(what, 'says whether Terraform destroys what it no longer creates');
    case 'dependencies':
      return harmless(what, 'decides when something is applied, not what');
    case 'include':
    case 'dependency':
      if (!place.isNewRoot) break;
      return harmless(what, 'says where a new unit takes values from; what they become is judged itself');
    case 'variable':
      if (argument !== undefined && inertInVariable.has(argument))
        return harmless(what, 'describes or checks a variable, and does not set it');
      if (argument === undefined) return harmless(what, 'declares a variable; what uses it is judged itself');

      break;
    case 'locals':
      if (argument === undefined) return harmless(what, 'the head or end of a block of values');
      break;
    case 'terraform':
      return judgedSettings(place, what);
    case 'provider':
      return judgedProvider(place, what);
    case 'ephemeral':
    case 'resource':
    case 'data':
      return judgedResource(place, what);
    case 'module':
      return judgedModule(place, what);
  }

  if (isEvaluated) return notUnderstood(what, 'no object shows what this value becomes', false);
  return outOfReach(what, otherRoot);
}

/** What a root needs before it can create anything. */
function judgedSettings(
  { path, isNewRoot, isWhole, values, source, compared }: ChangedArgument,
  what: string,
): Judgement {
  const [argument, provider] = path;
  if (argument === 'required_version') return harmless(what, 'the version of the program, not of what it creates');
  if (argument === undefined || (argument === 'required_providers' && provider === undefined))
    return harmless(what, 'the head or end of a block of settings');
  if (isNewRoot) return harmless(what, 'settings of a folder whose resources are judged themselves');
  if (argument === 'source')
    return notUnderstood(what, 'what the module creates in this version is not here', nearModules.test(source ?? ''));
  if (argument === 'backend' && provider !== undefined && reachesState.test(provider))
    return harmless(what, 'how Terraform locks, encrypts or reaches its state, not what it creates');
  if (argument !== 'required_providers') return notUnderstood(what, 'another state may plan other changes');
  if (isForeignProvider(provider ?? ''))
    return outOfReach(what, 'a provider whose resources neither nodes nor Karpenter use');

  const named = values === '' ? `terraform ${argument}.${provider}` : what;
  if (path[2] === 'source')
    return notUnderstood(named, 'another provider may plan other changes, and the state has to be handed over to it');
  if (isWhole || compared?.before === undefined || compared.after === undefined)
    return harmless(named, 'names a provider; its resources are judged themselves');
  if (hasSameMajors(compared.before, compared.after)) return harmless(named, sameMajor);
  return deciding(notUnderstood(named, ''), otherMajor);
}

/** Arguments with which a provider signs in. With a wrong one it creates nothing. */
const signIn =
  /^(?:kubernetes\.)?(?:token|exec|client_certificate|client_key|cluster_ca_certificate|load_config_file|insecure|apply_retry_count|lazy_load|burst_limit|registry|registries|ignore_(?:annotations|labels))(?:\.|$)/;

function judgedProvider(place: ChangedArgument, what: string): Judgement {
  const { path, labels, isNewRoot, isWhole } = place;
  const [argument] = path;
  const [name = ''] = labels;
  if (argument === 'region' || argument === 'default_tags')
    return modelled(what, 'names the region or tags of resources');
  if (isForeignProvider(name))
    return outOfReach(what, 'configures a provider whose resources neither nodes nor Karpenter use');
  if (isNewRoot) return harmless(what, 'configures a folder whose resources are judged themselves');
  if (signIn.test(path.join('.'))) return harmless(what, 'decides how Terraform signs in, not what it creates');
  if (isWhole && place.isAlias) return harmless(what, 'names a provider; resources that use it are judged themselves');

  return notUnderstood(isWhole ? `provider.${name}` : what, 'decides where resources are created');
}

const otherRoot = 'Terraform that neither names Karpenter nor creates a cluster, and that no such module calls';

/** Arguments of every resource that change how it is applied, not what it is. */
const inertArguments = new Set(['depends_on', 'timeouts', 'description']);

/**
 * Resources that Terraform replaces for another description, because AWS cannot change it (`ForceNew` in hashicorp/terraform-provider-aws). It is
 * decided before the type: nodes have these security groups and the permissions of these policies.
 */
const replacedByDescription = /^aws_(?:security_group|iam_policy)$/;

/** Types of resources that neither nodes nor Karpenter nor the API server use. */
const unrelated =
  /^aws_(?:s3|dynamodb|rds|db|elasticache|memorydb|cloudfront|route53|acm|lambda|api|apigateway\w*|appsync|cognito|sns|ses|ecr|cloudwatch_(?:log|metric|dashboard|composite)|secretsmanager|waf\w*|backup|budgets|cloudtrail|config|guardduty|securityhub|glue|athena|kinesis|firehose|msk|opensearch\w*|elasticsearch|redshift\w*|efs|fsx|lb|alb|iam_user|iam_group|iam_account|iam_access_key|sfn|codebuild|codepipeline|codestar\w*|ecs|batch|amplify|docdb\w*|neptune|mq|transfer|grafana|prometheus|sagemaker|xray|chatbot|ce|organizations_(?!policy)\w+|ram|sso\w*|identitystore|vpn|dx|globalaccelerator|inspector\w*|macie\w*|shield|workspaces|quicksight|timestream\w*|keyspaces|bedrock\w*)(?:_|$)/;
/** File systems, which are no part of nodes, and which their pods mount. */
const mountedByPods = /^aws_(?:efs_(?:mount_target|file_system|access_point)|fsx_\w+_file_system)$/;
const inertKubernetes =
  /^kubernetes_(?:config_map|secret|service|ingress|network_policy|role|cluster_role|role_binding|cluster_role_binding|service_account|namespace)(?:_v\d\w*)?(?:_data)?$/;

/** What applies to a whole account or organization, and so to every instance that Karpenter launches there. */
const accountWide =
  /^aws_(?:organizations_policy(?:_attachment)?|ebs_default_kms_key|ebs_encryption_by_default|ec2_instance_metadata_defaults)$/;

/** Resources of AWS are seen, and no rule may know them. Those of other providers may be anything. */
const judgeOf = (kind: string): typeof seenOnly | typeof notUnderstood => {
  if (kind.startsWith('aws_')) return seenOnly;
  return notUnderstood;
};

function judgedLifecycle(
  { labels: [kind = ''], path: [, inner], isEvaluated, isOfKarpenter }: ChangedArgument,
  what: string,
  { mayMatter }: { readonly mayMatter: boolean },
): Judgement {
  if (inner === 'replace_triggered_by' && mayMatter) {
    const judge = judgeOf(kind);
    return judge(what, 'Terraform deletes the object and creates it again when something else changes', isOfKarpenter);
  }

  if (inner === 'ignore_changes' && isEvaluated)
    return modelled(what, 'arguments that Terraform ignores are not compared');

  return harmless(what, 'protects a resource, and does not change it');
}

/** Whether a changed argument is the largest size of a node group, and rises. */
function raisesSize({ type, labels: [kind = ''], path, values }: ChangedArgument): boolean {
  const [, from, to] = / (\d+) → (\d+)$/.exec(values) ?? [];
  if (from === undefined || to === undefined) return false;
  return raisesLimit(type === 'module' ? type : kind, path, [Number(from), Number(to)]);
}

function judgedResource(place: ChangedArgument, what: string): Judgement {
  const { type, labels, path, isEvaluated, isWhole, isRemoved, topicOf, source, values } = place;
  const [kind = '', name = ''] = labels;
  const [argument] = path;

  if (argument === 'description' && replacedByDescription.test(kind) && !isWhole)
    return seenOnly(
      what,
      'Terraform deletes the resource and creates it again for another description',
      place.isOfKarpenter || place.mayBeUsed,
    );
  if (argument !== undefined && inertArguments.has(argument))
    return harmless(what, 'decides when or how a resource is applied, not what it is');

  const isForeign = isOfForeignProvider(kind);
  const isUnrelated = unrelated.test(kind);
  if (argument === 'lifecycle') return judgedLifecycle(place, what, { mayMatter: !isForeign && !isUnrelated });

  if (accountWide.test(kind) && argument !== 'tags')
    return seenOnly(what, 'it applies to all instances of the account', isEvaluated);
  const mayBeDeleted = isRemoved || (!isWhole && (argument === 'count' || argument === 'for_each'));
  if (mayBeDeleted && mountedByPods.test(kind))
    return seenOnly(what, 'pods may mount it, and cannot once it is deleted', isEvaluated);
  if (isUnrelated) return outOfReach(what, 'a resource that neither nodes nor Karpenter use');
  if (isForeign) return outOfReach(what, 'a resource of another provider');

  const isNear = place.isOfKarpenter || isNodeService(kind, name, source) || (isEvaluated && isNearTerraform(kind));
  if (/^kubernetes_namespace/.test(kind) && mayBeDeleted)
    return notUnderstood(what, 'its pods are deleted with it', true);

  const judge = judgeOf(kind);

  if (inertKubernetes.test(kind)) {
    if (isNodeService(name, kind.includes('config_map') ? name : undefined))
      return seenOnly(what, 'it belongs to Karpenter or to a service of every node', true);

    return harmless(what, 'changes neither nodes nor pods');
  }

  if (!isWhole && (argument === 'count' || argument === 'for_each'))
    return judge(what, 'may create or delete resources', isNear);
  if (kind === 'helm_release')
    return judgedRelease({
      argument,
      what,
      source,
      name,
      isNear,
      values,
      isWhole,
      isRemoved,
      isNewRoot: place.isNewRoot,
    });
  if (raisesSize(place)) return harmless(what, mayGrow);

  const topic = topicOf(kind, path.join('.')) ?? (isWhole ? topicOf(kind, '') : undefined);
  if (topic !== undefined) return ruled(what, 'a rule reads it', topic);
  if (argument === 'tags' || argument === 'tags_all') return harmless(what, 'tags that no selector of Karpenter reads');

  const appliesNone = type === 'data' || appliesNothing(kind) || /^local_/.test(kind);
  if (!isEvaluated && !isNearTerraform(kind) && appliesNone) return outOfReach(what, otherRoot);

  const reasonText = () => {
    if (type === 'data') return 'what it finds is unknown';
    if (isWhole || path.length === 0) return 'no rule knows this resource';
    return 'plumbline does not judge this argument';
  };

  return judge(what, reasonText(), isNear);
}

/** Whether an argument of a `helm_release` decides what its chart renders to, and nothing else. */
export const decidesRelease = ([kind]: readonly string[], [argument = '']: readonly string[]): boolean =>
  kind === 'helm_release' && /^(?:chart|version|values|set|set_list|set_sensitive)$/.test(argument);

function judgedRelease({
  argument,
  what,
  source,
  name,
  isNear,
  isWhole,
  isRemoved,
  isNewRoot,
}: Pick<ChangedArgument, 'source' | 'values' | 'isWhole' | 'isRemoved' | 'isNewRoot'> & {
  readonly argument: string | undefined;
  readonly what: string;
  readonly name: string;
  readonly isNear: boolean;
}): Judgement {
  if (
    argument !== undefined &&
    /^(?:wait|wait_for_jobs|timeout|atomic|cleanup_on_fail|max_history|lint|create_namespace|force_update|recreate_pods|repository_\w+|pass_credentials|verify|keyring|render_subchart_notes|upgrade_install)$/.test(
      argument,
    )
  )
    return harmless(what, 'decides how a chart is installed, not what it is');

  const isKarpenters = /(?:^|\/)karpenter(?:-crd)?$/.test(source ?? '');
  if (isKarpenters && argument === 'version') return modelled(what, 'names the version of Karpenter');
  if (isKarpenters && isWhole && !isRemoved && !isNewRoot && /-crd$/.test(source ?? ''))
    return seenOnly(what, installsCrds, true);
  if (isKarpenters && isWhole && !isRemoved) return modelled(what, 'installs Karpenter');
  if (isKarpenters && !isWhole && (argument === 'name' || argument === 'namespace'))
    return ruled(what, 'decides which service account the controller has', 'controller');

  const opaque = notUnderstood(
    what,
    `plumbline does not render the chart${textIf(source, ` \`${source}\``)}`,
    isNear || isNodeService(name),
  );
  if (isWhole || argument === undefined) return opaque;
  return withDecision(opaque, decisionOfChart(source?.split('/').at(-1), argument));
}

/** Public modules of services that neither nodes nor Karpenter nor the API server use. */
const unrelatedModules =
  /^(?:registry\.terraform\.io\/)?terraform-aws-modules\/(?:s3-bucket|rds|rds-aurora|rds-proxy|ecr|acm|lambda|dynamodb-table|cloudfront|route53|sns|apigateway-v2|elasticache|memory-db|msk-kafka-cluster|opensearch|secrets-manager|cloudwatch|step-functions|appsync|redshift|batch|ecs|managed-service-prometheus|managed-service-grafana|alb|global-accelerator|notify-slack)\/aws(?:\/\/|$)/;
/** Public modules that give a program of the cluster permissions in AWS. */
const permissionModules =
  /^(?:registry\.terraform\.io\/)?terraform-aws-modules\/(?:eks-pod-identity\/aws|iam\/aws\/\/modules\/(?:iam-role-for-service-accounts(?:-eks)?|iam-assumable-role-with-oidc))$/;
/** Parts of names of programs that nodes or the network of pods need. */
const nodePrograms = /karpenter|cni|csi|ebs|efs|fsx|autoscal|node|cilium|calico/i;

/** Modules of clusters, their network and Karpenter. */
const nearModules = /karpenter|\beks\b|\bvpc\b|fargate|node-?group|blueprints|\biam\b|cluster/i;

/** Whether a module stays at the newest version that its constraint allows. */
const isSameModule = (compared: ChangedArgument['compared']): boolean =>
  compared?.before !== undefined && compared.after !== undefined && hasSameNewest(compared.before, compared.after);

/** Whether two addresses are of one module of the public registry. Source: https://developer.hashicorp.com/terraform/language/modules/sources. */
function isSameRegistryModule(compared: ChangedArgument['compared']): boolean {
  const [before, after] = [compared?.before, compared?.after].map((source) =>
    source?.replace(/^registry\.terraform\.io\//, ''),
  );
  return before !== undefined && before === after && /^[\w-]+\/[\w-]+\/[\w-]+(?:\/\/|$)/.test(before);
}

/** Source: https://developer.hashicorp.com/terraform/language/meta-arguments/providers. */
const otherProvider = 'Terraform may create its resources again in the account and the region of another provider';

function judgedModule(place: ChangedArgument, what: string): Judgement {
  const { labels, path, source, isEvaluated, isWhole, topicOf } = place;
  const [argument] = path;
  const isLocal = source !== undefined && /^\.{1,2}(?:\/|$)/.test(source);
  const isNear = isEvaluated && nearModules.test(`${labels.join()} ${source ?? ''}`);

  if (unrelatedModules.test(source ?? ''))
    return outOfReach(what, 'a module of resources that neither nodes nor Karpenter use');
  if (permissionModules.test(source ?? '') && !place.isOfKarpenter && !nodePrograms.test(labels.join()))
    return harmless(what, 'permissions of a program that nodes do not need');
  if (permissionModules.test(source ?? '') && !place.isOfKarpenter && isWhole && !place.isRemoved)
    return harmless(what, 'a new role for the pods of a service account, which takes nothing from nodes');
  if (argument === 'depends_on' || (argument === 'providers' && isWhole))
    return harmless(what, 'decides when or by which provider it is applied');
  const ofModule = topicOf('module', '');
  const isCall = argument === undefined || argument === 'source' || argument === 'version';
  if (isWhole && isCall && ofModule !== undefined) return ruled(what, 'a module whose inputs rules read', ofModule);
  if (!isWhole && argument === 'version' && isSameModule(place.compared))
    return harmless(what, 'Terraform installs the newest version that the constraint allows, and that is the same');
  if (!isWhole && argument === 'source' && isSameRegistryModule(place.compared))
    return harmless(what, 'the same module, with or without the name of the public registry');
  if (!isWhole && (argument === 'source' || argument === 'version'))
    return withDecision(
      notUnderstood(what, 'what the module creates in this version is not here', isNear),
      place.ofVersion,
    );
  if (!isWhole && (argument === 'providers' || argument === 'provider')) return seenOnly(what, otherProvider, isNear);
  if (!isWhole && (argument === 'count' || argument === 'for_each'))
    return notUnderstood(what, 'may create or delete everything in the module', isNear);
  if (place.isRemoved && ofModule !== undefined) return ruled(what, 'a module whose inputs rules read', ofModule);

  if (raisesSize(place)) return harmless(what, mayGrow);

  // What is inside of a group or an add-on may be known to be harmless, although the whole of it is read.
  const decision = argument === undefined ? undefined : place.decisionOf('module', path.join('.'));
  const isReadAlone = topicOf('module', path.join('.')) !== undefined;
  if (!isWhole && !isReadAlone && decision !== undefined && 'harmless' in decision)
    return harmless(what, decision.harmless);

  // Groups and add-ons are read as a whole, too.
  const ofArgument =
    argument === undefined ? undefined : (topicOf('module', path.join('.')) ?? topicOf('module', nestedReads(path)));
  if (ofArgument !== undefined) return ruled(what, 'a rule reads it', ofArgument);
  if (/^tags$|_tags$/.test(argument ?? '')) return harmless(what, 'tags that no selector of Karpenter reads');
  if (!isEvaluated && isLocal) {
    if (place.isApplying)
      return notUnderstood(what, 'the module that it calls applies something, and no object shows what');

    return outOfReach(what, otherRoot);
  }

  const isOpaque = isWhole && ofModule === undefined;
  if (argument === undefined || isOpaque)
    return notUnderstood(
      what,
      isLocal ? 'no object shows what it creates' : 'what the module creates is not here',
      isNear,
    );

  if (isLocal) return notUnderstood(what, 'no object shows what this value becomes', isNear);
  // The place of a whole module does not name the argument.
  const unjudged = isWhole ? `its argument ${quoted(argument)}` : 'this argument';
  return notUnderstood(what, `plumbline does not judge ${unjudged}`, isNear);
}
