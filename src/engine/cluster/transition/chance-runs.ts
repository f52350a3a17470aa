import { maxBoundPods } from '../provisioning/binding/pod-binder.ts';
import { Chance } from '../provisioning/input/chance.ts';
import type { ReplicaCase } from '../provisioning/pods/replicas.ts';
import { solveRounds } from '../provisioning/scheduler/rounds.ts';
import { podsIn } from './simulated-cluster.ts';
import type { ClusterState, SimulatedSide, Transition } from './transition-data.ts';

/** Runs after which it is decided whether anything varies, and all runs if it does. */
const fewRuns = 8;
const allRuns = 16;
/** The work of all runs: scheduling passes, each of which grows with the number of pods. More would make a review slow. */
const maxWork = 150_000;

/**
 * Follows a cluster with other random choices. It stops when a run had nothing to choose, when the first runs all end with the same nodes, or
 * when more runs would be too much work.
 */
export function chanceRuns(run: (chance: Chance) => Transition, likely: Transition): readonly Transition[] {
  const states = [likely.after, likely.before].flatMap((state) => state ?? []);
  const pods = Math.max(...states.map(({ pending, nodes }) => podsIn(pending, nodes)));
  const others: Transition[] = [];
  if (pods > maxBoundPods) return others;

  const isSame = ({ before, after }: Transition): boolean =>
    haveSameNodes(before, likely.before) && haveSameNodes(after, likely.after);

  let work = 0;
  for (let seed = 1; seed <= allRuns && work <= maxWork; seed++) {
    const chance = new Chance(seed);
    others.push(run(chance));
    work += chance.passes * (pods + 1_500);
    if (!chance.isMet || (seed === fewRuns && others.every(isSame))) break;
  }

  return others;
}

/** A side whose random choices are made by chance. */
export function withChance(
  { simulation, simulator }: SimulatedSide,
  which: ReplicaCase,
  { chance, isStart }: { readonly chance: Chance; readonly isStart: boolean },
): SimulatedSide {
  const replicaCase = simulation.cases[which];
  const { bindings } = replicaCase.input;
  if (bindings === undefined || simulator.settings.firstRound) return { simulation, simulator };

  const input = { ...replicaCase.input, bindings: { ...bindings, chance } };
  const { offersFullReservations } = simulator.karpenter;
  // Only the side from which the cluster starts needs its rounds again. Karpenter's first round does not depend on chance.
  const rounds = isStart
    ? solveRounds(input, { offersFullReservations, first: replicaCase.rounds.first.results })
    : replicaCase.rounds;
  const drawnCase = { ...replicaCase, input, rounds, results: rounds.results };

  return { simulation: { ...simulation, cases: { ...simulation.cases, [which]: drawnCase } }, simulator };
}

/** Whether two clusters have the same number of nodes of every kind. */
const haveSameNodes = (state: ClusterState | null, other: ClusterState | null): boolean =>
  state === other || (state !== null && other !== null && kindsOf(state) === kindsOf(other));

const kindsOf = ({ nodes }: ClusterState): string =>
  nodes
    .map(
      ({ state, launch }) => `${state.nodePool} ${launch?.instanceType} ${launch?.capacityType} ${launch?.hourlyUsd}`,
    )
    .sort()
    .join('\n');
