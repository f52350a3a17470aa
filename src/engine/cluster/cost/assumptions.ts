import { isCapacityBuffer } from '../../karpenter/api/capacity-buffer.ts';
import { label } from '../../karpenter/api/labels.ts';
import { existenceCondition } from '../../manifest/existence-condition.ts';
import type { Manifest } from '../../manifest/model/manifest.ts';
import { groupBy } from '../../text/group-by.ts';
import { listIf } from '../../text/list-if.ts';
import { compareNames } from '../../text/name-order.ts';
import { nameOfSource } from '../../text/source.ts';
import { plural } from '../../text/words/plural.ts';
import { firstNames, quoted } from '../../text/words/quoted-names.ts';
import { textIf } from '../../text/words/text-if.ts';
import { isOrderedSet } from '../provisioning/binding/binding-facts.ts';
import { isBound } from '../provisioning/binding/pod-binder.ts';
import { amountText } from '../provisioning/explanations/amount-text.ts';
import { bufferExclusions } from '../provisioning/explanations/explained-failures.ts';
import type { KnownNodePool } from '../provisioning/node-pools/node-pools.ts';
import type { ZoneSource } from '../provisioning/node-pools/node-zones.ts';
import { isStaticOff } from '../provisioning/nodes/static-node-pools.ts';
import { observedDaemonSets } from '../provisioning/pods/observed-daemons.ts';
import { workloadKeyOf } from '../provisioning/pods/owner-references.ts';
import { missingRequests } from '../provisioning/pods/pod-unknowns.ts';
import { podOf } from '../provisioning/pods/workload-pods.ts';
import type { UncountedWorkload, Workload } from '../provisioning/pods/workloads.ts';
import type { Simulation } from '../provisioning/simulation.ts';
import type { Simulator } from '../provisioning/simulator/simulator.ts';
import { maxConsolidated, maxUncounted } from '../transition/consolidate.ts';
import type { Replacing } from '../transition/transition-data.ts';
import { budgetAssumptions } from './budget-assumptions.ts';
import type { Assumption, Placement } from './estimate.ts';
import type { ReasonId } from './knowledge.ts';
import { line } from './named-objects.ts';
import type { KnownSides } from './placement.ts';
import { podAssumptions } from './pod-assumptions.ts';
import { priceAssumptions } from './price-assumptions.ts';
import { isOtherBuffer, licenseOf, notSimulated, sharedRequested, undecidedObjects } from './simulated-knowledge.ts';
import { allWorkloads, classKind, unknownObjects } from './unknown-objects.ts';

/** Assumptions that could change nodes or cost if they do not hold. */
const uncertain = (lines: readonly string[]): readonly Assumption[] =>
  lines.map((text) => ({ text, canMoveFigures: true }));

/** Lines that only explain where a figure comes from. */
const explained = (lines: readonly string[]): readonly Assumption[] =>
  lines.map((text) => ({ text, canMoveFigures: false }));

/** What is known about one side, and where its pods run. */
interface Known extends KnownSides {
  readonly placement: Placement;
  /** If consolidation never ends: how many commands it repeats. */
  readonly circle?: number | undefined;
  /** How the nodes were replaced that drift. */
  readonly replacing?: Replacing | undefined;
  /** Workloads whose pods get what the change adds to them only once they restart. */
  readonly admittedLater?: readonly string[] | undefined;
}

/** What the figures of one side rest on, as sentences, the most important first. Inputs that neither side has are unknown. */
export function assumptionsOf(simulation: Simulation, simulator: Simulator, knowledge: Known): readonly Assumption[] {
  const { hasPools, hasWorkloads, placement, circle, replacing = 'waves', admittedLater = [] } = knowledge;
  return [
    ...uncertain(missing(simulation)),
    ...uncertain(unknownObjects(simulation, simulator)),
    ...uncertain(undecided(simulation, placement)),
    ...uncertain(hasPools ? [] : [noNodePools]),
    ...uncertain(hasWorkloads ? [] : [noWorkloads(knowledge.leftOut)]),
    ...(hasPools && hasWorkloads ? knownNodes(simulation, simulator) : []),
    ...uncertain(ofReplacing[replacing]),
    ...uncertain(restarted(admittedLater)),
    ...uncertain(consolidation(simulation, placement, circle)),
    ...uncertain(hasPools ? withoutKarpenter(simulation) : []),
    ...replicas(simulation),
    ...explained(migrated(simulation)),
    ...zones(simulation, simulator, placement),
    ...uncertain(classes(simulation, simulator)),
    ...uncertain(kubeletSettings(simulation, simulator)),
    ...uncertain(fullReservations(simulation, simulator)),
    ...uncertain(staticPools(simulation, simulator)),
    ...uncertain(sharedDevicesText(simulation)),
    ...uncertain(shadowedOverlays(simulation)),
    ...uncertain(buffersWithoutRoom(simulation, placement)),
    ...explained(overlays(simulation, simulator)),
    ...podAssumptions(simulation, placement),
    ...uncertain(billedMore(simulation, placement)),
    ...notCounted(simulation, simulator),
    ...explained(daemons(simulation)),
    ...uncertain(volumes(simulation)),
    ...explained(budgetAssumptions(simulation)),
    ...priceAssumptions(placement, simulator),
    ...uncertain(simulation.cases.likely.results.assumptions),
  ];
}

const nodeGroups = ({ provider }: Simulator): string => provider.kubernetes?.nodeGroups.title ?? 'node groups';

/** Workloads without requests: Karpenter counts them as zero, so the figures are too low. */
function missing(simulation: Simulation): readonly string[] {
  const lacking = allWorkloads(simulation).flatMap((workload) => {
    const lacks = workload.problem?.kind === 'placeholder' ? [] : missingRequests(podOf(workload, 0));
    if (lacks.length === 0) return [];
    return [`${quoted(workload.key)} (${lacks.join(' and ')})`];
  });

  return line(
    lacking,
    (list) =>
      `Requests are missing: ${list}. Karpenter counts them as zero, so the nodes may hold fewer pods than shown.`,
  );
}

const noNodePools =
  'No NodePools found. Karpenter launches no nodes without one, and what launches them instead is unknown.';

const noWorkloads = (leftOut: string | undefined): string => {
  const lead = () => {
    if (leftOut === undefined) return 'No workloads found';
    return `No workload of these files counts: ${leftOut}`;
  };

  return `${lead()}. Nodes and cost depend on pods: add rendered manifests to the paths, or pass \`--cluster FILE\`.`;
};

function knownNodes({ existing }: Simulation, simulator: Simulator): readonly Assumption[] {
  const { fromLive, fromSettings, groups, managedGroups, nodes } = existing;
  const first = 'Pods are placed first on';

  const overrideText = () => {
    if (existing.system.pods.size > 0 || existing.system.isLeftOut)
      return 'List the nodes under `existingNodes` in the configuration to change that';
    return 'Assuming nothing else runs there; list the nodes under `existingNodes` in the configuration to change that';
  };

  const override = overrideText();

  return [
    ...explained(fromLive === 0 ? [] : [`The cluster runs ${plural(fromLive, 'node')}. Pods are placed there first.`]),
    ...uncertain([
      ...listIf(
        fromSettings !== 0,
        `${first} ${plural(fromSettings, 'existing node')} from the configuration, assuming the kubelet's default reservations.`,
      ),
      ...line(
        groups.map(quoted),
        (list) => `${first} the nodes of the kOps InstanceGroups ${list}, \`minSize\` nodes each. ${override}.`,
      ),
      ...line(
        managedGroups.map(quoted),
        (list) =>
          `${first} the nodes of the ${nodeGroups(simulator)} ${list}, as many as requested there. ${override}.`,
      ),
      ...systemPods(existing),
      ...otherGroups(existing.otherGroups),
      ...listIf(nodes.length === 0, noExistingNodes),
    ]),
  ];
}

/** What takes room on nodes although no manifest contains it. */
function systemPods({ system }: Simulation['existing']): readonly string[] {
  const { pods, requests, isConfigured, isLeftOut } = system;

  if (isLeftOut)
    return [
      'Assuming no system pods on these nodes, because some pods would fit nowhere next to the documented requests. Set `systemPods` in the configuration to those of your cluster.',
    ];

  const named = [...pods].sort(([a], [b]) => compareNames(a, b));
  const onEach = named.filter(([, count]) => count === null).map(([name]) => quoted(name));
  const placed = named.flatMap(([name, count]) => {
    if (count === null) return [];
    return [count === 1 ? quoted(name) : `${count} ${quoted(name)}`];
  });

  const amounts = ['cpu', 'memory'].flatMap((resource) => {
    const amount = requests.get(resource);
    if (amount) return [amountText(resource, amount)];
    return [];
  });

  const total = textIf(amounts.length > 0, ` (together ${amounts.join(' and ')})`);

  const what = [
    ...listIf(placed.length > 0, `${placed.join(', ')}${total}`),
    ...listIf(onEach.length > 0, `${onEach.join(', ')} on each node, including new ones`),
  ].join('; ');

  if (what === '') return [];

  if (isConfigured) return [`System pods from the configuration are counted: ${what}.`];

  return [
    `System pods are counted with their documented requests: ${what}. Set \`systemPods\` in the configuration to change that.`,
  ];
}

/** Node groups that belong to other clusters than the one whose figures are computed. */
function otherGroups({ others, isAmbiguous }: Simulation['existing']['otherGroups']): readonly string[] {
  return line(
    others.map((name) => quoted(name === '' ? '.' : name)),
    (list) => {
      if (isAmbiguous)
        return `Node groups of several clusters were found, and nothing says which one runs these pods. None of them is counted: ${list}. Set \`environments\` or \`existingNodes\` in the configuration.`;

      return `Node groups of other environments are not counted: ${list}.`;
    },
  );
}

const noExistingNodes =
  'No existing nodes given, so all pods go to new nodes. Pass `--cluster FILE` or set `existingNodes` in the configuration to include yours.';

const ofReplacing: Readonly<Record<Replacing, readonly string[]>> = {
  waves: [],
  'one by one': [
    'Too many nodes drift to follow each wave. Assuming that Karpenter replaces them one after the other; waves can need more nodes until it consolidates.',
  ],
  alike: [
    'Too many nodes drift to simulate their replacement. Assuming that each is replaced by a node of the same size and price.',
  ],
};

/** A policy, a webhook or a default of the API server changes pods while they are created, and no running pod. */
const restarted = (workloads: readonly string[]): readonly string[] =>
  line(
    workloads.map(quoted),
    (list) =>
      `The change adds something to new pods of these workloads, which restarts no running pod. The figures are those once all of them have restarted: ${list}.`,
  );

/** Why consolidation may leave less than the figures show. */
function consolidation(
  { existing }: Simulation,
  { because, nodes }: Placement,
  circle: number | undefined,
): readonly string[] {
  if (circle !== undefined) {
    const commands = circle === 1 ? 'one command' : `the same ${circle} commands`;
    return [
      `The cluster never settles: consolidation repeats ${commands} again and again, so nodes are replaced without end. The figures show one moment. Set \`consolidationPolicy: WhenEmpty\`, or remove what makes pods worth nothing, such as a negative \`controller.kubernetes.io/pod-deletion-cost\`.`,
    ];
  }

  if (!because.some(({ id, makes }) => id === 'consolidation' && makes === 'atMost')) return [];

  if ((nodes.likely ?? 0) > maxUncounted)
    return [
      `Consolidation is simulated for up to ${maxConsolidated} nodes, if enough of them are equal. Here it may leave fewer nodes than shown.`,
    ];

  if (existing.fromLive > 0) return ['Karpenter could already consolidate running nodes. That saving is not counted.'];

  return ['Consolidation is not simulated here and may leave fewer nodes than shown.'];
}

/** Without a ready NodePool, only kube-scheduler places pods. */
const withoutKarpenter = ({ cases, nodePools }: Simulation): readonly string[] => {
  if (cases.likely.results.withoutKarpenter === undefined || nodePools.known.length > 0) return [];

  return ['No NodePool is ready, so Karpenter does nothing. Pods run only where kube-scheduler finds room for them.'];
};

/** A single pod has no previous one. */
const isOneByOne = (workload: Workload): boolean =>
  isOrderedSet(workload) && workload.replicas.likely !== 1 && workload.replicas.likely !== 0;

function replicas(simulation: Simulation): readonly Assumption[] {
  const { workloads, live, cases } = simulation;
  const { input, rounds } = cases.likely;
  const isInTurn = isBound(input) && rounds.most !== 1;
  const cron = workloads.workloads.filter(({ kind, replicas: { likely } }) => kind === 'CronJob' && likely !== 0);
  const jobs = workloads.workloads.filter(({ kind, replicas: { likely } }) => kind === 'Job' && likely !== 0);
  const scaled = workloads.workloads.filter(({ scaledBy }) => scaledBy !== undefined);
  const inTurn = workloads.workloads.filter(isOneByOne);
  const paused = scaled.filter(
    ({ key, manifest }) => manifest.get(['spec', 'replicas']) === 0 && !live.running.has(key),
  );
  const running = workloads.workloads.filter(({ key }) => live.running.has(key));
  const keys = (list: readonly Workload[]): readonly string[] => list.map(({ key }) => quoted(key));

  return [
    ...uncertain(
      line(
        keys(cron),
        (list) => `Assuming that one Job of ${list} always runs. If Jobs end earlier, the cost is lower.`,
      ),
    ),
    ...uncertain(
      line(keys(jobs), (list) => `Assuming that the pods of ${list} never end. Once they do, the cost is lower.`),
    ),
    ...explained(
      line(keys(scaled), (list) => `The range covers the minimum and maximum of the autoscalers of ${list}.`),
    ),
    ...explained(
      line(
        isInTurn ? keys(inTurn) : [],
        (list) =>
          `These StatefulSets create their pods one after another, so Karpenter launches a node for one pod at a time: ${list}. With \`podManagementPolicy: Parallel\` they create them together, which can need fewer nodes.`,
      ),
    ),
    ...uncertain(
      line(
        isInTurn ? [] : keys(inTurn),
        (list) =>
          `Assuming that all pods wait at the same time. These StatefulSets create their pods one after another, so Karpenter may launch other nodes until it consolidates: ${list}. With \`podManagementPolicy: Parallel\` they create them together.`,
      ),
    ),
    ...uncertain(
      line(
        keys(paused),
        (list) => `\`replicas: 0\` pauses the autoscaler of ${list}. The autoscaler's minimum is counted instead.`,
      ),
    ),
    ...explained(
      line(
        keys(running),
        (list) => `Pods that already run are counted on their current nodes, with their current requests: ${list}.`,
      ),
    ),
  ];
}

const migrated = ({ objects }: Simulation): readonly string[] =>
  line(
    objects.migrated.map((manifest) => `${quoted(`${manifest.kind}/${manifest.name}`)} (${manifest.apiVersion})`),
    (list) => `Objects of older Karpenter APIs are converted to v1 and then simulated: ${list}.`,
  );

const zoneText = (simulator: Simulator): Readonly<Record<ZoneSource, string>> => ({
  nodeClassZones: 'from `nodeClassZones` in the configuration',
  status: `from the subnets in the status of the ${classKind(simulator)}`,
  settings: 'from `zones` in the configuration',
  hints: 'named in the repository',
  default: 'assumed from the region and the NodePools; set `zones` in the configuration to the zones of your subnets',
});

function zones(simulation: Simulation, simulator: Simulator, placement: Placement): readonly Assumption[] {
  const texts = zoneText(simulator);
  const lines = simulation.nodePools.known.map(({ zones: where, zoneSource }): readonly [string, boolean] => [
    `Zones for nodes: ${where.join(', ')} (${texts[zoneSource]}).`,
    zoneSource === 'default',
  ]);

  const dependsOn = dependsOnZones(simulation, simulator, placement);
  const { areOfferingsAssumed, region } = simulator.catalog;

  return [
    ...[...new Map(lines)]
      .sort(([a], [b]) => compareNames(a, b))
      .map(([text, isGuessed]) => ({ text, canMoveFigures: isGuessed && dependsOn })),
    ...uncertain(
      listIf(
        areOfferingsAssumed && lines.length > 0,
        `It is unknown which zones of \`${region}\` offer which instance types, so every zone is assumed to offer all types of the region.`,
      ),
    ),
  ];
}

/** Whether other zones could change the figures: spot prices, offerings and topology rules differ by zone. */
function dependsOnZones({ cases }: Simulation, { catalog }: Simulator, placement: Placement): boolean {
  const nodes = placement.nodePools.flatMap(({ nodeClaims }) => nodeClaims);
  return (
    placement.unschedulable.length > 0 ||
    nodes.some(
      ({ capacityType, instanceType }) =>
        capacityType !== 'on-demand' || catalog.zonesOf(instanceType).length < catalog.zones.length,
    ) ||
    cases.likely.wanted.some(({ pod }) => JSON.stringify(pod.spec).includes(label.zone))
  );
}

const poolNames = (pools: readonly KnownNodePool[]): readonly string[] => pools.map(({ name }) => quoted(name)).sort();

const classes = ({ nodePools }: Simulation, simulator: Simulator): readonly string[] =>
  line(
    poolNames(nodePools.known.filter(({ isClassAssumed }) => isClassAssumed)),
    (list) =>
      `The ${classKind(simulator)} of these NodePools was not found: ${list}. Assuming ${simulator.launching.plainNodeClassTitle}.`,
  );

const kubeletSettings = ({ nodePools }: Simulation, simulator: Simulator): readonly string[] => {
  const settings = nodePools.known.flatMap(({ nodeClass, uncountedKubelet }) =>
    uncountedKubelet.map(
      (setting) => `${quoted(setting)} (${classKind(simulator)} ${quoted(nodeClass.metadata.name)})`,
    ),
  );

  return line(
    [...new Set(settings)].sort(),
    (list) => `Karpenter ignores these kubelet settings when it sizes nodes, and so does this estimate: ${list}.`,
  );
};

/** The status of a node class names its reservations, but not how many of their instances are free. */
const fullReservations = ({ nodePools }: Simulation, { reservations }: Simulator): readonly string[] => {
  const unknown = new Set<string>();
  // NodePools with the same requirements share their instance types, and each has thousands of offerings.
  for (const { offerings } of new Set(nodePools.known.map(({ instanceTypes }) => instanceTypes)))
    for (const { reservation } of offerings.flat())
      if (reservation && !reservations.has(reservation.id)) unknown.add(reservation.id);

  return line(
    [...unknown].sort().map(quoted),
    (list) =>
      `It is unknown how many instances of these capacity reservations are free, so they are assumed to be full: ${list}. Set \`capacityReservations\` in the configuration.`,
  );
};

const staticPools = ({ staticPools: pools }: Simulation, simulator: Simulator): readonly string[] => {
  const gate = simulator.karpenterSettings.featureGates.staticCapacity;
  return pools.flatMap(({ pool, count, nodes }) => {
    if (isStaticOff(pool, simulator))
      return [
        `NodePool ${quoted(pool.name)} has fixed \`replicas\` but launches nothing, because the feature gate \`staticCapacity\` is off.`,
      ];

    if (count === null) return [`NodePool ${quoted(pool.name)} keeps more nodes than plumbline simulates.`];
    if (nodes.length === 0) return [];

    const types = [...new Set(nodes.map(({ launch }) => quoted(launch.instanceType)))].join(', ');
    const what = `${plural(nodes.length, 'node')} of the cheapest type that its requirements allow, ${types}`;
    const condition = textIf(gate === undefined, ', if the feature gate `staticCapacity` is on');

    return [`NodePool ${quoted(pool.name)} has fixed \`replicas\`: ${what}${condition}.`];
  });
};

/** What is billed in addition to the price that Karpenter compares. */
function billedMore({ nodePools }: Simulation, { because }: Placement): readonly string[] {
  const poolsOf = (which: ReasonId): readonly KnownNodePool[] => {
    const names = new Set(
      because.flatMap(({ id, nodePools: pools = [] }) => {
        if (id === which) return pools;
        return [];
      }),
    );
    return nodePools.known.filter(({ name }) => names.has(name));
  };

  const byLicense = groupBy(poolsOf('licenses'), (pool) => JSON.stringify(licenseOf(pool)));

  const licenses = [...byLicense.values()].map((pools) => {
    const { title, basis, isPriced } = licenseOf(pools[0]!)!;
    const names = poolNames(pools).join(', ');
    if (isPriced)
      return `The license of ${title} is estimated and added to prices of Linux: ${basis}. Karpenter compares prices without it. NodePool ${names}.`;

    return `The price of the ${title} license is unknown and not counted, so cost is a lower bound: NodePool ${names}.`;
  });

  return [
    ...licenses,
    ...line(
      poolNames(poolsOf('tenancy')),
      (list) =>
        `Dedicated instances cost more than shown: AWS adds a price per instance type and $2.00 per hour for each region. NodePool ${list}.`,
    ),
  ];
}

/** Objects that count although nothing decides whether they exist. */
function undecided(simulation: Simulation, { nodePools }: Placement): readonly string[] {
  const used = new Set(
    nodePools.flatMap(({ name, nodeClaims }) => {
      if (nodeClaims.length > 0) return [name];
      return [];
    }),
  );
  return line(
    undecidedObjects(simulation, used).map(
      (manifest) => `${quoted(`${manifest.kind}/${manifest.name}`)} (${quoted(existenceCondition(manifest)!)})`,
    ),
    (list) => `These objects count as if they existed, although nothing that was read decides it: ${list}.`,
  );
}

function notCounted(simulation: Simulation, simulator: Simulator): readonly Assumption[] {
  return [
    ...uncertain(uncountedBuffers(simulation, simulator)),
    ...explained(uncountedWorkloads(simulation, simulator)),
    ...uncertain(unsimulatedObjects(simulation, simulator)),
    ...explained(repeatedWorkloads(simulation)),
    ...uncertain(classesNotFound(simulation)),
  ];
}

const namesOf = (manifests: readonly Manifest[]): readonly string[] =>
  manifests.map((manifest) => quoted(workloadKeyOf(manifest)));

/** The workloads that are not counted for a reason. */
const uncountedFor = ({ workloads }: Simulation, reason: UncountedWorkload['why']): readonly string[] =>
  namesOf(workloads.uncounted.filter(({ why }) => why === reason).map(({ manifest }) => manifest));

/** CapacityBuffers that keep no nodes, because their gate is off as far as is known, or because what they name is not there. */
function uncountedBuffers({ manifests, buffers }: Simulation, simulator: Simulator): readonly string[] {
  const { karpenter, karpenterSettings } = simulator;
  const isGateUnknown = karpenter.capacityBuffers && karpenterSettings.featureGates.capacityBuffer === undefined;
  const counted = manifests.filter((manifest) => isCapacityBuffer(manifest) && !isOtherBuffer(manifest));
  const lost = buffers.filter(({ target, pod }) => target !== undefined && pod === undefined);

  return [
    ...line(
      isGateUnknown ? namesOf(counted) : [],
      (list) =>
        `Assuming that Karpenter’s feature gate \`CapacityBuffer\` is off, as by default, so these CapacityBuffers keep no nodes: ${list}. If it is on, set \`karpenter.settings.featureGates.capacityBuffer: true\` in the configuration.`,
    ),
    ...line(
      lost.map(({ key, target }) => `${quoted(key)} (${quoted(target!)})`),
      (list) => `These CapacityBuffers keep no nodes here, because the object that they name was not found: ${list}.`,
    ),
  ];
}

/** Workloads whose pods would change no figure, or run on nodes that nobody knows. */
const uncountedWorkloads = (simulation: Simulation, simulator: Simulator): readonly string[] => [
  ...line(
    [...new Set(uncountedFor(simulation, 'fragment'))],
    (list) => `These objects have no containers, which is usual for patches, and are not counted: ${list}.`,
  ),
  ...line(
    uncountedFor(simulation, 'short-job'),
    (list) => `These Jobs run once and request nothing, so their pods fit on any node and are not counted: ${list}.`,
  ),
  ...line(
    uncountedFor(simulation, 'managed-group'),
    (list) =>
      `These workloads need nodes that Karpenter does not launch, such as those of ${nodeGroups(simulator)}, and none of these are known, so the pods are not counted: ${list}. Pass \`--cluster FILE\` to include those nodes.`,
  ),
];

function unsimulatedObjects(simulation: Simulation, simulator: Simulator): readonly string[] {
  const others = notSimulated(simulation, simulator).map(({ kind, name }) => quoted(`${kind}/${name}`));

  return [
    ...line([...new Set(others)].sort(), (list) => `The effects of these objects are not simulated: ${list}.`),
    ...line(
      [...new Set(uncountedFor(simulation, 'kind'))],
      (list) => `The number of pods of these objects depends on a queue, so they are not counted: ${list}.`,
    ),
  ];
}

const repeatedWorkloads = ({ workloads }: Simulation): readonly string[] =>
  line(
    workloads.repeated.map((manifest) => `${quoted(workloadKeyOf(manifest))} (${nameOfSource(manifest.source)})`),
    (list) => `These workloads are defined more than once, and only the first definition counts: ${list}.`,
  );

const classesNotFound = ({ unknownClasses: { priority, runtime } }: Simulation): readonly string[] => [
  ...line(priority.map(quoted), (list) => `These PriorityClasses were not found: ${list}.`),
  ...line(
    runtime.map(quoted),
    (list) => `These RuntimeClasses were not found, so pods have no overhead from them here: ${list}.`,
  ),
];

/** Devices of which nodes advertise more than Karpenter knows. */
const sharedDevicesText = (simulation: Simulation): readonly string[] =>
  sharedRequested(simulation).map(
    ([resource, slices]) =>
      `A device plugin shares each ${quoted(resource)} ${slices} times. Karpenter counts whole devices when it launches nodes, as these figures do. Once nodes have joined, more pods fit on them, and consolidation may leave fewer. A NodeOverlay with the \`capacity\` makes Karpenter count the shares.`,
  );

/** Why CapacityBuffers have less room than they ask for. */
function buffersWithoutRoom({ cases }: Simulation, { capacityBuffers }: Placement): readonly string[] {
  const lacking = (capacityBuffers?.buffers ?? []).filter(({ pods, withRoom }) => pods !== null && withRoom < pods);
  return lacking.flatMap(({ buffer }) => {
    const reasons = bufferExclusions(cases.likely.rounds, buffer);
    if (reasons.length === 0) return [];
    return [`No NodePool launches nodes for ${quoted(buffer)}. ${reasons.join('. ')}.`];
  });
}

/** Overlays that count for less than they select. Source: karpenter.sh/docs/concepts/nodeoverlays, "Weight". */
function shadowedOverlays({ overlaid }: Simulation): readonly string[] {
  const pairs = groupBy(overlaid?.shadowed ?? [], ({ overlay, by, field, isWhole }) =>
    JSON.stringify([overlay, by, field, isWhole]),
  );
  return [...pairs.values()].map((pair) => {
    const { overlay, by, field, isWhole, isByLighter } = pair[0]!;
    const pools = firstNames(pair.map(({ nodePool }) => quoted(nodePool)));
    const where = textIf(!isWhole, ', for the instance types that both select');
    if (isByLighter)
      return `Before Karpenter 1.9, the lightest NodeOverlay sets a capacity that several set, here ${quoted(by)} instead of ${quoted(overlay)} for NodePool ${pools}${where}. From 1.9 on, the heaviest one does.`;

    return `NodeOverlays do not add up. The heavier ${quoted(by)} sets the ${field} of NodePool ${pools} instead of ${quoted(overlay)}${where}.`;
  });
}

function overlays({ overlaid }: Simulation, { provider }: Simulator): readonly string[] {
  if (overlaid === undefined) return [];
  return [
    ...line(
      overlaid.applied.map(quoted),
      (list) =>
        `NodeOverlays change the prices and capacities that Karpenter works with: ${list}. The cost shown is what ${provider.title} bills.`,
    ),
    ...line(
      overlaid.conflicting.map(quoted),
      (list) =>
        `Karpenter ignores these NodeOverlays because they conflict with another one of the same weight: ${list}.`,
    ),
    ...line(
      overlaid.invalid.map(quoted),
      (list) => `Karpenter ignores these NodeOverlays because they are not valid: ${list}.`,
    ),
  ];
}

const daemons = (simulation: Simulation): readonly string[] =>
  line(
    observedDaemonSets(simulation).map(quoted),
    (list) =>
      `New nodes run the DaemonSets that the running nodes of their NodePool have: ${list}. The input contains only pods of them.`,
  );

const volumes = ({ volumes: { assumed, zonal, oneSided } }: Simulation): readonly string[] => [
  ...line(
    zonal.map(quoted),
    (list) =>
      `Not found, so assumed to be EBS volumes in the zones where their pods run: ${list}. To make this exact, add \`pvc,pv,storageclasses\` to the resources that \`kubectl get\` lists.`,
  ),
  ...line(assumed.map(quoted), (list) => `Not found, so assumed to exist and to bind in any zone: ${list}.`),
  ...line(
    oneSided.map(quoted),
    (list) =>
      `The PersistentVolumes of these claims have no \`claimRef\`: ${list}. Their pods are placed regardless of the volumes' zones and are not counted for topology.`,
  ),
];
