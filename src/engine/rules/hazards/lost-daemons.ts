import { manifestDiagnostic } from '../../cluster/provisioning/diagnostics/manifest-diagnostic.ts';
import type { KnownNodePool } from '../../cluster/provisioning/node-pools/node-pools.ts';
import type { Simulation } from '../../cluster/provisioning/simulation.ts';
import type { Pod, PodSpec, Taint } from '../../karpenter/api/pod.ts';
import { asList, asMapping, asText, type Manifest } from '../../manifest/model/manifest.ts';
import type { Diagnostic } from '../../text/diagnostic.ts';
import { firstNames, quoted } from '../../text/words/quoted-names.ts';
import { textIf } from '../../text/words/text-if.ts';
import type { SimulatedChange } from './change-seen.ts';
import { stoppedDrivers } from './drivers/stopped-drivers.ts';
import { stoppedDevicePlugins } from './stopped-device-plugins.ts';
import { keyOf, taintReason, unableOn } from './unable-daemons.ts';

type DaemonChange = Pick<SimulatedChange, 'base' | 'head' | 'before' | 'after' | 'changes'>;

/** DaemonSets whose pods do not run on the nodes of a NodePool because of a change. */
export function lostDaemons(change: DaemonChange): readonly Diagnostic[] {
  const plugins = stoppedDevicePlugins(change);
  const isPlugin = (pool: KnownNodePool, pod: Pod): boolean =>
    plugins.some((plugin) => plugin.pool.name === pool.name && plugin.daemonSet === keyOf(pod));

  return [
    ...lostByPools(change),
    ...lostByOwnEdit(change),
    ...absentOnNewPools(change, isPlugin),
    ...plugins.map(({ diagnostic }) => diagnostic),
    ...stoppedDrivers(change),
  ];
}

const editedObjects = ({ changes }: DaemonChange): ReadonlySet<string> =>
  new Set(changes.map(({ resource: { kind, name } }) => `${kind} ${name}`));

/** Those that the change does not edit, by an edit of the NodePool. */
function lostByPools(change: DaemonChange): readonly Diagnostic[] {
  const { before, after } = change;
  const edited = editedObjects(change);
  return after.nodePools.known.flatMap((pool) => {
    const old = before.nodePools.known.find(({ name }) => name === pool.name);
    if (old === undefined || !edited.has(`NodePool ${pool.name}`)) return [];

    const had = daemonsOn(old, before);
    const lost = unableOn(pool, after).filter(
      ({ pod }) => had.has(keyOf(pod)) && !edited.has(`DaemonSet ${pod.metadata.name}`),
    );
    const [first] = lost;

    if (first === undefined) return [];

    const names = lost.map(({ pod }) => quoted(keyOf(pod)));
    const [sets, their] = lost.length === 1 ? ['DaemonSet', 'its'] : ['DaemonSets', 'their'];

    const help = () => {
      if (first.taints.length > 0) return `If they should run there, add a toleration of the taint to ${their} pods.`;
      return `If they should run there, let ${their} node selector or affinity match the new labels.`;
    };

    return manifestDiagnostic(pool.manifest, {
      code: 'provisioning/daemonset-lost',
      severity: 'warning',
      at: ['spec', 'template', ...(first.taints.length > 0 ? ['spec', 'taints'] : ['metadata', 'labels'])],
      message: `The pods of ${sets} ${firstNames(names)} no longer run on nodes of NodePool ${quoted(pool.name)}: ${taintReason(first.taints)}`,
      help: help(),
    });
  });
}

/** Labels that nodes get from programs that run on them, and not from NodePools. */
const ofDevices = /^(?:feature\.node\.kubernetes\.io|nvidia\.com|amd\.com|intel\.com|k8s\.amazonaws\.com)\//;

/** The labels of nodes that pods name in their node selector and required affinity. */
const requiredLabels = ({ nodeSelector = {}, affinity }: PodSpec): readonly string[] => [
  ...Object.keys(nodeSelector),
  ...(affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? []).flatMap((term) =>
    (term.matchExpressions ?? []).map(({ key }) => key),
  ),
];

/** Those that the change edits, on NodePools that it does not. */
function lostByOwnEdit(change: DaemonChange): readonly Diagnostic[] {
  const { before, after } = change;
  const edited = editedObjects(change);
  const pools = after.nodePools.known.flatMap((pool) => {
    const old = before.nodePools.known.find(({ name }) => name === pool.name);
    if (old === undefined || edited.has(`NodePool ${pool.name}`)) return [];
    return [{ name: pool.name, had: daemonsOn(old, before), unable: unableOn(pool, after) }];
  });

  return after.workloads.daemonSets.flatMap((daemonSet): Diagnostic[] => {
    const { namespace, name, manifest } = daemonSet;
    const key = `${namespace}/${name}`;
    const lacking = pools.flatMap(({ name: pool, unable }) => {
      const refusal = unable.find(({ pod }) => keyOf(pod) === key);
      if (refusal === undefined) return [];
      return [{ pool, taints: refusal.taints }];
    });
    const lost = lacking.filter(({ pool }) => pools.some((other) => other.name === pool && other.had.has(key)));
    const [first] = lost;
    const isByDevices = requiredLabels(daemonSet.spec).some((key) => ofDevices.test(key));
    if (first === undefined || !edited.has(`DaemonSet ${name}`) || isByDevices) return [];

    const names = firstNames(lost.map(({ pool }) => quoted(pool)));

    const cause = () => {
      if (first.taints.length > 0) return taintReason(first.taints);
      return 'these nodes do not have the labels that the pods require';
    };

    const help = () => {
      if (first.taints.length > 0) return 'If they should run there, keep the toleration.';
      return 'If they should run there, let their node selector or affinity match the labels of these nodes.';
    };

    return [
      manifestDiagnostic(manifest, {
        code: 'provisioning/daemonset-lost',
        // Labels that pods require are usually meant for some nodes, and something else may set them.
        severity: first.taints.length > 0 ? 'warning' : 'note',
        at: ['spec', 'template', 'spec', first.taints.length > 0 ? 'tolerations' : 'nodeSelector'],
        message: `The pods of DaemonSet ${quoted(key)} no longer run on nodes of NodePool${textIf(lost.length !== 1, 's')} ${names}: ${cause()}`,
        help: help(),
      }),
    ];
  });
}

/** Those that run on every other NodePool, and not on one that the change adds. `isReported` are those with a finding of their own. */
function absentOnNewPools(
  { before, after, changes }: DaemonChange,
  isReported: (pool: KnownNodePool, pod: Pod) => boolean,
): readonly Diagnostic[] {
  const isNew = ({ name }: KnownNodePool): boolean =>
    changes.some(({ type, resource }) => type === 'added' && resource.kind === 'NodePool' && resource.name === name);
  const [others, newPools] = [
    after.nodePools.known.filter((pool) => !isNew(pool)),
    after.nodePools.known.filter(isNew),
  ];
  if (newPools.length === 0 || others.length === 0) return [];

  const places = [
    ...others.map((pool) => daemonsOn(pool, after)),
    ...before.nodePools.known.map((pool) => daemonsOn(pool, before)),
  ];
  const programs = new Map(
    after.workloads.daemonSets.map(({ namespace, name, manifest }) => [`${namespace}/${name}`, programsOf(manifest)]),
  );
  const isEverywhere = (pod: Pod): boolean => places.every((daemons) => daemons.has(keyOf(pod)));

  return newPools.flatMap((pool) => {
    const unable = unableOn(pool, after);
    const names = new Set(unable.map(({ pod }) => keyOf(pod)));
    // Another DaemonSet may run the same program there, such as one for each NodePool.
    const running = new Set([...programs].flatMap(([key, images]) => (names.has(key) ? [] : images)));
    const hasSubstitute = (pod: Pod): boolean => programs.get(keyOf(pod))?.some((image) => running.has(image)) === true;
    // A toleration is of no use to pods that select other nodes.
    const absent = unable.filter(
      ({ pod, isSelected }) => isSelected && isEverywhere(pod) && !hasSubstitute(pod) && !isReported(pool, pod),
    );

    return [absent.filter(({ pod }) => isOfEachNode(pod)), absent.filter(({ pod }) => !isOfEachNode(pod))].flatMap(
      (sets, index) => absence(pool, sets, index === 0 ? 'warning' : 'note'),
    );
  });
}

function absence(
  { name, manifest }: KnownNodePool,
  sets: readonly { readonly pod: Pod; readonly taints: readonly Taint[] }[],
  severity: 'warning' | 'note',
): Diagnostic[] {
  const [first] = sets;
  if (first === undefined) return [];

  const [kind, their] = sets.length === 1 ? ['DaemonSet', 'its'] : ['DaemonSets', 'their'];
  const daemons = firstNames(sets.map(({ pod }) => quoted(keyOf(pod))));

  return [
    manifestDiagnostic(manifest, {
      code: 'provisioning/daemonset-lost',
      severity,
      at: ['spec', 'template', 'spec', 'taints'],
      message: `The pods of ${kind} ${daemons} do not run on nodes of the new NodePool ${quoted(name)}: ${taintReason(first.taints)}`,
      help: `If they should run there, add a toleration of the taint to ${their} pods.`,
    }),
  ];
}

/**
 * Whether a node needs the pod of a DaemonSet to work: `system-node-critical` is for pods that a node cannot do without
 * (kubernetes.io/docs/tasks/administer-cluster/guaranteed-scheduling-critical-addon-pods), and `kube-system` has those of network, DNS and volumes.
 * Only some nodes have devices.
 */
const isOfEachNode = ({ metadata, spec }: Pod): boolean =>
  (spec.priorityClassName === 'system-node-critical' || metadata.namespace === 'kube-system') &&
  !/device-plugin|gpu|nvidia|neuron|dcgm|efa/.test(metadata.name);

/** The images of a DaemonSet without their tags. */
const programsOf = (manifest: Manifest): readonly string[] =>
  asList(manifest.get(['spec', 'template', 'spec', 'containers'])).flatMap((container) => {
    const image = asText(asMapping(container)?.image);
    if (image === undefined) return [];
    return [withoutTag(image)];
  });

/** `registry:5000/a/b:1.2@sha256:…` → `registry:5000/a/b`. */
function withoutTag(image: string): string {
  const [name = ''] = image.split('@');
  const colon = name.lastIndexOf(':');
  if (colon > name.lastIndexOf('/')) return name.slice(0, colon);
  return name;
}

const daemonsOn = (pool: KnownNodePool, simulation: Simulation): ReadonlySet<string> => {
  const unable = new Set(unableOn(pool, simulation).map(({ pod }) => keyOf(pod)));
  return new Set(simulation.daemonSets.map(keyOf).filter((key) => !unable.has(key)));
};
