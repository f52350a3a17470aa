import { toleratesTaint } from '../../../karpenter/scheduling/taints.ts';
import { matchesTerm } from '../framework/node-selector.ts';
import { type ScorePlugin, scaleToHighest } from '../framework/plugin.ts';

/** Nodes with fewer `PreferNoSchedule` taints first. Source: pkg/scheduler/framework/plugins/tainttoleration. */
export const taintScore: ScorePlugin = {
  name: 'TaintToleration',
  weight: 3,
  prepare({ pod }) {
    const tolerations = pod.tolerations.filter(({ effect }) => !effect || effect === 'PreferNoSchedule');
    return {
      score: ({ node: { taints } }) =>
        taints.filter(
          (taint) =>
            taint.effect === 'PreferNoSchedule' && !tolerations.some((toleration) => toleratesTaint(toleration, taint)),
        ).length,
      normalize: (scores) => scaleToHighest(scores, true),
    };
  },
};

/** Source: pkg/scheduler/framework/plugins/nodeaffinity. */
export const nodeAffinityScore: ScorePlugin = {
  name: 'NodeAffinity',
  weight: 2,
  prepare({ pod: { preferredNodes } }) {
    if (preferredNodes.length === 0) return undefined;
    return {
      score: ({ node }) =>
        preferredNodes.reduce((sum, { weight, preference }) => sum + (matchesTerm(preference, node) ? weight : 0), 0),
      normalize: (scores) => scaleToHighest(scores, false),
    };
  },
};

/** Which images a node has is unknown, and then every node gets 0. Source: pkg/scheduler/framework/plugins/imagelocality. */
export const imageLocality: ScorePlugin = {
  name: 'ImageLocality',
  weight: 1,
  prepare: () => ({ score: () => 0 }),
};
