import { parseQuantity } from '../../karpenter/api/quantity.ts';
import { isObject, type Path, type Value } from '../../manifest/model/manifest.ts';
import { hasPlaceholder } from '../../manifest/yaml/placeholder.ts';

/**
 * The paths of expressions below `spec.kubelet`, which Karpenter 1.15 evaluates for each instance type: `maxPods` as a string, and
 * reservations that are not quantities. Source: provider-aws v1.15.1 pkg/apis/v1/kubeletconfiguration.go HasExpressions.
 */
export function kubeletExpressions(kubelet: Readonly<Record<string, Value>>): Path[] {
  const { maxPods } = kubelet;
  const pods: Path[] = typeof maxPods === 'string' && !hasPlaceholder(maxPods) ? [['maxPods']] : [];

  const reserved = ['kubeReserved', 'systemReserved'].flatMap((field): Path[] => {
    const entries = kubelet[field];
    if (!isObject(entries)) return [];
    const isExpression = ([name, value]: [string, Value]): boolean =>
      typeof value === 'string' &&
      ![name, value].some((text) => hasPlaceholder(text)) &&
      parseQuantity(value) === undefined;

    return Object.entries(entries)
      .filter(isExpression)
      .map(([name]) => [field, name]);
  });

  return [...pods, ...reserved];
}
