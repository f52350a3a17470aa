import { parseResource } from '../api/quantity.ts';
import { asMapping, groupOf, type Manifest } from '../manifest/manifest.ts';
import { hasPlaceholder } from '../manifest/yaml/placeholder.ts';
import { podOf } from '../provisioning/pods/workload-pods.ts';
import type { Simulation } from '../provisioning/simulation.ts';
import { podRequests } from '../scheduling/pod-requests.ts';

/** A ResourceQuota that allows fewer pods than the workloads of its namespace want. */
export interface ExceededQuota {
  /** `shop/pods`. */
  readonly name: string;
  /** `requests.cpu`. */
  readonly resource: string;
}

/** Keys of a quota for what pods request. */
const requested: Readonly<Record<string, 'cpu' | 'memory' | 'pods'>> = {
  cpu: 'cpu',
  'requests.cpu': 'cpu',
  memory: 'memory',
  'requests.memory': 'memory',
  pods: 'pods',
  'count/pods': 'pods',
};

/** Quotas that refuse pods of the likely case. One with scopes is about some of the pods, so it is left out. */
export function exceededQuotas({ manifests, workloads }: Simulation): readonly ExceededQuota[] {
  const quotas = manifests.filter(isWholeQuota);
  if (quotas.length === 0) return [];

  const wanted = new Map<string, Map<string, number>>();
  for (const workload of workloads.workloads) {
    const count = workload.replicas.likely ?? 0;
    const sums = wanted.get(workload.namespace) ?? new Map<string, number>();
    wanted.set(workload.namespace, sums);
    if (count === 0 || workload.problem !== undefined) continue;
    const requests = podRequests(podOf(workload, 0).spec);
    sums.set('pods', (sums.get('pods') ?? 0) + count);
    for (const name of ['cpu', 'memory']) sums.set(name, (sums.get(name) ?? 0) + count * (requests.get(name) ?? 0));
  }

  return quotas.flatMap((quota) => {
    const sums = wanted.get(quota.namespace ?? 'default');
    const hard = Object.entries(asMapping(quota.get(['spec', 'hard'])) ?? {});
    const [exceeded] = hard.flatMap(([key, value]) => {
      const resource = Object.hasOwn(requested, key) ? requested[key]! : undefined;
      if (resource === undefined || (typeof value !== 'string' && typeof value !== 'number') || hasPlaceholder(value))
        return [];
      const allowed = parseResource(resource, value);
      return allowed !== undefined && (sums?.get(resource) ?? 0) > allowed ? [key] : [];
    });
    return exceeded === undefined
      ? []
      : [{ name: `${quota.namespace ?? 'default'}/${quota.name}`, resource: exceeded }];
  });
}

const isWholeQuota = (manifest: Manifest): boolean =>
  manifest.kind === 'ResourceQuota' &&
  groupOf(manifest.apiVersion) === '' &&
  manifest.get(['spec', 'scopes']) === undefined &&
  manifest.get(['spec', 'scopeSelector']) === undefined;
