import type { ObjectCluster } from '../../files/clusters/related-objects.ts';
import { formatTaint } from '../../karpenter/scheduling/taints.ts';
import { workloadsOf } from '../../karpenter/workloads/workload-fields.ts';
import { asText, type Manifest, type Mapping } from '../../manifest/model/manifest.ts';
import { itemsAt } from '../../manifest/shown-items.ts';
import { addonTolerates, addonTolerations, daemonAddons } from '../../rules/lint/fields/addon-tolerations.ts';
import { chosenPool } from '../../rules/lint/fields/chosen-pool.ts';
import { keepingOff } from '../../rules/lint/fields/pools-of-pods.ts';
import type { Severity } from '../../text/diagnostic.ts';
import { isClosed, seenIn } from '../../text/evidence.ts';
import { quoted } from '../../text/words/quoted-names.ts';
import { clusterAccount } from '../account/account.ts';
import { earlierObject } from '../fields/earlier-object.ts';

/** Whether an add-on has pods on every node whose placement a value decides. */
export function isOfDaemon(name: string, value: string): boolean {
  const addon = daemonAddons.get(name);
  return addon !== undefined && [addon.tolerations, addon.all].includes(value);
}

/** Whether the pods that an add-on has on every node tolerate every taint, with these values. */
export function toleratesAll(name: string, places: Mapping): boolean {
  const addon = daemonAddons.get(name);
  if (addon === undefined) return false;

  const tolerations = addonTolerations(addon, places);
  return (
    tolerations === undefined ||
    tolerations.some(({ key, operator, effect }) => !key && operator === 'Exists' && !effect)
  );
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
      (taint) => !addonTolerates(addon, later, taint) && (isNew(taint) || addonTolerates(addon, earlier, taint)),
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
