import { label, normalizeLabel } from '../../api/labels.ts';
import { corrected, terraform } from '../../lint/example.ts';
import { type HelmRelease, helmReleasesOf, knownTextAt, settingPaths } from '../../lint/fields/helm-releases.ts';
import { poolRequirementsOf } from '../../lint/fields/pool-fields.ts';
import { isSameRoot, whyRelated } from '../../lint/fields/why-related.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../../lint/rule.ts';
import { kubectlManifest, nodePool } from '../../lint/scenes.ts';
import { asMapping, type Manifest } from '../../manifest/manifest.ts';
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
    summary: 'Karpenter’s `interruptionQueue` is not the queue that Terraform creates for it, or is not set.',
    why: 'AWS sends spot interruptions, health events and rebalance recommendations through an SQS queue. If Karpenter has the name of another queue, or of a queue that does not exist, it receives nothing. When AWS then reclaims a spot node, Karpenter does not move its pods in the two minutes before. Older versions of Karpenter do not even start with a wrong name. A name that is not set is a warning, and is reported only if a NodePool launches spot nodes. Reported only when Terraform creates the queue for the cluster of the release. The values may be in another folder.',
    help: 'Set `interruptionQueue` to the name of the queue. In Terraform, refer to the queue’s name, such as `module.karpenter.queue_name` or `aws_sqs_queue.karpenter.name`.',
    url: 'https://karpenter.sh/docs/concepts/disruption/#interruption',
  },
  examples,
});

function judge(release: HelmRelease, context: RuleContext): void {
  const { manifest } = release;
  const path = settingPaths(release, 'interruptionQueue').find((one) => manifest.get(one) !== undefined);
  if (!path) {
    judgeUnset(release, context);
    return;
  }
  const written = knownTextAt(manifest, path);
  if (!written || /[:/]/.test(written)) return;
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

/** All values of the release are known, and none of them names the queue that Terraform creates for it. */
function judgeUnset({ chart, manifest, values, isOpen }: HelmRelease, context: RuleContext): void {
  if (chart !== 'karpenter' || isOpen || manifest.isPartial) return;
  const settings = asMapping(manifest.get([...values, 'settings']));
  const cluster = context.clusterOf(manifest);
  const [queue, ...others] = interruptionQueues(cluster);
  // Environment variables of the controller may name the queue, too.
  // `helm-settings` reports the old name, which the chart does not read.
  if (
    !settings ||
    settings.interruptionQueueName !== undefined ||
    !queue ||
    others.length > 0 ||
    manifest.get([...values, 'controller']) !== undefined
  )
    return;
  const spot = cluster.ofKind('NodePool').find((pool) => launchesSpot(pool, context));
  if (!spot) return;
  context.report({
    manifest,
    severity: 'warning',
    at: manifest.keySpan([...values, 'settings']),
    message: `Karpenter does not read the queue that Terraform creates for it, because \`interruptionQueue\` is not set. It does not move the pods of \`${spot.name}\` before AWS reclaims a spot node`,
    help: isSameRoot(manifest, queue.manifest)
      ? `Set \`settings.interruptionQueue\` to the queue’s name: \`${referenceTo(queue.manifest)}\`.`
      : `Set \`settings.interruptionQueue\` to the queue’s name${queue.name === undefined ? '' : `: \`${queue.name}\``}.`,
    labels: [
      { span: queue.manifest.span(queue.path), message: `the queue${whyRelated(manifest, queue.manifest, context)}` },
    ],
  });
}

const launchesSpot = (pool: Manifest, { compatible }: RuleContext): boolean =>
  poolRequirementsOf(pool).some(
    ({ key, values }) => normalizeLabel(key) === label.capacityType && values.some(({ text }) => text === 'spot'),
  ) && (compatible(pool)?.count('spot').instanceTypes ?? 0) > 0;

/** The expression that refers to the name of a queue. */
const referenceTo = ({ kind, name }: Manifest): string =>
  kind === 'module' ? `module.${name}.queue_name` : `${kind}.${name}.name`;

function examples(): RuleExamples {
  const spotPool = nodePool({
    requirements: [
      'karpenter.k8s.aws/instance-family In [c6i, c7i, m6i, m7i, r6i, r7i]',
      'karpenter.sh/capacity-type In [spot]',
    ],
  });
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
      corrected(
        terraform`
          resource "aws_sqs_queue" "karpenter" {
            name = "karpenter-demo"
          }

          resource "helm_release" "karpenter" {
            repository = "oci://public.ecr.aws/karpenter"
            chart      = "karpenter"

            set = [
              { name = "settings.clusterName", value = "demo" },
            ]
          }

          ${kubectlManifest('spot', spotPool)}
        `,
        {
          'value = "demo" },':
            'value = "demo" },\n{ name = "settings.interruptionQueue", value = aws_sqs_queue.karpenter.name },',
        },
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
