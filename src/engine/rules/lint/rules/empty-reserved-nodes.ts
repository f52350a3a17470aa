import { parseDuration } from '../../../karpenter/api/duration.ts';
import { asText } from '../../../manifest/model/manifest.ts';
import { corrected, yaml } from '../example.ts';
import { nodePoolsOf } from '../fields/node-pools.ts';
import { onlyReserved } from '../fields/reserved-capacity.ts';
import { defineRule, type RuleExamples } from '../rule.ts';
import { ec2NodeClass, nodePool, together } from '../scenes.ts';

const path = ['spec', 'disruption', 'consolidateAfter'];

export const emptyReservedNodesRule = defineRule({
  id: 'empty-reserved-nodes',
  severity: 'note',
  since: '0.1.0',
  providers: 'every',
  theme: 'Capacity reservations',
  mistakes: [],
  on: {
    Manifests(all, { report }) {
      for (const pool of nodePoolsOf(all)) {
        const after = asText(pool.get(path));
        const only = pool.isPartial ? undefined : onlyReserved(pool);
        if (!only || after === undefined || !isShort(after)) continue;

        report({
          manifest: pool,
          ...(isImmediate(after) && { severity: 'warning' }),
          at: pool.span(path),
          message: `\`${pool.name}\` removes a node that has been empty for ${after}, although it launches only into capacity reservations. An idle reservation costs the same, so this saves nothing, and the next pod waits for a new node`,
          help: 'Set `consolidateAfter: Never`. If other clusters share the reservations, set at least `1h`.',
          labels: [{ span: pool.span(only.path), message: 'only reserved capacity' }],
        });
      }
    },
  },
  docs: {
    summary: 'A NodePool that launches only into capacity reservations removes its empty nodes soon.',
    why: 'A capacity reservation is billed whether instances run in it or not. Removing an empty node of it saves nothing. The next pod waits until a new instance has started, which takes many minutes for large GPU instances. If somebody else uses the reservation meanwhile, or if a Capacity Block is about to end, the node does not come back. Reported for NodePools that allow only `reserved` and wait less than an hour: as a warning below one minute, otherwise as a note.',
    help: 'Set `consolidateAfter: Never` in the NodePool.',
    url: 'https://karpenter.sh/docs/tasks/odcrs/',
  },
  examples,
});

/** Shorter than the pause between two jobs. Longer waits are a choice that somebody made. */
function isImmediate(after: string): boolean {
  const nanos = parseDuration(after);
  return nanos !== undefined && nanos < 60_000_000_000n;
}

/** Less than an hour. Other clusters may use what is free for longer. */
function isShort(after: string): boolean {
  const nanos = parseDuration(after);
  return nanos !== undefined && nanos < 3_600_000_000_000n;
}

function examples(): RuleExamples {
  const scene = (consolidateAfter: string, capacityTypes: string) =>
    together(
      nodePool({
        name: 'training',
        limits: 'cpu: 384',
        nodeClassRef: 'default',
        disruption: yaml`
          consolidationPolicy: WhenEmpty
          consolidateAfter: ${consolidateAfter}
        `,
        requirements: [`karpenter.sh/capacity-type In [${capacityTypes}]`],
      }),
      ec2NodeClass(yaml`
        role: KarpenterNodeRole-demo
        capacityReservationSelectorTerms:
          - id: cr-0123456789abcdef0
      `),
    );

  return {
    bad: [corrected(scene('30s', 'reserved'), { 'consolidateAfter: 30s': 'consolidateAfter: Never' })],
    good: [scene('Never', 'reserved'), scene('2h', 'reserved'), scene('30s', 'reserved, on-demand')],
  };
}
