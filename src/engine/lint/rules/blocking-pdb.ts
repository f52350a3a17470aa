import { asText, type Manifest } from '../../manifest/manifest.ts';
import type { ManifestSet } from '../../manifest/manifest-set.ts';
import { plural } from '../../plural.ts';
import { type Example, yaml } from '../example.ts';
import { budgetSelections } from '../fields/budget-selections.ts';
import { isBesideKarpenter, type WorkloadField } from '../fields/workload-fields.ts';
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
      if (!isBesideKarpenter(all)) return;
      const { byBudget, byWorkload } = budgetSelections(all);
      const replicas = replicasOf(all);
      for (const [budget, workloads] of byBudget) {
        if (!reportNever(budget, context)) reportTooFew({ budget, workloads, replicas }, context);
      }
      for (const [workload, budgets] of byWorkload) reportSeveral(workload, budgets, context);
    },
  },
  docs: {
    summary: 'A PodDisruptionBudget never lets a pod go, or two of them speak of the same pods.',
    why: 'Karpenter drains a node by the eviction API and leaves nodes alone whose pods it may not evict: such a node is never consolidated, and its drift is never rolled out. An expired node with such a pod stays half drained until its `terminationGracePeriod` ends. Where two budgets select one pod, the API refuses every eviction. A budget that says 0 or 100 % in so many words is a note, for that may be meant.',
    help: 'Allow one pod to be away, run more replicas than must be available, and let one budget speak for each pod.',
    url: 'https://karpenter.sh/docs/concepts/disruption/#pod-disruption-budgets',
  },
  examples,
});

/** Values that block whatever number of pods there is. */
const never: Readonly<Record<string, RegExp>> = { maxUnavailable: /^0%?$/, minAvailable: /^100%$/ };

function reportNever(budget: Manifest, { report }: RuleContext): boolean {
  const field = Object.keys(never).find((name) => never[name]!.test(asText(budget.get(['spec', name])) ?? ''));
  if (field === undefined) return false;
  report({
    manifest: budget,
    at: budget.span(['spec', field]),
    severity: 'note',
    message: `\`${field}: ${budget.get(['spec', field])}\` lets no pod go: Karpenter never consolidates or updates a node that one of them is on`,
    help: 'Allow at least one pod to be away.',
  });
  return true;
}

interface Budgeted {
  readonly budget: Manifest;
  readonly workloads: readonly WorkloadField[];
  /** The number of pods of each workload; undefined where something else decides it. */
  readonly replicas: ReadonlyMap<string, number | undefined>;
}

/** As many pods must be available as there are. */
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
    message: `\`minAvailable: ${wanted}\` of ${plural(replicas, 'pod')} lets none go: Karpenter never consolidates or updates a node that one of them is on`,
    labels: [{ span: manifest.span(['spec', 'replicas']), message: 'no more pods than that' }],
    help: 'Run one pod more than must be available, or write `maxUnavailable: 1`.',
  });
}

function reportSeveral(workload: WorkloadField, budgets: readonly Manifest[], { report }: RuleContext): void {
  const [first, second] = budgets;
  // Two of one name are the same budget for two clusters.
  if (!first || !second || first.name === second.name) return;
  report({
    manifest: second,
    at: second.span(['spec', 'selector']),
    message: `Pods of ${workload.manifest.kind} \`${workload.manifest.name}\` are under two PodDisruptionBudgets, \`${first.name}\` and \`${second.name}\`: the API refuses every eviction`,
    labels: [{ span: first.span(['spec', 'selector']), message: 'this one selects them too' }],
    help: 'Leave one budget for each pod.',
  });
}

const keyOf = ({ kind, name }: Pick<Manifest, 'kind' | 'name'>): string => `${kind}/${name}`;

/** How many pods each workload has; undefined where an autoscaler says it, or an overlay another number. */
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
    bad: [together(nodePool(), web, budget('minAvailable: 1')), together(nodePool(), budget('maxUnavailable: 0'))],
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
