import { budgetSelections } from '../../../karpenter/workloads/pod-disruption-budgets.ts';
import { hasKarpenterObjects, workloadsOf } from '../../../karpenter/workloads/workload-fields.ts';
import { corrected, type Example, yaml } from '../example.ts';
import { disruptedTolerationPath } from '../fields/pod-tolerations.ts';
import { poolsOfPods } from '../fields/pools-of-pods.ts';
import { defineRule, type RuleExamples } from '../rule.ts';
import { nodePool, together } from '../scenes.ts';

export const toleratesDisruptionRule = defineRule({
  id: 'tolerates-disruption',
  severity: 'warning',
  since: '0.1.0',
  providers: 'every',
  theme: 'Disruption',
  mistakes: [],
  on: {
    Manifests(all, { karpenter, report, clusterOf }) {
      if (!karpenter.v1 || !hasKarpenterObjects(all)) return;

      const { byWorkload } = budgetSelections(all);
      const budgets = new Map([...byWorkload].map(([{ manifest }, [budget]]) => [manifest, budget]));

      for (const workload of workloadsOf(all)) {
        const { manifest } = workload;
        const budget = budgets.get(manifest);
        // Agents of a node are meant to end with it, and so are many programs of the cluster itself.
        const isMeant = manifest.kind === 'DaemonSet' || (workload.namespace === 'kube-system' && budget === undefined);
        const at = isMeant ? undefined : disruptedTolerationPath(workload);
        if (at === undefined || isBalloon(manifest.get([...workload.template, 'spec', 'containers']))) continue;

        // Pods that choose other nodes, or nobody knows which, may never run on a node of Karpenter.
        const where = poolsOfPods(manifest, [...workload.template, 'spec'], clusterOf(manifest));
        if (where === undefined || where.pools.length === 0) continue;

        const { kind, name } = manifest;

        const consequence = () => {
          if (budget === undefined) return 'and does not wait until others run elsewhere';
          return `and does not ask PodDisruptionBudget \`${budget.name}\``;
        };

        report({
          manifest,
          at: manifest.span(at),
          ...(budget === undefined && { severity: 'note' as const }),
          message: `The pods of ${kind} \`${name}\` tolerate \`karpenter.sh/disrupted\`. Karpenter does not evict such pods, ${consequence()}: they end with their node`,
          help: 'Tolerate only the taints of the nodes that these pods need, each by its key.',
          ...(budget && { labels: [{ span: budget.span(['spec', 'selector']), message: 'selects these pods' }] }),
        });
      }
    },
  },
  docs: {
    summary: 'Pods tolerate the taint of a node that Karpenter drains, so Karpenter does not evict them.',
    why: 'Karpenter taints a node with `karpenter.sh/disrupted:NoSchedule` before it drains it. It neither evicts pods that tolerate the taint nor waits for them. They run until the instance ends, PodDisruptionBudgets do not hold them, and new ones may start on a node that is about to go. `operator: Exists` without a key tolerates every taint, this one included. It is a note if no PodDisruptionBudget selects the pods. DaemonSets, pods of `kube-system` and pods that only keep room are not reported.',
    help: 'Give each toleration the key of a taint.',
    url: 'https://karpenter.sh/docs/concepts/disruption/#termination-controller',
  },
  examples,
});

/** Pods of the image `pause` only keep room for others. */
const isBalloon = (containers: unknown): boolean => /"image":"[^"]*\bpause\b/.test(JSON.stringify(containers ?? []));

const workload = (kind: string, toleration: Example, image = 'example.com/web:1'): Example => yaml`
  apiVersion: apps/v1
  kind: ${kind}
  metadata:
    name: web
  spec:
    selector:
      matchLabels:
        app: web
    template:
      metadata:
        labels:
          app: web
      spec:
        tolerations:
          ${toleration}
        containers:
          - name: web
            image: ${image}
            resources:
              requests:
                cpu: 100m
                memory: 100Mi
`;

const budget = yaml`
  apiVersion: policy/v1
  kind: PodDisruptionBudget
  metadata:
    name: web
  spec:
    maxUnavailable: 1
    selector:
      matchLabels:
        app: web
`;

const everything = yaml`- operator: Exists`;

const disrupted = yaml`
  - key: karpenter.sh/disrupted
    operator: Exists
`;

const evictions = yaml`
  - operator: Exists
    effect: NoExecute
`;

function examples(): RuleExamples {
  const keyed = { '- operator: Exists': '- key: example.com/batch\n  operator: Exists' };

  return {
    bad: [
      corrected(together(nodePool(), workload('Deployment', everything), budget), keyed),
      corrected(together(nodePool(), workload('StatefulSet', everything)), keyed),
      corrected(together(nodePool(), workload('Deployment', disrupted), budget), {
        'karpenter.sh/disrupted': 'example.com/batch',
      }),
    ],
    good: [
      together(nodePool(), workload('DaemonSet', everything), budget),
      together(nodePool(), workload('Deployment', evictions), budget),
      together(nodePool(), workload('Deployment', everything, 'registry.k8s.io/pause:3.10')),
      workload('Deployment', everything),
    ],
  };
}
