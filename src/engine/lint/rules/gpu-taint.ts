import { asList, type Manifest } from '../../manifest/manifest.ts';
import { yaml } from '../example.ts';
import { fieldOf } from '../fields/pool-fields.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../rule.ts';
import { nodePool } from '../scenes.ts';

export const gpuTaintRule = defineRule({
  id: 'gpu-taint',
  severity: 'warning',
  since: '0.1.0',
  providers: 'every',
  theme: 'Pools beside each other',
  mistakes: [90],
  on: { NodePool: check, Provisioner: check },
  docs: {
    summary: 'A pool of instance types with GPUs or other accelerators has no taint.',
    why: 'Any pod that has no place elsewhere may be given a node of this pool: an ordinary web server on an instance that costs many times what it needs, and a node that consolidation cannot remove while the pod is there.',
    help: 'Taint the pool, such as with `nvidia.com/gpu:NoSchedule`, and let the pods that need it tolerate that.',
    url: 'https://karpenter.sh/docs/concepts/scheduling/#acceleratorsgpu-resources',
  },
  examples,
});

function check(pool: Manifest, { report, catalog, compatible }: RuleContext): void {
  const left = compatible(pool);
  const template = pool.kind === 'NodePool' ? ['spec', 'template', 'spec'] : ['spec'];
  const taints = fieldOf(pool, [...template, 'taints']);
  if (!catalog || !left?.isExact || left.names.length === 0) return;
  if (!taints.isKnown || asList(taints.value).length > 0) return;
  const isAccelerated = left.names.every((name) => {
    const { gpus, accelerator } = catalog.type(name)!;
    return gpus.length > 0 || accelerator !== undefined;
  });
  if (!isAccelerated) return;
  report({
    at: pool.keySpan(template),
    message: `Every instance type of \`${pool.name}\` has GPUs or other accelerators, and no taint keeps ordinary pods away`,
    help: 'Add a taint such as `nvidia.com/gpu:NoSchedule`, which the pods that need it tolerate.',
  });
}

function examples(): RuleExamples {
  return {
    bad: [nodePool({ name: 'gpu', requirements: ['karpenter.k8s.aws/instance-family In [g6, g6e]'] })],
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
