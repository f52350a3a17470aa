import type { ApiServer } from '../apiserver/api-server.ts';

const ec2 = '/apis/karpenter.k8s.aws/v1/ec2nodeclasses';
/** All conditions that `Ready` depends on: provider-aws pkg/apis/v1/ec2nodeclass_status.go. */
const conditionTypes =
  `AMIsReady SubnetsReady SecurityGroupsReady InstanceProfileReady ValidationSucceeded PlacementGroupReady
Ready`.split(/\s+/);
const merge = { contentType: 'application/merge-patch+json' };

/**
 * Stands in for AWS's controller of EC2NodeClasses. It makes each Ready, and creates a KWOKNodeClass with
 * the same name, which the kwok provider reads before it creates a Node. `stop` ends it.
 */
export function startNodeClassController(server: ApiServer): { stop(): Promise<void> } {
  let isStopped = false;
  const running = (async () => {
    while (!isStopped) {
      await reconcile(server).catch(() => {});
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  })();
  return {
    async stop() {
      isStopped = true;
      await running;
    },
  };
}

async function reconcile(server: ApiServer): Promise<void> {
  for (const { metadata, status } of (await server.request('GET', ec2)).body.items ?? []) {
    const { name, generation } = metadata;
    if (status?.conditions?.[0]?.observedGeneration === generation) continue;
    const lastTransitionTime = new Date().toISOString();
    const conditions = conditionTypes.map((type) => {
      return { type, status: 'True', reason: type, message: '', observedGeneration: generation, lastTransitionTime };
    });
    const nodeClass = { apiVersion: 'karpenter.kwok.sh/v1alpha1', kind: 'KWOKNodeClass', metadata: { name } };
    await server.apply([nodeClass], 'karpenter');
    await server.request('PATCH', `${ec2}/${name}/status?fieldManager=karpenter`, { status: { conditions } }, merge);
  }
}
