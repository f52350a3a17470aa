import { canonical } from '../../manifest/canonical.ts';
import type { Path, Value } from '../../manifest/model/manifest.ts';

/** Fields that the API server sets if nobody does, by the kinds that have them. `#` is an index, and the path of a pod starts after its `spec`. */
type Row = readonly [kinds: RegExp, path: RegExp, value: Value];

const pods = /^(?:Pod|Deployment|StatefulSet|DaemonSet|ReplicaSet|Job|CronJob)$/;
const inPod = /(?:^|template\.)spec\./.source;

/** Source: kubernetes pkg/apis/core/v1, apps/v1, batch/v1, autoscaling/v2 and policy/v1, `defaults.go`. */
const rows: readonly Row[] = [
  [pods, new RegExp(`${inPod}schedulerName$`), 'default-scheduler'],
  [pods, new RegExp(`${inPod}terminationGracePeriodSeconds$`), 30],
  [pods, new RegExp(`${inPod}dnsPolicy$`), 'ClusterFirst'],
  [pods, new RegExp(`${inPod}(?:hostNetwork|hostPID|hostIPC)$`), false],
  [pods, new RegExp(`${inPod}securityContext$`), {}],
  [pods, new RegExp(`${inPod}preemptionPolicy$`), 'PreemptLowerPriority'],
  [pods, new RegExp(`${inPod}tolerations\\.#\\.operator$`), 'Equal'],
  [pods, new RegExp(`${inPod}topologySpreadConstraints\\.#\\.nodeAffinityPolicy$`), 'Honor'],
  [pods, new RegExp(`${inPod}topologySpreadConstraints\\.#\\.nodeTaintsPolicy$`), 'Ignore'],
  [/^Deployment$/, /^spec\.strategy$/, { type: 'RollingUpdate' }],
  [/^Deployment$/, /^spec\.strategy\.type$/, 'RollingUpdate'],
  [/^Deployment$/, /^spec\.strategy\.rollingUpdate\.max(?:Surge|Unavailable)$/, '25%'],
  [/^Deployment$/, /^spec\.strategy(?:\.rollingUpdate)?$/, { maxSurge: '25%', maxUnavailable: '25%' }],
  [
    /^Deployment$/,
    /^spec\.strategy$/,
    { rollingUpdate: { maxSurge: '25%', maxUnavailable: '25%' }, type: 'RollingUpdate' },
  ],
  [/^(?:Deployment|StatefulSet|DaemonSet)$/, /^spec\.minReadySeconds$/, 0],
  [/^Deployment$/, /^spec\.progressDeadlineSeconds$/, 600],
  [/^StatefulSet$/, /^spec\.podManagementPolicy$/, 'OrderedReady'],
  [/^DaemonSet$/, /^spec\.updateStrategy\.type$/, 'RollingUpdate'],
  [/^DaemonSet$/, /^spec\.updateStrategy\.rollingUpdate\.maxUnavailable$/, 1],
  [/^(?:Job|CronJob)$/, /(?:^|jobTemplate\.)spec\.(?:parallelism|completions)$/, 1],
  [/^(?:Job|CronJob)$/, /(?:^|jobTemplate\.)spec\.backoffLimit$/, 6],
  [/^(?:Job|CronJob)$/, /(?:^|\.)suspend$/, false],
  [/^CronJob$/, /^spec\.concurrencyPolicy$/, 'Allow'],
  [/^HorizontalPodAutoscaler$/, /^spec\.minReplicas$/, 1],
  [/^PodDisruptionBudget$/, /^spec\.unhealthyPodEvictionPolicy$/, 'IfHealthyBudget'],
];

/** Whether a field of a built-in kind is only written or no longer written, and is what the API server stores anyway. */
export function isStoredAnyway(
  kind: string,
  path: Path,
  [before, after]: readonly [Value | undefined, Value | undefined],
): boolean {
  if ((before === undefined) === (after === undefined)) return false;
  const written = canonical(before ?? after ?? null);
  const name = path.map((step) => (typeof step === 'number' ? '#' : step)).join('.');
  return rows.some(([kinds, paths, value]) => kinds.test(kind) && paths.test(name) && canonical(value) === written);
}
