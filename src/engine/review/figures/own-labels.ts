import { podSpecPath } from '../../cluster/provisioning/diagnostics/excluding-field.ts';
import { label, labelDomain, wellKnownLabels } from '../../karpenter/api/labels.ts';
import type { ManifestSet } from '../../manifest/manifest-set.ts';
import { asList, asMapping, type Manifest } from '../../manifest/model/manifest.ts';
import { hasPlaceholder } from '../../manifest/yaml/placeholder.ts';
import type { ResourceRef } from '../../text/diagnostic.ts';

/** A label that the template of a NodePool has, and that pods require. */
interface OwnLabel {
  readonly key: string;
  readonly value: string;
}

/**
 * The label by which pods are meant for a NodePool: its name, or a label that its template makes up. Undefined if they require none of them: nodes of
 * any kind have a zone, an architecture and the like.
 */
export function ownLabelOf(nodePool: string, workload: ResourceRef, sides: Sides): OwnLabel | undefined {
  const pool = sides.base?.manifests.find(({ kind, name }) => kind === 'NodePool' && name === nodePool);
  const pods = sides.head.manifests.find(({ ref }) => isSame(ref, workload));
  if (pool === undefined || pods === undefined) return undefined;

  const labels = asMapping(pool.get(['spec', 'template', 'metadata', 'labels'])) ?? {};
  const isOwn = ({ key, value }: OwnLabel): boolean => {
    if (hasPlaceholder(value)) return false;
    if (key === label.nodePool) return value === nodePool;
    return isMadeUp(key) && labels[key] === value;
  };
  return requiredBy(pods).find(isOwn);
}

interface Sides {
  readonly base: ManifestSet | null;
  readonly head: ManifestSet;
}

const isSame = (ref: ResourceRef, other: ResourceRef): boolean =>
  ref.kind === other.kind && ref.name === other.name && (ref.namespace ?? 'default') === (other.namespace ?? 'default');

/** Whether people chose a label. Those of Kubernetes, Karpenter and clouds are on nodes of any kind. */
const isMadeUp = (key: string): boolean =>
  !wellKnownLabels.has(key) &&
  !/(?:^|\.)(?:kubernetes\.io|k8s\.io|karpenter\.sh|k8s\.aws|amazonaws\.com)$/.test(labelDomain(key));

/** The labels with one value that a workload's pods require: by their selector, or by an affinity without alternatives. */
function requiredBy(workload: Manifest): readonly OwnLabel[] {
  const spec = podSpecPath(workload);
  const selector = Object.entries(asMapping(workload.get([...spec, 'nodeSelector'])) ?? {});
  const terms = asList(
    workload.get([
      ...spec,
      'affinity',
      'nodeAffinity',
      'requiredDuringSchedulingIgnoredDuringExecution',
      'nodeSelectorTerms',
    ]),
  );
  const expressions = terms.length === 1 ? asList(asMapping(terms[0])?.matchExpressions) : [];

  return [
    ...selector.flatMap(([key, value]) => {
      if (typeof value === 'string') return [{ key, value }];
      return [];
    }),
    ...expressions.flatMap((expression): OwnLabel[] => {
      const { key, operator, values } = asMapping(expression) ?? {};
      const [value, ...others] = asList(values);
      if (typeof key !== 'string' || operator !== 'In' || typeof value !== 'string' || others.length > 0) return [];
      return [{ key, value }];
    }),
  ];
}
