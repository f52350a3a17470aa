import { corrected, terraform } from '../../lint/example.ts';
import { type HelmRelease, helmReleasesOf, knownTextAt } from '../../lint/fields/helm-releases.ts';
import { isSameRoot, whyRelated } from '../../lint/fields/why-related.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../../lint/rule.ts';
import type { Manifest, Path } from '../../manifest/manifest.ts';
import { interruptionQueues } from '../fields/interruption-queues.ts';

export const interruptionQueueRule = defineRule({
  id: 'interruption-queue',
  severity: 'error',
  since: '0.1.0',
  providers: ['aws'],
  theme: 'Karpenter installation',
  mistakes: [81],
  on: {
    Manifests(all, context) {
      for (const release of helmReleasesOf(all)) judge(release, context);
    },
  },
  docs: {
    summary: 'Karpenter’s `interruptionQueue` is not the queue that Terraform creates for it.',
    why: 'AWS sends spot interruptions, health events and rebalance recommendations through an SQS queue. If Karpenter has the name of another queue, or of a queue that does not exist, it receives nothing. When AWS then reclaims a spot node, Karpenter does not move its pods in the two minutes before. Older versions of Karpenter do not even start. Reported only when Terraform creates the queue for the cluster of the release. The values may be in another folder.',
    help: 'Set `interruptionQueue` to the name of the queue. In Terraform, refer to the queue’s name, such as `module.karpenter.queue_name` or `aws_sqs_queue.karpenter.name`.',
    url: 'https://karpenter.sh/docs/concepts/disruption/#interruption',
  },
  examples,
});

function judge(release: HelmRelease, context: RuleContext): void {
  const { manifest } = release;
  const path = queueNamePaths(release).find((one) => manifest.get(one) !== undefined);
  const written = path && knownTextAt(manifest, path);
  if (!path || !written || /[:/]/.test(written)) return;
  const queues = interruptionQueues(context.clusterOf(manifest));
  const [queue] = queues;
  if (!queue || queues.some(({ name }) => name === undefined || name === written)) return;
  context.report({
    manifest,
    at: manifest.span(path),
    message: `\`${path.at(-1)}\` is \`${written}\`, but the queue that Terraform creates for Karpenter is named \`${queue.name}\``,
    help: isSameRoot(manifest, queue.manifest)
      ? `Refer to the queue’s name: \`${referenceTo(queue.manifest)}\`.`
      : `Set \`${path.at(-1)}: ${queue.name}\`.`,
    labels: [
      { span: queue.manifest.span(queue.path), message: `the queue${whyRelated(manifest, queue.manifest, context)}` },
    ],
  });
}

/** Where a release of Karpenter’s chart names the queue, in all versions of the chart. */
const queueNamePaths = ({ chart, values }: HelmRelease): Path[] =>
  chart === 'karpenter'
    ? [
        [...values, 'settings', 'interruptionQueue'],
        [...values, 'settings', 'aws', 'interruptionQueueName'],
      ]
    : [];

/** The expression that refers to the name of a queue. */
const referenceTo = ({ kind, name }: Manifest): string =>
  kind === 'module' ? `module.${name}.queue_name` : `${kind}.${name}.name`;

function examples(): RuleExamples {
  return {
    bad: [
      corrected(
        terraform`
          resource "aws_sqs_queue" "karpenter" {
            name = "karpenter-demo"
          }

          resource "helm_release" "karpenter" {
            repository = "oci://public.ecr.aws/karpenter"
            chart      = "karpenter"

            set = [
              { name = "settings.interruptionQueue", value = "karpenter-prod" },
            ]
          }
        `,
        { '"karpenter-prod"': 'aws_sqs_queue.karpenter.name' },
      ),
    ],
    good: [
      terraform`
        resource "aws_sqs_queue" "karpenter" {
          name = "karpenter-demo"
        }

        resource "helm_release" "karpenter" {
          repository = "oci://public.ecr.aws/karpenter"
          chart      = "karpenter"

          set = [
            { name = "settings.interruptionQueue", value = "karpenter-demo" },
          ]
        }
      `,
      terraform`
        resource "aws_sqs_queue" "orders" {
          name = "orders-demo"
        }

        resource "helm_release" "karpenter" {
          repository = "oci://public.ecr.aws/karpenter"
          chart      = "karpenter"

          set = [
            { name = "settings.interruptionQueue", value = "karpenter-prod" },
          ]
        }
      `,
    ],
  };
}
