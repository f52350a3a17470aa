import type { KubeObject } from '../generator/draft.ts';
import type { ScenarioSettings } from '../scenario.ts';

/** What upstream's own suite tests, in our words, and where we hold it. */
export interface Behaviour {
  readonly what: string;
  /** A recorded scenario; or, where the behaviour is not one of a scheduling pass, a test file. */
  readonly scenario?: string;
  readonly test?: string;
}

/** A behaviour with a scenario of its own. */
export interface Case extends Behaviour {
  readonly scenario: string;
  readonly objects: readonly KubeObject[];
  readonly settings?: ScenarioSettings;
}

export interface Suite {
  /** Below the module, which is `core` (sigs.k8s.io/karpenter) or `aws` (karpenter-provider-aws). */
  readonly suite: string;
  readonly behaviours: readonly (Behaviour | Case)[];
}

export const isCase = (behaviour: Behaviour | Case): behaviour is Case => 'objects' in behaviour;
