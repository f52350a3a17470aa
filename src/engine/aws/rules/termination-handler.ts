import {
  helmReleasesOf,
  isWritten,
  releasesOfChart,
  releaseValue,
} from '../../karpenter/installation/helm-releases.ts';
import { asMapping, asText, type Manifest } from '../../manifest/model/manifest.ts';
import { corrected, type Example, yaml } from '../../rules/lint/example.ts';
import { whyRelated } from '../../rules/lint/fields/why-related.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../../rules/lint/rule.ts';
import { fluxRelease, together } from '../../rules/lint/scenes.ts';
import { isKnown } from '../../text/evidence.ts';

export const terminationHandlerRule = defineRule({
  id: 'termination-handler',
  severity: 'warning',
  since: '0.1.0',
  providers: ['aws'],
  theme: 'Karpenter installation',
  mistakes: [84],
  on: {
    Manifests(all, context) {
      const { report } = context;

      for (const manifest of all.manifests.filter(isHandler)) {
        const karpenter = karpenterBeside(manifest, context);
        if (!karpenter || isKeptOff(manifest)) continue;

        report({ manifest, at: manifest.span(['metadata', 'name']), ...both(manifest, karpenter, context) });
      }

      for (const handler of releasesOfChart(all, 'aws-node-termination-handler')) {
        const { manifest } = handler;
        // A handler that reads a queue drains only instances of auto scaling groups with certain tags.
        const readsQueue = releaseValue(handler, 'enableSqsTerminationDraining');
        const ignoresKarpenter = !isKnown(readsQueue) || readsQueue.value === true;

        const isPlaced = [
          'nodeSelector',
          'linuxNodeSelector',
          'daemonsetNodeSelector',
          'affinity',
          'linuxAffinity',
          'daemonsetAffinity',
        ].some((name) => {
          const placement = releaseValue(handler, name);
          return !isKnown(placement) || Object.keys(asMapping(placement.value) ?? {}).length > 0;
        });

        if (ignoresKarpenter || isPlaced) continue;

        const karpenter = karpenterBeside(manifest, context);
        if (!karpenter) continue;

        report({ manifest, at: manifest.span(['metadata', 'name']), ...both(manifest, karpenter, context) });
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

type Karpenter = ReturnType<typeof helmReleasesOf>[number];

/** The release of Karpenter in the same cluster that handles interruptions. */
const karpenterBeside = (manifest: Manifest, { all, clusterOf }: RuleContext): Karpenter | undefined =>
  helmReleasesOf(all).find(
    (release) =>
      release.chart === 'karpenter' &&
      clusterOf(release.manifest) === clusterOf(manifest) &&
      handlesInterruptions(release),
  );

const both = (manifest: Manifest, karpenter: Karpenter, context: RuleContext) => ({
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

const pod = ['spec', 'template', 'spec'];

/** The handler as a DaemonSet, which runs on every node. As a Deployment it reads a queue. */
const isHandler = ({ kind, apiVersion, name, source }: Manifest): boolean =>
  kind === 'DaemonSet' &&
  apiVersion === 'apps/v1' &&
  /^aws-node-termination-handler/.test(name) &&
  source.origin?.tool !== 'helm';

/** Whether a node selector, required affinity or a placeholder decides where a DaemonSet runs. */
const isKeptOff = (manifest: Manifest): boolean =>
  manifest.isPartial ||
  Object.keys(asMapping(manifest.get([...pod, 'nodeSelector'])) ?? {}).some(
    (key) => !/kubernetes\.io\/(?:os|arch)$/.test(key),
  ) ||
  manifest.get([...pod, 'affinity', 'nodeAffinity']) !== undefined;

function handlesInterruptions({ manifest, values }: ReturnType<typeof helmReleasesOf>[number]): boolean {
  const path = [...values, 'settings', 'interruptionQueue'];
  return isWritten(manifest, path) && (asText(manifest.get(path)) ?? '') !== '';
}

const handler = fluxRelease('aws-node-termination-handler');

const karpenterRelease = fluxRelease('karpenter', {
  values: yaml`
    settings:
      clusterName: demo
      interruptionQueue: demo
  `,
});

const daemonSet = (placement: Example | string): Example => yaml`
  apiVersion: apps/v1
  kind: DaemonSet
  metadata:
    name: aws-node-termination-handler
  spec:
    template:
      spec:
        ${placement}
        containers:
          - name: handler
            image: public.ecr.aws/aws-ec2/aws-node-termination-handler:v1.24.0
            resources:
              requests:
                cpu: 50m
                memory: 64Mi
`;

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
      corrected(together(karpenterRelease, daemonSet('')), {
        'containers:':
          'affinity:\n  nodeAffinity:\n    requiredDuringSchedulingIgnoredDuringExecution:\n      nodeSelectorTerms:\n        - matchExpressions:\n            - {key: karpenter.sh/nodepool, operator: DoesNotExist}\ncontainers:',
      }),
    ],
    good: [
      together(
        karpenterRelease,
        daemonSet(yaml`
          affinity:
            nodeAffinity:
              requiredDuringSchedulingIgnoredDuringExecution:
                nodeSelectorTerms:
                  - matchExpressions:
                      - {key: karpenter.sh/nodepool, operator: DoesNotExist}
        `),
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
