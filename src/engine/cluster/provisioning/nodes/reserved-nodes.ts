import { label } from '../../../karpenter/api/labels.ts';
import type { SchedulerInput } from '../input/scheduler-input.ts';

/** Whether a NodePool has nodes of reservations. Once these are full, it has no offering left, although it launched nodes. */
export const hasReservedNodes = ({ existingNodes }: SchedulerInput, pool: string): boolean =>
  existingNodes.some(({ nodePool, labels }) => nodePool === pool && labels[label.capacityType] === 'reserved');
