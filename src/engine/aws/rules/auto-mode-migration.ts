import { classReferenceOf } from '../../karpenter/api/pool-fields.ts';
import { asList, type Manifest } from '../../manifest/model/manifest.ts';
import { autoModeGroup } from '../../manifest/model/provider-kinds.ts';
import { corrected, yaml } from '../../rules/lint/example.ts';
import { poolsByCluster } from '../../rules/lint/fields/pools-by-cluster.ts';
import { defineRule, type RuleExamples } from '../../rules/lint/rule.ts';
import { autoModePool, nodeClass, nodePool, together } from '../../rules/lint/scenes.ts';
import { textIf } from '../../text/words/text-if.ts';
import { autoModeOf, showsKarpenter } from '../auto-mode/auto-mode-settings.ts';

export const autoModeMigrationRule = defineRule({
  id: 'auto-mode-migration',
  severity: 'note',
  since: '0.1.0',
  providers: ['eks-auto-mode'],
  theme: 'Taints and overlapping NodePools',
  mistakes: [109],
  on: {
    Manifests(_, context) {
      for (const pools of poolsByCluster(context)) {
        const open = pools.filter(isOpen);
        const moved = open.find((pool) => classReferenceOf(pool)?.group === autoModeGroup);
        const karpenterPool = open.find((pool) => classReferenceOf(pool)?.group === 'karpenter.k8s.aws');
        if (moved === undefined || karpenterPool === undefined) continue;

        const { manifests } = context.clusterOf(karpenterPool);
        const isShown = showsKarpenter(manifests);
        // Another rule says that nothing reads its node class.
        if (!isShown && autoModeOf(manifests) === 'on') continue;

        context.report({
          manifest: moved,
          at: moved.span(['spec', 'template', 'spec', 'nodeClassRef', 'group']),
          message: `Both EKS Auto Mode (NodePool \`${moved.name}\`) and Karpenter (NodePool \`${karpenterPool.name}\`) ${textIf(!isShown, 'may ')}launch nodes for the same pods`,
          labels: [{ span: karpenterPool.span(['metadata', 'name']), message: 'this NodePool has no taint either' }],
          help: `Add a taint to \`${moved.name}\`, and tolerate it in the pods that move. In requirements and in selectors of these pods, replace \`karpenter.k8s.aws/\` with \`eks.amazonaws.com/\`. EKS Auto Mode has no custom images, user data or kubelet settings. Its nodes live at most 21 days, and AWS bills a fee for each.`,
        });
      }
    },
  },
  docs: {
    summary: 'A cluster has NodePools of EKS Auto Mode and of a Karpenter of its own, and neither has a taint.',
    why: 'Both can run side by side, for example while workloads move. Each sees a pending pod that fits its NodePools and launches a node for it. One of the nodes stays empty, and which mode runs the pod is open. Labels of instances, images, user data, the hop limit of the metadata service, the lifetime of nodes, and the bill differ between the modes.',
    help: 'Add a taint to the NodePools of one mode until its pods are moved on purpose.',
    url: 'https://docs.aws.amazon.com/eks/latest/userguide/auto-migrate-karpenter.html',
  },
  examples,
});

/** Whether every pod can run on the nodes of a NodePool, as far as taints decide. */
const isOpen = (pool: Manifest): boolean =>
  !pool.isPartial && asList(pool.get(['spec', 'template', 'spec', 'taints'])).length === 0;

const untainted = nodePool({ name: 'karpenter', nodeClassRef: 'default' });
const tainted = yaml`
  - key: eks-auto-mode
    effect: NoSchedule
`;

function examples(): RuleExamples {
  return {
    bad: [
      corrected(together(untainted, autoModePool({ name: 'auto' }), nodeClass), {
        'nodeClassRef:\n        group: eks.amazonaws.com':
          'taints:\n  - key: eks-auto-mode\n    effect: NoSchedule\nnodeClassRef:\n  group: eks.amazonaws.com',
      }),
    ],
    good: [together(untainted, autoModePool({ name: 'auto', taints: tainted }), nodeClass)],
  };
}
