import { manifestDiagnostic } from '../../../cluster/provisioning/diagnostics/manifest-diagnostic.ts';
import { filterOf } from '../../../cluster/provisioning/node-pools/kept-off-pods.ts';
import type { KnownNodePool } from '../../../cluster/provisioning/node-pools/node-pools.ts';
import { claimName } from '../../../cluster/provisioning/pods/volumes.ts';
import type { Simulation } from '../../../cluster/provisioning/simulation.ts';
import { type ChartRelease, releasesOfChart, releaseValue } from '../../../karpenter/installation/helm-releases.ts';
import { formatTaint } from '../../../karpenter/scheduling/taints.ts';
import type { ManifestSet } from '../../../manifest/manifest-set.ts';
import type { Mapping, Path, Value } from '../../../manifest/model/manifest.ts';
import { holdsPlaceholder } from '../../../manifest/yaml/placeholder.ts';
import type { Diagnostic } from '../../../text/diagnostic.ts';
import { isKnown } from '../../../text/evidence.ts';
import { quoted } from '../../../text/words/quoted-names.ts';
import { addonTolerates, type DaemonAddon, daemonAddons } from '../../lint/fields/addon-tolerations.ts';

interface DriverSides {
  readonly base: ManifestSet;
  readonly head: ManifestSet;
  readonly before: Simulation;
  readonly after: Simulation;
}

/** A driver that does not run on nodes whose pods have volumes of it. */
interface StoppedDriver {
  /** The chart and the NodePool. */
  readonly key: string;
  readonly diagnostic: Diagnostic;
}

/**
 * CSI drivers whose chart is not rendered, and whose pods do not tolerate a taint of nodes for pods with their volumes. Such pods are scheduled and
 * never start. A DaemonSet among the objects is judged by itself.
 */
export function stoppedDrivers({ base, head, before, after }: DriverSides): readonly Diagnostic[] {
  const earlier = new Set(driversStoppedIn(before, base).map(({ key }) => key));
  return driversStoppedIn(after, head).flatMap(({ key, diagnostic }) => (earlier.has(key) ? [] : [diagnostic]));
}

const driversStoppedIn = (simulation: Simulation, set: ManifestSet): readonly StoppedDriver[] =>
  [...daemonAddons].flatMap(([chart, addon]) => {
    const { csi } = addon;
    if (csi === undefined || isInstalledOtherwise(chart, csi.daemonSet, set)) return [];

    const [release, ...others] = releasesOfChart(set, chart);
    const places = release && others.length === 0 ? placesOf(release) : undefined;
    if (release === undefined || places === undefined) return [];

    const users = usersOf(csi.driver, simulation);

    return simulation.nodePools.known.flatMap((pool): StoppedDriver[] => {
      const workload = users.get(pool.name);
      const taint = filterOf(pool.nodePool).taints.find((taint) => !addonTolerates(addon, places, taint));
      if (workload === undefined || taint === undefined) return [];
      return [{ key: `${chart} ${pool.name}`, diagnostic: stopped(pool, release, { addon, workload, taint }) }];
    });
  });

/** Whether the driver also comes as an add-on of EKS, or its DaemonSet is among the objects. */
const isInstalledOtherwise = (chart: string, daemonSet: string, { manifests }: ManifestSet): boolean =>
  manifests.some(({ kind, name }) => kind === 'DaemonSet' && name === daemonSet) ||
  manifests.some(
    ({ kind, object }) => /^(?:aws_eks_addon|module|ClusterConfig)$/.test(kind) && holdsText(object, chart),
  );

const holdsText = (object: Mapping, text: string): boolean => JSON.stringify(object).includes(text);

/** The values of a release that decide which taints its pods on each node tolerate; undefined if one of them is unknown. */
function placesOf(release: ChartRelease): Mapping | undefined {
  const places: Record<string, Value> = {};

  for (const field of ['tolerations', 'tolerateAllTaints']) {
    const value = releaseValue(release, 'node', field);
    if (!isKnown(value) || holdsPlaceholder(value.value ?? null)) return undefined;
    if (value.value !== undefined) places[`node.${field}`] = value.value;
  }

  return places;
}

/** The first workload with a volume of a driver on new nodes, by NodePool. */
function usersOf(driver: string, { cases, volumes }: Simulation): ReadonlyMap<string, string> {
  const users = new Map<string, string>();

  for (const { nodePool, classes } of cases.likely.results.newNodeClaims)
    for (const { pod, workload } of classes.keys()) {
      const isUser = (pod.spec.volumes ?? []).some((volume) => {
        const claim = volumes.claims.get(`${pod.metadata.namespace}/${claimName(pod, volume)}`);
        return claim?.driver === driver;
      });
      if (isUser && !users.has(nodePool)) users.set(nodePool, workload);
    }

  return users;
}

interface Stop {
  readonly addon: DaemonAddon;
  readonly workload: string;
  readonly taint: Parameters<typeof formatTaint>[0];
}

function stopped(
  pool: KnownNodePool,
  { manifest, chart, values }: ChartRelease,
  { addon, workload, taint }: Stop,
): Diagnostic {
  const node: Path = [...values, 'node'];

  return manifestDiagnostic(pool.manifest, {
    code: 'provisioning/daemonset-lost',
    severity: 'warning',
    at: ['spec', 'template', 'spec', 'taints'],
    message: `The pods of the chart ${quoted(chart)} do not run on nodes of NodePool ${quoted(pool.name)}, because they do not tolerate the taint ${quoted(formatTaint(taint))}. ${addon.lack}, so the pods of ${quoted(workload)} never start`,
    help: 'Add a toleration of the taint to `node.tolerations` of the chart, or `operator: Exists` for all taints.',
    labels: [
      {
        span: manifest.span(manifest.get(node) === undefined ? ['metadata', 'name'] : node),
        message: 'the values of the driver',
      },
    ],
  });
}
