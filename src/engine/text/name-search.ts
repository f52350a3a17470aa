interface State {
  readonly next: Map<string, State>;
  /** The name that ends here. */
  name?: string;
  /** Where the search goes on if a character does not follow here: the longest end of this state that begins a name. */
  fallback?: State;
  /** The nearest state on the way of the fallbacks in which a name ends. */
  shorter?: State | undefined;
}

/**
 * Finds which of many names a text contains, in one pass over the text (Aho and Corasick, "Efficient string matching", 1975). The work is the
 * length of the text, however many names there are and however similar they are.
 */
export class NameSearch {
  readonly #start: State = { next: new Map() };

  constructor(names: Iterable<string>) {
    for (const name of names) this.#add(name);
    this.#link();
  }

  /** The names that a text contains. */
  namesIn(text: string): ReadonlySet<string> {
    const names = new Set<string>();
    let state = this.#start;

    for (let at = 0; at < text.length; at++) {
      state = this.#after(state, text[at]!);

      let end: State | undefined = state.name === undefined ? state.shorter : state;
      while (end !== undefined && !names.has(end.name!)) {
        names.add(end.name!);
        end = end.shorter;
      }
    }

    return names;
  }

  #add(name: string): void {
    if (name === '') return;

    let state = this.#start;
    for (let at = 0; at < name.length; at++) {
      const next: State = state.next.get(name[at]!) ?? { next: new Map() };
      state.next.set(name[at]!, next);
      state = next;
    }

    state.name = name;
  }

  #link(): void {
    const queue: State[] = [this.#start];

    for (const state of queue)
      for (const [character, next] of state.next) {
        next.fallback = state === this.#start ? this.#start : this.#after(state.fallback!, character);
        next.shorter = next.fallback.name === undefined ? next.fallback.shorter : next.fallback;
        queue.push(next);
      }
  }

  #after(from: State, character: string): State {
    let state: State | undefined = from;
    while (state !== undefined) {
      const next = state.next.get(character);
      if (next !== undefined) return next;
      state = state.fallback;
    }

    return this.#start;
  }
}
