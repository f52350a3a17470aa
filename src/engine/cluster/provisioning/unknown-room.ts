import type { NodePools } from './node-pools.ts';

/** Whether there are NodePools that are not simulated and might run pods that fit nowhere else. */
export const hasUnknownRoom = ({ nodePools }: { readonly nodePools: NodePools }): boolean =>
  nodePools.refused.some(({ problem, isUnused }) => {
    if (isUnused) return false;
    if (problem.kind === 'stopped') return !problem.isCertain;
    return ['placeholder', 'kubelet', 'other-class', 'reservations', 'built-in'].includes(problem.kind);
  });
