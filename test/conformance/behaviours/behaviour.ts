import type { KubeObject } from '../generator/draft.ts';
import type { ScenarioSettings } from '../scenario.ts';

/** What one of Karpenter's own test suites tests, in our words, and what checks the same here. */
export interface Behaviour {
  readonly what: string;
  /** A recorded scenario. For behavior outside a scheduling pass, a test file instead. */
  readonly scenario?: string;
  readonly test?: string;
}

/** A behavior with a scenario that is written for it. */
export interface Case extends Behaviour {
  readonly scenario: string;
  readonly objects: readonly KubeObject[];
  readonly settings?: ScenarioSettings;
}

export interface Suite {
  /** Path of the suite in its module: `core` (sigs.k8s.io/karpenter) or `aws` (karpenter-provider-aws). */
  readonly suite: string;
  readonly behaviours: readonly (Behaviour | Case)[];
}

export const isCase = (behaviour: Behaviour | Case): behaviour is Case => 'objects' in behaviour;
