import type { Pod } from '../../../karpenter/api/pod.ts';
import type { Workload } from './workloads.ts';

const hash = (value: string): string => {
  let sum = 0x811c9dc5;
  for (let i = 0; i < value.length; i++) sum = Math.imul(sum ^ value.charCodeAt(i), 0x01000193) >>> 0;
  return sum.toString(16).padStart(8, '0');
};

/** The labels that the controller of a workload adds to its pods. Hashes only need to differ between workloads. */
function controllerLabels(workload: Workload, index: number): Record<string, string> {
  const { kind, namespace, name } = workload;
  const revision = hash(`${namespace}/${name}`);
  if (kind === 'Deployment') return { 'pod-template-hash': revision };
  if (kind === 'Rollout') return { 'rollouts-pod-template-hash': revision };
  if (kind === 'Job' || kind === 'CronJob') return { 'batch.kubernetes.io/job-name': name, 'job-name': name };

  if (kind === 'StatefulSet')
    return {
      'controller-revision-hash': `${name}-${revision}`,
      'statefulset.kubernetes.io/pod-name': `${name}-${index}`,
      'apps.kubernetes.io/pod-index': `${index}`,
    };

  return {};
}

/** The name of the pod at an index (from 0), in an order that Karpenter's queue can rely on. */
function podName({ kind, name }: Pick<Workload, 'kind' | 'name'>, index: number): string {
  if (kind === 'Pod') return name;
  if (kind === 'StatefulSet') return `${name}-${index}`;
  return `${name}-${`${index}`.padStart(4, '0')}`;
}

/** The pod of a workload at an index (from 0), as its controller would create it. */
export function podOf(workload: Workload, index: number): Pod {
  const name = podName(workload, index);
  const claimed = workload.claimTemplates.map((claim) => ({
    name: claim.name,
    persistentVolumeClaim: { claimName: `${claim.name}-${name}` },
  }));

  const volumes = [...(workload.spec.volumes ?? []), ...claimed];

  return {
    metadata: {
      name,
      namespace: workload.namespace,
      labels: { ...workload.labels, ...controllerLabels(workload, index) },
      annotations: workload.annotations,
    },
    spec: volumes.length === 0 ? workload.spec : { ...workload.spec, volumes },
  };
}
