import { fieldOf, nodeClassRefOf } from '../../karpenter/api/pool-fields.ts';
import { type WorkloadField, workloadsOf } from '../../karpenter/workloads/workload-fields.ts';
import { asList, asMapping } from '../../manifest/model/manifest.ts';
import { corrected, yaml } from '../../rules/lint/example.ts';
import { nodePoolsOf } from '../../rules/lint/fields/node-pools.ts';
import { defineRule, type RuleExamples } from '../../rules/lint/rule.ts';
import { ec2NodeClass, nodePool, together } from '../../rules/lint/scenes.ts';
import { isWindowsClass, nodeClassOf } from '../fields/node-classes.ts';

export const windowsTaintRule = defineRule({
  id: 'windows-taint',
  severity: 'warning',
  since: '0.1.0',
  providers: ['aws'],
  theme: 'Taints and overlapping NodePools',
  mistakes: [9],
  on: {
    Manifests(all, { report, clusterOf }) {
      for (const pool of nodePoolsOf(all)) {
        const nodeClass = nodeClassOf(all, pool);
        const taints = fieldOf(pool, ['spec', 'template', 'spec', 'taints']);
        if (!nodeClass || !isWindowsClass(nodeClass)) continue;
        if (!taints.isKnown || asList(taints.value).length > 0) continue;

        const open = workloadsOf(all).find(
          (workload) => mayRunAnywhere(workload) && clusterOf(workload.manifest) === clusterOf(pool),
        );

        report({
          manifest: pool,
          ...(open === undefined && { severity: 'note' as const }),
          at: pool.span([...nodeClassRefOf(pool)!.path, 'name']),
          message: `The nodes of \`${pool.name}\` run Windows, but no taint keeps Linux pods away that do not select an operating system`,
          help: 'Add a taint such as `os=windows:NoSchedule` to the NodePool, and a toleration to the pods for Windows.',
          labels: [
            { span: nodeClass.span(['metadata', 'name']), message: 'selects Windows images' },
            ...(open === undefined
              ? []
              : [
                  {
                    span: open.manifest.span(['metadata', 'name']),
                    message: 'selects no operating system, so it can run there',
                  },
                ]),
          ],
        });
      }
    },
  },
  docs: {
    summary: 'A NodePool for Windows has no taint.',
    why: 'Most Linux pods do not select an operating system. Karpenter then may launch a Windows node for them, on which their images cannot start. The nodes also cost more, because of the license. It is a note if no workload of the cluster runs on any node, because all Linux pods may select `kubernetes.io/os: linux`.',
    help: 'Add a taint to the NodePool, and a toleration to the pods for Windows.',
    url: 'https://docs.aws.amazon.com/eks/latest/userguide/windows-support.html',
  },
  examples,
});

/** Whether neither a node selector nor node affinity keeps pods off any node. */
function mayRunAnywhere({ manifest, template }: WorkloadField): boolean {
  const { nodeSelector, affinity, nodeName } = asMapping(manifest.get([...template, 'spec'])) ?? {};
  return (
    !manifest.isPartial &&
    [nodeSelector, asMapping(affinity)?.nodeAffinity, nodeName].every((value) => value === undefined || value === null)
  );
}

const windows = ec2NodeClass(
  yaml`
    role: KarpenterNodeRole-demo
    amiSelectorTerms:
      - alias: windows2022@v1.0.0
  `,
  'windows',
);

const taints = yaml`
  - key: os
    value: windows
    effect: NoSchedule
`;

function examples(): RuleExamples {
  return {
    bad: [
      corrected(together(nodePool({ nodeClassRef: 'windows' }), windows), {
        'nodeClassRef:': 'taints:\n  - {key: os, value: windows, effect: NoSchedule}\nnodeClassRef:',
      }),
    ],
    good: [together(nodePool({ nodeClassRef: 'windows', taints }), windows)],
  };
}
