/** The places of a scene at which base and head may differ. A scene is built once for each side, with the same random choices. */
export class Knobs {
  readonly #turned: ReadonlySet<string>;
  readonly names: string[] = [];

  constructor(turned: readonly string[] = []) {
    this.#turned = new Set(turned);
  }

  /** The first value at base; the second one at head if the change turns this knob. */
  between<T>(name: string, before: T, after: T): T {
    this.names.push(name);
    return this.#turned.has(name) ? after : before;
  }
}
