import { doNotDisrupt } from '../../../karpenter/api/disruption-keys.ts';
import { workloadsOf } from '../../../karpenter/workloads/workload-fields.ts';
import { asText } from '../../../manifest/model/manifest.ts';
import { corrected, yaml } from '../example.ts';
import { expiresWithoutEnd } from '../fields/expiry.ts';
import { nodePoolsOf } from '../fields/node-pools.ts';
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
      // The pods may run on a NodePool that ends the wait or never expires.
      if (pools.length === 0 || !pools.every(expiresWithoutEnd)) return;

      for (const { manifest, template: pods } of workloadsOf(all)) {
        const path = [...pods, 'metadata', 'annotations', doNotDisrupt];
        const isLasting = manifest.kind === 'Deployment' || manifest.kind === 'StatefulSet';
        if (!isLasting || asText(manifest.get(path)) !== 'true') continue;

        report({
          manifest,
          at: manifest.keySpan(path),
          message: `Expired nodes with pods of ${manifest.kind} \`${manifest.name}\` stay half-drained, because no NodePool has a \`terminationGracePeriod\``,
          labels: [{ span: pools[0]!.keySpan(template), message: 'for example, this NodePool' }],
          help: 'Set `terminationGracePeriod` in the NodePool that these pods run on.',
        });
      }
    },
  },
  docs: {
    summary: 'Pods that must not be disrupted run on nodes that expire, and no `terminationGracePeriod` ends the wait.',
    why: 'Karpenter taints and drains an expired node whatever the budgets say, after 30 days unless `expireAfter` differs. It does not evict a pod with `karpenter.sh/do-not-disrupt`. The node stays half-drained and costs money as long as the pod exists. For a Deployment or a StatefulSet, that is until somebody deletes the pod.',
    help: 'Set `terminationGracePeriod` in the NodePool, after which Karpenter also deletes such a pod. Or set `expireAfter: Never`, and replace nodes in another way.',
    url: 'https://karpenter.sh/docs/concepts/disruption/#terminationgraceperiod',
  },
  examples,
});

function examples(): RuleExamples {
  return {
    bad: [
      corrected(
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
        { 'requirements: []': 'requirements: []\nterminationGracePeriod: 24h' },
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
