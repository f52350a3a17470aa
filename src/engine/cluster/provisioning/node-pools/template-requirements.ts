import type { NodePool } from '../../../karpenter/api/node-pool.ts';
import { Requirements } from '../../../karpenter/scheduling/requirements.ts';

/** The requirements of every NodeClaim of a NodePool: those of the NodePool and the labels of its template. */
export function templateRequirements({ spec }: NodePool): Requirements {
  const { metadata, spec: node } = spec.template;
  return Requirements.from(node.requirements ?? []).add(Requirements.fromLabels(metadata?.labels ?? {}));
}
