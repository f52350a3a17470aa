import { label, normalizeLabel } from '../../karpenter/api/labels.ts';
import type { RequirementField } from '../../karpenter/api/pool-fields.ts';
import { type WorkloadField, workloadsOf } from '../../karpenter/workloads/workload-fields.ts';
import type { ManifestSet } from '../../manifest/manifest-set.ts';
import { asList, type Manifest } from '../../manifest/model/manifest.ts';
import { corrected, yaml } from '../../rules/lint/example.ts';
import { chosenPool, selectedLabels } from '../../rules/lint/fields/chosen-pool.ts';
import { nodePoolsOf } from '../../rules/lint/fields/node-pools.ts';
import { isOpenToAll } from '../../rules/lint/fields/pools-by-cluster.ts';
import { capacityTypesOf, onlyReserved } from '../../rules/lint/fields/reserved-capacity.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../../rules/lint/rule.ts';
import { ec2NodeClass, nodePool, together } from '../../rules/lint/scenes.ts';
import { isClosed } from '../../text/evidence.ts';
import { nodeClassesOf, nodeClassOf, poolsOfClass } from '../fields/node-classes.ts';

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
      for (const workload of workloadsOf(all)) reportAvoiding(workload, all, context);
    },
  },
  docs: {
    summary:
      'A node class selects capacity reservations that its NodePools or their pods do not use, or a NodePool needs reservations that its node class does not select.',
    why: 'Reserved capacity has its own capacity type, `reserved`. If every NodePool of a node class allows only `on-demand` or `spot`, the reservations that the node class selects cost money and stay idle. Pods that select `karpenter.sh/capacity-type: on-demand` do not use reservations either. A NodePool that allows only `reserved` launches nothing while its node class selects no reservations.',
    help: 'Add `reserved` to the capacity types of the NodePool, or `capacityReservationSelectorTerms` to its node class.',
    url: 'https://karpenter.sh/docs/tasks/odcrs/',
  },
  examples,
});

/** Reports a node class whose reservations no NodePool can use. */
function reportIdle(nodeClass: Manifest, all: ManifestSet, { report }: RuleContext): void {
  if (asList(nodeClass.get(terms)).length === 0) return;

  const ofClass = poolsOfClass(all, nodeClass);
  if (!isClosed(ofClass)) return;

  const pools = ofClass.all;
  const excluding = pools.map(excludesReserved);
  const [first] = excluding;

  if (!first || pools.some(({ isPartial }) => isPartial) || excluding.includes(undefined)) return;

  report({
    manifest: nodeClass,
    at: nodeClass.keySpan(terms),
    message: `No NodePool of \`${nodeClass.name}\` allows the capacity type \`reserved\`, so the reservations selected here stay idle`,
    labels: [{ span: pools[0]!.span(first.path), message: 'these capacity types exclude `reserved`' }],
    help: 'Add `reserved` to the capacity types of the NodePool that should use them.',
  });
}

/** Reports a NodePool that allows only reserved capacity although its node class selects no reservations. */
function reportMissing(pool: Manifest, all: ManifestSet, { report }: RuleContext): void {
  const only = onlyReserved(pool);
  const nodeClass = only && nodeClassOf(all, pool);
  if (!nodeClass || nodeClass.isPartial || nodeClass.get(terms) !== undefined) return;
  report({
    manifest: pool,
    at: pool.span(only.path),
    message: `\`${pool.name}\` allows only reserved capacity, but its node class \`${nodeClass.name}\` selects no reservations, so Karpenter launches nothing for it`,
    help: 'Add `capacityReservationSelectorTerms` to the node class, or another capacity type to the NodePool.',
  });
}

/** Reports pods that select on-demand capacity, and so avoid the reservations of the NodePool that they run on. */
function reportAvoiding(workload: WorkloadField, all: ManifestSet, { report, clusterOf }: RuleContext): void {
  const { manifest } = workload;
  const selected = selectedLabels(workload);
  const only = selected.find(({ key }) => normalizeLabel(key) === label.capacityType);
  if (!only || manifest.isPartial || only.values.includes('reserved') || !only.values.includes('on-demand')) return;

  const others = selected.filter((label) => label !== only);
  const chosen = chosenPool(workload, all);
  const pools = nodePoolsOf(all).filter(
    (pool) => clusterOf(pool) === clusterOf(manifest) && (others.length > 0 ? pool === chosen : isOpenToAll(pool)),
  );

  const reserving = pools.find((pool) => {
    const nodeClass = nodeClassOf(all, pool);
    return nodeClass && asList(nodeClass.get(terms)).length > 0 && !pool.isPartial && !excludesReserved(pool);
  });

  if (!reserving) return;

  report({
    manifest,
    at: manifest.span(only.path),
    severity: 'note',
    message: `${manifest.kind} \`${manifest.name}\` does not allow the capacity type \`reserved\`, so its pods do not use the reservations of \`${reserving.name}\``,
    labels: [{ span: nodeClassOf(all, reserving)!.keySpan(terms), message: 'these reservations' }],
    help: 'To use them, replace the selection with required node affinity for `karpenter.sh/capacity-type In [reserved, on-demand]`.',
  });
}

/** The requirement that excludes reserved capacity, if there is one. */
const excludesReserved = (pool: Manifest): RequirementField | undefined =>
  capacityTypesOf(pool).find(({ operator, values, isKnown }) => {
    const isNamed = values.some(({ text }) => text === 'reserved');
    return isKnown && ((operator === 'In' && !isNamed) || (operator === 'NotIn' && isNamed));
  });

function examples(): RuleExamples {
  return {
    bad: [
      corrected(
        together(
          nodePool({ requirements: ['karpenter.sh/capacity-type In [on-demand]'], nodeClassRef: 'default' }),
          ec2NodeClass(yaml`
            capacityReservationSelectorTerms:
              - id: cr-0123456789abcdef0
          `),
        ),
        { '[on-demand]': '[reserved, on-demand]' },
      ),
      corrected(
        together(
          nodePool({ requirements: ['karpenter.sh/capacity-type In [reserved]'], nodeClassRef: 'default' }),
          ec2NodeClass('role: KarpenterNodeRole'),
        ),
        {
          'role: KarpenterNodeRole': yaml`
            role: KarpenterNodeRole
            capacityReservationSelectorTerms:
              - id: cr-0123456789abcdef0
          `,
        },
        { '[reserved]': '[reserved, on-demand]' },
      ),
      corrected(
        together(
          nodePool({ requirements: ['karpenter.sh/capacity-type In [reserved, on-demand]'], nodeClassRef: 'default' }),
          ec2NodeClass(yaml`
            capacityReservationSelectorTerms:
              - id: cr-0123456789abcdef0
          `),
          yaml`
            apiVersion: apps/v1
            kind: Deployment
            metadata:
              name: web
            spec:
              template:
                spec:
                  affinity:
                    nodeAffinity:
                      requiredDuringSchedulingIgnoredDuringExecution:
                        nodeSelectorTerms:
                          - matchExpressions:
                              - {key: karpenter.sh/capacity-type, operator: In, values: [on-demand]}
                  containers:
                    - name: web
                      image: web
                      resources:
                        requests:
                          cpu: 100m
                          memory: 100Mi
          `,
        ),
        { 'values: [on-demand]}': 'values: [reserved, on-demand]}' },
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
