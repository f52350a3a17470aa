import { terraform } from '../../lint/example.ts';
import { helmReleasesOf, knownTextAt, placeOf } from '../../lint/fields/helm-releases.ts';
import { defineRule, type RuleExamples } from '../../lint/rule.ts';
import type { Manifest } from '../../manifest/manifest.ts';

export const interruptionQueueRule = defineRule({
  id: 'interruption-queue',
  severity: 'error',
  since: '0.1.0',
  providers: ['aws'],
  theme: 'Karpenter itself',
  mistakes: [81],
  on: {
    Manifests(all, { report }) {
      for (const { manifest, chart, values } of helmReleasesOf(all)) {
        const path = [...values, 'settings', 'interruptionQueue'];
        const told = knownTextAt(manifest, path);
        if (chart !== 'karpenter' || told === undefined || /[:/]/.test(told)) continue;
        const queues = all.manifests.filter((one) => placeOf(one) === placeOf(manifest)).flatMap(queueIn);
        const [queue] = queues;
        if (!queue || queues.some(({ name }) => name === undefined || name === told)) continue;
        report({
          manifest,
          at: manifest.span(path),
          message: `\`interruptionQueue\` is \`${told}\`, and the queue of this root is \`${queue.name}\``,
          help: 'Refer to the name of the queue.',
          labels: [{ span: queue.manifest.span(queue.path), message: 'the queue' }],
        });
      }
    },
  },
  docs: {
    summary: 'Karpenter listens to a queue that is not the one that Terraform makes for it.',
    why: 'Spot interruptions, health events and rebalance recommendations come by an SQS queue. Karpenter that is told the name of another one, or of none, hears nothing: spot nodes are reclaimed without their pods being moved in the two minutes before, and older versions do not even start. It is told where Terraform makes both the queue of a root and the release of the chart.',
    help: 'Refer to the queue: `module.karpenter.queue_name`, or the `name` of the resource.',
    url: 'https://karpenter.sh/docs/concepts/disruption/#interruption',
  },
  examples,
});

interface Queue {
  readonly manifest: Manifest;
  readonly path: readonly string[];
  /** Undefined: it is not known. */
  readonly name: string | undefined;
}

/** A queue that is for Karpenter: by its name, by that of its resource, or because the module makes it. */
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
