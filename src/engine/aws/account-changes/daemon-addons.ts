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
import { earlierObject } from '../fields/earlier-object.ts';

/** An add-on with pods on every node, which tolerate every taint by default. */
interface DaemonAddon {
  /** The value with the tolerations of these pods, as `placesIn` names it. */
  readonly tolerations: string;
  /** A value that makes the pods tolerate every taint whatever the list has, unless it is false. */
  readonly all?: string;
  /** What pods on a node without them lack: a sentence without its full stop. */
  readonly lack: string;
}

/** Source: the default values of their charts, `helm show values`, and `aws eks describe-addon-configuration`. */
const daemonAddons: ReadonlyMap<string, DaemonAddon> = new Map([
  ['eks-pod-identity-agent', { tolerations: 'tolerations', lack: 'Pods there get no credentials of EKS Pod Identity' }],
  ['kube-proxy', { tolerations: 'tolerations', lack: 'Pods there reach no Service' }],
  [
    'aws-ebs-csi-driver',
    {
      tolerations: 'node.tolerations',
      all: 'node.tolerateAllTaints',
      lack: 'EBS volumes of pods cannot be mounted there',
    },
  ],
  ['aws-efs-csi-driver', { tolerations: 'node.tolerations', lack: 'EFS volumes of pods cannot be mounted there' }],
]);

/** Whether an add-on has pods on every node whose placement a value decides. */
export function isOfDaemon(name: string, value: string): boolean {
  const addon = daemonAddons.get(name);
  return addon !== undefined && [addon.tolerations, addon.all].includes(value);
}

/** Whether the pods that an add-on has on every node tolerate every taint, with these values. */
export function toleratesAll(name: string, places: Mapping): boolean {
  const addon = daemonAddons.get(name);
  if (addon === undefined) return false;

  const tolerations = tolerationsIn(addon, places);
  return (
    tolerations === undefined ||
    tolerations.some(({ key, operator, effect }) => !key && operator === 'Exists' && !effect)
  );
}

/** What pods of the EBS CSI driver tolerate without a list of their own and without `tolerateAllTaints`. */
const withoutList: Value = [{ operator: 'Exists', effect: 'NoExecute' }];

/**
 * The tolerations of the pods that an add-on has on every node; undefined if they tolerate every taint.
 * Source: kubernetes-sigs/aws-ebs-csi-driver charts/aws-ebs-csi-driver/templates/_node.tpl and values.yaml.
 */
function tolerationsIn({ tolerations, all }: DaemonAddon, places: Mapping) {
  const list = places[tolerations] ?? undefined;
  if (all === undefined) return list === undefined ? undefined : asList(list).map(tolerationOf);
  if (places[all] !== false) return undefined;
  return asList(list ?? withoutList).map(tolerationOf);
}

/** An add-on whose pods no longer run on the nodes of a NodePool. */
interface LostDaemon {
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

/** The cluster of an add-on before and after a change. */
export interface ClusterPair {
  readonly before: ObjectCluster;
  readonly after: ObjectCluster;
}

/**
 * The first NodePool on whose nodes the pods of an add-on do not run because of the change: they no longer tolerate a taint, or the taint is new.
 */
export function lostDaemon({ name, earlier, later }: Places, { before, after }: ClusterPair): LostDaemon | undefined {
  const addon = daemonAddons.get(name);
  if (addon === undefined) return undefined;

  for (const pool of after.ofKind('NodePool')) {
    if (!isClosed(itemsAt(pool, taintsPath))) continue;

    const old = earlierObject(pool, before.ofKind('NodePool'));
    const isNew = (taint: Taint): boolean => !taintsOf(old).includes(formatTaint(taint));
    const taint = keepingOff(pool).find(
      (taint) => !tolerates(addon, later, taint) && (isNew(taint) || tolerates(addon, earlier, taint)),
    );
    if (taint === undefined) continue;

    const verb = isNew(taint) && old === undefined ? 'do not run' : 'no longer run';

    return {
      severity: isNeeded(name, pool, after) ? 'warning' : 'note',
      message: `Pods of the add-on ${quoted(name)} ${verb} on nodes of NodePool ${quoted(pool.name)}, because they do not tolerate \`${formatTaint(taint)}\`. ${addon.lack}`,
      pool,
    };
  }

  return undefined;
}

type Taint = ReturnType<typeof keepingOff>[number];

const taintsPath = ['spec', 'template', 'spec', 'taints'];

const taintsOf = (pool: Manifest | undefined): readonly string[] =>
  pool === undefined ? [] : keepingOff(pool).map(formatTaint);

const tolerates = (addon: DaemonAddon, places: Mapping, taint: Taint): boolean =>
  tolerationsIn(addon, places)?.some((toleration) => toleratesTaint(toleration, taint)) ?? true;

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
