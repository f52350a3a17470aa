import { doNotDisrupt } from '../../api/disruption-keys.ts';
import { asText, versionOf } from '../../manifest/manifest.ts';
import { yaml } from '../example.ts';
import { nodePoolsOf } from '../fields/node-pools.ts';
import { fieldOf } from '../fields/pool-fields.ts';
import { workloadsOf } from '../fields/workload-fields.ts';
import { defineRule, type RuleExamples } from '../rule.ts';
import { nodePool, together } from '../scenes.ts';

const template = ['spec', 'template', 'spec'];

export const expiryBlockedRule = defineRule({
  id: 'expiry-blocked',
  severity: 'note',
  since: '0.1.0',
  providers: 'every',
  theme: 'Disruption',
  mistakes: [41],
  on: {
    Manifests(all, { report }) {
      const pools = nodePoolsOf(all);
      const isEndless = pools.map((pool) => {
        const expireAfter = fieldOf(pool, [...template, 'expireAfter']);
        const gracePeriod = fieldOf(pool, [...template, 'terminationGracePeriod']);
        const isKnown = expireAfter.isKnown && gracePeriod.isKnown && versionOf(pool.apiVersion) === 'v1';
        return isKnown && expireAfter.value !== 'Never' && gracePeriod.value === undefined;
      });
      // One pool that ends the wait, or never expires, may be where they run.
      if (pools.length === 0 || isEndless.includes(false)) return;
      for (const { manifest, template: pods } of workloadsOf(all)) {
        const path = [...pods, 'metadata', 'annotations', doNotDisrupt];
        const isLasting = manifest.kind === 'Deployment' || manifest.kind === 'StatefulSet';
        if (!isLasting || asText(manifest.get(path)) !== 'true') continue;
        report({
          manifest,
          at: manifest.keySpan(path),
          message: `Nodes with pods of ${manifest.kind} \`${manifest.name}\` stay half drained once they expire: no NodePool has a \`terminationGracePeriod\``,
          labels: [{ span: pools[0]!.keySpan(template), message: 'such as this one' }],
          help: 'Set `terminationGracePeriod` in the pool that they run on.',
        });
      }
    },
  },
  docs: {
    summary: 'Pods that may not be disrupted run for ever on nodes that expire, and nothing ends the wait.',
    why: 'An expired node is tainted and drained whatever budgets say, after 30 days unless `expireAfter` says otherwise. A pod with `karpenter.sh/do-not-disrupt` is not evicted, so that the node stays half drained and paid for as long as the pod is there: for a Deployment or a StatefulSet, until somebody deletes it.',
    help: 'Set `terminationGracePeriod` in the NodePool, after which such a pod goes as well, or `expireAfter: Never` and another way of renewing nodes.',
    url: 'https://karpenter.sh/docs/concepts/disruption/#terminationgraceperiod',
  },
  examples,
});

function examples(): RuleExamples {
  return {
    bad: [
      together(
        nodePool(),
        yaml`
          apiVersion: apps/v1
          kind: StatefulSet
          metadata:
            name: queue
          spec:
            template:
              metadata:
                annotations:
                  karpenter.sh/do-not-disrupt: "true"
              spec:
                containers:
                  - name: queue
                    image: queue
                    resources:
                      requests:
                        cpu: 100m
                        memory: 100Mi
        `,
      ),
    ],
    good: [
      together(
        nodePool({ requirements: [], terminationGracePeriod: '24h' }),
        yaml`
          apiVersion: apps/v1
          kind: StatefulSet
          metadata:
            name: queue
          spec:
            template:
              metadata:
                annotations:
                  karpenter.sh/do-not-disrupt: "true"
              spec:
                containers:
                  - name: queue
                    image: queue
                    resources:
                      requests:
                        cpu: 100m
                        memory: 100Mi
        `,
      ),
      together(
        nodePool(),
        yaml`
          apiVersion: batch/v1
          kind: Job
          metadata:
            name: ends-by-itself
          spec:
            template:
              metadata:
                annotations:
                  karpenter.sh/do-not-disrupt: "true"
              spec:
                restartPolicy: Never
                containers:
                  - name: report
                    image: report
                    resources:
                      requests:
                        cpu: 100m
                        memory: 100Mi
        `,
      ),
    ],
  };
}
