import { asMapping, type Manifest, type Path } from '../../manifest/manifest.ts';
import { hasPlaceholder } from '../../manifest/yaml/placeholder.ts';
import { corrected, yaml } from '../example.ts';
import { helmReleasesOf } from '../fields/helm-releases.ts';
import { nodeTermsPath, requiredNodeTerms } from '../fields/required-node-affinity.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../rule.ts';
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
        if (own !== undefined) {
          const message = `Only nodes that Karpenter launches have the label \`${own}\`. If there are none, the controller stays pending`;
          report({ manifest, at: manifest.keySpan([...selector, own]), message, help });
        }
        const affinity = [...values, 'affinity'];
        if (keys.length === 0 && !manifest.isPartial) reportReplaced({ manifest, affinity }, report);
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

const help = 'Select nodes that Karpenter does not launch, such as those of a managed node group.';

/** Labels that nodes have wherever they come from. */
const isOfEveryNode = (key: string): boolean =>
  /^(?:kubernetes\.io|beta\.kubernetes\.io|topology\.kubernetes\.io|node\.kubernetes\.io|failure-domain\.beta\.kubernetes\.io)\//.test(
    key,
  );

/**
 * Reports node affinity that replaces the chart's own and no longer keeps the controller off Karpenter's nodes. Helm merges maps, so other
 * kinds of affinity leave it as it is, but lists are replaced.
 */
function reportReplaced(
  { manifest, affinity }: { readonly manifest: Manifest; readonly affinity: Path },
  report: RuleContext['report'],
): void {
  const isOpen = requiredNodeTerms(manifest, affinity).some(({ expressions, fields }) =>
    [...expressions, ...fields].every(
      ({ key, operator }) =>
        !hasPlaceholder(key) && (isOfEveryNode(key) || (ownLabels.has(key) && operator === 'Exists')),
    ),
  );
  if (!isOpen) return;
  report({
    manifest,
    at: manifest.keySpan(nodeTermsPath(affinity)),
    message:
      'These terms replace the chart’s own, which keep the controller off nodes that Karpenter launches, so Karpenter may remove the node that it runs on',
    help: 'Add `{key: karpenter.sh/nodepool, operator: DoesNotExist}` to each term.',
  });
}

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
      corrected(
        fluxRelease('karpenter', {
          values: yaml`
            affinity:
              nodeAffinity:
                requiredDuringSchedulingIgnoredDuringExecution:
                  nodeSelectorTerms:
                    - matchExpressions: [{key: kubernetes.io/arch, operator: In, values: [amd64]}]
          `,
        }),
        {
          'values: [amd64]}': 'values: [amd64]}, {key: karpenter.sh/nodepool, operator: DoesNotExist}',
        },
      ),
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
      fluxRelease('karpenter', {
        values: yaml`
          affinity:
            podAntiAffinity:
              preferredDuringSchedulingIgnoredDuringExecution: []
            nodeAffinity:
              requiredDuringSchedulingIgnoredDuringExecution:
                nodeSelectorTerms:
                  - matchExpressions:
                      - {key: eks.amazonaws.com/nodegroup, operator: Exists}
                  - matchExpressions:
                      - {key: karpenter.sh/nodepool, operator: DoesNotExist}
        `,
      }),
    ],
  };
}
