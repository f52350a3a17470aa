import type { NodeState } from '../framework/node-state.ts';
import { type FilterPlugin, type Rejection, rejection } from '../framework/plugin.ts';
import type { PodInfo } from '../framework/pod-info.ts';

/** Source: pkg/scheduler/framework/plugins/noderesources/fit.go fitsRequest. */
export const resourcesFit: FilterPlugin = {
  name: 'NodeResourcesFit',
  prepare({ pod }) {
    return (state: NodeState): Rejection | undefined => {
      if (hasRoom(state, pod)) return undefined;
      return insufficient(state, pod);
    };
  },
};

/** Whether a node has enough of every resource for a pod. */
export function hasRoom(state: NodeState, { requests, others }: PodInfo): boolean {
  const { cpu, memory, storage } = requests;
  return (
    state.podCount < state.maxPods &&
    (cpu === 0 || cpu <= state.cpu - state.usedCpu) &&
    (memory === 0 || memory <= state.memory - state.usedMemory) &&
    (storage === 0 || storage <= state.storage - state.usedStorage) &&
    (others.size === 0 || [...others].every(([name, amount]) => amount <= free(state, name)))
  );
}

const capacity = ({ node }: NodeState, name: string): number => Math.ceil(node.allocatable.get(name) ?? 0);
const free = (state: NodeState, name: string): number => capacity(state, name) - (state.usedOthers.get(name) ?? 0);

function insufficient(state: NodeState, { requests, others }: PodInfo): Rejection {
  const reasons: string[] = [];
  let isResolvable = true;

  const check = (name: string, wanted: number, total: number, used: number): void => {
    if (wanted === 0 || wanted <= total - used) return;
    reasons.push(`Insufficient ${name}`);
    if (wanted > total) isResolvable = false;
  };

  if (state.podCount + 1 > state.maxPods) reasons.push('Too many pods');
  check('cpu', requests.cpu, state.cpu, state.usedCpu);
  check('memory', requests.memory, state.memory, state.usedMemory);
  check('ephemeral-storage', requests.storage, state.storage, state.usedStorage);
  for (const [name, amount] of others) check(name, amount, capacity(state, name), state.usedOthers.get(name) ?? 0);

  return rejection(isResolvable, ...reasons);
}
