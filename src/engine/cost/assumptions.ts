import type { Path } from '../manifest/manifest.ts';
import { plural } from '../plural.ts';
import { firstNames } from '../provisioning/diagnostics/manifest-diagnostic.ts';
import type { KnownNodePool } from '../provisioning/node-pools/node-pools.ts';
import type { ZoneSource } from '../provisioning/node-pools/node-zones.ts';
import { workloadKeyOf } from '../provisioning/pods/owner-references.ts';
import { missingRequests } from '../provisioning/pods/pod-unknowns.ts';
import { maxPods, maxReplicas, replicaCases } from '../provisioning/pods/replicas.ts';
import { podOf } from '../provisioning/pods/workload-pods.ts';
import type { Workload } from '../provisioning/pods/workloads.ts';
import { placedPods } from '../provisioning/results.ts';
import type { Simulation } from '../provisioning/simulation.ts';
import type { Simulator } from '../provisioning/simulator.ts';
import { nameOfSource } from '../source.ts';
import { maxConsolidated } from '../transition/consolidate.ts';
import { budgetAssumptions } from './budget-assumptions.ts';
import type { Placement } from './estimate.ts';
import { hasUnknownRoom, type KnownSides } from './placement.ts';
import { priceAssumptions } from './price-assumptions.ts';

const shown = 5;

const quoted = (name: string): string => `\`${name}\``;

const line = (all: readonly string[], sentence: (list: string) => string): readonly string[] =>
  all.length === 0 ? [] : [sentence(firstNames(all, shown))];

/** What is known of a side, and where its pods are. */
interface Known extends KnownSides {
  readonly placement: Placement;
}

/** What the figures of one side rest on, sentences for people, the one that matters most first; what neither side shows is unknown. */
export function assumptionsOf(simulation: Simulation, simulator: Simulator, known: Known): readonly string[] {
  return [
    ...missing(simulation),
    ...unknowns(simulation, simulator),
    ...(known.hasPools ? [] : [noNodePools]),
    ...(known.hasWorkloads ? [] : [noWorkloads]),
    ...(known.hasPools && known.hasWorkloads ? knownNodes(simulation, simulator) : []),
    ...consolidation(simulation, known.placement),
    ...(known.hasPools ? withoutKarpenter(simulation) : []),
    ...replicas(simulation),
    ...migrated(simulation),
    ...zones(simulation, simulator),
    ...classes(simulation, simulator),
    ...kubeletSettings(simulation, simulator),
    ...fullReservations(simulation, simulator),
    ...staticPools(simulation, simulator),
    ...overlays(simulation, simulator),
    ...notCounted(simulation, simulator),
    ...volumes(simulation),
    ...budgetAssumptions(simulation),
    ...priceAssumptions(known.placement, simulator),
    ...simulation.cases.likely.results.assumptions,
  ];
}

/** What the cloud calls its node classes. */
const classKind = ({ provider }: Simulator): string => provider.nodeClasses[0]!.kind;

const nodeGroups = ({ provider }: Simulator): string => provider.kubernetes?.nodeGroups.title ?? 'node groups';

const allWorkloads = ({ workloads }: Simulation): readonly Workload[] => [
  ...workloads.workloads,
  ...workloads.daemonSets,
];

/** Requests that nobody wrote: Karpenter counts them as zero, and so the figures are too low. */
function missing(simulation: Simulation): readonly string[] {
  const lacking = allWorkloads(simulation).flatMap((workload) => {
    const lacks = workload.problem?.kind === 'placeholder' ? [] : missingRequests(podOf(workload, 0));
    return lacks.length === 0 ? [] : [`${quoted(workload.key)} (${lacks.join(' and ')})`];
  });
  return line(
    lacking,
    (list) =>
      `Requests are missing, and Karpenter counts what is not requested as nothing: ${list}. The nodes may hold less than it seems.`,
  );
}

const at = (path: Path): string => quoted(path.join('.'));

function unknowns(simulation: Simulation, simulator: Simulator): readonly string[] {
  const { nodePools, existing } = simulation;
  const filled = allWorkloads(simulation).flatMap(({ key, problem }) =>
    problem?.kind === 'placeholder' || problem?.kind === 'bad-replicas' ? [`${quoted(key)} (${at(problem.path)})`] : [],
  );
  const pools = nodePools.refused.flatMap(({ name, problem }) =>
    problem.kind === 'placeholder'
      ? [`${quoted(name)} (${at(problem.path)})`]
      : problem.kind === 'unreadable'
        ? [`${quoted(name)} (it names no class)`]
        : [],
  );
  const kubelets = nodePools.refused.flatMap(({ name, problem }) =>
    problem.kind === 'kubelet' ? [`${quoted(name)} (${at(problem.path)})`] : [],
  );
  const others = nodePools.refused.flatMap(({ name, problem }) =>
    problem.kind === 'other-class' ? [`${quoted(name)} (${quoted(problem.classKind)})`] : [],
  );
  const tooMany = allWorkloads(simulation).flatMap(({ key, problem }) =>
    problem?.kind === 'too-many' ? [quoted(key)] : [],
  );
  const bad = allWorkloads(simulation).flatMap(({ key, problem }) =>
    problem?.kind === 'bad-request' ? [quoted(key)] : [],
  );
  const whatMakesItKnown = 'the figures are unknown until `--set` or a rendered manifest gives it a value';
  return [
    ...line(
      filled,
      (list) =>
        `A placeholder or a number that cannot be one decides what these ask for: ${list}; ${whatMakesItKnown}.`,
    ),
    ...line(
      pools,
      (list) =>
        `These NodePools are not simulated, for something that decides what they launch is not known: ${list}; ${whatMakesItKnown}.`,
    ),
    ...line(
      kubelets,
      (list) =>
        `These NodePools are not simulated, for Karpenter works a kubelet setting of their ${classKind(simulator)} out by itself or refuses it: ${list}; what fits on their nodes is not known.`,
    ),
    ...unknownLandings(simulation),
    ...line(bad, (list) => `These request what no pod can request, so the figures are unknown: ${list}.`),
    ...line(
      tooMany,
      (list) => `These ask for more than ${maxReplicas} pods, which is more than is simulated: ${list}.`,
    ),
    ...line(
      existing.unknown.map(({ name, why }) => `${quoted(name)} (${why})`),
      (list) => `These groups of existing nodes are not known well enough, so the figures are unknown: ${list}.`,
    ),
    ...(replicaCases.some((which) => simulation.cases[which].cutAt !== undefined)
      ? [
          `There are more pods than are simulated (${maxPods}, fewer where they spread over many domains), so the figures that count them are unknown.`,
        ]
      : []),
    ...line(others, (list) => `These NodePools use a class of another provider and are left out: ${list}.`),
  ];
}

/** Pods that a NodePool may take which is not simulated. */
function unknownLandings(simulation: Simulation): readonly string[] {
  const left = placedPods(simulation.cases.likely.results).podErrors;
  if (left.length === 0 || !hasUnknownRoom(simulation)) return [];
  const count = left.reduce((sum, error) => sum + error.count, 0);
  return [
    `Whether NodePools that are not simulated take the ${plural(count, 'pod')} that no other one takes is not known.`,
  ];
}

const noNodePools = 'No NodePools known: Karpenter launches no nodes, and what launches them instead is not known.';

const noWorkloads =
  'No workloads known: nodes and cost depend on pods, which rendered manifests among the paths or `--cluster FILE` would show.';

function knownNodes(simulation: Simulation, simulator: Simulator): readonly string[] {
  const { existing } = simulation;
  const lines: string[] = [];
  if (existing.fromLive > 0) lines.push(`The cluster runs ${plural(existing.fromLive, 'node')}; pods go there first.`);
  if (existing.fromSettings > 0)
    lines.push(
      `Pods land first on ${plural(existing.fromSettings, 'existing node')} of the configuration, counted with what the kubelet reserves by default.`,
    );
  lines.push(
    ...line(
      existing.groups.map(quoted),
      (list) =>
        `Pods land first on the nodes of the kOps InstanceGroups ${list}: \`minSize\` of each, with nothing else running there; \`existingNodes\` in the configuration would say more.`,
    ),
  );
  lines.push(
    ...line(
      existing.managedGroups.map(quoted),
      (list) =>
        `Pods land first on the nodes of the ${nodeGroups(simulator)} ${list}: the size that Terraform asks for, with nothing else running there; \`existingNodes\` in the configuration would say more.`,
    ),
  );
  if (existing.nodes.length === 0)
    lines.push(
      'No existing nodes known: every pod is placed on new nodes; `--cluster` or `existingNodes` in the configuration would say more.',
    );
  return lines;
}

/** Why the figures may be more than what consolidation leaves. */
function consolidation({ existing }: Simulation, { certainty, nodes }: Placement): readonly string[] {
  if (certainty !== 'atMost') return [];
  if ((nodes.likely ?? 0) > maxConsolidated)
    return [`Consolidation is simulated for up to ${maxConsolidated} nodes; here it may leave fewer nodes than shown.`];
  return existing.fromLive > 0
    ? ['Karpenter could already consolidate the nodes that run; what that would save is not counted.']
    : ['Consolidation is not simulated here; it may leave fewer nodes than shown.'];
}

/** Pods that Karpenter itself would give up, were they not placed before it looks. */
const withoutKarpenter = ({ cases, nodePools }: Simulation): readonly string[] =>
  cases.likely.results.withoutKarpenter === undefined || nodePools.known.length > 0
    ? []
    : ['No NodePool is ready, so Karpenter does nothing: pods land where kube-scheduler alone finds room for them.'];

/** A StatefulSet waits with each pod until the one before it runs, unless it is told otherwise. */
const isOneByOne = ({ kind, manifest, replicas: { likely } }: Workload): boolean =>
  kind === 'StatefulSet' &&
  likely !== 1 &&
  likely !== 0 &&
  manifest.get(['spec', 'podManagementPolicy']) !== 'Parallel';

function replicas(simulation: Simulation): readonly string[] {
  const { workloads, live } = simulation;
  const cron = workloads.workloads.filter(({ kind, replicas: { likely } }) => kind === 'CronJob' && likely !== 0);
  const scaled = workloads.workloads.filter(({ scaledBy }) => scaledBy !== undefined);
  const inTurn = workloads.workloads.filter(isOneByOne);
  const paused = scaled.filter(({ manifest }) => manifest.get(['spec', 'replicas']) === 0);
  const running = workloads.workloads.filter(({ key }) => live.running.has(key));
  const keys = (list: readonly Workload[]): readonly string[] => list.map(({ key }) => quoted(key));
  return [
    ...line(keys(cron), (list) => `One run at a time is counted of ${list}.`),
    ...line(keys(scaled), (list) => `The range holds the bounds of the autoscalers of ${list}.`),
    ...line(
      keys(inTurn),
      (list) =>
        `All pods are taken to wait at once. These StatefulSets make theirs one after another, so Karpenter may launch other nodes until it consolidates: ${list}; \`podManagementPolicy: Parallel\` makes them together.`,
    ),
    ...line(
      keys(paused),
      (list) => `${list} names 0 replicas, which pauses its autoscaler while it holds; its minimum is counted.`,
    ),
    ...line(
      keys(running),
      (list) => `Pods that run already count where they run, with what they request today: ${list}.`,
    ),
  ];
}

const migrated = ({ objects }: Simulation): readonly string[] =>
  line(
    objects.migrated.map((manifest) => `${quoted(`${manifest.kind}/${manifest.name}`)} (${manifest.apiVersion})`),
    (list) => `Older Karpenter APIs are simulated as what they become in v1: ${list}.`,
  );

const zoneText = (simulator: Simulator): Readonly<Record<ZoneSource, string>> => ({
  nodeClassZones: 'as `nodeClassZones` in the configuration says',
  status: `as the subnets in the status of the ${classKind(simulator)} say`,
  settings: 'as `zones` in the configuration says',
  hints: 'as the repository names them',
  default: 'the first of the region and what NodePools ask for, because nothing says where the subnets are',
});

function zones({ nodePools }: Simulation, simulator: Simulator): readonly string[] {
  const texts = zoneText(simulator);
  const lines = nodePools.known.map(
    ({ zones: where, zoneSource }) => `Zones of the nodes: ${where.join(', ')}, ${texts[zoneSource]}.`,
  );
  return [...new Set(lines)].sort();
}

const poolNames = (pools: readonly KnownNodePool[]): readonly string[] => pools.map(({ name }) => quoted(name)).sort();

const classes = ({ nodePools }: Simulation, simulator: Simulator): readonly string[] =>
  line(
    poolNames(nodePools.known.filter(({ isClassAssumed }) => isClassAssumed)),
    (list) =>
      `The ${classKind(simulator)} of these NodePools is nowhere to be seen; ${simulator.launching.plainNodeClassTitle} is taken: ${list}.`,
  );

const kubeletSettings = ({ nodePools }: Simulation, simulator: Simulator): readonly string[] => {
  const settings = nodePools.known.flatMap(({ nodeClass, uncountedKubelet }) =>
    uncountedKubelet.map(
      (setting) => `${quoted(setting)} (${classKind(simulator)} ${quoted(nodeClass.metadata.name)})`,
    ),
  );
  return line(
    [...new Set(settings)].sort(),
    (list) =>
      `Karpenter does not count with these settings of the kubelet, and neither do the figures, whatever they take of a node: ${list}.`,
  );
};

/** The status of a class names reservations, but not how much of them is left. */
const fullReservations = ({ nodePools }: Simulation, { reservations }: Simulator): readonly string[] => {
  const offered = nodePools.known
    .flatMap(({ instanceTypes }) => instanceTypes.offerings.flat())
    .flatMap(({ reservation }) => reservation?.id ?? []);
  const unknown = [...new Set(offered)].filter((id) => !reservations.has(id)).sort();
  return line(
    unknown.map(quoted),
    (list) =>
      `How many instances of these capacity reservations are free is not known, so they are taken to be full: ${list}; \`capacityReservations\` in the configuration would say it.`,
  );
};

const staticPools = ({ staticPools: pools }: Simulation, { karpenterSettings }: Simulator): readonly string[] => {
  const gate = karpenterSettings.featureGates.staticCapacity;
  return pools.flatMap(({ pool, count, nodes }) => {
    if (gate === false)
      return [
        `NodePool ${quoted(pool.name)} has fixed \`replicas\`, and launches nothing: the feature gate \`staticCapacity\` is off.`,
      ];
    if (count === null) return [`NodePool ${quoted(pool.name)} keeps more nodes than are simulated.`];
    if (nodes.length === 0) return [];
    const types = [...new Set(nodes.map(({ launch }) => quoted(launch.instanceType)))].join(', ');
    const what = `${plural(nodes.length, 'node')} of the cheapest type that its requirements allow, ${types}`;
    const given = gate === undefined ? ', if the feature gate `staticCapacity` is on' : '';
    return [`NodePool ${quoted(pool.name)} has fixed \`replicas\`: ${what}${given}.`];
  });
};

/** Kinds that change what pods request or what nodes offer, in ways that are not simulated. */
const notSimulated = ['CapacityBuffer', 'LimitRange', 'NodeOverlay', 'VerticalPodAutoscaler'];

function notCounted(
  { workloads, unknownPriorityClasses, manifests, overlaid }: Simulation,
  simulator: Simulator,
): readonly string[] {
  const overlays = overlaid && [...overlaid.applied, ...overlaid.invalid, ...overlaid.conflicting];
  const others = manifests
    .filter(({ kind, name }) => notSimulated.includes(kind) && !(kind === 'NodeOverlay' && overlays?.includes(name)))
    .map((manifest) => quoted(`${manifest.kind}/${manifest.name}`));
  const fragments = workloads.uncounted
    .filter(({ why }) => why === 'fragment')
    .map(({ manifest }) => quoted(workloadKeyOf(manifest)));
  const kinds = workloads.uncounted
    .filter(({ why }) => why === 'kind')
    .map(({ manifest }) => quoted(workloadKeyOf(manifest)));
  const elsewhere = workloads.uncounted
    .filter(({ why }) => why === 'managed-group')
    .map(({ manifest }) => quoted(workloadKeyOf(manifest)));
  const repeated = workloads.repeated.map(
    (manifest) => `${quoted(workloadKeyOf(manifest))} (${nameOfSource(manifest.source)})`,
  );
  return [
    ...line(
      [...new Set(fragments)],
      (list) => `These hold no containers, as patches do, and are not counted: ${list}.`,
    ),
    ...line(
      elsewhere,
      (list) =>
        `These ask for nodes of ${nodeGroups(simulator)}, of which nothing shows any, and are not counted: ${list}; \`--cluster\` would show them.`,
    ),
    ...line([...new Set(others)].sort(), (list) => `What these change is not simulated: ${list}.`),
    ...line([...new Set(kinds)], (list) => `The pods of these depend on a queue and are not counted: ${list}.`),
    ...line(repeated, (list) => `These stand in several places and count once, as in the first: ${list}.`),
    ...line(unknownPriorityClasses.map(quoted), (list) => `PriorityClasses that nothing shows: ${list}.`),
  ];
}

function overlays({ overlaid }: Simulation, { provider }: Simulator): readonly string[] {
  if (overlaid === undefined) return [];
  return [
    ...line(
      overlaid.applied.map(quoted),
      (list) =>
        `NodeOverlays decide what Karpenter takes for price and capacity: ${list}; the cost is counted with what ${provider.title} bills.`,
    ),
    ...line(
      overlaid.conflicting.map(quoted),
      (list) => `Karpenter does not use these NodeOverlays, for one of the same weight says something else: ${list}.`,
    ),
    ...line(
      overlaid.invalid.map(quoted),
      (list) => `Karpenter does not use these NodeOverlays, for they are not valid: ${list}.`,
    ),
  ];
}

const volumes = ({ volumes: { assumed, oneSided } }: Simulation): readonly string[] => [
  ...line(assumed.map(quoted), (list) => `Taken to be there and to bind in any zone, for nothing shows them: ${list}.`),
  ...line(
    oneSided.map(quoted),
    (list) =>
      `The volumes of these claims do not name them (\`claimRef\`), so their pods are placed without the volumes' zones and outside of topology: ${list}.`,
  ),
];
