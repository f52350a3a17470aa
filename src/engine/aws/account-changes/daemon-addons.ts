import type { ObjectCluster } from '../../files/clusters/related-objects.ts';
import { formatTaint, toleratesTaint } from '../../karpenter/scheduling/taints.ts';
import { workloadsOf } from '../../karpenter/workloads/workload-fields.ts';
import { asList, asText, type Manifest, type Mapping, type Value } from '../../manifest/model/manifest.ts';
import { itemsAt } from '../../manifest/shown-items.ts';
import { chosenPool } from '../../rules/lint/fields/chosen-pool.ts';
import { tolerationOf } from '../../rules/lint/fields/pod-tolerations.ts';
import { keepingOff } from '../../rules/lint/fields/pools-of-pods.ts';
import type { Severity } from '../../text/diagnostic.ts';
import { isClosed, seenIn } from '../../text/evidence.ts';
import { quoted } from '../../text/words/quoted-names.ts';
import { clusterAccount } from '../account/account.ts';

/** An add-on with pods on every node, which tolerate every taint by default. */
interface DaemonAddon {
  /** The value with the tolerations of these pods, as `placesIn` names it. */
  readonly tolerations: string;
  /** What pods on a node without them lack: a sentence without its full stop. */
  readonly lack: string;
}

/** Source: the default values of their charts, `helm show values`, and `aws eks describe-addon-configuration`. */
const daemonAddons: ReadonlyMap<string, DaemonAddon> = new Map([
  ['eks-pod-identity-agent', { tolerations: 'tolerations', lack: 'Pods there get no credentials of EKS Pod Identity' }],
  ['kube-proxy', { tolerations: 'tolerations', lack: 'Pods there reach no Service' }],
  ['aws-ebs-csi-driver', { tolerations: 'node.tolerations', lack: 'EBS volumes of pods cannot be mounted there' }],
  ['aws-efs-csi-driver', { tolerations: 'node.tolerations', lack: 'EFS volumes of pods cannot be mounted there' }],
]);

/** Whether an add-on has pods on every node whose placement a value decides. */
export const isOfDaemon = (name: string, value: string): boolean => daemonAddons.get(name)?.tolerations === value;

/** Whether the pods that an add-on has on every node tolerate every taint, with these values. */
export function toleratesAll(name: string, places: Mapping): boolean {
  const tolerations = places[daemonAddons.get(name)?.tolerations ?? ''];
  if (tolerations === undefined || tolerations === null) return daemonAddons.has(name);
  return asList(tolerations)
    .map(tolerationOf)
    .some(({ key, operator, effect }) => !key && operator === 'Exists' && !effect);
}

/** An add-on whose pods no longer run on the nodes of a NodePool. */
export interface LostDaemon {
  readonly severity: Severity;
  readonly message: string;
  readonly pool: Manifest;
}

/** The values of an add-on that decide where its pods run, before and after a change. */
interface Places {
  readonly name: string;
  readonly earlier: Mapping;
  readonly later: Mapping;
}

/** The first NodePool whose taint the pods of an add-on tolerated before the change, and no longer do. */
export function lostDaemon({ name, earlier, later }: Places, cluster: ObjectCluster): LostDaemon | undefined {
  const addon = daemonAddons.get(name);
  if (addon === undefined) return undefined;

  const tolerates = (places: Mapping, taint: Taint): boolean => toleratesIn(places[addon.tolerations], taint);

  for (const pool of cluster.ofKind('NodePool')) {
    if (!isClosed(itemsAt(pool, ['spec', 'template', 'spec', 'taints']))) continue;

    const taint = keepingOff(pool).find((taint) => tolerates(earlier, taint) && !tolerates(later, taint));
    if (taint === undefined) continue;

    return {
      severity: isNeeded(name, pool, cluster) ? 'warning' : 'note',
      message: `Pods of the add-on ${quoted(name)} no longer run on nodes of NodePool ${quoted(pool.name)}, because they do not tolerate \`${formatTaint(taint)}\`. ${addon.lack}`,
      pool,
    };
  }

  return undefined;
}

type Taint = ReturnType<typeof keepingOff>[number];

/** Without a list of their own, the pods tolerate every taint. */
function toleratesIn(tolerations: Value | undefined, taint: Taint): boolean {
  if (tolerations === undefined || tolerations === null) return true;
  return asList(tolerations)
    .map(tolerationOf)
    .some((toleration) => toleratesTaint(toleration, taint));
}

/** Whether the files show pods that need the add-on on nodes of a NodePool. Every pod may need Services. */
function isNeeded(name: string, pool: Manifest, cluster: ObjectCluster): boolean {
  if (name === 'kube-proxy') return true;
  if (name !== 'eks-pod-identity-agent') return false;

  const accounts = seenIn(clusterAccount(cluster).podIdentities).map(({ serviceAccount }) => serviceAccount);
  const all = { files: [], manifests: cluster.manifests };

  return workloadsOf(all).some((workload) => {
    const account = asText(workload.manifest.get([...workload.template, 'spec', 'serviceAccountName']));
    return account !== undefined && accounts.includes(account) && chosenPool(workload, all) === pool;
  });
}
