import type { Path } from '../../manifest/model/manifest.ts';
import { listIf } from '../../text/list-if.ts';
import { byCount, plural } from '../../text/words/plural.ts';
import { quoted, quotedNames } from '../../text/words/quoted-names.ts';
import { placedPods } from '../provisioning/input/results.ts';
import type { NodePoolProblem } from '../provisioning/node-pools/node-pools.ts';
import { unrenderedProblem } from '../provisioning/pods/pod-unknowns.ts';
import { maxPods, maxReplicas, replicaCases } from '../provisioning/pods/replicas.ts';
import type { Workload } from '../provisioning/pods/workloads.ts';
import type { Simulation } from '../provisioning/simulation.ts';
import type { Simulator } from '../provisioning/simulator/simulator.ts';
import { hasUnknownRoom, poolsOfOtherRegions } from '../provisioning/unknown-room.ts';
import { line } from './named-objects.ts';

/** What is not simulated because too little is known about it, one sentence for each reason. */
export const unknownObjects = (simulation: Simulation, simulator: Simulator): readonly string[] => [
  ...valuesToProvide(simulation),
  ...poolsLeftOut(simulation, simulator),
  ...podsForPoolsLeftOut(simulation),
  ...podsLeftOut(simulation),
  ...otherProviders(simulation),
];

/** The kind of the cloud's node class, such as EC2NodeClass. */
export const classKind = ({ provider }: Simulator): string => provider.nodeClasses[0]!.kind;

/** All workloads, with the DaemonSets last. */
export const allWorkloads = ({ workloads }: Simulation): readonly Workload[] => [
  ...workloads.workloads,
  ...workloads.daemonSets,
];

/** Names of the refused NodePools that `detail` answers for, with its answer in parentheses. */
const pools = (
  { nodePools }: Simulation,
  detail: (problem: NodePoolProblem) => string | undefined,
): readonly string[] => nodePools.refused.flatMap(({ name, problem }) => named(quoted(name), detail(problem)));

/** Names of the workloads with a problem that `detail` answers for, with its answer in parentheses. */
const workloads = (
  simulation: Simulation,
  detail: (problem: NonNullable<Workload['problem']>) => string | undefined,
): readonly string[] =>
  allWorkloads(simulation).flatMap(({ key, problem }) => {
    if (problem) return named(quoted(key), detail(problem));
    return [];
  });

const named = (name: string, detail: string | undefined): readonly string[] => {
  if (detail === undefined) return [];
  return [detail === '' ? name : `${name} (${detail})`];
};

const at = (path: Path): string => quoted(path.join('.'));

const howToProvideIt = 'The figures are unknown until `--set` or a rendered manifest provides the value';

function valuesToProvide(simulation: Simulation): readonly string[] {
  const buffers = simulation.buffers.filter(({ replicas }) => replicas.likely === null);
  const isUnrendered = (problem: object): '' | undefined => {
    if (problem === unrenderedProblem) return '';
    return undefined;
  };

  const unrendered = [
    ...pools(simulation, isUnrendered).map((name) => `NodePool ${name}`),
    ...workloads(simulation, isUnrendered),
  ];

  const filled = workloads(simulation, (problem) => {
    if (problem !== unrenderedProblem && (problem.kind === 'placeholder' || problem.kind === 'bad-replicas'))
      return at(problem.path);

    return undefined;
  });

  return [
    ...line(
      buffers.map(({ key }) => quoted(key)),
      (list) =>
        `A placeholder or an invalid number determines for how many pods these CapacityBuffers keep room: ${list}. ${howToProvideIt}.`,
    ),
    ...line(
      unrendered,
      (list) => `A kustomization that is not rendered changes these objects, so the figures are unknown: ${list}.`,
    ),
    ...line(
      filled,
      (list) => `A placeholder or an invalid number determines what these workloads need: ${list}. ${howToProvideIt}.`,
    ),
  ];
}

function poolsLeftOut(simulation: Simulation, simulator: Simulator): readonly string[] {
  const undetermined = pools(simulation, (problem) => {
    if (problem.kind === 'unreadable') return 'it names no node class';
    if (problem.kind === 'placeholder' && problem !== unrenderedProblem) return at(problem.path);
    return undefined;
  });

  const reserved = pools(simulation, ({ kind }) => {
    if (kind === 'reservations') return '';
    return undefined;
  });
  const builtIn = pools(simulation, ({ kind }) => {
    if (kind === 'built-in') return '';
    return undefined;
  });
  const stopped = pools(simulation, (problem) => {
    if (problem.kind === 'stopped' && !problem.isCertain) return '';
    return undefined;
  });
  const kubelets = pools(simulation, (problem) => {
    if (problem.kind === 'kubelet') return at(problem.path);
    return undefined;
  });

  return [
    ...line(
      undetermined,
      (list) =>
        `These NodePools are not simulated because a field that determines what they launch is unknown: ${list}. ${howToProvideIt}.`,
    ),
    ...line(
      reserved,
      (list) =>
        `These NodePools are not simulated because they launch only into capacity reservations, and only AWS knows what these are: ${list}. Give the instance type, zone and count of each reservation under \`capacityReservations\` in the configuration, or a snapshot.`,
    ),
    ...line(
      builtIn,
      (list) =>
        `The cluster has built-in NodePools, which may run these pods if the pods tolerate their taints, and are not simulated: ${list}.`,
    ),
    ...line(
      stopped,
      (list) => `These NodePools are not simulated because the files do not say whether they launch nodes: ${list}.`,
    ),
    ...line(
      kubelets,
      (list) =>
        `These NodePools are not simulated because Karpenter either computes a kubelet setting of their ${classKind(simulator)} itself or rejects it: ${list}. What fits on their nodes is unknown.`,
    ),
  ];
}

/** Pods that a NodePool might run although it is not simulated. */
function podsForPoolsLeftOut(simulation: Simulation): readonly string[] {
  const errors = placedPods(simulation.cases.likely.results).podErrors;
  if (errors.length === 0 || !hasUnknownRoom(simulation)) return [];
  const count = errors.reduce((sum, error) => sum + error.count, 0);
  const elsewhere = poolsOfOtherRegions(simulation);
  if (elsewhere.length > 0)
    return [
      `${plural(count, 'pod')} ${byCount(count, 'fits', 'fit')} no NodePool in the assumed region. In another one, ${byCount(elsewhere.length, 'NodePool', 'NodePools')} ${quotedNames(elsewhere)} might run ${byCount(count, 'it', 'them')}.`,
    ];

  return [
    `${plural(count, 'pod')} ${byCount(count, 'fits', 'fit')} no simulated NodePool. A NodePool that is not simulated might run ${byCount(count, 'it', 'them')}.`,
  ];
}

function podsLeftOut(simulation: Simulation): readonly string[] {
  const bad = workloads(simulation, ({ kind }) => {
    if (kind === 'bad-request') return '';
    return undefined;
  });
  const tooMany = workloads(simulation, ({ kind }) => {
    if (kind === 'too-many') return '';
    return undefined;
  });
  const groups = simulation.existing.unknown.map(({ name, why }) => `${quoted(name)} (${why})`);
  const isCut = replicaCases.some((which) => simulation.cases[which].cutAt !== undefined);
  const cut = `There are more pods than plumbline simulates (${maxPods}, or fewer if they spread over many domains), so figures that count them are unknown.`;

  return [
    ...line(bad, (list) => `These workloads have requests that are not valid, so the figures are unknown: ${list}.`),
    ...line(
      tooMany,
      (list) => `These workloads have more than ${maxReplicas} pods, the most that plumbline simulates: ${list}.`,
    ),
    ...line(
      groups,
      (list) => `Too little is known about these groups of existing nodes, so the figures are unknown: ${list}.`,
    ),
    ...listIf(isCut, cut),
  ];
}

const otherProviders = (simulation: Simulation): readonly string[] =>
  line(
    pools(simulation, (problem) => {
      if (problem.kind === 'other-class') return quoted(problem.classKind);
      return undefined;
    }),
    (list) => `These NodePools use a node class of another provider and are left out: ${list}.`,
  );
