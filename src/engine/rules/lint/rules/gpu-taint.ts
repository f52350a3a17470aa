import { fieldOf } from '../../../karpenter/api/pool-fields.ts';
import { asList, type Manifest } from '../../../manifest/model/manifest.ts';
import { corrected, yaml } from '../example.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../rule.ts';
import { nodePool } from '../scenes.ts';

export const gpuTaintRule = defineRule({
  id: 'gpu-taint',
  severity: 'warning',
  since: '0.1.0',
  providers: 'every',
  theme: 'Taints and overlapping NodePools',
  mistakes: [90],
  on: { NodePool: check, Provisioner: check },
  docs: {
    summary: 'A NodePool in which all instance types have GPUs or other accelerators has no taint.',
    why: 'Karpenter may launch a node of this NodePool for any pod that fits nowhere else. An ordinary web server then runs on an instance that costs many times what it needs. Consolidation cannot remove the node while the pod runs there.',
    help: 'Add a taint to the NodePool, such as `nvidia.com/gpu:NoSchedule`, and a toleration to the pods that need its nodes.',
    url: 'https://karpenter.sh/docs/concepts/scheduling/#acceleratorsgpu-resources',
  },
  examples,
});

function check(pool: Manifest, { report, catalog, compatible }: RuleContext): void {
  const types = compatible(pool);
  const template = pool.kind === 'NodePool' ? ['spec', 'template', 'spec'] : ['spec'];
  const taints = fieldOf(pool, [...template, 'taints']);

  if (!catalog || !types?.isExact || types.names.length === 0) return;
  if (!taints.isKnown || asList(taints.value).length > 0) return;

  const isAccelerated = types.names.every((name) => {
    const { gpus, accelerator } = catalog.type(name)!;
    return gpus.length > 0 || accelerator !== undefined;
  });

  if (!isAccelerated) return;

  report({
    at: pool.keySpan(template),
    message: `Every instance type of \`${pool.name}\` has GPUs or other accelerators, but no taint keeps ordinary pods away`,
    help: 'Add a taint such as `nvidia.com/gpu:NoSchedule`, and a toleration to the pods that need these nodes.',
  });
}

function examples(): RuleExamples {
  return {
    bad: [
      corrected(nodePool({ name: 'gpu', requirements: ['karpenter.k8s.aws/instance-family In [g6, g6e]'] }), {
        'requirements:': 'taints:\n  - key: nvidia.com/gpu\n    effect: NoSchedule\nrequirements:',
      }),
    ],
    good: [
      nodePool({
        name: 'gpu',
        requirements: ['karpenter.k8s.aws/instance-family In [g6, g6e]'],
        taints: yaml`
          - key: nvidia.com/gpu
            effect: NoSchedule
        `,
      }),
      nodePool({ name: 'mixed', requirements: ['karpenter.k8s.aws/instance-family In [g6, m7i]'] }),
    ],
  };
}
