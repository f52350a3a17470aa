import { formatResource } from '../../../karpenter/api/quantity.ts';
import { countBits } from '../../../karpenter/scheduling/bitset.ts';
import { readResources } from '../../../karpenter/scheduling/pod-requests.ts';
import { asList, type Manifest, mappingOrEmpty, type Path } from '../../../manifest/model/manifest.ts';
import type { Diagnostic } from '../../../text/diagnostic.ts';
import { addToGroup } from '../../../text/group-by.ts';
import { byCount, plural } from '../../../text/words/plural.ts';
import { textIf } from '../../../text/words/text-if.ts';
import { type ExplainedFailures, explainedFailures } from '../explanations/explained-failures.ts';
import type { PodError } from '../input/results.ts';
import type { PodClass, SchedulerInput } from '../input/scheduler-input.ts';
import type { KnownNodePool, NodePoolProblem } from '../node-pools/node-pools.ts';
import { launchableNodes } from '../nodes/launchable-nodes.ts';
import type { Workload } from '../pods/workloads.ts';
import { compilePass } from '../scheduler/compiled-pass.ts';
import type { Rounds } from '../scheduler/rounds.ts';
import type { Simulation } from '../simulation.ts';
import type { Simulator } from '../simulator/simulator.ts';
import { emptyNodePools, waitingText } from './idle-pools.ts';
import { type ManifestDiagnostic, manifestDiagnostic } from './manifest-diagnostic.ts';

/** NodePools that launch nothing, reach their limits or fail to launch a node; a `status` in the repository that has no effect. */
export const nodePoolDiagnostics = (simulation: Simulation, simulator: Simulator): readonly Diagnostic[] => [
  ...refusedPools(simulation),
  ...emptyPools(simulation),
  ...reachedLimits(simulation),
  ...failedLaunches(simulation),
  ...unreachedMinValues(simulation, simulator),
  ...idleStatus(simulation),
];

function refusedPools(simulation: Simulation): readonly Diagnostic[] {
  return simulation.nodePools.refused.flatMap(({ name, manifest, problem }) => {
    const diagnostic = refusal(name, problem, simulation);
    if (diagnostic) return [manifestDiagnostic(manifest, diagnostic)];
    return [];
  });
}

function refusal(name: string, problem: NodePoolProblem, simulation: Simulation): ManifestDiagnostic | undefined {
  if (problem.kind !== 'not-ready') return undefined;

  const { missing } = problem;

  const message = () => {
    if (missing) return `The ${missing.kind} of NodePool \`${name}\` was not found, so the NodePool launches no nodes`;
    return `NodePool \`${name}\` is not ready, so it launches no nodes`;
  };

  return {
    code: 'provisioning/nodepool-not-ready',
    // Without live objects, the node class may be defined outside the repository.
    severity: missing && !simulation.isLiveKnown ? 'warning' : 'error',
    at: missing ? ['spec', 'template', 'spec', 'nodeClassRef', 'name'] : ['spec', 'template', 'spec'],
    message: message(),
    help: [
      missing
        ? `Add the ${missing.kind}, or correct the name in \`nodeClassRef\`.`
        : 'Fix the problem that Karpenter reports.',
      ...waitingText(simulation, name),
      `Karpenter says: ${problem.reason}: ${problem.message}`,
    ].join(' '),
  };
}

const byName = ({ nodePools }: Simulation): ReadonlyMap<string, KnownNodePool> =>
  new Map(nodePools.known.map((pool) => [pool.name, pool]));

/** A Provisioner is checked as the NodePool that it migrates to, but its findings point at the fields that are in the file. */
const requirementsPath = ({ kind }: Manifest): Path => {
  if (kind === 'Provisioner') return ['spec', 'requirements'];
  return ['spec', 'template', 'spec', 'requirements'];
};

function emptyPools(simulation: Simulation): readonly Diagnostic[] {
  const pools = byName(simulation);
  return emptyNodePools(simulation.cases.likely).flatMap(({ nodePool, reason }) => {
    const pool = pools.get(nodePool);
    // In its own region, the NodePool may have instance types.
    if (pool === undefined || simulation.mayLaunchElsewhere(pool)) return [];

    return [
      manifestDiagnostic(pool.manifest, {
        code: 'provisioning/nodepool-empty',
        severity: isLeftToUsers(pool.manifest) ? 'note' : 'error',
        at: requirementsPath(pool.manifest),
        message: `No instance type meets all requirements of NodePool \`${nodePool}\`, so it launches no nodes`,
        help: [
          'Change the requirements so that at least one instance type meets all of them.',
          ...waitingText(simulation, nodePool),
          `Karpenter says: ${reason}`,
        ].join(' '),
      }),
    ];
  });
}

/** Whether a chart leaves the requirements to its users, and the values that they set are unknown. */
const isLeftToUsers = (pool: Manifest): boolean => {
  const requirements = pool.get(requirementsPath(pool));
  const isEmpty = requirements === undefined || requirements === null || asList(requirements).length === 0;
  return pool.source.origin?.isGuessed === true && isEmpty;
};

function reachedLimits(simulation: Simulation): readonly Diagnostic[] {
  const { likely, high } = simulation.cases;
  const errors = { likely: errorsByLimits(likely.rounds), high: errorsByLimits(high.rounds) };

  return simulation.nodePools.known.flatMap((pool) => {
    const diagnosticOf = (which: 'likely' | 'high'): ManifestDiagnostic | undefined =>
      reachedLimit(simulation, pool, { which, errors: errors[which].get(pool.name) ?? [] });
    // Report the autoscalers' maximum only if the pods of the likely case fit.
    const diagnostic = diagnosticOf('likely') ?? diagnosticOf('high');
    if (diagnostic === undefined) return [];
    return [manifestDiagnostic(pool.manifest, diagnostic)];
  });
}

/** NodePool → the errors of pods for which its limits are the only obstacle. */
function errorsByLimits(rounds: Rounds): ReadonlyMap<string, readonly LimitError[]> {
  const byPool = new Map<string, LimitError[]>();
  const failures = explainedFailures(rounds);

  for (const error of rounds.results.podErrors) {
    for (const { nodePool, exclusion } of failures.get(error.workload) ?? []) {
      if (exclusion.kind === 'limits') addToGroup(byPool, nodePool, { ...error, resource: exclusion.resource });
    }
  }

  return byPool;
}

/** Pods for which a limit leaves no room, and the limited resource. */
type LimitError = PodError & { readonly resource: string };

function reachedLimit(
  { cases, workloads }: Simulation,
  pool: KnownNodePool,
  { which, errors }: { readonly which: 'likely' | 'high'; readonly errors: readonly LimitError[] },
): ManifestDiagnostic | undefined {
  const { input, rounds, stopped, preempted } = cases[which];
  const unplaced = errors.reduce((sum, { count }) => sum + count, 0);
  const [first] = errors;

  if (first === undefined || unplaced === 0) return undefined;

  const when = textIf(which !== 'likely', 'When autoscalers scale to the maximum, ');
  const the = which === 'likely' ? 'The' : 'the';

  const firstReason = () => {
    if (stopped?.has(first.workload)) return rolloutStops(first, stopped.get(first.workload)!);
    if (preempted?.has(first.workload))
      return `Pods of \`${preempted.get(first.workload)!}\` have a higher priority and take the room of ${plural(first.count, 'pod')} of \`${first.workload}\`.`;
    return firstWithoutRoom(first, cases[which].wanted, workloads.workloads);
  };

  const { text, ...advice } = raisedLimit(pool, errors, {
    failures: explainedFailures(rounds),
    isStopped: (workload) => stopped?.has(workload) === true,
  });

  return {
    code: 'provisioning/limit-reached',
    severity: 'warning',
    at: limitPath(pool.manifest, first.resource),
    message: `${when}${the} limits of NodePool \`${pool.name}\` leave no room for ${plural(unplaced, 'pod')}`,
    measures: [{ value: unplaced, better: 'fewer' }],
    help: [leftOfLimit(pool, first.resource, rounds.last.input), firstReason(), ...unreachable(pool, input), text].join(
      ' ',
    ),
    ...advice,
  };
}

/** A Provisioner has its limits in `resources`. */
function limitPath(manifest: Manifest, resource: string): Path {
  const path = ['spec', 'limits', resource];
  if (manifest.get(path) === undefined) return ['spec', 'limits'];
  return path;
}

/** The limit, how much of it the nodes of the NodePool use, and how much is left. */
function leftOfLimit({ name, nodePool }: KnownNodePool, resource: string, { existingNodes }: SchedulerInput): string {
  const limit = readResources(nodePool.spec.limits).get(resource) ?? 0;
  const nodes = existingNodes.filter((node) => node.nodePool === name && !node.isDeleting);
  const used = nodes.reduce((sum, { capacity }) => sum + (resource === 'nodes' ? 1 : (capacity.get(resource) ?? 0)), 0);

  const amount = (value: number): string =>
    // Write 1000 cores as `1000`, because nobody writes `1k`.
    resource === 'cpu' ? `${Math.max(0, value) / 1000}` : formatResource(resource, Math.max(0, value));

  return `\`limits.${resource}\` is ${amount(limit)}; ${plural(nodes.length, 'node')} use${byCount(nodes.length, 's', '')} ${amount(used)}, so ${amount(limit - used)} is left.`;
}

/** How many pods of a workload fit. */
function firstWithoutRoom(
  { workload, count }: PodError,
  podClasses: readonly PodClass[],
  workloads: readonly Workload[],
): string {
  const wanted = podClasses.reduce((sum, pods) => sum + (pods.workload === workload ? pods.count : 0), 0);
  const replicas = workloads.find(({ key }) => key === workload)?.scaledBy === undefined ? 'pods' : 'replicas';

  if (wanted === count) return `None of the ${wanted} ${replicas} of \`${workload}\` fits.`;

  return `Only ${wanted - count} of the ${wanted} ${replicas} of \`${workload}\` ${byCount(wanted - count, 'fits', 'fit')}.`;
}

const rolloutStops = ({ workload, count }: PodError, running: number): string =>
  `The rollout of \`${workload}\` stops, because ${plural(count, 'new pod')} ${byCount(count, 'does', 'do')} not fit while ${plural(running, 'old pod')} ${byCount(running, 'runs', 'run')}.`;

/** A sentence about instance types that exceed the limits even when the NodePool has no other nodes. */
function unreachable({ nodePool, instanceTypes }: KnownNodePool, input: SchedulerInput): readonly string[] {
  const pass = compilePass({ ...input, nodePools: [{ nodePool, instanceTypes }], podClasses: [], existingNodes: [] });
  const [template] = pass.templates;
  if (template === undefined) return [];

  const all = countBits(template.options);
  const { within } = pass.limits.get(template)!;
  const remaining = 'exhausted' in within ? 0 : countBits(within.options);

  if (remaining === all) return [];

  return [
    `Even with no other nodes, the limits rule out ${all - remaining} of the NodePool’s ${plural(all, 'instance type')}.`,
  ];
}

/** What is known of pods without room: what would help the ones that wait, and whether older pods still run in place of others. */
interface WaitingPods {
  readonly failures: ExplainedFailures;
  readonly isStopped: (workload: string) => boolean;
}

function raisedLimit(
  pool: KnownNodePool,
  errors: readonly PodError[],
  { failures, isStopped }: WaitingPods,
): Pick<ManifestDiagnostic, 'advisedLimits'> & { readonly text: string } {
  const changes = errors.flatMap(({ workload }) =>
    (failures.get(workload) ?? []).flatMap(({ nodePool, exclusion, change, limit }) => {
      if (nodePool !== pool.name || exclusion.kind !== 'limits' || change === undefined || !limit) return [];
      return [{ workload, change, limit }];
    }),
  );

  // The highest limit suffices for each of them.
  const [most] = changes.toSorted((a, b) => b.limit.amount - a.limit.amount);
  if (most === undefined) return { text: 'Raise `spec.limits`, or lower what the pods request.' };

  const { workload, change, limit } = most;
  const isOfAll = changes.length > 1 && changes.length === errors.length;
  const whose = isOfAll ? 'of these workloads' : `of \`${workload}\``;
  const advisedLimits = [limit];

  // The others wait for the old pods, so it is unknown how much more room they need.
  if (changes.some((change) => isStopped(change.workload)))
    return { text: `For the next pod ${whose}, ${change}. The pods after it may need more.`, advisedLimits };

  return { text: `To schedule all pods ${whose}, ${change}.`, advisedLimits };
}

function failedLaunches(simulation: Simulation): readonly Diagnostic[] {
  const pools = byName(simulation);
  const failed = new Map<string, string>();
  for (const { nodePool, launch } of simulation.cases.likely.results.newNodeClaims) {
    if ('error' in launch && !failed.has(nodePool)) failed.set(nodePool, launch.error);
  }

  return [...failed].flatMap(([name, error]) => {
    const pool = pools.get(name);
    if (pool === undefined) return [];

    return [
      manifestDiagnostic(pool.manifest, {
        code: 'provisioning/launch-failed',
        severity: 'warning',
        at: requirementsPath(pool.manifest),
        message: `Karpenter would create a node for NodePool \`${name}\` but could not launch it`,
        help: `Allow more instance types and zones, or lower \`minValues\`. Karpenter says: ${error}`,
      }),
    ];
  });
}

/** NodePools without new nodes that `minValues` keeps from launching any. */
function unreachedMinValues({ nodePools, cases, daemonSets }: Simulation, simulator: Simulator): readonly Diagnostic[] {
  const { newNodeClaims, emptyNodePools } = cases.likely.results;
  const reported = new Set([...newNodeClaims, ...emptyNodePools].map(({ nodePool }) => nodePool));

  return nodePools.known.flatMap((pool) => {
    const { requirements = [] } = pool.nodePool.spec.template.spec;
    if (reported.has(pool.name) || requirements.every(({ minValues }) => minValues === undefined)) return [];
    if (launchableNodes(pool, daemonSets, simulator) !== undefined) return [];

    return [
      manifestDiagnostic(pool.manifest, {
        code: 'provisioning/launch-failed',
        severity: 'warning',
        at: requirementsPath(pool.manifest),
        message: `NodePool \`${pool.name}\` can launch no node, because it cannot choose from as many different values as \`minValues\` requires`,
        help: 'Lower `minValues`. Or narrow the other requirements, because Karpenter asks AWS for at most 60 instance types, the cheapest ones.',
      }),
    ];
  });
}

/** Only the cluster's own `status` counts: a `status` in the repository is a copy that nothing reads. */
function idleStatus({ objects, isFromLive }: Simulation): readonly Diagnostic[] {
  return objects.objects
    .filter(({ kind, manifest }) => kind === 'NodeClass' && !isFromLive(manifest))
    .filter(({ manifest }) => {
      const { subnets, capacityReservations } = mappingOrEmpty(manifest.object.status);
      return subnets !== undefined || capacityReservations !== undefined;
    })
    .map(({ manifest }) =>
      manifestDiagnostic(manifest, {
        code: 'provisioning/status-ignored',
        severity: 'note',
        at: ['status'],
        message: `plumbline ignores the \`status\` of ${manifest.kind} \`${manifest.name}\` in the repository`,
        help: 'Pass the object as it is in the cluster with `--cluster FILE`, or set `zones` and `capacityReservations` in the configuration.',
      }),
    );
}
