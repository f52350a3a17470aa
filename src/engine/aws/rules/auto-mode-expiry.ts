import { fieldOf } from '../../karpenter/api/pool-fields.ts';
import { lifetimePaths, refusedLifetime } from '../../karpenter/cloud-provider/auto-mode-lifetime.ts';
import type { Manifest } from '../../manifest/model/manifest.ts';
import { corrected } from '../../rules/lint/example.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../../rules/lint/rule.ts';
import { autoModePool } from '../../rules/lint/scenes.ts';

export const autoModeExpiryRule = defineRule({
  id: 'auto-mode-expiry',
  severity: 'error',
  since: '0.1.0',
  providers: ['eks-auto-mode'],
  theme: 'Disruption',
  mistakes: [106],
  on: {
    NodePool(pool, context) {
      reportRefused(pool, context);
      reportNever(pool, context);
    },
  },
  docs: {
    summary: 'A NodePool of EKS Auto Mode lets nodes live for more than 21 days.',
    why: 'EKS replaces every node of Auto Mode after at most 21 days. It refuses a NodePool whose `expireAfter` and `terminationGracePeriod` together are longer than that. Without the fields, they are `336h` and `24h`. `expireAfter: Never` is a warning: nodes live at most 21 days all the same. Workloads that must not be interrupted need a window or more replicas instead.',
    help: 'Set `expireAfter` to `480h` or less, or less than that if `terminationGracePeriod` is above `24h`.',
    url: 'https://docs.aws.amazon.com/eks/latest/userguide/create-node-pool.html#_termination_grace_period',
  },
  examples,
});

function reportRefused(pool: Manifest, { report }: RuleContext): void {
  const lifetime = refusedLifetime(pool);
  if (lifetime === undefined) return;

  const { expiry, gracePeriod } = lifetime;
  const spans = [
    { name: 'expireAfter', path: lifetimePaths.expiry, ...expiry },
    { name: 'terminationGracePeriod', path: lifetimePaths.gracePeriod, ...gracePeriod },
  ];
  const choices = spans.filter(({ isDefault, mostHours }) => !isDefault && mostHours > 0n);
  const instructions = choices.map(({ name, mostHours }) => `\`${name}\` to \`${mostHours}h\` or less`).join(', or ');

  report({
    at: pool.span(choices[0]?.path ?? lifetimePaths.expiry),
    message: `EKS Auto Mode refuses NodePool \`${pool.name}\`: ${spans.map(written).join(' plus ')} is more than 21 days`,
    help: `Set ${instructions || 'both so that they are at most `504h` together'}.`,
  });
}

const written = ({ name, text, isDefault }: { name: string; text: string; isDefault: boolean }): string => {
  if (isDefault) return `\`${name}\` (${text} by default)`;
  return `\`${name}: ${text}\``;
};

function reportNever(pool: Manifest, { report }: RuleContext): void {
  if (fieldOf(pool, lifetimePaths.expiry).value !== 'Never') return;

  report({
    severity: 'warning',
    at: pool.span(lifetimePaths.expiry),
    message: `NodePool \`${pool.name}\` sets \`expireAfter: Never\`, but nodes of EKS Auto Mode live at most 21 days`,
    help: 'Set `expireAfter` so that it is at most `504h` together with `terminationGracePeriod`, which is `24h` by default.',
  });
}

function examples(): RuleExamples {
  const longGracePeriod = autoModePool({ expireAfter: '480h', terminationGracePeriod: '48h' });

  return {
    bad: [
      corrected(autoModePool({ expireAfter: '720h' }), { '720h': '480h' }),
      corrected(autoModePool({ expireAfter: '504h' }), { '504h': '480h' }),
      corrected(autoModePool({ expireAfter: 'Never' }), { Never: '480h' }),
      corrected(longGracePeriod, { '480h': '456h' }),
    ],
    good: [
      autoModePool({ expireAfter: '480h' }),
      autoModePool({ expireAfter: '336h' }),
      autoModePool({ expireAfter: '336h', terminationGracePeriod: '168h' }),
    ],
  };
}
