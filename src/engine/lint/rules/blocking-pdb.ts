import type { Manifest } from '../../manifest/manifest.ts';
import { groupOf } from '../../manifest/manifest.ts';
import type { ManifestSet } from '../../manifest/manifest-set.ts';
import { hasPlaceholder } from '../../manifest/placeholder.ts';
import { selects } from '../../scheduling/label-selector.ts';
import { asText } from '../pool-fields.ts';
import { defineRule, type RuleContext, yaml } from '../rule.ts';
import {
  isBesideKarpenter,
  namespaceOf,
  podLabelsOf,
  selectorOf,
  type WorkloadField,
  workloadsOf,
} from '../workload-fields.ts';

export const blockingPdb = defineRule({
  id: 'blocking-pdb',
  severity: 'warning',
  since: '0.1.0',
  docs: {
    summary: 'A PodDisruptionBudget never lets a pod go, or two of them speak of the same pods.',
    why: 'Karpenter drains a node by the eviction API and leaves nodes alone whose pods it may not evict: such a node is never consolidated, and its drift is never rolled out. An expired node with such a pod stays half drained until its `terminationGracePeriod` ends. Where two budgets select one pod, the API refuses every eviction. A budget that says 0 or 100 % in so many words is a note, for that may be meant.',
    help: 'Allow one pod to be away, run more replicas than must be available, and let one budget speak for each pod.',
    url: 'https://karpenter.sh/docs/concepts/disruption/#pod-disruption-budgets',
    bad: [
      yaml`
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata:
          name: default
        spec:
          template:
            spec:
              requirements: []
          limits:
            cpu: 100
        ---
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
        ---
        apiVersion: policy/v1
        kind: PodDisruptionBudget
        metadata:
          name: web
        spec:
          minAvailable: 1
          selector:
            matchLabels:
              app: web
      `,
      yaml`
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata:
          name: default
        spec:
          template:
            spec:
              requirements: []
          limits:
            cpu: 100
        ---
        apiVersion: policy/v1
        kind: PodDisruptionBudget
        metadata:
          name: web
        spec:
          maxUnavailable: 0
          selector:
            matchLabels:
              app: web
      `,
    ],
    good: [
      yaml`
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata:
          name: default
        spec:
          template:
            spec:
              requirements: []
          limits:
            cpu: 100
        ---
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
        ---
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
        ---
        apiVersion: policy/v1
        kind: PodDisruptionBudget
        metadata:
          name: web
        spec:
          minAvailable: 1
          selector:
            matchLabels:
              app: web
      `,
      yaml`
        apiVersion: policy/v1
        kind: PodDisruptionBudget
        metadata:
          name: no-karpenter-here
        spec:
          maxUnavailable: 0
          selector:
            matchLabels:
              app: web
      `,
    ],
  },
  on: {
    Manifests(all, context) {
      if (!isBesideKarpenter(all)) return;
      const budgets = all.manifests.filter(isBudget);
      const workloads = workloadsOf(all);
      const scaled = scaledNames(all);
      for (const budget of budgets) {
        if (!reportNever(budget, context)) reportTooFew({ budget, workloads, scaled }, context);
      }
      for (const workload of workloads) reportSeveral(workload, budgets, context);
    },
  },
});

const isBudget = ({ kind, apiVersion }: Manifest): boolean =>
  kind === 'PodDisruptionBudget' && groupOf(apiVersion) === 'policy';

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
  /** Workloads whose number of pods something else decides. */
  readonly scaled: ReadonlySet<string>;
}

/** As many pods must be available as there are. */
function reportTooFew({ budget, workloads, scaled }: Budgeted, { report, all }: RuleContext): void {
  const path = ['spec', 'minAvailable'];
  const wanted = budget.get(path);
  const selected = workloads.filter((workload) => isSelected(workload, budget));
  const [only] = selected;
  if (typeof wanted !== 'number' || wanted < 1 || !only || selected.length > 1) return;
  const { manifest } = only;
  const isFixed = manifest.kind === 'Deployment' || manifest.kind === 'StatefulSet';
  const replicas = manifest.get(['spec', 'replicas']);
  if (!isFixed || manifest.isPartial || typeof replicas !== 'number' || scaled.has(keyOf(manifest))) return;
  // An overlay may set another number for some cluster.
  if (isPatched(manifest, all)) return;
  // A workload that is scaled to 0 has nothing to evict.
  if (replicas === 0 || replicas > wanted) return;
  report({
    manifest: budget,
    at: budget.span(path),
    message: `\`minAvailable: ${wanted}\` of ${replicas} ${replicas === 1 ? 'pod' : 'pods'} lets none go: Karpenter never consolidates or updates a node that one of them is on`,
    labels: [{ span: manifest.span(['spec', 'replicas']), message: 'no more pods than that' }],
    help: 'Run one pod more than must be available, or write `maxUnavailable: 1`.',
  });
}

function reportSeveral(workload: WorkloadField, budgets: readonly Manifest[], { report }: RuleContext): void {
  const [first, second] = budgets.filter((budget) => isSelected(workload, budget));
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

function isSelected(workload: WorkloadField, budget: Manifest): boolean {
  const labels = podLabelsOf(workload);
  const selector = selectorOf(budget, ['spec', 'selector']);
  const isSameNamespace = workload.namespace === namespaceOf(budget) && !hasPlaceholder(workload.namespace);
  // The same names in another folder may well belong to another cluster.
  return isSameNamespace && isNear(workload.manifest, budget) && labels !== undefined && selects(selector, labels);
}

const folderOf = ({ source }: Manifest): string => source.file.slice(0, Math.max(0, source.file.lastIndexOf('/')));
const isNear = (one: Manifest, other: Manifest): boolean => folderOf(one) === folderOf(other);

const isPatched = (manifest: Manifest, all: ManifestSet): boolean =>
  all.manifests.some(
    (other) =>
      keyOf(other) === keyOf(manifest) &&
      other.get(['spec', 'replicas']) !== undefined &&
      other.get(['spec', 'replicas']) !== manifest.get(['spec', 'replicas']),
  );

const keyOf = ({ kind, name }: Pick<Manifest, 'kind' | 'name'>): string => `${kind}/${name}`;

/** What autoscalers speak of, in whatever namespace. */
const scaledNames = (all: ManifestSet): Set<string> =>
  new Set(
    all.manifests
      .filter(({ kind }) => kind === 'HorizontalPodAutoscaler' || kind === 'ScaledObject')
      .map((scaler) => {
        const target = ['spec', 'scaleTargetRef'];
        const kind = asText(scaler.get([...target, 'kind'])) ?? 'Deployment';
        return keyOf({ kind, name: asText(scaler.get([...target, 'name'])) ?? '' });
      }),
  );
