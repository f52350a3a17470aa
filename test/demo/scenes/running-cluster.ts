import { bring, nodesOf } from '../cluster.ts';
import { atFirst } from '../repository.ts';
import type { Story } from '../story.ts';

/** The cluster runs the content of main. */
export async function runningCluster({ world: { cluster }, narrator }: Story): Promise<void> {
  narrator.scene('The cluster runs the content of main');
  narrator.tell('Karpenter, kube-scheduler and the controllers are real. Only machines and kubelets are simulated.');
  await bring(cluster, [atFirst['pools/nodeclass.yaml'], atFirst['pools/web.yaml']].join('---\n'), 'plumbline');
  await bring(cluster, String(atFirst['apps/cart.yaml']), 'kubectl');
  const nodes = await nodesOf(cluster, 'web', 6);
  for (const { instanceType, capacityType, zone } of nodes)
    narrator.tell(`NodePool web: ${instanceType}, ${capacityType}, ${zone}`);
  narrator.claim('six pods of shop/cart run on nodes that Karpenter launched for them', nodes.length > 0);
}
