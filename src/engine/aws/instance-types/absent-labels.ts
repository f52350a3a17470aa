import type { LabelColumn } from '../../karpenter/cloud-provider/catalog.ts';
import type { Ec2Catalog } from '../catalog/ec2-catalog.ts';
import { constantColumn } from '../catalog/type-labels.ts';

/**
 * Labels of instances that only the other mode sets: a Karpenter of its own, or EKS Auto Mode. No node has them, unless a NodePool defines one
 * as a label of its own.
 */
export function absentLabels(
  catalog: Ec2Catalog,
  labels: readonly string[],
  custom: readonly string[] = [],
): [string, LabelColumn][] {
  const none = constantColumn(catalog, undefined);
  return labels.filter((key) => !custom.includes(key)).map((key) => [key, none]);
}
