import { yaml } from '../../lint/example.ts';
import { helmReleasesOf, placeOf, releasesOfChart } from '../../lint/fields/helm-releases.ts';
import { defineRule, type RuleExamples } from '../../lint/rule.ts';
import { fluxRelease, together } from '../../lint/scenes.ts';
import { asMapping, asText } from '../../manifest/manifest.ts';

export const terminationHandlerRule = defineRule({
  id: 'termination-handler',
  severity: 'warning',
  since: '0.1.0',
  providers: ['aws'],
  theme: 'Karpenter itself',
  mistakes: [84],
  on: {
    Manifests(all, { report }) {
      for (const handler of releasesOfChart(all, 'aws-node-termination-handler')) {
        const { manifest, values } = handler;
        const at = (...path: string[]) => manifest.get([...values, ...path]);
        // What reads a queue drains the instances of auto scaling groups, by their tags.
        const isElsewhere =
          manifest.isPartial || typeof at() === 'string' || at('enableSqsTerminationDraining') === true;
        const isKeptOff = [
          'nodeSelector',
          'linuxNodeSelector',
          'daemonsetNodeSelector',
          'affinity',
          'linuxAffinity',
          'daemonsetAffinity',
        ].some((name) => Object.keys(asMapping(at(name)) ?? {}).length > 0);
        if (isElsewhere || isKeptOff) continue;
        const karpenter = helmReleasesOf(all).find(
          (one) => one.chart === 'karpenter' && placeOf(one.manifest) === placeOf(manifest) && hearsItself(one),
        );
        if (!karpenter) continue;
        report({
          manifest,
          at: manifest.span(['metadata', 'name']),
          message:
            'The node termination handler runs on all nodes, and Karpenter drains its own when they are interrupted: both do',
          help: 'Keep it off nodes with the label `karpenter.sh/nodepool`, or remove it.',
          labels: [
            {
              span: karpenter.manifest.span([...karpenter.values, 'settings', 'interruptionQueue']),
              message: 'Karpenter hears of interruptions',
            },
          ],
        });
      }
    },
  },
  docs: {
    summary: 'The node termination handler runs on Karpenter’s nodes, and Karpenter hears of interruptions itself.',
    why: 'With `interruptionQueue` Karpenter drains a node when AWS announces that it is taken away, and launches another one first. The AWS node termination handler does the same on every node it runs on: pods are evicted twice, and the handler cordons nodes on a rebalance recommendation, which Karpenter leaves alone. It is told where the charts of both stand together and the handler is kept off no nodes.',
    help: 'Keep the handler off Karpenter’s nodes by an affinity for `karpenter.sh/nodepool`, or remove it.',
    url: 'https://karpenter.sh/docs/faq/#should-i-use-karpenter-interruption-handling-alongside-node-termination-handler',
  },
  examples,
});

const hearsItself = ({ manifest, values }: ReturnType<typeof helmReleasesOf>[number]): boolean =>
  (asText(manifest.get([...values, 'settings', 'interruptionQueue'])) ?? '') !== '';

function examples(): RuleExamples {
  return {
    bad: [
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
        `,
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
