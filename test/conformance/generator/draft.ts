import type { ScenarioSettings } from '../scenario.ts';
import { Random } from './random.ts';

/** A Kubernetes object as it is written to YAML. */
export type KubeObject = {
  apiVersion: string;
  kind: string;
  metadata: Record<string, unknown>;
  [field: string]: unknown;
};

export interface Taint {
  readonly key: string;
  readonly value?: string;
  readonly effect: string;
}

/** Facts about a NodePool that later parts need. */
export interface PoolFacts {
  readonly name: string;
  readonly purpose: string;
  readonly nodeClass: string;
  readonly architectures: readonly string[];
  readonly capacityTypes: readonly string[];
  readonly labels: Record<string, string>;
  readonly taints: readonly Taint[];
  readonly startupTaints: readonly Taint[];
}

/**
 * A scenario in progress. Features have names. A scenario either mixes them or focuses on one feature with hardly any other, so that
 * each feature occurs alone and in combination.
 */
export class Draft {
  readonly random: Random;
  readonly zones: readonly string[];
  readonly objects: KubeObject[] = [];
  readonly pools: PoolFacts[] = [];
  readonly apps: string[] = [];
  readonly settings: { -readonly [K in keyof ScenarioSettings]: ScenarioSettings[K] } = {};
  readonly #focus: readonly string[];
  readonly #density: number;
  readonly #features = new Set<string>();

  /** `focus` names features that occur alone. It is empty for a mix. */
  constructor(seed: number, focus: readonly string[]) {
    this.random = new Random(seed);
    this.#focus = focus;
    this.#density = focus.length === 0 ? this.random.pick(0.5, 1, 1, 2) : 0.1;
    const zones = ['a', 'b', 'c', 'd', 'e', 'f'].map((letter) => `us-east-1${letter}`);
    this.zones = this.random.chance(0.7) ? zones.slice(0, 3) : this.random.sample(zones, this.random.integer(1, 4));
  }

  /** Decides whether to use a feature here. `probability` is that of a scenario of medium density. */
  has(feature: string, probability: number): boolean {
    const isFocus = this.#focus.includes(feature);
    const chosen = this.random.chance(isFocus ? 0.8 : Math.min(0.9, probability * this.#density));
    if (chosen) this.#features.add(feature);
    return chosen;
  }

  /** Notes a feature that is present for another reason. */
  note(feature: string): void {
    this.#features.add(feature);
  }

  /** Names of the features used, sorted. */
  features(): string[] {
    return [...this.#features].sort();
  }
}
