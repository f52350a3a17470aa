import { corrected } from '../../rules/lint/example.ts';
import { defineRule, type RuleExamples } from '../../rules/lint/rule.ts';
import { autoModeClass, autoModePool } from '../../rules/lint/scenes.ts';
import { builtInPoolNames } from '../auto-mode/built-in-pools.ts';

export const autoModeBuiltInRule = defineRule({
  id: 'auto-mode-built-in',
  severity: 'warning',
  since: '0.1.0',
  providers: ['eks-auto-mode'],
  theme: 'All objects',
  mistakes: [108],
  on: {
    NodePool(pool, { report }) {
      if (!builtInPoolNames.includes(pool.name) || pool.isPartial) return;
      report({
        at: pool.span(['metadata', 'name']),
        message: `EKS manages the NodePool \`${pool.name}\` of Auto Mode itself, so changes to it do not last`,
        help: 'Give the NodePool another name, and disable the one of EKS if you do not need it.',
      });
    },
    NodeClass(nodeClass, { report }) {
      if (nodeClass.name !== 'default' || nodeClass.isPartial) return;
      report({
        at: nodeClass.span(['metadata', 'name']),
        message: 'EKS Auto Mode has a NodeClass `default` of its own, which EKS creates and changes',
        help: 'Give the NodeClass another name, and refer to it in `nodeClassRef` of the NodePools.',
      });
    },
  },
  docs: {
    summary: 'An object has the name of one that EKS Auto Mode creates itself.',
    why: 'With its built-in NodePools, EKS Auto Mode creates the NodePools `general-purpose` and `system` and the NodeClass `default`. EKS does not allow changes to the NodePools, and advises against a NodeClass of your own with that name. Whoever writes last decides.',
    help: 'Choose another name.',
    url: 'https://docs.aws.amazon.com/eks/latest/userguide/create-node-class.html',
  },
  examples,
});

function examples(): RuleExamples {
  return {
    bad: [
      corrected(autoModePool({ name: 'general-purpose' }), { 'general-purpose': 'web' }),
      corrected(autoModeClass('role: AmazonEKSAutoNodeRole'), { 'name: default': 'name: web' }),
    ],
    good: [autoModePool({ name: 'web' }), autoModeClass('role: AmazonEKSAutoNodeRole', 'web')],
  };
}
