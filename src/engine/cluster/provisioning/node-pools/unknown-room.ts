import type { Simulation } from '../simulation.ts';

/** Whether there are NodePools that are not simulated and might run pods that fit nowhere else. */
export const hasUnknownRoom = ({ nodePools }: Pick<Simulation, 'nodePools'>): boolean =>
  nodePools.refused.some(({ problem, isUnused }) => {
    if (isUnused) return false;
    if (problem.kind === 'stopped') return !problem.isCertain;
    return ['placeholder', 'kubelet', 'other-class', 'reservations', 'built-in'].includes(problem.kind);
  });
