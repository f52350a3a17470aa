import { renameKey, replaceValue } from '../../manifest/edit.ts';
import type { Manifest, Path } from '../../manifest/manifest.ts';
import type { ManifestSet } from '../../manifest/manifest-set.ts';
import { hasPlaceholder } from '../../manifest/placeholder.ts';
import { asList, asMapping, asText } from '../pool-fields.ts';
import { defineRule, type RuleContext, yaml } from '../rule.ts';

export const helmSettings = defineRule({
  id: 'helm-settings',
  severity: 'warning',
  since: '0.1.0',
  docs: {
    summary: 'A value for Karpenter’s Helm chart does not do what it says.',
    why: 'The chart passes values on without checking them. A queue given by ARN or URL is not found, so that interruption warnings are not heard; keys that the chart does not read are dropped without a word; and an overhead of 7.5 is 750 %, with which no instance type has memory left. HelmReleases and Argo CD Applications of the chart `karpenter` are looked at.',
    help: 'Use the chart’s own keys, the name of the queue, and fractions such as 0.075.',
    url: 'https://karpenter.sh/docs/reference/settings/',
    bad: [
      yaml`
        apiVersion: helm.toolkit.fluxcd.io/v2
        kind: HelmRelease
        metadata:
          name: karpenter
        spec:
          chart:
            spec:
              chart: karpenter
          values:
            settings:
              clusterName: demo
              interruptionQueue: arn:aws:sqs:us-east-1:111122223333:karpenter-demo
              vmMemoryOverheadPercent: 7.5
      `,
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
    ],
    good: [
      yaml`
        apiVersion: helm.toolkit.fluxcd.io/v2
        kind: HelmRelease
        metadata:
          name: karpenter
        spec:
          chart:
            spec:
              chart: karpenter
          values:
            settings:
              clusterName: demo
              interruptionQueue: karpenter-demo
              vmMemoryOverheadPercent: 0.075
      `,
      yaml`
        apiVersion: helm.toolkit.fluxcd.io/v2
        kind: HelmRelease
        metadata:
          name: something-else
        spec:
          chart:
            spec:
              chart: something-else
          values:
            settings:
              vmMemoryOverheadPercent: 7.5
      `,
    ],
  },
  on: {
    Manifests(all, context) {
      for (const { manifest, path } of valuesOf(all)) {
        judgeQueue(manifest, path, context);
        judgeOldQueueName(manifest, path, context);
        judgeOverhead(manifest, path, context);
        judgeIgnored(manifest, path, context);
      }
    },
  },
});

/** Where the `settings` of the chart stand. */
interface Values {
  readonly manifest: Manifest;
  readonly path: Path;
}

const isKarpenter = (chart: unknown): boolean => typeof chart === 'string' && /(?:^|\/)karpenter$/.test(chart);

function valuesOf(all: ManifestSet): Values[] {
  return all.manifests.flatMap((manifest) => {
    const paths = settingsPaths(manifest).filter((path) => asMapping(manifest.get(path)));
    return paths.map((path) => ({ manifest, path }));
  });
}

function settingsPaths(manifest: Manifest): Path[] {
  const chart = ['spec', 'chart', 'spec', 'chart'];
  if (manifest.kind === 'HelmRelease' && isKarpenter(manifest.get(chart))) return [['spec', 'values', 'settings']];
  if (manifest.kind !== 'Application') return [];
  const sources: Path[] = [
    ['spec', 'source'],
    ...asList(manifest.get(['spec', 'sources'])).map((_, index) => ['spec', 'sources', index]),
  ];
  return sources
    .filter((source) => isKarpenter(manifest.get([...source, 'chart'])))
    .map((source) => [...source, 'helm', 'valuesObject', 'settings']);
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
