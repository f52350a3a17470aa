import type { NodeState } from '../framework/node-state.ts';
import { maxScore, type ScorePlugin } from '../framework/plugin.ts';

/** The node with the most room left. Source: pkg/scheduler/framework/plugins/noderesources/least_allocated.go. */
export const leastAllocated: ScorePlugin = {
  name: 'NodeResourcesFit',
  weight: 1,
  prepare({ pod: { assumed } }) {
    return {
      score({ cpu, memory, assumedCpu, assumedMemory }: NodeState) {
        let [sum, weights] = [0, 0];

        if (cpu > 0) {
          sum += unused(assumedCpu + assumed.cpu, cpu);
          weights++;
        }

        if (memory > 0) {
          sum += unused(assumedMemory + assumed.memory, memory);
          weights++;
        }

        if (weights === 0) return 0;
        return Math.trunc(sum / weights);
      },
    };
  },
};

const unused = (requested: number, capacity: number): number => {
  if (requested > capacity) return 0;
  return Math.trunc(((capacity - requested) * maxScore) / capacity);
};

/** The node whose CPU and memory are used to similar shares. Source: …/noderesources/balanced_allocation.go. */
export const balancedAllocation: ScorePlugin = {
  name: 'NodeResourcesBalancedAllocation',
  weight: 1,
  prepare({ pod: { requests }, release }) {
    if (release.skipsBalanceOfBestEffort && requests.cpu === 0 && requests.memory === 0) return undefined;
    return {
      score(state) {
        const after = balance(state, requests.cpu, requests.memory);
        if (!release.scoresChangeOfBalance) return after;
        const change = maxScore / 2 + after - balance(state, 0, 0);
        return maxScore / 2 + Math.trunc(change / 2);
      },
    };
  },
};

function balance({ cpu, memory, usedCpu, usedMemory }: NodeState, moreCpu: number, moreMemory: number): number {
  if (cpu === 0 || memory === 0) return maxScore;
  const cpuShare = Math.min(1, (usedCpu + moreCpu) / cpu);
  const memoryShare = Math.min(1, (usedMemory + moreMemory) / memory);
  return Math.trunc((1 - Math.abs((cpuShare - memoryShare) / 2)) * maxScore);
}
