import { plannedKinds } from '../engine/changes/plan/kinds.ts';
import type { Plan } from '../engine/changes/plan/plan.ts';
import type { KubeClient } from '../io/kube/client.ts';
import { PlumblineError } from '../shared/errors.ts';

/** Throws PlumblineError('kube') if the cluster does not serve a kind that the plan writes. */
export async function requireServed(plan: Plan, client: KubeClient): Promise<void> {
  const wanted = [...new Set(plan.objects.map(({ resource }) => `${resource.apiVersion} ${resource.kind}`))].sort();
  for (const resource of wanted) {
    const [apiVersion, kind] = resource.split(' ') as [string, string];
    const list = await client.get(`/apis/${apiVersion}`);
    const { plural } = plannedKinds.find((planned) => planned.kind === kind)!;

    if (list?.resources?.some(({ name }: { name: string }) => name === plural)) continue;

    throw new PlumblineError('kube', `${await client.describe()} does not serve ${kind} in \`${apiVersion}\``, {
      help: 'Nothing was written. Install the CRDs of the Karpenter version that the manifests are written for.',
    });
  }
}
