import type { Code, Diagnostic, Label, Severity } from '../diagnostic.ts';
import type { Manifest, Path } from '../manifest/manifest.ts';
import { keyOf } from './controllers.ts';
import type { KnownNodePool, NodePoolProblem } from './node-pools.ts';
import { maxReplicas } from './replicas.ts';
import type { PodError } from './results.ts';
import type { Simulation } from './simulate.ts';
import { mapping } from './value-reader.ts';
import type { Workload, WorkloadProblem } from './workloads.ts';

interface Finding {
  readonly code: Code;
  readonly severity: Severity;
  readonly at: Path;
  readonly message: string;
  readonly labels?: readonly Label[];
  readonly help?: string;
}

const finding = (manifest: Manifest, { at, labels = [], ...rest }: Finding): Diagnostic => ({
  ...rest,
  span: manifest.span(at),
  labels,
  resource: manifest.ref,
});

const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** What only the simulation knows, in the order: workloads, NodePools. */
export function provisioningDiagnostics(simulation: Simulation): readonly Diagnostic[] {
  return [
    ...workloadProblems(simulation),
    ...unschedulable(simulation),
    ...ignored(simulation),
    ...refusedPools(simulation),
    ...emptyPools(simulation),
    ...reachedLimits(simulation),
    ...failedLaunches(simulation),
    ...idleStatus(simulation),
  ];
}

/** The object that a workload's key names; a workload that is only known by its pods has none. */
function manifestsByKey({ workloads, manifests }: Simulation): ReadonlyMap<string, Manifest> {
  const own = workloads.workloads.map(({ key, manifest }) => [key, manifest] as const);
  return new Map([...manifests.map((manifest) => [keyOf(manifest), manifest] as const), ...own]);
}

function workloadProblems({ workloads }: Simulation): readonly Diagnostic[] {
  return [...workloads.workloads, ...workloads.daemonSets].flatMap((workload) => {
    const found = workload.problem && problemFinding(workload, workload.problem);
    return found ? [finding(workload.manifest, found)] : [];
  });
}

function problemFinding({ key, manifest }: Workload, problem: WorkloadProblem): Finding | undefined {
  switch (problem.kind) {
    case 'placeholder':
      return undefined;
    case 'bad-request':
      return {
        code: 'provisioning/bad-request',
        severity: 'error',
        at: ['spec'],
        message: `\`${key}\` requests \`${problem.request.resource}: ${problem.request.value}\`, which is no amount that a pod can request`,
        help: 'Give an amount such as `500m` or `1Gi`. Until then the workload is left out of the figures.',
      };
    case 'too-many':
      return {
        code: 'provisioning/too-many-pods',
        severity: 'error',
        at: problem.path,
        message: `\`${key}\` asks for more than ${maxReplicas} pods, which is more than is simulated`,
        help: 'Check the number of replicas. Until then the figures that depend on it are unknown.',
      };
    case 'bad-replicas':
      return isWrittenOut(manifest, problem.path)
        ? {
            code: 'provisioning/bad-replicas',
            severity: 'error',
            at: problem.path,
            message: `The number of pods of \`${key}\` is no whole number from 0 on`,
            help: 'Until it is, the figures that depend on it are unknown.',
          }
        : undefined;
  }
}

/** A number that cannot be one, rather than text that something else fills in. */
const isWrittenOut = (manifest: Manifest, path: Path): boolean => typeof manifest.get(path) === 'number';

function unschedulable(simulation: Simulation): readonly Diagnostic[] {
  const byKey = manifestsByKey(simulation);
  const { likely, high } = simulation.cases;
  const known = new Set(likely.results.podErrors.map(({ workload }) => workload));
  const atHighest = high.results.podErrors.filter(({ workload }) => !known.has(workload));
  return [
    ...likely.results.podErrors.flatMap((error) => errorFinding(simulation, byKey.get(error.workload), error, 'error')),
    ...atHighest.flatMap((error) => errorFinding(simulation, byKey.get(error.workload), error, 'warning')),
  ];
}

function errorFinding(
  { nodePools, cases }: Simulation,
  manifest: Manifest | undefined,
  { workload, count, reasons, message }: PodError,
  severity: Severity,
): readonly Diagnostic[] {
  if (manifest === undefined) return [];
  const pools = new Map(nodePools.known.map((pool) => [pool.name, pool]));
  const labels = reasons.flatMap(({ nodePool, reason }): Label[] => {
    const pool = pools.get(nodePool);
    return pool
      ? [{ span: pool.manifest.span(['metadata', 'name']), message: `NodePool \`${nodePool}\`: ${reason}` }]
      : [];
  });
  const which = severity === 'error' ? cases.likely : cases.high;
  const wanted = which.input.podClasses.reduce((sum, pods) => sum + (pods.workload === workload ? pods.count : 0), 0);
  const when = severity === 'error' ? '' : ', when its autoscaler asks for the most';
  const why = reasons.map(({ nodePool, reason }) => (nodePool === '' ? reason : `NodePool \`${nodePool}\`: ${reason}`));
  return [
    finding(manifest, {
      code: 'provisioning/pod-unschedulable',
      severity,
      at: ['metadata', 'name'],
      message: `${count} of ${plural(wanted, 'pod')} of \`${workload}\` can not be placed on any node${when}`,
      labels,
      help: `Karpenter says: ${why.length > 0 ? why.join('; ') : message}`,
    }),
  ];
}

function ignored(simulation: Simulation): readonly Diagnostic[] {
  const byKey = manifestsByKey(simulation);
  return simulation.cases.likely.results.ignored.flatMap(({ workload, count, reason }) => {
    const manifest = byKey.get(workload);
    if (manifest === undefined) return [];
    return [
      finding(manifest, {
        code: 'provisioning/pod-ignored',
        severity: 'note',
        at: ['metadata', 'name'],
        message: `Karpenter does not look at ${plural(count, 'pod')} of \`${workload}\``,
        help: `Karpenter says: ${reason}`,
      }),
    ];
  });
}

function refusedPools({ nodePools, isLiveKnown }: Simulation): readonly Diagnostic[] {
  return nodePools.refused.flatMap(({ name, manifest, problem }) => {
    const found = refusal(name, problem, isLiveKnown);
    return found ? [finding(manifest, found)] : [];
  });
}

function refusal(name: string, problem: NodePoolProblem, isLiveKnown: boolean): Finding | undefined {
  if (problem.kind !== 'not-ready') return undefined;
  const isMissing = problem.reason === 'NodeClassNotFound';
  return {
    code: 'provisioning/nodepool-not-ready',
    // Without the cluster's own objects the class may stand elsewhere.
    severity: isMissing && !isLiveKnown ? 'warning' : 'error',
    at: isMissing ? ['spec', 'template', 'spec', 'nodeClassRef', 'name'] : ['spec', 'template', 'spec'],
    message: isMissing
      ? `The EC2NodeClass of NodePool \`${name}\` is not there, so the pool launches nothing`
      : `NodePool \`${name}\` is not ready, so it launches nothing`,
    help: `Karpenter says: ${problem.reason}: ${problem.message}`,
  };
}

const byName = ({ nodePools }: Simulation): ReadonlyMap<string, KnownNodePool> =>
  new Map(nodePools.known.map((pool) => [pool.name, pool]));

function emptyPools(simulation: Simulation): readonly Diagnostic[] {
  const pools = byName(simulation);
  return simulation.cases.likely.results.emptyNodePools.flatMap(({ nodePool, reason }) => {
    const pool = pools.get(nodePool);
    if (pool === undefined) return [];
    return [
      finding(pool.manifest, {
        code: 'provisioning/nodepool-empty',
        severity: 'error',
        at: ['spec', 'template', 'spec', 'requirements'],
        message: `No instance type meets all requirements of NodePool \`${nodePool}\`, so it launches nothing`,
        help: `Karpenter says: ${reason}`,
      }),
    ];
  });
}

const isLimit = (reason: string): boolean =>
  /exceed limits for nodepool|limits have been exhausted for nodepool/.test(reason);

function reachedLimits(simulation: Simulation): readonly Diagnostic[] {
  const { results, input } = simulation.cases.likely;
  return simulation.nodePools.known.flatMap((pool) => {
    const unplaced = results.podErrors
      .filter(({ reasons }) => reasons.some(({ nodePool, reason }) => nodePool === pool.name && isLimit(reason)))
      .reduce((sum, { count }) => sum + count, 0);
    if (unplaced === 0) return [];
    const launched = results.newNodeClaims.filter(({ nodePool }) => nodePool === pool.name).length;
    const running = input.existingNodes.filter(({ nodePool }) => nodePool === pool.name).length;
    const beside = running === 0 ? '' : ` beside ${plural(running, 'running node')}`;
    return [
      finding(pool.manifest, {
        code: 'provisioning/limit-reached',
        severity: 'warning',
        at: ['spec', 'limits'],
        message: `The limits of NodePool \`${pool.name}\` leave room for ${plural(launched, 'new node')}${beside}: ${plural(unplaced, 'pod')} find none`,
        help: 'Raise `spec.limits`, or lower what the pods request.',
      }),
    ];
  });
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
      finding(pool.manifest, {
        code: 'provisioning/launch-failed',
        severity: 'warning',
        at: ['spec', 'template', 'spec', 'requirements'],
        message: `NodePool \`${name}\` would open a node that can not be launched`,
        help: `Karpenter says: ${error}`,
      }),
    ];
  });
}

/** Status belongs to the cluster: in a repository it is somebody's copy, and nothing reads it. */
function idleStatus({ objects, isFromLive }: Simulation): readonly Diagnostic[] {
  return objects.objects
    .filter(({ kind, manifest }) => kind === 'EC2NodeClass' && !isFromLive(manifest))
    .filter(({ manifest }) => {
      const { subnets, capacityReservations } = mapping(manifest.object.status);
      return subnets !== undefined || capacityReservations !== undefined;
    })
    .map(({ manifest }) =>
      finding(manifest, {
        code: 'provisioning/status-ignored',
        severity: 'note',
        at: ['status'],
        message: `The status of EC2NodeClass \`${manifest.name}\` is not taken from the repository`,
        help: 'Hand in the cluster’s own object with `--cluster`, or set `zones` and `capacityReservations` in the configuration.',
      }),
    );
}
