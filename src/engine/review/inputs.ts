import { workloadsOf } from '../lint/fields/workload-fields.ts';
import { groupOf, type Manifest } from '../manifest/manifest.ts';
import type { ManifestSet } from '../manifest/manifest-set.ts';

/** A kustomization, chart or release whose manifests were not reviewed as the cluster gets them. */
export interface NotRendered {
  /** Its name, as `plumbline sources` lists it. */
  readonly root: string;
  readonly reason: string;
}

/** How much of head was read, so that a review of nothing cannot pass for a good one. */
export interface Inputs {
  /** NodePools, and Provisioners of older Karpenters. */
  readonly nodePools: number;
  /** EC2NodeClasses, and AWSNodeTemplates of older Karpenters. */
  readonly nodeClasses: number;
  /** Everything else about Karpenter: NodeOverlays, NodeClaims, values of its chart, policies of its controller. */
  readonly otherKarpenter: number;
  /** Objects that make pods. */
  readonly workloads: number;
  readonly notRendered: readonly NotRendered[];
}

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
export function inputsOf(head: ManifestSet, notRendered: readonly NotRendered[] = []): Inputs {
  const counts = { nodePools: 0, nodeClasses: 0, otherKarpenter: 0 };
  for (const manifest of head.manifests) {
    const kind = kindOf(manifest);
    if (kind !== undefined) counts[kind]++;
  }
  return { ...counts, workloads: workloadsOf(head).length, notRendered };
}
