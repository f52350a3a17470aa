import { insertEntry, removeEntry } from '../../manifest/edit.ts';
import { asMapping, type Manifest, versionOf } from '../../manifest/manifest.ts';
import { against, yaml } from '../example.ts';
import { fieldOf } from '../fields/pool-fields.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../rule.ts';
import { nodePool } from '../scenes.ts';

const disruption = ['spec', 'disruption'];
const consolidateAfter = [...disruption, 'consolidateAfter'];

export const consolidateAfterPolicyRule = defineRule({
  id: 'consolidate-after-policy',
  severity: 'error',
  since: '0.1.0',
  providers: 'every',
  theme: 'Disruption',
  mistakes: [2, 3],
  explains: ['schema/cel', 'schema/required'],
  on: {
    NodePool(pool, context) {
      const policy = fieldOf(pool, [...disruption, 'consolidationPolicy']);
      const after = fieldOf(pool, consolidateAfter);
      if (!asMapping(pool.get(disruption)) || !policy.isKnown || !after.isKnown) return;
      // The API server drops null before it validates.
      const isMissing = (after.value ?? null) === null;
      if (versionOf(pool.apiVersion) === 'v1beta1') checkBeta(pool, context, policy.value ?? null, isMissing);
      else if (isMissing) reportMissing(pool, context);
    },
  },
  docs: {
    summary: '`consolidateAfter` and `consolidationPolicy` do not go together in this API version.',
    why: 'In v1beta1 `consolidateAfter` belongs to `WhenEmpty` alone: beside `WhenUnderutilized`, which is also the default, a duration is refused, and `WhenEmpty` is refused without one. In v1 every `disruption` block needs it up to Karpenter 1.14; from 1.15 on it is `0s` when left out, so that nodes are consolidated as soon as a pod leaves.',
    help: 'In v1beta1 write `consolidateAfter` beside `WhenEmpty` and nowhere else; in v1 write it in every `disruption` block.',
    url: 'https://karpenter.sh/docs/concepts/disruption/#consolidation',
  },
  examples,
});

/** Karpenter CRDs 0.32–1.0, v1beta1 NodePool spec.disruption, both CEL rules. */
function checkBeta(pool: Manifest, { report }: RuleContext, policy: unknown, isMissing: boolean): void {
  if (policy === 'WhenEmpty' && isMissing) {
    report({
      at: pool.keySpan([...disruption, 'consolidationPolicy']),
      message:
        '`consolidationPolicy: WhenEmpty` needs `consolidateAfter` in v1beta1: the API server refuses it without',
      help: 'Say for how long a node must be empty before it goes, such as `consolidateAfter: 30s`.',
      fix: {
        description: 'Add `consolidateAfter: 30s`',
        edits: insertEntry(pool, disruption, 'consolidateAfter', '30s'),
      },
      explains: { paths: [disruption] },
    });
  }
  const isUnderutilized = policy === null || policy === 'WhenUnderutilized';
  if (!isUnderutilized || isMissing || pool.get(consolidateAfter) === 'Never') return;
  const beside =
    policy === null ? '`WhenUnderutilized`, the default policy,' : '`consolidationPolicy: WhenUnderutilized`';
  report({
    at: pool.keySpan(consolidateAfter),
    message: `\`consolidateAfter\` may not stand beside ${beside} in v1beta1: the API server refuses it`,
    help: 'Remove it; v1 allows it beside `WhenEmptyOrUnderutilized`, or use `WhenEmpty` to remove empty nodes only.',
    ...(policy !== null && {
      labels: [
        {
          span: pool.span([...disruption, 'consolidationPolicy']),
          message: 'this policy decides by itself when to act',
        },
      ],
    }),
    fix: { description: 'Remove `consolidateAfter`', edits: removeEntry(pool, consolidateAfter) },
    explains: { paths: [disruption] },
  });
}

function reportMissing(pool: Manifest, { report, karpenter }: RuleContext): void {
  const fix = {
    // What the API server fills in when the whole block is absent.
    description: 'Add `consolidateAfter: 0s`',
    edits: insertEntry(pool, disruption, 'consolidateAfter', '0s'),
  };
  if (karpenter.consolidateAfterDefaulted) {
    report({
      at: pool.keySpan(disruption),
      severity: 'note',
      message:
        '`disruption` has no `consolidateAfter`, which is then `0s`: nodes are consolidated as soon as a pod leaves',
      help: 'Write `consolidateAfter: 0s` to say so, or a longer time to avoid churn.',
      fix,
    });
    return;
  }
  report({
    at: pool.keySpan(disruption),
    message: `\`disruption\` needs \`consolidateAfter\`: the API server refuses the block without it up to Karpenter 1.14`,
    help: 'Add it: `0s` acts at once, which is what Karpenter does when the whole block is absent.',
    fix,
    explains: { paths: [consolidateAfter, disruption] },
  });
}

function examples(): RuleExamples {
  return {
    bad: [
      against(
        { karpenter: '0.37' },
        nodePool({
          apiVersion: 'karpenter.sh/v1beta1',
          disruption: yaml`
            consolidationPolicy: WhenUnderutilized
            consolidateAfter: 60s
          `,
        }),
      ),
      nodePool({ disruption: 'consolidationPolicy: WhenEmpty' }),
      against(
        { karpenter: '0.37' },
        nodePool({ apiVersion: 'karpenter.sh/v1beta1', disruption: 'consolidationPolicy: WhenEmpty' }),
      ),
    ],
    good: [
      nodePool({
        disruption: yaml`
          consolidationPolicy: WhenEmptyOrUnderutilized
          consolidateAfter: 60s
        `,
      }),
      against(
        { karpenter: '0.37' },
        nodePool({
          apiVersion: 'karpenter.sh/v1beta1',
          disruption: yaml`
            consolidationPolicy: WhenUnderutilized
            consolidateAfter: Never
          `,
        }),
      ),
    ],
  };
}
