/** Values that depend only on a text. The oldest are forgotten when the texts become too long. */
export class KnownTexts<T> {
  readonly #known = new Map<string, T>();
  readonly #maxLength: number;
  #length = 0;

  /** The total length of the texts whose values are kept, in UTF-16 code units. */
  constructor(maxLength: number) {
    this.#maxLength = maxLength;
  }

  /** The value for a text. A value that must not be kept is computed each time. */
  read(text: string, compute: () => T, isKept: (value: T) => boolean = () => true): T {
    const cached = this.#known.get(text);
    if (cached !== undefined) return cached;

    const value = compute();
    if (text.length > this.#maxLength || !isKept(value)) return value;

    this.#known.set(text, value);
    this.#length += text.length;

    for (const oldest of this.#known.keys()) {
      if (this.#length <= this.#maxLength) break;

      this.#known.delete(oldest);
      this.#length -= oldest.length;
    }

    return value;
  }
}
