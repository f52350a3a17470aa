import { workloadsOf } from '../lint/fields/workload-fields.ts';
import { groupOf, type Manifest } from '../manifest/manifest.ts';
import type { ManifestSet } from '../manifest/manifest-set.ts';
import type { InputCounts } from './review-data.ts';
import type { NotRendered } from './source-set.ts';

const pools = new Set(['karpenter.sh NodePool', 'karpenter.sh Provisioner']);
const classes = new Set(['karpenter.k8s.aws EC2NodeClass', 'karpenter.k8s.aws AWSNodeTemplate']);
const others = new Set(['autoscaling.x-k8s.io CapacityBuffer', 'helm HelmValues', 'iam IamPolicy']);

/** Whether an API group is Karpenter's. */
export const isKarpenterGroup = (group: string): boolean => group === 'karpenter.sh' || group === 'karpenter.k8s.aws';

function kindOf(manifest: Manifest): 'nodePools' | 'nodeClasses' | 'otherKarpenter' | undefined {
  const group = groupOf(manifest.apiVersion);
  const name = `${group} ${manifest.kind}`;
  if (pools.has(name)) return 'nodePools';
  if (classes.has(name)) return 'nodeClasses';
  return isKarpenterGroup(group) || others.has(name) ? 'otherKarpenter' : undefined;
}

/** Counts the objects of head. */
export function countInputs(head: ManifestSet, notRendered: readonly NotRendered[] = []): InputCounts {
  const counts = { nodePools: 0, nodeClasses: 0, otherKarpenter: 0 };
  for (const manifest of head.manifests) {
    const kind = kindOf(manifest);
    if (kind !== undefined) counts[kind]++;
  }
  return { ...counts, workloads: workloadsOf(head).length, notRendered };
}
