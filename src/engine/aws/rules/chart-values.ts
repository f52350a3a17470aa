import { type HelmRelease, helmReleasesOf, knownTextAt } from '../../karpenter/installation/helm-releases.ts';
import { pinnedMinor } from '../../manifest/hints/hint.ts';
import { isOfOtherProvider } from '../../manifest/hints/version-references.ts';
import type { Path } from '../../manifest/model/manifest.ts';
import { corrected, terraform, yaml } from '../../rules/lint/example.ts';
import { defineRule, type RuleContext, type RuleExamples, type RuleFinding } from '../../rules/lint/rule.ts';
import { fluxRelease } from '../../rules/lint/scenes.ts';
import { ownValue } from '../../text/own-value.ts';
import { textIf } from '../../text/words/text-if.ts';
import { ChartValues, publicRegistry, registryOf } from '../fields/chart-values.ts';

export const chartValuesRule = defineRule({
  id: 'chart-values',
  severity: 'warning',
  since: '0.1.0',
  providers: ['aws'],
  theme: 'Karpenter installation',
  mistakes: [],
  on: {
    Manifests(all, context) {
      for (const release of helmReleasesOf(all)) judge(release, context);
    },
  },
  docs: {
    summary:
      'The version of Karpenter’s chart does not read a value, which is misspelled, in the wrong place, or of another version.',
    why: 'Helm does not check values, and a template ignores what it does not read. A value in the wrong place has no effect: `resources` at the top instead of `controller.resources` leaves the controller without requests, and `settings.assumeRoleARN` is gone since 1.0. plumbline knows the keys of the charts `karpenter` and `karpenter-crd` from 0.32 on. Values files are not judged, because another chart may read them, too. Keys that nothing resembles are reported only for charts from Karpenter’s own registry.',
    help: 'Write the value where the chart reads it, or remove it.',
    url: 'https://github.com/aws/karpenter-provider-aws/blob/main/charts/karpenter/values.yaml',
  },
  examples,
});

/** Values that `helm-settings` explains better, and those that Helm itself gives to all charts. */
const judgedElsewhere = new Set(['settings.aws', 'settings.interruptionQueueName', 'global']);

function judge(release: HelmRelease, { report, nearest }: RuleContext): void {
  const { manifest, chart, version, values } = release;
  const registry = registryOf(release);
  if (manifest.kind === 'HelmValues' || isOfOtherProvider(registry ?? '')) return;

  const pinned = (version && knownTextAt(manifest, version)) ?? '';
  const chartValues = new ChartValues(chart, pinnedMinor(pinned));
  if (chartValues.isTooOld) return;

  for (const path of chartValues.unread(manifest.get(values))) {
    const name = path.join('.');
    if (judgedElsewhere.has(name)) continue;

    const fault = faultOf(path, { chartValues, nearest, isPublic: publicRegistry.test(registry ?? '') });
    if (fault === undefined) continue;

    const title = pinned === '' ? `The chart \`${chart}\`` : `The chart \`${chart}\` ${pinned}`;

    report({
      manifest,
      at: manifest.keySpan([...values, ...path]),
      ...fault,
      message: `${title} does not read \`${name}\`${fault.message}`,
    });
  }
}

/** Where values of other charts, and of old versions of this one, are now. */
const moved: Readonly<Record<string, string>> = {
  replicaCount: 'replicas',
  image: 'controller.image',
  metrics: 'controller.metrics',
  securityContext: 'controller.securityContext',
  'controller.logLevel': 'logLevel',
  'controller.outputPaths': 'logOutputPaths',
  'controller.errorOutputPaths': 'logErrorOutputPaths',
  logConfig: 'logLevel',
  'settings.featureGates.driftEnabled': 'settings.featureGates.drift',
};

interface Judging {
  readonly chartValues: ChartValues;
  readonly nearest: RuleContext['nearest'];
  readonly isPublic: boolean;
}

/** Why a value is not read, as the end of a sentence; undefined if it may belong to another chart of this name. */
function faultOf(path: Path, judging: Judging): Pick<RuleFinding, 'message' | 'help' | 'severity'> | undefined {
  const { chartValues, isPublic } = judging;
  const name = path.join('.');
  const place = rightPlace(path, judging);
  const other = chartValues.readElsewhere(name);
  if (other !== undefined && !other.isOver)
    return { message: `, which charts read since ${other.since}`, help: 'Upgrade Karpenter, or remove the value.' };

  const help = place === undefined ? 'Remove it.' : `Set \`${place}\` instead.`;

  if (other !== undefined) {
    const isNeeded = name.startsWith('settings.assumeRole') || place !== undefined;
    return { message: `, which charts read until ${other.until}`, help, ...(!isNeeded && { severity: 'note' }) };
  }

  if (place !== undefined) return { message: ', so it has no effect', help };

  if (isPublic && chartValues.isComplete) return { message: ', so it has no effect', help };
  return undefined;
}

/** The path that was probably meant: where the value is now, the only path that ends with its name, or one with a similar name next to it. */
function rightPlace(path: Path, { chartValues, nearest }: Judging): string | undefined {
  const name = path.join('.');
  const { paths } = chartValues;
  const now = ownValue(moved, name);
  if (now !== undefined && paths.some((path) => path === now || path.startsWith(`${now}.`))) return now;

  const key = String(path.at(-1));
  const named = paths.filter((path) => path.split('.').at(-1)!.toLowerCase() === key.toLowerCase());
  if (named.length === 1 && key.length > 3) return named[0];

  const parent = path.slice(0, -1).join('.');
  const inside = textIf(parent !== '', `${parent}.`);
  const siblings = new Set(
    paths.filter((path) => path.startsWith(inside)).map((path) => path.slice(inside.length).split('.')[0]!),
  );
  const similar = nearest(key, [...siblings]);

  if (similar === undefined) return undefined;
  return `${inside}${similar}`;
}

function examples(): RuleExamples {
  return {
    bad: [
      corrected(
        fluxRelease('karpenter', {
          version: '1.8.1',
          values: yaml`
            settings:
              clusterName: demo
              interruptionQueue: demo
            resources: {requests: {cpu: "1"}}
          `,
        }),
        {
          'resources: {requests: {cpu: "1"}}': 'controller: {resources: {requests: {cpu: "1"}}}',
        },
      ),
      corrected(
        terraform`
          resource "helm_release" "karpenter" {
            repository = "oci://public.ecr.aws/karpenter"
            chart      = "karpenter"
            version    = "1.8.1"

            set = [
              { name = "settings.interruptionQueue", value = "demo" },
              { name = "replicaCount", value = "3" },
            ]
          }
        `,
        { replicaCount: 'replicas' },
      ),
    ],
    good: [
      fluxRelease('karpenter', {
        version: '1.8.1',
        values: yaml`
          replicas: 3
          controller:
            resources:
              requests:
                cpu: "1"
          settings:
            clusterName: demo
            interruptionQueue: demo
        `,
      }),
    ],
  };
}
