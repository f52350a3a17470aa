import {
  budgetSelections,
  isPodDisruptionBudget,
  maxCandidates,
} from '../../../karpenter/workloads/pod-disruption-budgets.ts';
import { scaledValue } from '../../../karpenter/workloads/scaled-value.ts';
import { hasKarpenterObjects, namespaceOf, type WorkloadField } from '../../../karpenter/workloads/workload-fields.ts';
import type { ManifestSet } from '../../../manifest/manifest-set.ts';
import { asText, type Manifest } from '../../../manifest/model/manifest.ts';
import { hasPlaceholder } from '../../../manifest/yaml/placeholder.ts';
import { type Collection, isClosed, seenIn } from '../../../text/evidence.ts';
import { groupBy } from '../../../text/group-by.ts';
import { compareNames } from '../../../text/name-order.ts';
import { plural } from '../../../text/words/plural.ts';
import { firstNames, quoted } from '../../../text/words/quoted-names.ts';
import { textIf } from '../../../text/words/text-if.ts';
import { corrected, type Example, yaml } from '../example.ts';
import { writtenCommentsAt } from '../fields/comments.ts';
import { expiresWithoutEnd, waitsWithoutEnd } from '../fields/expiry.ts';
import { nodePoolsOf } from '../fields/node-pools.ts';
import { areLeftOnNode } from '../fields/pod-tolerations.ts';
import { poolsOfPods } from '../fields/pools-of-pods.ts';
import { type Replicas, replicasKey, replicasOf } from '../fields/replicas-of.ts';
import { type SingleInstance, singleInstances } from '../fields/single-instances.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../rule.ts';
import { nodePool, together } from '../scenes.ts';

export const blockingPdbRule = defineRule({
  id: 'blocking-pdb',
  severity: 'warning',
  since: '0.1.0',
  providers: 'every',
  theme: 'Disruption',
  mistakes: [41, 43, 44],
  on: {
    Manifests(all, context) {
      if (!hasKarpenterObjects(all)) return;

      for (const single of singleInstances(all)) reportSingle(single, context);

      const { byBudget, byWorkload } = budgetSelections(all);
      const replicas = replicasOf(all);
      const earlier = budgetsByName(context.base);

      for (const [budget, workloads] of byBudget) {
        // Karpenter removes a node without evicting these pods.
        if (isClosed(workloads) && workloads.all.length > 0 && workloads.all.every(areLeftOnNode)) continue;

        const budgeted: Budgeted = { budget, workloads, replicas, earlier: earlier.get(nameOf(budget)) ?? [] };

        if (!reportNever(budgeted, context) && !reportUncountable(budget, workloads, context))
          reportTooFew(budgeted, context);
      }

      // The same two budgets are one finding, such as those of `commonLabels` that select all pods of a namespace.
      const shared = groupBy(
        [...byWorkload].filter(([, budgets]) => budgets.length > 1),
        ([, [first, second]]) => `${first!.name} ${second!.name} ${first!.namespace ?? ''} ${second!.source.file}`,
      );

      for (const group of shared.values())
        reportSeveral(
          group
            .map(([workload]) => workload)
            .sort((a, b) => compareNames(replicasKey(a.manifest), replicasKey(b.manifest))),
          group[0]![1] as [Manifest, Manifest],
          context,
        );
    },
  },
  docs: {
    summary: 'A PodDisruptionBudget allows no evictions, or two of them select the same pods.',
    why: 'Karpenter drains nodes with the eviction API. It never consolidates a node with a pod that it cannot evict. If such a node has no `terminationGracePeriod`, Karpenter does not replace it when it drifts, and it stays half-drained when it expires. With one, Karpenter deletes the pod at the end of the period. If two budgets select one pod, the API refuses every eviction. CloudNativePG creates a budget for the primary of each Cluster. With a single instance, it allows no evictions. That of Zalando’s operator is a note, because its configuration can turn it off. A budget that allows none at the minimum of an autoscaler is a note. For pods of Jobs, only `minAvailable` with a number of pods can allow evictions. `maxUnavailable: 0` and `minAvailable: 100%` may be intended. They are only notes if a NodePool that can run the pods has a `terminationGracePeriod`, or if its nodes never expire and a comment next to the field gives the reason. A change that takes all evictions from pods that had some gets a warning, unless such a comment gives the reason.',
    help: 'Allow at least one pod to be unavailable, run more replicas than `minAvailable`, and select each pod with only one budget.',
    url: 'https://karpenter.sh/docs/concepts/disruption/#pod-disruption-budgets',
  },
  examples,
});

/** Values that block evictions for any number of pods. */
const never: Readonly<Record<string, RegExp>> = { maxUnavailable: /^0%?$/, minAvailable: /^100%$/ };

/** The field with which a budget allows no evictions of any number of pods. */
const fieldOfNone = (budget: Manifest): string | undefined =>
  Object.keys(never).find((name) => never[name]!.test(asText(budget.get(['spec', name])) ?? ''));

const nameOf = (budget: Manifest): string => `${namespaceOf(budget)} ${budget.name}`;

const budgetsByName = (base: ManifestSet | null): ReadonlyMap<string, readonly Manifest[]> =>
  groupBy((base?.manifests ?? []).filter(isPodDisruptionBudget), nameOf);

/** Whether pods could be evicted under the same budget before the change. */
function takesEvictions({ workloads, earlier }: Budgeted): boolean {
  if (seenIn(workloads).length === 0 || earlier.length === 0) return false;

  return earlier.every((budget) => {
    const values = Object.keys(never).flatMap((field) => budget.get(['spec', field]) ?? []);
    return values.length > 0 && !values.some(hasPlaceholder) && fieldOfNone(budget) === undefined;
  });
}

/** What pods that nobody may evict do to nodes, if no `terminationGracePeriod` ends the wait for them, and on nodes of which NodePools. */
interface Harm {
  readonly kind: 'stuck expiry' | 'no drift';
  /** The NodePools that can run the pods; undefined if they are all NodePools. */
  readonly pools: readonly Manifest[] | undefined;
}

/** The harm on nodes of the NodePools that can run the pods. If these are unknown, on nodes of all NodePools. */
function harmOf({ workloads }: Budgeted, { all, clusterOf }: RuleContext): Harm | undefined {
  const nodePools = nodePoolsOf(all);
  const each = seenIn(workloads).map(
    ({ manifest, template }) => poolsOfPods(manifest, [...template, 'spec'], clusterOf(manifest))?.pools ?? [],
  );
  const isKnown = isClosed(workloads) && each.length > 0 && each.every((pools) => pools.length > 0);
  const pools = isKnown ? each.find((some) => some.every(waitsWithoutEnd)) : nodePools;
  if (pools === undefined || pools.length === 0 || !pools.every(waitsWithoutEnd)) return undefined;

  return {
    kind: pools.every(expiresWithoutEnd) ? 'stuck expiry' : 'no drift',
    pools: nodePools.every(waitsWithoutEnd) ? undefined : pools,
  };
}

/** `no NodePool has a `terminationGracePeriod``, or those that can run the pods. */
function whyText({ pools }: Harm): string {
  const names = [...new Set((pools ?? []).map(({ name }) => quoted(name)))];
  const [first, ...others] = names;
  if (first === undefined) return 'no NodePool has a `terminationGracePeriod`';
  if (others.length === 0) return `NodePool ${first}, which can run them, has no \`terminationGracePeriod\``;
  return `the NodePools that can run them have no \`terminationGracePeriod\`: ${firstNames(names)}`;
}

const consequences = {
  'stuck expiry': 'an expired one stays half-drained, because',
  'no drift': 'never replaces a drifted one, because',
};

function reportNever(budgeted: Budgeted, context: RuleContext): boolean {
  const { budget } = budgeted;
  const field = fieldOfNone(budget);
  if (field === undefined) return false;

  const harm = harmOf(budgeted, context);
  // Somebody who writes the reason next to the field knows what it does.
  const comments = writtenCommentsAt(budget, ['spec', field]);
  const isExplained = comments !== '';
  const isTaken = takesEvictions(budgeted) && !comments;
  const isMeant = harm === undefined ? !isTaken : harm.kind === 'no drift' && isExplained;

  const consequence = () => {
    if (harm === undefined) return 'replaces a drifted one only if it has a `terminationGracePeriod`';
    return `${consequences[harm.kind]} ${whyText(harm)}`;
  };

  const demonstrative = harm?.pools === undefined ? 'the' : 'these';

  const help = () => {
    if (harm)
      return `Replace it with \`maxUnavailable: 1\`, or set \`terminationGracePeriod\` in ${demonstrative} NodePools.`;
    return 'Replace it with `maxUnavailable: 1`.';
  };

  context.report({
    manifest: budget,
    at: budget.span(['spec', field]),
    ...(isMeant && { severity: 'note' as const }),
    message: `\`${field}: ${budget.get(['spec', field])}\` allows no evictions. Karpenter never consolidates a node with one of these pods, and ${consequence()}`,
    help: help(),
  });

  return true;
}

interface Budgeted {
  readonly budget: Manifest;
  readonly workloads: Collection<WorkloadField>;
  /** The number of pods of each workload; undefined if something else decides it. */
  readonly replicas: ReadonlyMap<string, Replicas | undefined>;
  /** The budgets of this name before the change. */
  readonly earlier: readonly Manifest[];
}

/** Kinds that have no scale, so that nothing says how many pods there should be. */
const withoutScale = /^(?:Job|CronJob|Pod)$/;

/**
 * Reports a budget that needs to know how many pods there should be, of pods whose controller does not say it. Then it allows no evictions.
 * Source: Kubernetes pkg/controller/disruption getExpectedPodCount, and docs "Arbitrary workloads and arbitrary selectors".
 */
function reportUncountable(budget: Manifest, workloads: Collection<WorkloadField>, { report }: RuleContext): boolean {
  const field = ['maxUnavailable', 'minAvailable'].find((name) => {
    const value = budget.get(['spec', name]);
    if (name === 'maxUnavailable') return value !== undefined && !hasPlaceholder(value);
    return /%$/.test(asText(value) ?? '');
  });
  const selected = seenIn(workloads);
  const [first] = selected;
  const isUncountable = selected.every(({ manifest }) => withoutScale.test(manifest.kind) && !isOwned(manifest));
  if (field === undefined || first === undefined || !isUncountable) return false;

  const { kind, name } = first.manifest;

  report({
    manifest: budget,
    at: budget.span(['spec', field]),
    message: `\`${field}: ${budget.get(['spec', field])}\` allows no evictions of the pods of ${kind} \`${name}\`, because Kubernetes does not know how many there should be. While one runs, Karpenter does not consolidate its node`,
    labels: [{ span: first.manifest.span(['kind']), message: 'has no number of replicas' }],
    help: 'Use `minAvailable` with a number of pods, or protect the pods with `karpenter.sh/do-not-disrupt: "true"`.',
  });

  return true;
}

/** Whether another object creates it. */
const isOwned = (manifest: Manifest): boolean => manifest.get(['metadata', 'ownerReferences']) !== undefined;

/** Reports a budget that requires as many available pods as its workloads have together. */
function reportTooFew({ budget, workloads, replicas: numbers }: Budgeted, { report }: RuleContext): void {
  if (!isClosed(workloads)) return;

  const path = ['spec', 'minAvailable'];
  const each = seenIn(workloads).map(({ manifest }) => {
    if (/^(?:Deployment|StatefulSet)$/.test(manifest.kind) && !manifest.isPartial)
      return numbers.get(replicasKey(manifest));
    return undefined;
  });
  const counted = each.filter((replicas) => replicas !== undefined);
  // The limit of candidates may hide workloads.
  if (counted.length === 0 || counted.length < each.length || counted.length >= maxCandidates) return;

  const most = counted.reduce((sum, replicas) => sum + replicas.most, 0);
  const wanted = scaledValue(budget.get(path), most, Math.ceil);
  // A workload that is scaled to 0 has nothing to evict.
  if (wanted === undefined || wanted < 1 || most === 0) return;
  if (most > wanted) {
    if (counted.length === 1) reportAtMinimum(budget, counted[0]!, report);
    return;
  }

  const isMost = counted.some(({ at }) => at.isMost);
  const [{ at }] = counted as [Replicas];
  const of = textIf(counted.length !== 1, ` of ${plural(counted.length, 'workload')}`);

  const help = () => {
    if (counted.length === 1)
      return `Set \`${at.path.at(-1)}\` to at least ${wanted + 1}, or replace \`minAvailable\` with \`maxUnavailable: 1\`.`;
    return 'Give each workload its own PodDisruptionBudget with `maxUnavailable: 1`, or replace `minAvailable` with `maxUnavailable: 1`.';
  };

  report({
    manifest: budget,
    at: budget.span(path),
    message: `\`minAvailable: ${budget.get(path)}\` of ${textIf(isMost, 'at most ')}${plural(most, 'pod')}${of} allows no evictions. Karpenter never consolidates a node with one of these pods, and replaces a drifted one only if it has a \`terminationGracePeriod\``,
    labels: counted.map((replicas) => ({
      span: replicas.at.manifest.span(replicas.at.path),
      message: 'the number of pods',
    })),
    help: help(),
  });
}

/** Reports a budget that requires as many pods as an autoscaler leaves at quiet times, which is when consolidation has most to do. */
function reportAtMinimum(budget: Manifest, { least }: Replicas, report: RuleContext['report']): void {
  const path = ['spec', 'minAvailable'];
  const wanted = budget.get(path);
  if (least === undefined || least.count === 0 || typeof wanted !== 'number' || wanted < least.count) return;

  const { manifest, field, count } = least;

  report({
    manifest: budget,
    at: budget.span(path),
    severity: 'note',
    message: `At the minimum of ${plural(count, 'pod')} of ${manifest.kind} \`${manifest.name}\`, \`minAvailable: ${wanted}\` allows no evictions. At quiet times, Karpenter consolidates no node with one of these pods`,
    labels: [{ span: manifest.span(['spec', field]), message: 'the minimum' }],
    help: `Set \`${field}\` to at least ${wanted + 1}, or replace \`minAvailable\` with \`maxUnavailable: 1\`.`,
  });
}

/** Reports a database with one instance, whose operator creates a budget that allows no evictions. */
function reportSingle(single: SingleInstance, context: RuleContext): void {
  const { manifest, operator, instances, placement, remedy, isSetElsewhere } = single;
  const cluster = context.onlyClusterFor(manifest);
  const choosesNodes = placement === undefined || manifest.get([...placement, 'nodeAffinity']) !== undefined;
  const pools = choosesNodes ? undefined : poolsOfPods(manifest, placement, cluster)?.pools;
  if (pools?.length === 0) return;

  const isNote = isSetElsewhere || pools === undefined || cluster !== context.clusterOf(manifest);
  const isWritten = manifest.get(instances) !== undefined;

  context.report({
    manifest,
    at: manifest.span(isWritten ? instances : ['metadata', 'name']),
    ...(isNote && { severity: 'note' as const }),
    message: `${operator} creates a PodDisruptionBudget for the only instance of ${manifest.kind} \`${manifest.name}\`, which allows no evictions. Karpenter never consolidates its node, and replaces a drifted one only if it has a \`terminationGracePeriod\``,
    help: remedy,
  });
}

function reportSeveral(
  workloads: readonly WorkloadField[],
  [first, second]: readonly [Manifest, Manifest],
  { report }: RuleContext,
): void {
  // Two budgets with the same name are one budget for two clusters.
  if (first.name === second.name) return;

  const [{ manifest }] = workloads as [WorkloadField];
  const others = workloads.length - 1;

  report({
    manifest: second,
    at: second.span(['spec', 'selector']),
    message: `Two PodDisruptionBudgets, \`${first.name}\` and \`${second.name}\`, select the pods of ${manifest.kind} \`${manifest.name}\`${textIf(others !== 0, ` and ${plural(others, 'more workload')}`)}. The API refuses every eviction`,
    labels: [{ span: first.span(['spec', 'selector']), message: 'also selects these pods' }],
    help: 'Delete one of the two budgets, or change its selector.',
  });
}

function examples(): RuleExamples {
  return {
    bad: [
      corrected(
        together(nodePool(), web, budget('minAvailable: 1')),
        { 'replicas: 1': 'replicas: 2' },
        { 'minAvailable: 1': 'maxUnavailable: 1' },
      ),
      corrected(
        together(nodePool(), budget('maxUnavailable: 0')),
        { 'maxUnavailable: 0': 'maxUnavailable: 1' },
        {
          'requirements: []': 'requirements: []\nterminationGracePeriod: 1h',
          'maxUnavailable: 0': 'maxUnavailable: 1',
        },
      ),
      corrected(together(nodePool({ expireAfter: 'Never' }), budget('minAvailable: 100%')), {
        'minAvailable: 100%': 'maxUnavailable: 1',
      }),
      corrected(
        together(nodePool(), web, scaled(1, 3), budget('minAvailable: 75%')),
        {
          'minAvailable: 75%': 'maxUnavailable: 1',
        },
        { 'maxReplicas: 3': 'maxReplicas: 4' },
      ),
      corrected(together(nodePool(), job, budget('maxUnavailable: 1')), { 'maxUnavailable: 1': 'minAvailable: 1' }),
      corrected(
        together(nodePool(), web, scaled(1, 10), budget('minAvailable: 1')),
        { 'minReplicas: 1': 'minReplicas: 2' },
        { 'minAvailable: 1': 'maxUnavailable: 1' },
      ),
      corrected(
        together(nodePool(), database('instances: 1')),
        { 'instances: 1': 'instances: 2' },
        { 'instances: 1': 'instances: 1\nenablePDB: false' },
      ),
      corrected(together(nodePool(), web, named('web-canary'), budget('minAvailable: 2')), {
        'minAvailable: 2': 'maxUnavailable: 1',
      }),
    ],
    good: [
      together(nodePool(), web, named('web-canary'), budget('minAvailable: 1')),
      together(nodePool(), web, scaled(2, 10), budget('minAvailable: 1')),
      together(nodePool(), tolerant, budget('maxUnavailable: 0', 'agent')),
      budget('maxUnavailable: 0', 'no-karpenter-here'),
      together(nodePool(), database('instances: 3')),
      together(nodePool(), database('enablePDB: false')),
    ],
  };
}

const database = (fields: string): Example => yaml`
  apiVersion: postgresql.cnpg.io/v1
  kind: Cluster
  metadata:
    name: ledger-db
  spec:
    ${fields}
    storage:
      size: 10Gi
    resources:
      requests:
        cpu: "1"
        memory: 1Gi
`;

const scaled = (least: number, most: number): Example => yaml`
  apiVersion: autoscaling/v2
  kind: HorizontalPodAutoscaler
  metadata:
    name: web
  spec:
    scaleTargetRef:
      apiVersion: apps/v1
      kind: Deployment
      name: web
    minReplicas: ${String(least)}
    maxReplicas: ${String(most)}
`;

const named = (name: string): Example => yaml`
  apiVersion: apps/v1
  kind: Deployment
  metadata:
    name: ${name}
  spec:
    replicas: 1
    selector:
      matchLabels:
        app: web
    template:
      metadata:
        labels:
          app: web
      spec:
        containers:
          - name: web
            image: web
            resources:
              requests:
                cpu: 100m
                memory: 100Mi
`;

const web = named('web');

const job = yaml`
  apiVersion: batch/v1
  kind: Job
  metadata:
    name: web
  spec:
    template:
      metadata:
        labels:
          app: web
      spec:
        restartPolicy: Never
        containers:
          - name: web
            image: web
            resources:
              requests:
                cpu: 100m
                memory: 100Mi
`;

/** Pods that Karpenter does not evict. */
const tolerant = yaml`
  apiVersion: apps/v1
  kind: DaemonSet
  metadata:
    name: agent
  spec:
    selector:
      matchLabels:
        app: agent
    template:
      metadata:
        labels:
          app: agent
      spec:
        tolerations:
          - operator: Exists
        containers:
          - name: agent
            image: agent
            resources:
              requests:
                cpu: 100m
                memory: 100Mi
`;

const budget = (bound: string, name = 'web'): Example => {
  const value = name === 'agent' ? name : 'web';
  return yaml`
  apiVersion: policy/v1
  kind: PodDisruptionBudget
  metadata:
    name: ${name}
  spec:
    ${bound}
    selector:
      matchLabels:
        app: ${value}
`;
};
