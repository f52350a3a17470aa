import { yaml } from '../../lint/example.ts';
import { nodePoolsOf } from '../../lint/fields/node-pools.ts';
import type { RequirementField } from '../../lint/fields/pool-fields.ts';
import { capacityTypesOf, onlyReserved } from '../../lint/fields/reserved-capacity.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../../lint/rule.ts';
import { ec2NodeClass, nodePool, together } from '../../lint/scenes.ts';
import { asList, type Manifest } from '../../manifest/manifest.ts';
import type { ManifestSet } from '../../manifest/manifest-set.ts';
import { nodeClassesOf, nodeClassOf, nodePoolsOfClass } from '../fields/node-classes.ts';

const terms = ['spec', 'capacityReservationSelectorTerms'];

export const capacityReservationsRule = defineRule({
  id: 'capacity-reservations',
  severity: 'warning',
  since: '0.1.0',
  providers: ['aws'],
  theme: 'Capacity reservations',
  mistakes: [19],
  on: {
    Manifests(all, context) {
      if (!context.karpenter.capacityReservations) return;
      for (const nodeClass of nodeClassesOf(all)) reportIdle(nodeClass, all, context);
      for (const pool of nodePoolsOf(all)) reportMissing(pool, all, context);
    },
  },
  docs: {
    summary:
      'A node class selects capacity reservations and its pools do not use them, or a pool wants nothing else and there are none.',
    why: 'Reserved capacity is a capacity type of its own. Where every pool of a class asks for `on-demand` or `spot` alone, the reservations that the class selects are paid for and stay idle; and a pool that allows `reserved` alone launches nothing as long as its class selects none.',
    help: 'Add `reserved` to the capacity types of the pool, or `capacityReservationSelectorTerms` to its class.',
    url: 'https://karpenter.sh/docs/tasks/odcrs/',
  },
  examples,
});

/** A class whose reservations no pool may use. */
function reportIdle(nodeClass: Manifest, all: ManifestSet, { report }: RuleContext): void {
  if (asList(nodeClass.get(terms)).length === 0) return;
  const pools = nodePoolsOfClass(all, nodeClass);
  const excluding = pools.map(excludesReserved);
  const [first] = excluding;
  if (!first || pools.some(({ isPartial }) => isPartial) || excluding.includes(undefined)) return;
  report({
    manifest: nodeClass,
    at: nodeClass.keySpan(terms),
    message: `No pool of \`${nodeClass.name}\` allows the capacity type \`reserved\`: the reservations selected here stay idle`,
    labels: [{ span: pools[0]!.span(first.path), message: 'these capacity types leave `reserved` out' }],
    help: 'Add `reserved` to the capacity types of the pool that is to use them.',
  });
}

/** A pool that allows nothing but reservations, with a class that selects none. */
function reportMissing(pool: Manifest, all: ManifestSet, { report }: RuleContext): void {
  const only = onlyReserved(pool);
  const nodeClass = only && nodeClassOf(all, pool);
  if (!nodeClass || nodeClass.isPartial || nodeClass.get(terms) !== undefined) return;
  report({
    manifest: pool,
    at: pool.span(only.path),
    message: `\`${pool.name}\` allows reserved capacity alone, and its class \`${nodeClass.name}\` selects no reservations: it launches nothing`,
    help: 'Add `capacityReservationSelectorTerms` to the class, or another capacity type to the pool.',
  });
}

/** The requirement that leaves reserved capacity out, if there is one. */
const excludesReserved = (pool: Manifest): RequirementField | undefined =>
  capacityTypesOf(pool).find(({ operator, values, isKnown }) => {
    const isNamed = values.some(({ text }) => text === 'reserved');
    return isKnown && ((operator === 'In' && !isNamed) || (operator === 'NotIn' && isNamed));
  });

function examples(): RuleExamples {
  return {
    bad: [
      together(
        nodePool({ requirements: ['karpenter.sh/capacity-type In [on-demand]'], nodeClassRef: 'default' }),
        ec2NodeClass(yaml`
          capacityReservationSelectorTerms:
            - id: cr-0123456789abcdef0
        `),
      ),
      together(
        nodePool({ requirements: ['karpenter.sh/capacity-type In [reserved]'], nodeClassRef: 'default' }),
        ec2NodeClass('role: KarpenterNodeRole'),
      ),
    ],
    good: [
      together(
        nodePool({ requirements: ['karpenter.sh/capacity-type In [on-demand]'], nodeClassRef: 'default' }),
        nodePool({
          name: 'reserved',
          requirements: ['karpenter.sh/capacity-type In [reserved, on-demand]'],
          nodeClassRef: 'default',
        }),
        ec2NodeClass(yaml`
          capacityReservationSelectorTerms:
            - id: cr-0123456789abcdef0
        `),
      ),
      together(
        nodePool({
          requirements: ['karpenter.sh/capacity-type In [reserved, on-demand, spot]'],
          nodeClassRef: 'default',
        }),
        ec2NodeClass('role: KarpenterNodeRole'),
      ),
    ],
  };
}
