import { type ByReplicaCase, byReplicaCase, type ReplicaCase } from '../provisioning/pods/replicas.ts';
import type { Rounds } from '../provisioning/scheduler/rounds.ts';
import type { Simulation } from '../provisioning/simulation.ts';
import { chanceRuns, withChance } from '../transition/chance-runs.ts';
import { settleSide } from '../transition/settle-side.ts';
import { transition } from '../transition/transition.ts';
import type { SimulatedSide, Transition, TransitionCauses } from '../transition/transition-data.ts';

/** Simulations of base and head; base is null if there is nothing to compare with. */
export interface SimulatedSides {
  readonly head: SimulatedSide;
  readonly base: SimulatedSide | null;
}

/** What happens to running nodes, and whether head can be read. */
interface ChangeEffects extends TransitionCauses {
  readonly isHeadUnknown: boolean;
}

/** How the cases go from base to head. */
export interface FollowedCases {
  readonly transitions: ByReplicaCase<Transition>;
  /** The likely case with other random choices, as far as these matter. */
  readonly others: readonly Transition[];
}

/** Follows each replica case from base to head; equal cases are followed once. If a side is unknown, head is settled on its own. */
export function followCases(
  { head, base }: SimulatedSides,
  { isHeadUnknown, ...causes }: ChangeEffects,
): FollowedCases {
  const cache = new Map<string, Transition>();
  const ids = new Map<Rounds, number>();

  const idOf = (rounds: Rounds): number => {
    const id = ids.get(rounds) ?? ids.size;
    ids.set(rounds, id);
    return id;
  };

  const isFollowed = (which: ReplicaCase): boolean =>
    base?.simulation.cases[which].isExact === true && head.simulation.cases[which].isExact && !isHeadUnknown;
  const follow = (which: ReplicaCase, from: SimulatedSide | null, to: SimulatedSide): Transition => {
    if (from !== null && isFollowed(which)) return transition(from, to, { which, ...causes });
    return settleSide(to, which);
  };

  const transitions = byReplicaCase((which) => {
    const [before, after] = [base?.simulation.cases[which], head.simulation.cases[which]];
    const wanted = [before, after].map((simulatedCase) =>
      simulatedCase?.wanted.map(({ workload, count }) => [workload, count]),
    );
    const key = JSON.stringify([before && idOf(before.rounds), idOf(after.rounds), wanted]);
    const transition = cache.get(key) ?? follow(which, base, head);
    cache.set(key, transition);
    return transition;
  });

  const hasStart = isFollowed('likely');

  const others = chanceRuns(
    (chance) =>
      follow(
        'likely',
        base && hasStart ? withChance(base, 'likely', { chance, isStart: true }) : null,
        withChance(head, 'likely', { chance, isStart: !hasStart }),
      ),
    transitions.likely,
  );

  return { transitions, others };
}

/** Head with the final results: which pods stay unschedulable, and why. */
export const endOf = (head: Simulation, transitions: ByReplicaCase<Transition>): Simulation => ({
  ...head,
  cases: byReplicaCase((which) => {
    const headCase = head.cases[which];
    const { before, rounds, after, stopped, preempted } = transitions[which];
    if (before === null) return headCase;

    const { ignored } = headCase.results;
    const lines = [...new Set([...headCase.results.assumptions, ...rounds.results.assumptions])];
    const results = { ...rounds.results, newNodeClaims: after.failed, ignored, assumptions: lines };

    return {
      ...headCase,
      rounds,
      results,
      preempted,
      stopped: new Map(stopped.map(({ workload, old }) => [workload, old])),
    };
  }),
});
