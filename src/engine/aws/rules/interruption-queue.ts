import { corrected, terraform } from '../../lint/example.ts';
import { helmReleasesOf, knownTextAt, placeOf } from '../../lint/fields/helm-releases.ts';
import { defineRule, type RuleExamples } from '../../lint/rule.ts';
import type { Manifest } from '../../manifest/manifest.ts';

export const interruptionQueueRule = defineRule({
  id: 'interruption-queue',
  severity: 'error',
  since: '0.1.0',
  providers: ['aws'],
  theme: 'Karpenter installation',
  mistakes: [81],
  on: {
    Manifests(all, { report }) {
      for (const { manifest, chart, values } of helmReleasesOf(all)) {
        const path = [...values, 'settings', 'interruptionQueue'];
        const written = knownTextAt(manifest, path);
        if (chart !== 'karpenter' || written === undefined || /[:/]/.test(written)) continue;
        const queues = all.manifests.filter((one) => placeOf(one) === placeOf(manifest)).flatMap(queueIn);
        const [queue] = queues;
        if (!queue || queues.some(({ name }) => name === undefined || name === written)) continue;
        report({
          manifest,
          at: manifest.span(path),
          message: `\`interruptionQueue\` is \`${written}\`, but the queue of this Terraform root is named \`${queue.name}\``,
          help: `Refer to the queue’s name: \`${referenceTo(queue.manifest)}\`.`,
          labels: [{ span: queue.manifest.span(queue.path), message: 'the queue' }],
        });
      }
    },
  },
  docs: {
    summary: 'Karpenter’s `interruptionQueue` is not the queue that Terraform creates for it.',
    why: 'AWS sends spot interruptions, health events and rebalance recommendations through an SQS queue. If Karpenter has the name of another queue, or of a queue that does not exist, it receives nothing. When AWS then reclaims a spot node, Karpenter does not move its pods in the two minutes before. Older versions of Karpenter do not even start. Reported only when one Terraform root creates both the queue and the release of the chart.',
    help: 'Set `interruptionQueue` to a reference to the queue’s name, such as `module.karpenter.queue_name` or `aws_sqs_queue.karpenter.name`.',
    url: 'https://karpenter.sh/docs/concepts/disruption/#interruption',
  },
  examples,
});

/** The expression that refers to the name of a queue. */
const referenceTo = ({ kind, name }: Manifest): string =>
  kind === 'module' ? `module.${name}.queue_name` : `${kind}.${name}.name`;

interface Queue {
  readonly manifest: Manifest;
  readonly path: readonly string[];
  /** Undefined if it is unknown. */
  readonly name: string | undefined;
}

/** The queue that an object creates for Karpenter. The name of the queue or the resource says so, or Karpenter’s module creates it. */
function queueIn(manifest: Manifest): Queue[] {
  const named = (...path: string[]): Queue => ({ manifest, path, name: knownTextAt(manifest, path) });
  if (manifest.kind === 'aws_sqs_queue') {
    const queue = named('spec', 'name');
    return /karpenter/i.test(`${manifest.name} ${queue.name ?? ''}`) ? [queue] : [];
  }
  const isModule =
    manifest.kind === 'module' && /\/\/modules\/karpenter/.test(String(manifest.get(['spec', 'source'])));
  if (!isModule || manifest.get(['spec', 'enable_spot_termination']) === false) return [];
  if (manifest.get(['spec', 'queue_name']) !== undefined) return [named('spec', 'queue_name')];
  const cluster = named('spec', 'cluster_name');
  return [{ ...cluster, name: cluster.name && `Karpenter-${cluster.name}` }];
}

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
