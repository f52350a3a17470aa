import { parseDuration } from '../../karpenter/api/duration.ts';
import { fieldOf } from '../../karpenter/api/pool-fields.ts';
import { corrected } from '../../rules/lint/example.ts';
import { defineRule, type RuleExamples } from '../../rules/lint/rule.ts';
import { autoModePool } from '../../rules/lint/scenes.ts';

const longestHours = 504n;
const nanosPerHour = 3_600_000_000_000n;

export const autoModeExpiryRule = defineRule({
  id: 'auto-mode-expiry',
  severity: 'warning',
  since: '0.1.0',
  providers: ['eks-auto-mode'],
  theme: 'Disruption',
  mistakes: [106],
  on: {
    NodePool(pool, { report }) {
      const path = ['spec', 'template', 'spec', 'expireAfter'];
      const { value, isKnown } = fieldOf(pool, path);
      if (!isKnown || typeof value !== 'string') return;

      const nanos = parseDuration(value);
      const isLonger = value === 'Never' || (nanos !== undefined && nanos > longestHours * nanosPerHour);
      if (!isLonger) return;

      report({
        at: pool.span(path),
        message: `NodePool \`${pool.name}\` sets \`expireAfter: ${value}\`, but nodes of EKS Auto Mode live at most 21 days`,
        help: 'Set `expireAfter` to `504h` or less, and expect that every node is replaced at least every 21 days.',
      });
    },
  },
  docs: {
    summary: 'A NodePool of EKS Auto Mode sets `expireAfter` to more than 21 days.',
    why: 'EKS replaces every node of Auto Mode after at most 21 days, so that nodes run a recent image. A longer `expireAfter`, or `Never`, does not keep nodes longer. Without the field, nodes live 14 days. Workloads that must not be interrupted need a window or more replicas instead.',
    help: 'Set `expireAfter` to `504h` or less.',
    url: 'https://docs.aws.amazon.com/eks/latest/userguide/automode-learn-instances.html',
  },
  examples,
});

function examples(): RuleExamples {
  return {
    bad: [
      corrected(autoModePool({ expireAfter: '720h' }), { '720h': '504h' }),
      corrected(autoModePool({ expireAfter: 'Never' }), { Never: '504h' }),
    ],
    good: [autoModePool({ expireAfter: '504h' }), autoModePool({ expireAfter: '336h' })],
  };
}
