import { corrected, yaml } from '../../lint/example.ts';
import { helmReleasesOf, releasesOfChart } from '../../lint/fields/helm-releases.ts';
import { whyRelated } from '../../lint/fields/why-related.ts';
import { defineRule, type RuleExamples } from '../../lint/rule.ts';
import { fluxRelease, together } from '../../lint/scenes.ts';
import { asMapping, asText } from '../../manifest/manifest.ts';

export const terminationHandlerRule = defineRule({
  id: 'termination-handler',
  severity: 'warning',
  since: '0.1.0',
  providers: ['aws'],
  theme: 'Karpenter installation',
  mistakes: [84],
  on: {
    Manifests(all, context) {
      const { report, clusterOf } = context;
      for (const handler of releasesOfChart(all, 'aws-node-termination-handler')) {
        const { manifest, values } = handler;
        const at = (...path: string[]) => manifest.get([...values, ...path]);
        // A handler that reads a queue drains only instances of auto scaling groups with certain tags.
        const ignoresKarpenter =
          manifest.isPartial || typeof at() === 'string' || at('enableSqsTerminationDraining') === true;
        const isKeptOff = [
          'nodeSelector',
          'linuxNodeSelector',
          'daemonsetNodeSelector',
          'affinity',
          'linuxAffinity',
          'daemonsetAffinity',
        ].some((name) => Object.keys(asMapping(at(name)) ?? {}).length > 0);
        if (ignoresKarpenter || isKeptOff) continue;
        const karpenter = helmReleasesOf(all).find(
          (one) =>
            one.chart === 'karpenter' && clusterOf(one.manifest) === clusterOf(manifest) && handlesInterruptions(one),
        );
        if (!karpenter) continue;
        report({
          manifest,
          at: manifest.span(['metadata', 'name']),
          message:
            'The node termination handler runs on all nodes, so both it and Karpenter drain Karpenter’s nodes when AWS interrupts them',
          help: 'Set `affinity` so that the handler does not run on nodes with the label `karpenter.sh/nodepool`, or remove the handler.',
          labels: [
            {
              span: karpenter.manifest.span([...karpenter.values, 'settings', 'interruptionQueue']),
              message: `Karpenter handles interruptions itself${whyRelated(manifest, karpenter.manifest, context)}`,
            },
          ],
        });
      }
    },
  },
  docs: {
    summary: 'The node termination handler runs on Karpenter’s nodes, although Karpenter handles interruptions itself.',
    why: 'With `interruptionQueue`, Karpenter launches another node and drains the old one when AWS announces an interruption. The AWS node termination handler also drains every node that it runs on, so pods are evicted twice. The handler also cordons nodes on a rebalance recommendation, which Karpenter ignores. Reported only when the charts of both are installed in the same cluster, and the handler has no node selector or affinity.',
    help: 'Keep the handler off Karpenter’s nodes with an affinity for `karpenter.sh/nodepool`, or remove the handler.',
    url: 'https://karpenter.sh/docs/faq/#should-i-use-karpenter-interruption-handling-alongside-node-termination-handler',
  },
  examples,
});

const handlesInterruptions = ({ manifest, values }: ReturnType<typeof helmReleasesOf>[number]): boolean =>
  (asText(manifest.get([...values, 'settings', 'interruptionQueue'])) ?? '') !== '';

const handler = fluxRelease('aws-node-termination-handler');

const chartEnd = '      chart: aws-node-termination-handler\n';

const keptOff = yaml`
  values:
    affinity:
      nodeAffinity:
        requiredDuringSchedulingIgnoredDuringExecution:
          nodeSelectorTerms:
            - matchExpressions:
                - key: karpenter.sh/nodepool
                  operator: DoesNotExist
`;

function examples(): RuleExamples {
  return {
    bad: [
      corrected(
        together(
          fluxRelease('karpenter', {
            values: yaml`
              settings:
                clusterName: demo
                interruptionQueue: demo
            `,
          }),
          handler,
        ),
        { [chartEnd]: `${chartEnd}  ${keptOff.text.replaceAll(/\n(?=.)/g, '\n  ')}` },
        { [`---\n${handler.text}`]: '' },
      ),
    ],
    good: [
      together(
        fluxRelease('karpenter', {
          values: yaml`
            settings:
              clusterName: demo
              interruptionQueue: demo
          `,
        }),
        yaml`
          apiVersion: helm.toolkit.fluxcd.io/v2
          kind: HelmRelease
          metadata:
            name: node-termination-handler
          spec:
            chart:
              spec:
                chart: aws-node-termination-handler
            values:
              nodeSelector:
                eks.amazonaws.com/nodegroup: system
        `,
      ),
      together(
        fluxRelease('karpenter', {
          values: yaml`
            settings:
              clusterName: demo
          `,
        }),
        yaml`
          apiVersion: helm.toolkit.fluxcd.io/v2
          kind: HelmRelease
          metadata:
            name: node-termination-handler
          spec:
            chart:
              spec:
                chart: aws-node-termination-handler
        `,
      ),
      together(
        fluxRelease('karpenter', {
          values: yaml`
            settings:
              clusterName: demo
              interruptionQueue: demo
          `,
        }),
        yaml`
          apiVersion: helm.toolkit.fluxcd.io/v2
          kind: HelmRelease
          metadata:
            name: node-termination-handler
          spec:
            chart:
              spec:
                chart: aws-node-termination-handler
            values:
              enableSqsTerminationDraining: true
        `,
      ),
    ],
  };
}
