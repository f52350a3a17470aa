import { capacityBufferVersion, isCapacityBuffer } from '../../karpenter/api/capacity-buffer.ts';
import { label } from '../../karpenter/api/labels.ts';
import type { NodePool } from '../../karpenter/api/node-pool.ts';
import type { License } from '../../karpenter/cloud-provider/other-cost.ts';
import { podRequests } from '../../karpenter/scheduling/pod-requests.ts';
import { Requirements } from '../../karpenter/scheduling/requirements.ts';
import { existenceCondition } from '../../manifest/existence-condition.ts';
import { asMapping, type Manifest } from '../../manifest/model/manifest.ts';
import { holdsPlaceholder } from '../../manifest/yaml/placeholder.ts';
import { placedPods } from '../provisioning/input/results.ts';
import type { KnownNodePool } from '../provisioning/node-pools/node-pools.ts';
import { sharedDevices } from '../provisioning/nodes/shared-devices.ts';
import { isActiveAutoscaler } from '../provisioning/pods/admission/vertical-autoscaler.ts';
import { podOf } from '../provisioning/pods/workload-pods.ts';
import type { Workload } from '../provisioning/pods/workloads.ts';
import type { Simulation } from '../provisioning/simulation.ts';
import type { Simulator } from '../provisioning/simulator/simulator.ts';
import type { FigureReason, Knowledge } from './knowledge.ts';

/** What a simulation leaves open although it knows every value that it needs. `usedPools` are the names of NodePools with nodes. */
export function simulatedKnowledge(
  simulation: Simulation,
  simulator: Simulator,
  usedPools: ReadonlySet<string>,
): Knowledge {
  const { nodePools, workloads, unknownClasses, cases } = simulation;
  const all = runningWorkloads(simulation);
  const used = nodePools.known.filter(({ name }) => usedPools.has(name));
  const isOtherClass = nodePools.refused.some(({ problem }) => problem.kind === 'other-class');
  const isBuiltIn = nodePools.refused.some(({ problem }) => problem.kind === 'built-in');
  const isLeft = placedPods(cases.likely.results).podErrors.length > 0;

  const namesOf = (has: (pool: KnownNodePool) => boolean): readonly string[] =>
    used.filter(has).map(({ name }) => name);

  const assumed = namesOf(({ isClassAssumed }) => isClassAssumed);
  const licensed = namesOf((pool) => licenseOf(pool)?.isPriced === true);
  const unlicensed = namesOf((pool) => licenseOf(pool)?.isPriced === false);
  const dedicated = namesOf(isDedicated);
  const open = namesOf(({ manifest }) => holdsPlaceholder(manifest.get(['spec', 'disruption']) ?? null));

  const reasons: readonly (readonly [boolean, FigureReason])[] = [
    [open.length > 0, { id: 'unknown-values', makes: 'range', nodePools: open }],
    // The nodes of these groups take pods before Karpenter launches any.
    [simulation.existing.otherGroups.isAmbiguous, { id: 'unknown-values', makes: 'atMost' }],
    [assumed.length > 0, { id: 'assumed-node-class', makes: 'range' }],
    [isOtherClass, { id: 'other-node-pools', makes: 'atLeast' }],
    [isBuiltIn, { id: 'other-node-pools', makes: isLeft ? 'atLeast' : 'range' }],
    [workloads.uncounted.some(({ why }) => why === 'kind'), { id: 'uncounted-pods', makes: 'atLeast' }],
    [all.some(({ rest }) => rest !== undefined), { id: 'uncounted-pods', makes: 'atLeast' }],
    [all.some(({ isAssumed }) => isAssumed), { id: 'assumed-pods', makes: 'atLeast' }],
    [all.some(isFromBelow), { id: 'autoscaled-requests', makes: 'atLeast' }],
    [all.some(isOpen), { id: 'autoscaled-requests', makes: 'range' }],
    [isHeldElsewhere(simulation), { id: 'other-schedulers', makes: 'atLeast' }],
    [notSimulated(simulation, simulator).length > 0, { id: 'not-simulated', makes: 'range' }],
    [sharedRequested(simulation).length > 0, { id: 'not-simulated', makes: 'atMost' }],
    [injectedUncounted(simulation).length > 0, { id: 'injected-containers', makes: 'atLeast' }],
    [all.some(({ assumedContainers }) => assumedContainers.length > 0), { id: 'injected-containers', makes: 'range' }],
    [all.some(({ refused }) => refused?.isShared), { id: 'quotas', makes: 'range' }],
    [undecidedObjects(simulation, usedPools).length > 0, { id: 'undecided-objects', makes: 'range' }],
    [unknownClasses.runtime.length > 0, { id: 'not-simulated', makes: 'atLeast' }],
    [licensed.length > 0, { id: 'licenses', makes: 'range', isOfCost: true, nodePools: licensed }],
    [unlicensed.length > 0, { id: 'licenses', makes: 'atLeast', isOfCost: true, nodePools: unlicensed }],
    [dedicated.length > 0, { id: 'tenancy', makes: 'atLeast', isOfCost: true, nodePools: dedicated }],
  ];

  return reasons.filter(([holds]) => holds).map(([, reason]) => reason);
}

/** Workloads with pods, and DaemonSets. */
const runningWorkloads = ({ workloads }: Simulation): readonly Workload[] => [
  ...workloads.workloads.filter(({ replicas }) => replicas.likely !== 0),
  ...workloads.daemonSets,
];

const isFromBelow = ({ autoscaled }: Workload): boolean => autoscaled?.certainty === 'atLeast';
const isOpen = ({ autoscaled }: Workload): boolean => autoscaled?.certainty === 'open';

/** Whether others than Karpenter and kube-scheduler decide when pods run, or whether they do. */
const isHeldElsewhere = ({ workloads }: Simulation): boolean =>
  workloads.uncounted.some(
    ({ why, workload }) => (why === 'scheduler' || why === 'gates') && workload?.replicas.likely !== 0,
  ) || workloads.workloads.some(({ held }) => held?.because === 'unknown');

/** Objects that nothing decides about, although nodes and pods depend on them. What the cluster has exists. */
export function undecidedObjects(simulation: Simulation, usedPools: ReadonlySet<string>): readonly Manifest[] {
  const { nodePools, workloads } = simulation;
  const counted = [
    ...nodePools.known.filter(({ name }) => usedPools.has(name)),
    ...[...workloads.workloads, ...workloads.daemonSets].filter(({ replicas }) => replicas.likely !== 0),
  ].map(({ manifest }) => manifest);
  return counted.filter((manifest) => existenceCondition(manifest) !== undefined && !simulation.isFromLive(manifest));
}

/** Devices that pods request, that a device plugin shares, and that no NodeOverlay counts: once nodes have joined, they have more of them. */
export function sharedRequested({
  manifests,
  workloads,
  overlaid,
}: Simulation): readonly (readonly [string, number])[] {
  const shared = [...sharedDevices(manifests)].filter(([, slices]) => slices > 1);
  if (shared.length === 0 || (overlaid?.applied.length ?? 0) > 0) return [];

  const pods = workloads.workloads
    .filter(({ replicas }) => replicas.likely !== 0)
    .map((workload) => podOf(workload, 0));
  return shared.filter(([resource]) => pods.some(({ spec }) => (podRequests(spec).get(resource) ?? 0) > 0));
}

/** Workloads to whose pods webhooks add containers that nothing says the requests of. */
export const injectedUncounted = ({ workloads }: Simulation): readonly Workload[] =>
  workloads.workloads.filter(
    ({ uncountedContainers, replicas }) => uncountedContainers.length > 0 && replicas.likely !== 0,
  );

/** The license that is billed with the nodes of a NodePool. Where the provider cannot tell, Windows has one of an unknown price. */
export function licenseOf({ provider: { billing }, nodeClass, nodePool }: KnownNodePool): License | undefined {
  if (billing?.licenseOf !== undefined) return billing.licenseOf(nodeClass);
  if (runsWindows(nodePool)) return windows;
  return undefined;
}

const windows: License = { title: 'Windows Server', basis: '', isPriced: false };

const runsWindows = ({ spec }: NodePool): boolean =>
  (spec.template.spec.requirements ?? []).some(
    ({ key, operator, values = [] }) => key === label.os && operator === 'In' && values.includes('windows'),
  );

/** Whether a NodePool launches only dedicated instances. Source: provider-aws, which requests shared tenancy if it is allowed. */
export const isDedicated = ({ nodePool }: KnownNodePool): boolean => {
  const { requirements = [] } = nodePool.spec.template.spec;
  return !new Requirements(Requirements.from(requirements)).get(label.instanceTenancy).has('default');
};

/** Whether a VerticalPodAutoscaler sets the requests of pods that no workload has. */
const isOfOthers = (manifest: Manifest, { workloads }: Simulation): boolean =>
  isActiveAutoscaler(manifest) &&
  ![...workloads.workloads, ...workloads.daemonSets].some(({ autoscaled }) => autoscaled?.by === manifest);

/** A policy may select pods by the labels of their ServiceAccounts, which manifests often lack. */
const selectsAccounts = (manifest: Manifest): boolean =>
  manifest.kind === 'SecurityGroupPolicy' &&
  Object.keys(asMapping(manifest.get(['spec', 'serviceAccountSelector'])) ?? {}).length > 0;

/** Whether an object is a CapacityBuffer of a version that Karpenter does not read. It may read the same object as another version. */
export const isOtherBuffer = (manifest: Manifest): boolean =>
  isCapacityBuffer(manifest) && manifest.apiVersion !== capacityBufferVersion;

/** Objects that may move figures and are not simulated. */
export function notSimulated(
  simulation: Simulation,
  { handlesBuffers, karpenterSettings }: Simulator,
): readonly Manifest[] {
  const { manifests, overlaid } = simulation;
  const overlays = overlaid && [...overlaid.applied, ...overlaid.invalid, ...overlaid.conflicting];
  // Without its gate, Karpenter ignores every overlay.
  const isOff = karpenterSettings.featureGates.nodeOverlay === false;

  return [
    ...manifests.filter(
      (manifest) =>
        isOfOthers(manifest, simulation) ||
        (manifest.kind === 'NodeOverlay' && !isOff && !overlays?.includes(manifest.name)),
    ),
    ...(handlesBuffers ? manifests.filter(isOtherBuffer) : []),
    ...manifests.filter(selectsAccounts),
  ];
}
