import { nodeAffinityFilter, nodeName, nodePorts, nodeUnschedulable, taintFilter } from './filters/node-filters.ts';
import { resourcesFit } from './filters/resources.ts';
import { volumeBinding, volumeLimits, volumeRestrictions, volumeZone } from './filters/volumes.ts';
import type { FilterPlugin, ScorePlugin } from './framework/plugin.ts';
import { podAffinityFilter, podAffinityScore } from './pod-affinity.ts';
import { imageLocality, nodeAffinityScore, taintScore } from './scores/node-scores.ts';
import { balancedAllocation, leastAllocated } from './scores/resources.ts';
import { spreadFilter, spreadScore } from './topology-spread.ts';

/** The filters in their order: the first one that rejects a node gives the reason. Source: pkg/scheduler/apis/config/v1/default_plugins.go. */
export const filters: readonly FilterPlugin[] = [
  nodeUnschedulable,
  nodeName,
  taintFilter,
  nodeAffinityFilter,
  nodePorts,
  resourcesFit,
  volumeRestrictions,
  volumeLimits,
  volumeBinding,
  volumeZone,
  spreadFilter,
  podAffinityFilter,
];

export const scores: readonly ScorePlugin[] = [
  taintScore,
  nodeAffinityScore,
  leastAllocated,
  spreadScore,
  podAffinityScore,
  balancedAllocation,
  imageLocality,
];
