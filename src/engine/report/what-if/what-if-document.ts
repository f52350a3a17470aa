import type { WhatIf } from '../../review/review-data.ts';
import { estimateDocument } from '../documents/json.ts';
import { whatIfSentence } from './what-if-sentence.ts';

/** The JSON document of a scenario. `estimate.before` is the cluster without it, `estimate.after` the cluster at the end. */
export const whatIfDocument = (whatIf: WhatIf): object => {
  const { scenario, environment, estimate, lost } = whatIf;
  return {
    answer: whatIfSentence(whatIf),
    environment,
    scenario: { ...scenario, replicas: Object.fromEntries(scenario.replicas) },
    lost: {
      nodes: lost.nodes,
      workloads: lost.workloads,
      kept: Object.fromEntries(lost.kept),
    },
    estimate: estimateDocument(estimate),
  };
};
