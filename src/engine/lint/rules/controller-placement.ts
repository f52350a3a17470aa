import { asMapping } from '../../manifest/manifest.ts';
import { corrected, yaml } from '../example.ts';
import { helmReleasesOf } from '../fields/helm-releases.ts';
import { defineRule, type RuleExamples } from '../rule.ts';
import { fluxRelease } from '../scenes.ts';

export const controllerPlacementRule = defineRule({
  id: 'controller-placement',
  severity: 'warning',
  since: '0.1.0',
  providers: 'every',
  theme: 'Karpenter installation',
  mistakes: [86],
  on: {
    Manifests(all, { report }) {
      for (const { manifest, chart, values } of helmReleasesOf(all)) {
        if (chart !== 'karpenter') continue;
        const selector = [...values, 'nodeSelector'];
        const keys = Object.keys(asMapping(manifest.get(selector)) ?? {});
        const own = keys.find((key) => ownLabels.has(key));
        const help = 'Select nodes that Karpenter does not launch, such as those of a managed node group.';
        if (own !== undefined) {
          const message = `Only nodes that Karpenter launches have the label \`${own}\`. If there are none, the controller stays pending`;
          report({ manifest, at: manifest.keySpan([...selector, own]), message, help });
        }
        const affinity = [...values, 'affinity'];
        // Any other node selector may select nodes that Karpenter does not launch.
        if (keys.length > 0 || manifest.get(affinity) !== null) continue;
        const message = 'Without the chart’s default affinity, the controller can run on nodes that Karpenter launches';
        report({
          manifest,
          at: manifest.keySpan(affinity),
          message,
          help: 'Remove `affinity`, so that the chart’s default applies.',
        });
      }
    },
  },
  docs: {
    summary: 'The values of the chart let Karpenter run on nodes that it launches itself.',
    why: 'By default, the chart keeps the controller off nodes that Karpenter launches. If values place it there, a cluster without such a node never gets one, because the controller itself is pending. Consolidation may also delete the node that the controller runs on.',
    help: 'Run the controller on a managed node group, a kOps InstanceGroup or Fargate.',
    url: 'https://karpenter.sh/docs/getting-started/getting-started-with-karpenter/',
  },
  examples,
});

/** Labels that only Karpenter gives to nodes. */
const ownLabels: ReadonlySet<string> = new Set([
  'karpenter.sh/capacity-type',
  'karpenter.sh/initialized',
  'karpenter.sh/nodepool',
  'karpenter.sh/registered',
]);

function examples(): RuleExamples {
  return {
    bad: [
      corrected(
        fluxRelease('karpenter', {
          values: yaml`
          nodeSelector:
            karpenter.sh/nodepool: system
        `,
        }),
        { 'karpenter.sh/nodepool: system': 'eks.amazonaws.com/nodegroup: system' },
      ),
      corrected(fluxRelease('karpenter', { values: 'affinity: null' }), { 'affinity: null': '' }),
    ],
    good: [
      fluxRelease('karpenter', {
        values: yaml`
          nodeSelector:
            karpenter.sh/controller: "true"
        `,
      }),
      fluxRelease('karpenter', {
        values: yaml`
          nodeSelector:
            eks.amazonaws.com/nodegroup: system
          affinity: null
        `,
      }),
    ],
  };
}
