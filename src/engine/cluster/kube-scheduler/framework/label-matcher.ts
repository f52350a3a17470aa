import { selects } from '../../../karpenter/api/label-selector.ts';
import type { LabelSelector } from '../../../karpenter/api/pod.ts';

type Labels = Readonly<Record<string, string>>;

/** A label selector that remembers its answer for each set of labels, because many pods share theirs. */
export class LabelMatcher {
  readonly #selectors: readonly LabelSelector[];
  readonly #known = new WeakMap<Labels, boolean>();
  /** Selects everything. Topology spread counts nothing with such a selector. */
  readonly isEmpty: boolean;

  /** Matches what all of the selectors match. A missing one matches nothing. */
  constructor(...selectors: readonly (LabelSelector | undefined)[]) {
    const present = selectors.filter((selector) => selector !== undefined);
    this.#selectors = present.length === selectors.length ? present : [nothing];
    this.isEmpty = this.#selectors.every(
      ({ matchLabels, matchExpressions }) =>
        Object.keys(matchLabels ?? {}).length === 0 && (matchExpressions ?? []).length === 0,
    );
  }

  matches(labels: Labels): boolean {
    let answer = this.#known.get(labels);
    if (answer === undefined) {
      answer = this.#selectors.every((selector) => selects(selector, labels));
      this.#known.set(labels, answer);
    }
    return answer;
  }
}

/** `In` with no values is true for no object. */
const nothing: LabelSelector = { matchExpressions: [{ key: 'none', operator: 'In', values: [] }] };
