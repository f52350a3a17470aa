import { selects } from '../../../karpenter/api/label-selector.ts';
import { budgetSelections, isPodDisruptionBudget } from '../../../karpenter/workloads/pod-disruption-budgets.ts';
import {
  hasKarpenterObjects,
  namespaceOf,
  podLabelsOf,
  selectorOf,
  type WorkloadField,
  workloadsOf,
} from '../../../karpenter/workloads/workload-fields.ts';
import { replaceValue } from '../../../manifest/edit.ts';
import type { ManifestSet } from '../../../manifest/manifest-set.ts';
import { asMapping, asText, type Manifest, type Path } from '../../../manifest/model/manifest.ts';
import { isClosed } from '../../../text/evidence.ts';
import { didYouMean } from '../../../text/nearest.ts';
import { folderOf } from '../../../text/source.ts';
import { type Example, yaml } from '../example.ts';
import { looksMisspelled } from '../fields/misspelled.ts';
import { replicasKey, replicasOf } from '../fields/replicas-of.ts';
import { defineRule, type RuleContext, type RuleExamples, type RuleFinding } from '../rule.ts';
import { nodePool, together } from '../scenes.ts';

export const idlePdbRule = defineRule({
  id: 'idle-pdb',
  severity: 'warning',
  since: '0.1.0',
  providers: 'every',
  theme: 'Disruption',
  mistakes: [],
  on: {
    Manifests(all, context) {
      if (!hasKarpenterObjects(all)) return;

      const lost = lostBudgets(all, context.base);
      for (const loss of lost) context.report(lossOf(loss));

      const reported = new Set(lost.map(({ present }) => present));
      for (const [budget, workloads] of budgetSelections(all).byBudget) {
        if (!isClosed(workloads) || workloads.all.length > 0 || reported.has(budget)) continue;
        for (const finding of misspelling(budget, context)) context.report(finding);
      }
    },
  },
  docs: {
    summary: 'A PodDisruptionBudget no longer limits the evictions of pods, or its selector looks misspelled.',
    why: 'A PodDisruptionBudget protects the pods of its namespace that its selector matches. If a label, the selector or the namespace changes, it protects none, and its status is the only place that says so. Karpenter then evicts all pods of a workload at the same time if they share a node, or if the disruption budgets allow several nodes. Reported if the change takes the budget from a workload that stays, which is a note if the change removes the budget or lets it allow all evictions. Also reported if the selector has one letter that differs from the labels of a workload without a budget.',
    help: 'Let the selector match the labels of the pods, in their namespace.',
    url: 'https://kubernetes.io/docs/tasks/run-application/configure-pdb/',
  },
  examples,
});

/** A workload that a PodDisruptionBudget protects before the change, and none after it. */
interface LostBudget {
  readonly workload: Manifest;
  readonly before: Manifest;
  /** The same budget after the change; undefined if it is gone. */
  readonly present: Manifest | undefined;
  /** How many pods it has at most; undefined if that is not known. */
  readonly most: number | undefined;
}

const identity = (manifest: Manifest): string => `${manifest.kind} ${namespaceOf(manifest)} ${manifest.name}`;

/** The budgets that the change takes from workloads which stay. Nothing where a name belongs to several objects, as in several environments. */
function lostBudgets(all: ManifestSet, base: ManifestSet | null): readonly LostBudget[] {
  if (base === null) return [];

  const after = uniqueWorkloads(all);
  const budgets = all.manifests.filter(isPodDisruptionBudget);
  // A selector that is not known may select everything of its namespace.
  const open = new Set(
    budgets
      .filter((budget) => selectorOf(budget, ['spec', 'selector']) === undefined)
      .map((budget) => namespaceOf(budget)),
  );
  const workloadsBefore = uniqueWorkloads(base);
  const [oldNumbers, numbers] = [base, all].map(replicasOf) as [ReplicaNumbers, ReplicaNumbers];

  return [...budgetSelections(base).byWorkload].flatMap(([old, [before, ...others]]): LostBudget[] => {
    const workload = after.get(identity(old.manifest));
    const labels = workload && podLabelsOf(workload);
    const isUnique = workloadsBefore.has(identity(old.manifest));
    if (before === undefined || others.length > 0 || !isUnique || workload === undefined || labels === undefined)
      return [];
    if (allowsAll(before, mostOf(old, oldNumbers)) || hasOnePod(workload) || open.has(namespaceOf(workload.manifest)))
      return [];

    const most = mostOf(workload, numbers);
    const isHeld = budgets.some(
      (budget) =>
        namespaceOf(budget) === namespaceOf(workload.manifest) &&
        !allowsAll(budget, most) &&
        selects(selectorOf(budget, ['spec', 'selector']), labels),
    );
    if (isHeld) return [];

    const present = budgets.find((budget) => budget.name === before.name);
    return [{ workload: workload.manifest, before, present, most }];
  });
}

/** The workloads whose name is that of no other one. */
function uniqueWorkloads(all: ManifestSet): ReadonlyMap<string, WorkloadField> {
  const unique = new Map<string, WorkloadField>();
  const repeated = new Set<string>();

  for (const workload of workloadsOf(all)) {
    const key = identity(workload.manifest);
    if (unique.has(key)) repeated.add(key);
    unique.set(key, workload);
  }

  for (const key of repeated) unique.delete(key);
  return unique;
}

/** A budget of a single pod blocks its node, so its removal is a repair. */
const hasOnePod = ({ manifest }: WorkloadField): boolean => Number(manifest.get(['spec', 'replicas']) ?? 2) < 2;

const fields: Readonly<Record<string, RegExp>> = { maxUnavailable: /^100%$/, minAvailable: /^0%?$/ };

type ReplicaNumbers = ReturnType<typeof replicasOf>;

const mostOf = ({ manifest }: WorkloadField, numbers: ReplicaNumbers): number | undefined =>
  numbers.get(replicasKey(manifest))?.most;

/** The field by which a budget allows all evictions of at most some pods. */
function openField(budget: Manifest, most: number | undefined): string | undefined {
  const allowed = budget.get(['spec', 'maxUnavailable']);
  if (typeof allowed === 'number' && most !== undefined && allowed >= most) return 'maxUnavailable';
  return Object.keys(fields).find((field) => fields[field]!.test(asText(budget.get(['spec', field])) ?? ''));
}

const allowsAll = (budget: Manifest, most: number | undefined): boolean => openField(budget, most) !== undefined;

function lossOf({ workload, before, present, most }: LostBudget): RuleFinding {
  const { kind, name } = workload;
  const budget = `PodDisruptionBudget \`${before.name}\``;
  const pods = `pods of ${kind} \`${name}\``;

  if (present === undefined)
    return {
      manifest: workload,
      at: workload.span(['metadata', 'name']),
      severity: 'note',
      message: `The change removes ${budget}, so nothing limits how many ${pods} Karpenter evicts at the same time`,
      help: `Keep ${budget}, unless all of these pods may stop at the same time.`,
    };

  const field = openField(present, most);
  if (field !== undefined)
    return {
      manifest: present,
      at: present.span(['spec', field]),
      severity: 'note',
      message: `\`${field}: ${present.get(['spec', field])}\` lets Karpenter evict all ${pods} at the same time`,
      help: 'Set `maxUnavailable: 1`, unless all of these pods may stop at the same time.',
    };

  return {
    manifest: present,
    at: present.span(['spec', 'selector']),
    message: `${budget} no longer selects the ${pods}, so nothing limits how many of them Karpenter evicts at the same time`,
    help: 'Let the selector match the labels of the pods, in their namespace.',
    labels: [{ span: workload.span(['metadata', 'name']), message: 'was protected before the change' }],
  };
}

const matchLabels: Path = ['spec', 'selector', 'matchLabels'];

/** A selector with one label that differs in a letter from that of a workload without a budget. */
function misspelling(budget: Manifest, { all }: RuleContext): readonly RuleFinding[] {
  const wanted = Object.entries(asMapping(budget.get(matchLabels)) ?? {});
  const { byWorkload } = budgetSelections(all);
  const held = new Set([...byWorkload.keys()].map(({ manifest }) => manifest));

  const isCandidate = ({ manifest }: WorkloadField): boolean =>
    namespaceOf(manifest) === namespaceOf(budget) &&
    folderOf(manifest.source.file) === folderOf(budget.source.file) &&
    !held.has(manifest);

  const findings = workloadsOf(all)
    .filter(isCandidate)
    .flatMap((workload): RuleFinding[] => {
      const labels = podLabelsOf(workload) ?? {};
      const wrong = wanted.filter(([key, value]) => labels[key] !== value);
      const [key = '', value] = wrong[0] ?? [];
      const right = labels[key];
      if (wrong.length !== 1 || right === undefined || !looksMisspelled(asText(value) ?? '', right)) return [];

      const { kind, name } = workload.manifest;

      return [
        {
          manifest: budget,
          at: budget.span([...matchLabels, key]),
          message: `PodDisruptionBudget \`${budget.name}\` selects no pods: those of ${kind} \`${name}\` have \`${key}: ${right}\``,
          help: didYouMean(right),
          fix: { description: `Replace with \`${right}\``, edits: replaceValue(budget, [...matchLabels, key], right) },
        },
      ];
    });

  return findings.slice(0, 1);
}

const workload = yaml`
  apiVersion: apps/v1
  kind: Deployment
  metadata:
    name: web
  spec:
    replicas: 3
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
            image: example.com/web:1
            resources:
              requests:
                cpu: 100m
                memory: 100Mi
`;

const budget = (app: string): Example => yaml`
  apiVersion: policy/v1
  kind: PodDisruptionBudget
  metadata:
    name: web
  spec:
    maxUnavailable: 1
    selector:
      matchLabels:
        app: ${app}
`;

function examples(): RuleExamples {
  return {
    bad: [together(nodePool(), workload, budget('wbe'))],
    good: [together(nodePool(), workload, budget('web')), together(nodePool(), workload, budget('redis'))],
  };
}
