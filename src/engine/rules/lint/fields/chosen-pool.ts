import { label } from '../../../karpenter/api/labels.ts';
import { mayRequireMore, requirementsOf, templateLabelsOf } from '../../../karpenter/api/pool-fields.ts';
import type { WorkloadField } from '../../../karpenter/workloads/workload-fields.ts';
import type { ManifestSet } from '../../../manifest/manifest-set.ts';
import { asMapping, asText, type Manifest, type Path } from '../../../manifest/model/manifest.ts';
import { hasPlaceholder } from '../../../manifest/yaml/placeholder.ts';
import { closed, including, isClosed } from '../../../text/evidence.ts';
import { nodePoolsOf } from './node-pools.ts';
import { requiredNodeTerms } from './required-node-affinity.ts';
import { capacityTypesOf } from './reserved-capacity.ts';

/** A value that the pods of a workload require of a node label. */
export interface SelectedLabel {
  readonly key: string;
  /** The values of which the node has one. */
  readonly values: readonly string[];
  readonly path: Path;
}

/** What the pods of a workload ask of a node. */
export const selectedLabels = ({ manifest, template }: WorkloadField): SelectedLabel[] =>
  selectedLabelsAt(manifest, [...template, 'spec']);

/** What node selectors and required node affinity with one term ask of a node. Several terms are alternatives, and give nothing. */
function selectedLabelsAt(manifest: Manifest, pod: Path): SelectedLabel[] {
  const selector = [...pod, 'nodeSelector'];
  const terms = requiredNodeTerms(manifest, [...pod, 'affinity']);

  return [
    ...Object.entries(asMapping(manifest.get(selector)) ?? {}).map(([key, value]) => ({
      key,
      values: [asText(value) ?? ''],
      path: [...selector, key],
    })),
    ...(terms.length === 1 ? terms[0]!.expressions : []).filter(({ operator }) => operator === 'In'),
  ].filter(({ key, values }) => !hasPlaceholder([key, ...values].join(' ')));
}

/** Labels that nodes of other origins do not have, or that somebody invented to tell nodes apart. */
const isTelling = (key: string): boolean =>
  key === label.nodePool ||
  key === label.capacityType ||
  !/(?:^|\.)(?:kubernetes\.io|k8s\.io|karpenter\.sh|karpenter\.k8s\.aws|amazonaws\.com)\//.test(key);

/** The only NodePool that has the labels which a workload selects. Undefined if several have them, or if the labels say little. */
export const chosenPool = ({ manifest, template }: WorkloadField, all: ManifestSet): Manifest | undefined =>
  chosenPoolAt(manifest, [...template, 'spec'], all);

/** The same for an object with the fields of a pod at a path. */
export function chosenPoolAt(manifest: Manifest, pod: Path, all: ManifestSet): Manifest | undefined {
  const telling = selectedLabelsAt(manifest, pod).filter(({ key }) => isTelling(key));
  if (telling.length === 0) return undefined;
  const pools = including(closed(nodePoolsOf(all)), (pool) => {
    const answers = telling.map((label) => hasLabel(pool, label));
    if (answers.includes(false)) return false;
    if (answers.includes(undefined)) return undefined;
    return true;
  });

  if (isClosed(pools) && pools.all.length === 1) return pools.all[0];
  return undefined;
}

/** Whether nodes of a NodePool have the label by its template, or can have it by a requirement; undefined if that is unknown. */
function hasLabel(pool: Manifest, { key, values }: SelectedLabel): boolean | undefined {
  if (key === label.nodePool) {
    if (hasPlaceholder(pool.name)) return undefined;
    return values.includes(pool.name);
  }
  if (key === label.capacityType) return mayHaveCapacityType(pool, values);

  const requirements = [...templateLabelsOf(pool), ...requirementsOf(pool)];
  const isGiven = requirements.some(
    (requirement) =>
      requirement.key === key &&
      requirement.isKnown &&
      requirement.operator === 'In' &&
      requirement.values.some(({ text }) => values.includes(text)),
  );

  if (isGiven) return true;

  const isUnsure = requirements.some(
    (requirement) => !requirement.isKnown && (requirement.key === key || hasPlaceholder(requirement.key)),
  );
  if (isUnsure || mayRequireMore(pool)) return undefined;
  return false;
}

/** Whether a NodePool may launch one of these capacity types. Without a requirement, it launches on-demand. Unknown values may be any. */
function mayHaveCapacityType(pool: Manifest, wanted: readonly string[]): boolean {
  const capacityTypes = capacityTypesOf(pool);
  if (capacityTypes.length === 0) return wanted.includes('on-demand');
  return capacityTypes.every(({ operator, values, isKnown }) => {
    if (!isKnown || (operator !== 'In' && operator !== 'NotIn')) return true;
    const texts = new Set(values.map(({ text }) => text));
    return wanted.some((text) => texts.has(text) === (operator === 'In'));
  });
}
