/** Gives each distinct name a small integer, in order of appearance from 0. */
export class Interner {
  readonly #ids = new Map<string, number>();
  readonly #names: string[] = [];

  /** The ID of a name. An unknown name gets a new ID. */
  intern(name: string): number {
    const id = this.#ids.get(name);
    if (id !== undefined) return id;
    this.#ids.set(name, this.#names.length);
    return this.#names.push(name) - 1;
  }

  /** The ID of a name, or -1 if it is unknown. */
  find(name: string): number {
    return this.#ids.get(name) ?? -1;
  }

  name(id: number): string {
    return this.#names[id]!;
  }

  get size(): number {
    return this.#names.length;
  }

  get names(): readonly string[] {
    return this.#names;
  }
}
