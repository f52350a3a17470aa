import { terraform, yaml } from '../../lint/example.ts';
import { helmReleasesOf, referenceAt } from '../../lint/fields/helm-releases.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../../lint/rule.ts';
import { fluxRelease } from '../../lint/scenes.ts';
import { renameKey, replaceValue } from '../../manifest/edit.ts';
import { asMapping, asText, type Manifest, type Path } from '../../manifest/manifest.ts';
import { hasPlaceholder } from '../../manifest/yaml/placeholder.ts';

export const helmSettingsRule = defineRule({
  id: 'helm-settings',
  severity: 'warning',
  since: '0.1.0',
  providers: ['aws'],
  theme: 'Karpenter itself',
  mistakes: [81, 82, 98, 99],
  on: {
    Manifests(all, context) {
      for (const { manifest, chart, values } of helmReleasesOf(all)) {
        const path = [...values, 'settings'];
        if (chart !== 'karpenter' || !asMapping(manifest.get(path))) continue;
        judgeReferences(manifest, path, context);
        judgeQueue(manifest, path, context);
        judgeOldQueueName(manifest, path, context);
        judgeOverhead(manifest, path, context);
        judgeIgnored(manifest, path, context);
      }
    },
  },
  docs: {
    summary: 'A value for Karpenter’s Helm chart does not do what it says.',
    why: 'The chart passes values on without checking them. A queue given by ARN or URL is not found, so that interruption warnings are not heard; keys that the chart does not read are dropped without a word; and an overhead of 7.5 is 750 %, with which no instance type has memory left. HelmReleases, Argo CD Applications, `helm_release` of Terraform and values files of the chart `karpenter` are looked at.',
    help: 'Use the chart’s own keys, the name of the queue, and fractions such as 0.075.',
    url: 'https://karpenter.sh/docs/reference/settings/',
  },
  examples,
});

/** Attributes that name a queue or a cluster in another way than the chart takes it. */
const wrongAttributes: Readonly<Record<string, RegExp>> = {
  interruptionQueue: /^(?:aws_sqs_queue\.[\w-]+\.(arn|url|id)|module\.[\w-]+\.(queue_arn|queue_url))$/,
  clusterName: /^(?:aws_eks_cluster\.[\w-]+\.(arn|endpoint)|module\.[\w-]+\.(cluster_arn|cluster_endpoint))$/,
};

const rightAttributes: Readonly<Record<string, string>> = {
  queue_arn: 'queue_name',
  queue_url: 'queue_name',
  cluster_arn: 'cluster_name',
  cluster_endpoint: 'cluster_name',
};

/** What a value refers to is known where what it comes to is not. */
function judgeReferences(manifest: Manifest, settings: Path, { report }: RuleContext): void {
  for (const [name, pattern] of Object.entries(wrongAttributes)) {
    const path = [...settings, name];
    const reference = referenceAt(manifest, path) ?? '';
    const match = pattern.exec(reference);
    if (!match) continue;
    const attribute = (match[1] ?? match[2])!;
    const right = `${reference.slice(0, -attribute.length)}${rightAttributes[attribute] ?? 'name'}`;
    report({
      manifest,
      at: manifest.span(path),
      message: `\`${name}\` takes a name, and \`${reference}\` is none`,
      help: `Refer to \`${right}\`.`,
    });
  }
}

const queuePrefix = /^(?:arn:[\w-]+:sqs:|https?:\/\/)/;

function judgeQueue(manifest: Manifest, settings: Path, { report }: RuleContext): void {
  const path = [...settings, 'interruptionQueue'];
  const queue = asText(manifest.get(path));
  if (queue === undefined || !queuePrefix.test(queue)) return;
  const name = queue.split(/[:/]/).at(-1)!;
  const isKnown = name !== '' && !hasPlaceholder(name);
  report({
    manifest,
    at: manifest.span(path),
    message: '`interruptionQueue` takes the name of the queue: by its ARN or URL Karpenter does not find it',
    help: isKnown ? `Write \`${name}\`.` : 'Write the name alone.',
    ...(isKnown && { fix: { description: `Replace by \`${name}\``, edits: replaceValue(manifest, path, name) } }),
  });
}

function judgeOldQueueName(manifest: Manifest, settings: Path, { report, karpenter }: RuleContext): void {
  const path = [...settings, 'interruptionQueueName'];
  const isBoth = manifest.get([...settings, 'interruptionQueue']) !== undefined;
  if (manifest.get(path) === undefined || isBoth || !karpenter.v1) return;
  report({
    manifest,
    at: manifest.keySpan(path),
    message: 'The chart does not read `interruptionQueueName`: interruption warnings are not heard',
    help: 'Call it `interruptionQueue`.',
    fix: {
      description: 'Rename to `interruptionQueue`',
      edits: renameKey(manifest, path, 'interruptionQueue'),
    },
  });
}

function judgeOverhead(manifest: Manifest, settings: Path, { report }: RuleContext): void {
  const path = [...settings, 'vmMemoryOverheadPercent'];
  const value = manifest.get(path);
  const overhead = Number(value);
  if (value === null || (typeof value !== 'number' && typeof value !== 'string')) return;
  if (overhead >= 1 && overhead <= 100) {
    const meant = String(Number((overhead / 100).toFixed(4)));
    report({
      manifest,
      at: manifest.span(path),
      message: `\`vmMemoryOverheadPercent\` is a fraction: ${value} leaves no instance type any memory`,
      help: `Write \`${meant}\` for ${value} %.`,
      fix: { description: `Replace by \`${meant}\``, edits: replaceValue(manifest, path, meant) },
    });
  }
  // To Helm a number 0 is as good as nothing.
  if (value !== 0) return;
  report({
    manifest,
    at: manifest.span(path),
    message: 'The chart takes `vmMemoryOverheadPercent: 0` for not set: the default of 0.075 holds',
    help: 'Write `"0"` in quotes if nothing is to be taken off.',
    fix: { description: 'Put it in quotes', edits: replaceValue(manifest, path, '"0"') },
  });
}

function judgeIgnored(manifest: Manifest, settings: Path, { report }: RuleContext): void {
  const path = [...settings, 'ignoreDRARequests'];
  if (manifest.get(path) !== false) return;
  report({
    manifest,
    at: manifest.span(path),
    message: 'The chart takes `ignoreDRARequests: false` for not set: the default holds',
    help: 'Set `IGNORE_DRA_REQUESTS` under `controller.env` instead.',
  });
}

function examples(): RuleExamples {
  return {
    bad: [
      fluxRelease('karpenter', {
        values: yaml`
          settings:
            clusterName: demo
            interruptionQueue: arn:aws:sqs:us-east-1:111122223333:karpenter-demo
            vmMemoryOverheadPercent: 7.5
        `,
      }),
      yaml`
        apiVersion: argoproj.io/v1alpha1
        kind: Application
        metadata:
          name: karpenter
        spec:
          source:
            repoURL: public.ecr.aws/karpenter
            chart: karpenter
            helm:
              valuesObject:
                settings:
                  clusterName: demo
                  interruptionQueueName: karpenter-demo
      `,
      terraform`
        resource "aws_sqs_queue" "interruption" {
          name = "karpenter-demo"
        }

        resource "helm_release" "karpenter" {
          repository = "oci://public.ecr.aws/karpenter"
          chart      = "karpenter"
          values = [yamlencode({
            settings = {
              clusterName       = "demo"
              interruptionQueue = aws_sqs_queue.interruption.url
            }
          })]
        }
      `,
    ],
    good: [
      terraform`
        resource "helm_release" "karpenter" {
          repository = "oci://public.ecr.aws/karpenter"
          chart      = "karpenter"
          values = [yamlencode({
            settings = {
              clusterName       = module.eks.cluster_name
              interruptionQueue = module.karpenter.queue_name
            }
          })]
        }
      `,
      fluxRelease('karpenter', {
        values: yaml`
          settings:
            clusterName: demo
            interruptionQueue: karpenter-demo
            vmMemoryOverheadPercent: 0.075
        `,
      }),
      fluxRelease('something-else', {
        values: yaml`
          settings:
            vmMemoryOverheadPercent: 7.5
        `,
      }),
    ],
  };
}
