/** Why a node group that may only have more nodes than before needs no judgement. */
export const mayGrow = 'lets a node group grow, and adds no node by itself';

/**
 * Whether a node group may only have more nodes than before: nothing but an autoscaler asks for them. `path` is that of
 * an argument in a resource, or in a module for a cluster or a group. Source:
 * https://docs.aws.amazon.com/eks/latest/APIReference/API_NodegroupScalingConfig.html
 */
export function raisesLimit(
  kind: string,
  path: readonly string[],
  [before, after]: readonly [number | undefined, number | undefined],
): boolean {
  if (path.at(-1) !== 'max_size' || before === undefined || after === undefined) return false;

  const isOfModule = path.length === 1 || /node_groups$/.test(path[0] ?? '');
  return (kind === 'aws_eks_node_group' || (kind === 'module' && isOfModule)) && after > before;
}
