import type { ObjectCluster } from '../../files/clusters/related-objects.ts';
import { knownTextAt } from '../../karpenter/installation/helm-releases.ts';
import { asText, type Manifest } from '../../manifest/model/manifest.ts';
import { unreadModuleKind } from '../../manifest/terraform/resources/resource-makers.ts';
import { corrected, terraform } from '../../rules/lint/example.ts';
import { isSameRoot } from '../../rules/lint/fields/why-related.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../../rules/lint/rule.ts';
import { quotedNames } from '../../text/words/quoted-names.ts';
import { otherIamCreators } from '../fields/created-roles.ts';
import { interruptionQueues } from '../fields/interruption-queues.ts';
import { type QueueEvents, queueEvents, queuePolicies } from '../fields/queue-events.ts';
import { calledModule } from '../fields/terraform-modules.ts';

export const interruptionEventsRule = defineRule({
  id: 'interruption-events',
  severity: 'warning',
  since: '0.1.0',
  providers: ['aws'],
  theme: 'Karpenter installation',
  mistakes: [],
  on: {
    Manifests(all, context) {
      const queues = all.manifests.filter(
        (manifest) => manifest.kind === 'aws_sqs_queue' || calledModule(manifest) === 'karpenter',
      );
      for (const cluster of new Set(queues.map(context.clusterOf))) judgeCluster(cluster, context);
    },
  },
  docs: {
    summary: 'Some events that Karpenter needs do not reach its interruption queue.',
    why: 'EventBridge sends spot interruption warnings, health events and changes of instance states to the queue that Karpenter reads. It needs a rule for each event that is not switched off, a target for each rule, and a policy of the queue that lets it send. If one of them is missing, EventBridge drops the events without an error, and Karpenter does not drain the node. The same happens if it may not use the key of the queue, as that of AWS for SQS. Karpenter only counts rebalance recommendations, so they are not required. Reported only when Terraform creates the queue without Karpenter’s module, and at least one of the rules, targets and policies.',
    help: 'Create a rule and a target for each event, and a queue policy that allows `events.amazonaws.com` the action `sqs:SendMessage`.',
    url: 'https://karpenter.sh/docs/reference/cloudformation/#interruption-handling',
  },
  examples,
});

/** Modules that may create rules, targets or policies. */
const ofEvents = /event|sqs|queue|notif|interrupt|spot/i;

function judgeCluster(cluster: ObjectCluster, context: RuleContext): void {
  const queues = interruptionQueues(cluster).map(({ manifest }) => manifest);
  for (const queue of queues.filter((queue) => !isForFailures(queue))) {
    const isModule = queue.kind === 'module';
    judgeKey(queue, isModule ? 'queue_kms_master_key_id' : 'kms_master_key_id', { cluster, context });
    if (!isModule) judgeDelay(queue, context);
  }
  const isUnknown = cluster
    .ofKind(unreadModuleKind)
    .some((module) => ofEvents.test(asText(module.get(['spec', 'source'])) ?? ''));
  if (isUnknown || otherIamCreators(cluster).length > 0 || queues.some(({ kind }) => kind === 'module')) return;
  for (const queue of queues) if (!isForFailures(queue)) judge(queue, cluster, context);
}

/** Whether a queue is for messages that could not be processed. */
const isForFailures = (queue: Manifest): boolean =>
  /dlq|dead/i.test(`${queue.name} ${asText(queue.get(['spec', 'name'])) ?? ''}`);

function judge(queue: Manifest, cluster: ObjectCluster, context: RuleContext): void {
  const events = queueEvents(queue, cluster);
  const policies = queuePolicies(queue, cluster);
  const isManaged =
    events && policies && (events.targets.length > 0 || events.withoutTarget.length > 0 || policies.length > 0);
  if (!isManaged || queue.isPartial) return;

  if (events.missing.length > 0) reportMissing(queue, events, context);
  // With a role, EventBridge needs no policy of the queue.
  if (events.targets.length === 0 || events.targets.some((target) => target.get(['spec', 'role_arn']) !== undefined))
    return;
  if (policies.some(({ allowsEvents }) => allowsEvents !== false)) return;

  const [policy] = policies;

  const help = () => {
    if (policy) return 'Allow `events.amazonaws.com` the action `sqs:SendMessage` in the policy of the queue.';
    return `Create an \`aws_sqs_queue_policy\` for \`aws_sqs_queue.${queue.name}\` that allows \`events.amazonaws.com\` the action \`sqs:SendMessage\`.`;
  };

  context.report({
    manifest: queue,
    at: queue.span(nameOf(queue)),
    message: `No policy lets EventBridge send events to the queue ${titleOf(queue)}, so the queue stays empty and Karpenter does not drain nodes that AWS stops`,
    help: help(),
    labels: policy ? [{ span: policy.manifest.span(['spec', 'policy']), message: 'the policy of the queue' }] : [],
  });
}

const nameOf = (queue: Manifest): string[] => {
  if (queue.get(['spec', 'name']) === undefined) return ['metadata', 'name'];
  return ['spec', 'name'];
};
const titleOf = (queue: Manifest): string => `\`${knownTextAt(queue, ['spec', 'name']) ?? queue.name}\``;

function reportMissing(queue: Manifest, { missing, withoutTarget, disabled }: QueueEvents, context: RuleContext): void {
  const [rule] = withoutTarget;
  const isEach = missing.length > 1;

  const eventsText = isEach ? 'these events' : 'this event';

  context.report({
    manifest: queue,
    at: queue.span(nameOf(queue)),
    message: `No EventBridge rule sends ${quotedNames(
      missing.map(({ type }) => type),
      ' and ',
    )} to the queue ${titleOf(queue)}, so Karpenter does not drain nodes after ${eventsText}`,
    help: helpFor(rule, disabled[0], isEach),
    labels: [
      ...disabled.slice(0, 3).map((manifest) => ({
        span: manifest.span(['metadata', 'name']),
        message: 'this rule is switched off',
      })),
      ...withoutTarget.slice(0, 3).map((manifest) => ({
        span: manifest.span(['metadata', 'name']),
        message: 'this rule does not have the queue as a target',
      })),
    ],
  });
}

function helpFor(rule: Manifest | undefined, disabled: Manifest | undefined, isEach: boolean): string {
  if (disabled !== undefined) return `Set \`state = "ENABLED"\` in \`aws_cloudwatch_event_rule.${disabled.name}\`.`;
  if (rule !== undefined)
    return `Create an \`aws_cloudwatch_event_target\` with this queue for \`aws_cloudwatch_event_rule.${rule.name}\`.`;
  const eventsText = isEach ? 'each of them' : 'it';
  return `Create an \`aws_cloudwatch_event_rule\` for ${eventsText}, with this queue as its target.`;
}

/** Longer than this, a message about a spot node arrives when most of its two minutes are over. */
const longDelay = 60;

/** Reports a queue whose messages arrive too late. */
function judgeDelay(queue: Manifest, { report }: RuleContext): void {
  const delay = queue.get(['spec', 'delay_seconds']);
  if (typeof delay !== 'number' || delay < longDelay) return;

  report({
    manifest: queue,
    at: queue.span(['spec', 'delay_seconds']),
    message: `The queue ${titleOf(queue)} holds each message back for ${delay} seconds, but AWS stops a spot node two minutes after its warning`,
    help: 'Remove `delay_seconds`.',
  });
}

/** The key that AWS manages for SQS. Its policy cannot be changed, and does not allow EventBridge to use it. */
const keyOfAws = /^(?:arn:[^:]{1,20}:kms:[^:]{0,40}:\d{0,12}:)?alias\/aws\/sqs$/;

/**
 * Reports a queue with a key that EventBridge may not use. Source:
 * https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-troubleshooting.html.
 */
function judgeKey(queue: Manifest, input: string, { cluster, context }: Judging): void {
  const path = ['spec', input];
  const key = asText(queue.get(path));
  if (key === undefined || key === '') return;

  const reference = /^\$\{aws_kms_key\.([\w-]+)\.\w+\}$/.exec(key)?.[1];
  const resource = cluster
    .ofKind('aws_kms_key')
    .find((candidate) => candidate.name === reference && isSameRoot(candidate, queue));
  const isOther = cluster.ofKind('aws_kms_key_policy').length > 0;
  const isClosedKey = resource !== undefined && !isOther && !resource.isPartial && !mayUseKey(resource, cluster);
  if (!keyOfAws.test(key) && !isClosedKey) return;

  const help = () => {
    if (isClosedKey)
      return 'Allow `events.amazonaws.com` the actions `kms:GenerateDataKey` and `kms:Decrypt` in the policy of the key.';
    return 'Remove the key, so that SQS encrypts with a key of its own, or use a key whose policy allows `events.amazonaws.com`.';
  };

  context.report({
    manifest: queue,
    at: queue.span(path),
    message: `EventBridge may not use the key of the queue ${titleOf(queue)}, so no event reaches it and Karpenter does not drain nodes that AWS stops`,
    help: help(),
  });
}

/** Whether the policy of a key may let EventBridge use it. A policy in a document is read with it. */
function mayUseKey(key: Manifest, cluster: ObjectCluster): boolean {
  const policy = key.get(['spec', 'policy']);
  const text = JSON.stringify(policy ?? null);
  const document = /^"\$\{data\.aws_iam_policy_document\.([\w-]+)\.json\}"$/.exec(text)?.[1];
  if (document === undefined) return /events\.amazonaws\.com|\$\{/.test(text);
  return cluster
    .ofKind('IamPolicy')
    .filter(({ name }) => name === document)
    .every(({ object, isPartial }) => isPartial || /events\.amazonaws\.com|\$\{/.test(JSON.stringify(object)));
}

interface Judging {
  readonly cluster: ObjectCluster;
  readonly context: RuleContext;
}

function examples(): RuleExamples {
  const events = (name: string, source: string, type: string) =>
    terraform`
      resource "aws_cloudwatch_event_rule" "${name}" {
        event_pattern = jsonencode({ source = ["${source}"], detail-type = ["${type}"] })
      }
    `.text;

  const target = (name: string) =>
    terraform`
      resource "aws_cloudwatch_event_target" "${name}" {
        rule = aws_cloudwatch_event_rule.${name}.name
        arn  = aws_sqs_queue.karpenter.arn
      }
    `.text;

  const spot = events('spot', 'aws.ec2', 'EC2 Spot Instance Interruption Warning');
  const state = events('state', 'aws.ec2', 'EC2 Instance State-change Notification');
  const health = events('health', 'aws.health', 'AWS Health Event');

  const queue = (more: string) => terraform`
    resource "aws_sqs_queue" "karpenter" {
      name = "karpenter-orders"
    }

    ${more}
  `;

  const policy = (service: string) =>
    terraform`
      resource "aws_sqs_queue_policy" "karpenter" {
        queue_url = aws_sqs_queue.karpenter.id
        policy = jsonencode({
          Version = "2012-10-17"
          Statement = [{
            Effect    = "Allow"
            Principal = { Service = ["${service}", "sqs.amazonaws.com"] }
            Action    = "sqs:SendMessage"
            Resource  = aws_sqs_queue.karpenter.arn
          }]
        })
      }
    `.text;

  const all = [spot, target('spot'), state, target('state'), health, target('health')].join('\n');
  const allowed = policy('events.amazonaws.com');
  const firstLine = 'resource "aws_sqs_queue" "karpenter" {';

  return {
    bad: [
      corrected(queue([spot, state, target('state'), health, target('health'), allowed].join('\n')), {
        [firstLine]: `${target('spot')}\n${firstLine}`,
      }),
      corrected(queue([spot, target('spot'), state, target('state'), allowed].join('\n')), {
        [firstLine]: `${health}\n${target('health')}\n${firstLine}`,
      }),
      corrected(queue(all), { [firstLine]: `${allowed}\n${firstLine}` }),
      corrected(queue(`${all}\n${policy('sns.amazonaws.com')}`), { 'sns.amazonaws.com': 'events.amazonaws.com' }),
    ],
    good: [
      queue(`${all}\n${allowed}`),
      terraform`
        locals {
          events = {
            spot   = { source = "aws.ec2", type = "EC2 Spot Instance Interruption Warning" }
            state  = { source = "aws.ec2", type = "EC2 Instance State-change Notification" }
            health = { source = "aws.health", type = "AWS Health Event" }
          }
        }

        resource "aws_sqs_queue" "karpenter" {
          name = "karpenter-orders"
        }

        data "aws_iam_policy_document" "queue" {
          statement {
            actions   = ["sqs:SendMessage"]
            resources = [aws_sqs_queue.karpenter.arn]

            principals {
              type        = "Service"
              identifiers = ["events.amazonaws.com", "sqs.amazonaws.com"]
            }
          }
        }

        resource "aws_sqs_queue_policy" "karpenter" {
          queue_url = aws_sqs_queue.karpenter.url
          policy    = data.aws_iam_policy_document.queue.json
        }

        resource "aws_cloudwatch_event_rule" "events" {
          for_each      = local.events
          event_pattern = jsonencode({ source = [each.value.source], detail-type = [each.value.type] })
        }

        resource "aws_cloudwatch_event_target" "events" {
          for_each = local.events
          rule     = aws_cloudwatch_event_rule.events[each.key].name
          arn      = aws_sqs_queue.karpenter.arn
        }
      `,
      queue(''),
    ],
  };
}
