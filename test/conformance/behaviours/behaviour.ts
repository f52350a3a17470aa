import type { KubeObject } from '../generator/draft.ts';
import type { ScenarioSettings } from '../scenario.ts';

/** A behavior that upstream's own suite tests, in our words, and the scenario or test that covers it. */
export interface Behaviour {
  readonly what: string;
  /** A recorded scenario. A behavior outside of a scheduling pass has a test file instead. */
  readonly scenario?: string;
  readonly test?: string;
}

/** A behavior with its own scenario. */
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
