import type { ClusterObjects } from '../../karpenter/cloud-provider/cluster-addresses.ts';
import { asText, type Manifest } from '../../manifest/model/manifest.ts';
import { unreadModuleKind } from '../../manifest/terraform/resources/resource-makers.ts';
import { hasPlaceholder } from '../../manifest/yaml/placeholder.ts';

/**
 * Why a cluster may have other resources than those of its objects: modules from elsewhere that may create some, and files that could not be
 * read.
 */
export const openingsOf = (cluster: ClusterObjects, mayCreate: (module: Manifest) => boolean): string[] => [
  ...cluster
    .ofKind(unreadModuleKind)
    .filter((module) => mayTouchCluster(module) && mayCreate(module))
    .map(({ name }) => `\`module.${name}\` is not in this repository`),
  ...cluster.unreadFiles.map((file) => `\`${file}\` could not be read`),
];

/** Whether an object is a module from elsewhere that may create something of a cluster, its nodes or their network. */
export function mayTouchCluster(manifest: Manifest): boolean {
  if (manifest.kind !== unreadModuleKind) return false;

  const source = asText(manifest.get(['spec', 'source'])) ?? '';
  const subject = subjectOf(source).toLowerCase();
  if (hasPlaceholder(source) || !otherSubject.test(subject)) return true;

  return nearSubject.test(`${subject} ${manifest.name.toLowerCase()}`);
}

/** Words about clusters, nodes, their permissions and their network, and about everything at once. */
const nearSubject =
  /eks|k8s|kube|cluster|karpenter|node|instance|ec2|compute|capacity|reserv|launch|iam|irsa|role|polic|permission|auth|access|identit|vpc|subnet|network|route(?!53)|nat\b|endpoint|gateway|firewall|security|egress|sqs|queue|event|interrupt|spot|platform|add-?ons?|baseline|foundation|landing|infra|account|stack|core|common|shared/;

/** Words about services of AWS and of others that create nothing of these. */
const otherSubject =
  /(?<![a-z])(?:alerts?|alerting|alarms?|monitors?|monitoring|dashboards?|logs?|logging|cloudwatch|budgets?|costs?|billing|backups?|s3|buckets?|ecr|registr(?:y|ies)|acm|certificates?|route53|dns|zones?|cloudfront|cdn|waf|sns|topics?|ses|lambda|functions?|rds|aurora|databases?|db|postgres(?:ql)?|mysql|redis|elasticache|valkey|memcached|dynamodb|documentdb|opensearch|elasticsearch|kafka|msk|kinesis|firehose|glue|athena|redshift|rabbitmq|cognito|cloudtrail|guardduty|secrets?|parameters?|ssm|datadog|newrelic|grafana|prometheus|pagerduty|opsgenie|sentry|slack|github|gitlab|labels?|tags?|naming|context)(?![a-z])/;

/** What a source names its module after: the folder in it, or the name of the repository or of the module in a registry. */
function subjectOf(source: string): string {
  const [address = ''] = source.replace(/^[\w-]{1,20}::/, '').split('?');
  const [whole = '', folder] = address.replace(/^\w{1,20}:\/\//, '').split('//');
  if (folder !== undefined) return folder;

  const steps = whole.replace(/\.git$/, '').split(/[/:]/);
  const isOfRegistry = !/\.git$|^git@|^(?:www\.)?(?:github|bitbucket)\./.test(whole) && steps.length >= 3;
  const name = isOfRegistry && /^[a-z]+$/.test(steps.at(-1) ?? '') ? steps.at(-2) : steps.at(-1);

  return (name ?? '').replace(/^terraform-/, '');
}
