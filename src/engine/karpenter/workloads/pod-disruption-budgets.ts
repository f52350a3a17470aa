import type { ManifestSet } from '../../manifest/manifest-set.ts';
import { groupOf, type Manifest } from '../../manifest/model/manifest.ts';
import { hasPlaceholder } from '../../manifest/yaml/placeholder.ts';
import { type Collection, collection } from '../../text/evidence.ts';
import { addToGroup } from '../../text/group-by.ts';
import { selects } from '../api/label-selector.ts';
import {
  isUnknownWorkload,
  namespaceOf,
  podLabelsOf,
  selectorOf,
  type WorkloadField,
  workloadsOf,
} from './workload-fields.ts';

/** Whether it is a PodDisruptionBudget. */
export const isPodDisruptionBudget = ({ kind, apiVersion }: Manifest): boolean =>
  kind === 'PodDisruptionBudget' && groupOf(apiVersion) === 'policy';

/** Which PodDisruptionBudget selects which workloads, by budget and by workload. */
interface BudgetSelections {
  /** Open if it is unknown whether a budget selects some workload. */
  readonly byBudget: ReadonlyMap<Manifest, Collection<WorkloadField>>;
  readonly byWorkload: ReadonlyMap<WorkloadField, readonly Manifest[]>;
}

/** If one folder and namespace has more workloads than this with the same label, they are not compared. */
export const maxCandidates = 200;

/** Matches budgets and workloads of one namespace and folder. The same names in another folder belong to another cluster. */
export function budgetSelections(all: ManifestSet): BudgetSelections {
  const candidates = new Map<string, { workload: WorkloadField; labels: Readonly<Record<string, string>> }[]>();
  const unsure = new Map<string, string[]>();
  for (const manifest of all.manifests.filter(isUnknownWorkload)) addToGroup(unsure, placeOf(manifest), manifest.name);

  for (const workload of workloadsOf(all)) {
    const labels = podLabelsOf(workload);
    if (labels === undefined || hasPlaceholder(workload.namespace)) {
      addToGroup(unsure, placeOf(workload.manifest), workload.manifest.name);
      continue;
    }

    const place = placeOf(workload.manifest);

    for (const label of ['', ...Object.entries(labels).map((entry) => entry.join('='))]) {
      const key = JSON.stringify([place, label]);
      const workloads = candidates.get(key) ?? [];
      candidates.set(key, workloads);
      if (workloads.length < maxCandidates) workloads.push({ workload, labels });
    }
  }

  const byBudget = new Map<Manifest, Collection<WorkloadField>>();
  const byWorkload = new Map<WorkloadField, Manifest[]>();

  for (const budget of all.manifests.filter(isPodDisruptionBudget)) {
    const selector = selectorOf(budget, ['spec', 'selector']);
    const [first] = Object.entries(selector?.matchLabels ?? {});
    const workloads = candidates.get(JSON.stringify([placeOf(budget), first?.join('=') ?? ''])) ?? [];
    const selected = workloads.filter(({ labels }) => selects(selector, labels)).map(({ workload }) => workload);
    const others = unsure.get(placeOf(budget)) ?? [];

    byBudget.set(
      budget,
      collection(
        selected,
        others.map((name) => `the labels of \`${name}\` are unknown`),
      ),
    );

    for (const workload of selected)
      byWorkload.set(workload, [...(byWorkload.get(workload) ?? []), budget].slice(0, 2));
  }

  return { byBudget, byWorkload };
}

const placeOf = (manifest: Manifest): string =>
  `${namespaceOf(manifest)} ${manifest.source.file.slice(0, Math.max(0, manifest.source.file.lastIndexOf('/')))}`;
