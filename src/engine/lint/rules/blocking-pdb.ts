import { asText, type Manifest } from '../../manifest/manifest.ts';
import type { ManifestSet } from '../../manifest/manifest-set.ts';
import { plural } from '../../plural.ts';
import { corrected, type Example, yaml } from '../example.ts';
import { budgetSelections } from '../fields/budget-selections.ts';
import { hasKarpenterObjects, type WorkloadField } from '../fields/workload-fields.ts';
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
      const { byBudget, byWorkload } = budgetSelections(all);
      const replicas = replicasOf(all);
      for (const [budget, workloads] of byBudget) {
        if (!reportNever(budget, context)) reportTooFew({ budget, workloads, replicas }, context);
      }
      for (const [workload, budgets] of byWorkload) reportSeveral(workload, budgets, context);
    },
  },
  docs: {
    summary: 'A PodDisruptionBudget allows no evictions, or two of them select the same pods.',
    why: 'Karpenter drains nodes with the eviction API. It never consolidates a node with a pod that it cannot evict. If such a node has no `terminationGracePeriod`, Karpenter does not replace it when it drifts, and it stays half-drained when it expires. With one, Karpenter deletes the pod at the end of the period. If two budgets select one pod, the API refuses every eviction. `maxUnavailable: 0` and `minAvailable: 100%` are only notes, because they may be intended.',
    help: 'Allow at least one pod to be unavailable, run more replicas than `minAvailable`, and select each pod with only one budget.',
    url: 'https://karpenter.sh/docs/concepts/disruption/#pod-disruption-budgets',
  },
  examples,
});

/** Values that block evictions for any number of pods. */
const never: Readonly<Record<string, RegExp>> = { maxUnavailable: /^0%?$/, minAvailable: /^100%$/ };

function reportNever(budget: Manifest, { report }: RuleContext): boolean {
  const field = Object.keys(never).find((name) => never[name]!.test(asText(budget.get(['spec', name])) ?? ''));
  if (field === undefined) return false;
  report({
    manifest: budget,
    at: budget.span(['spec', field]),
    severity: 'note',
    message: `\`${field}: ${budget.get(['spec', field])}\` allows no evictions. Karpenter never consolidates a node with one of these pods, and replaces a drifted one only if it has a \`terminationGracePeriod\``,
    help: 'Replace it with `maxUnavailable: 1`.',
  });
  return true;
}

interface Budgeted {
  readonly budget: Manifest;
  readonly workloads: readonly WorkloadField[];
  /** The number of pods of each workload; undefined if something else decides it. */
  readonly replicas: ReadonlyMap<string, number | undefined>;
}

/** Reports a budget that requires as many available pods as there are. */
function reportTooFew({ budget, workloads, replicas: known }: Budgeted, { report }: RuleContext): void {
  const path = ['spec', 'minAvailable'];
  const wanted = budget.get(path);
  const [only] = workloads;
  if (typeof wanted !== 'number' || wanted < 1 || !only || workloads.length > 1) return;
  const { manifest } = only;
  const isFixed = manifest.kind === 'Deployment' || manifest.kind === 'StatefulSet';
  const replicas = isFixed && !manifest.isPartial ? known.get(keyOf(manifest)) : undefined;
  if (replicas === undefined) return;
  // A workload that is scaled to 0 has nothing to evict.
  if (replicas === 0 || replicas > wanted) return;
  report({
    manifest: budget,
    at: budget.span(path),
    message: `\`minAvailable: ${wanted}\` of ${plural(replicas, 'pod')} allows no evictions. Karpenter never consolidates a node with one of these pods, and replaces a drifted one only if it has a \`terminationGracePeriod\``,
    labels: [{ span: manifest.span(['spec', 'replicas']), message: 'the number of pods' }],
    help: `Set \`replicas\` to at least ${wanted + 1}, or replace \`minAvailable\` with \`maxUnavailable: 1\`.`,
  });
}

function reportSeveral(workload: WorkloadField, budgets: readonly Manifest[], { report }: RuleContext): void {
  const [first, second] = budgets;
  // Two budgets with the same name are one budget for two clusters.
  if (!first || !second || first.name === second.name) return;
  report({
    manifest: second,
    at: second.span(['spec', 'selector']),
    message: `Two PodDisruptionBudgets, \`${first.name}\` and \`${second.name}\`, select the pods of ${workload.manifest.kind} \`${workload.manifest.name}\`. The API refuses every eviction`,
    labels: [{ span: first.span(['spec', 'selector']), message: 'also selects these pods' }],
    help: 'Delete one of the two budgets, or change its selector.',
  });
}

const keyOf = ({ kind, name }: Pick<Manifest, 'kind' | 'name'>): string => `${kind}/${name}`;

/** How many pods each workload has; undefined if an autoscaler decides it or an overlay has another number. */
function replicasOf(all: ManifestSet): Map<string, number | undefined> {
  const numbers = new Map<string, number | undefined>();
  for (const manifest of all.manifests) {
    const replicas = manifest.get(['spec', 'replicas']);
    const key = keyOf(manifest);
    if (replicas === undefined) continue;
    const isSame = !numbers.has(key) || numbers.get(key) === replicas;
    numbers.set(key, isSame && typeof replicas === 'number' ? replicas : undefined);
  }
  for (const manifest of all.manifests) {
    if (manifest.kind !== 'HorizontalPodAutoscaler' && manifest.kind !== 'ScaledObject') continue;
    const target = ['spec', 'scaleTargetRef'];
    const kind = asText(manifest.get([...target, 'kind'])) ?? 'Deployment';
    numbers.delete(keyOf({ kind, name: asText(manifest.get([...target, 'name'])) ?? '' }));
  }
  return numbers;
}

function examples(): RuleExamples {
  return {
    bad: [
      corrected(
        together(nodePool(), web, budget('minAvailable: 1')),
        { 'replicas: 1': 'replicas: 2' },
        { 'minAvailable: 1': 'maxUnavailable: 1' },
      ),
      corrected(together(nodePool(), budget('maxUnavailable: 0')), { 'maxUnavailable: 0': 'maxUnavailable: 1' }),
    ],
    good: [
      together(
        nodePool(),
        web,
        yaml`
          apiVersion: autoscaling/v2
          kind: HorizontalPodAutoscaler
          metadata:
            name: web
          spec:
            scaleTargetRef:
              apiVersion: apps/v1
              kind: Deployment
              name: web
            minReplicas: 2
            maxReplicas: 10
        `,
        budget('minAvailable: 1'),
      ),
      budget('maxUnavailable: 0', 'no-karpenter-here'),
    ],
  };
}

const web = yaml`
  apiVersion: apps/v1
  kind: Deployment
  metadata:
    name: web
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

const budget = (bound: string, name = 'web'): Example => yaml`
  apiVersion: policy/v1
  kind: PodDisruptionBudget
  metadata:
    name: ${name}
  spec:
    ${bound}
    selector:
      matchLabels:
        app: web
`;
