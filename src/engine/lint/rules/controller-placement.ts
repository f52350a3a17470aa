import { asMapping } from '../../manifest/manifest.ts';
import { yaml } from '../example.ts';
import { helmReleasesOf } from '../fields/helm-releases.ts';
import { defineRule, type RuleExamples } from '../rule.ts';
import { fluxRelease } from '../scenes.ts';

export const controllerPlacementRule = defineRule({
  id: 'controller-placement',
  severity: 'warning',
  since: '0.1.0',
  providers: 'every',
  theme: 'Karpenter itself',
  mistakes: [86],
  on: {
    Manifests(all, { report }) {
      for (const { manifest, chart, values } of helmReleasesOf(all)) {
        if (chart !== 'karpenter') continue;
        const selector = [...values, 'nodeSelector'];
        const keys = Object.keys(asMapping(manifest.get(selector)) ?? {});
        const own = keys.find((key) => ownLabels.has(key));
        const help = 'Choose nodes that something else makes.';
        if (own !== undefined) {
          const message = `\`${own}\` is a label of Karpenter’s own nodes alone: where there is none, the controller stays pending`;
          report({ manifest, at: manifest.keySpan([...selector, own]), message, help });
        }
        const affinity = [...values, 'affinity'];
        // Whatever else chooses nodes may well choose others than Karpenter's.
        if (keys.length > 0 || manifest.get(affinity) !== null) continue;
        const message = 'Without the chart’s affinity nothing keeps the controller off Karpenter’s own nodes';
        report({ manifest, at: manifest.keySpan(affinity), message, help: 'Leave the value out.' });
      }
    },
  },
  docs: {
    summary: 'Karpenter is sent to nodes that it launches itself.',
    why: 'The chart keeps the controller off Karpenter’s own nodes. Where values send it there all the same, a cluster without such a node never gets one, because what would launch it is pending; and consolidation may end the node that the controller runs on.',
    help: 'Run the controller on a managed node group, an InstanceGroup or Fargate.',
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
      fluxRelease('karpenter', {
        values: yaml`
          nodeSelector:
            karpenter.sh/nodepool: system
        `,
      }),
      fluxRelease('karpenter', { values: 'affinity: null' }),
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
