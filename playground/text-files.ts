/** The two sides of a change. */
export type Side = 'before' | 'after';

/** The texts of one side by their paths. */
export type Texts = Readonly<Record<string, string>>;

/** The name of a text that somebody pastes. */
export const pastedFile = 'manifests.yaml';

/** The files of both sides, as the page shows them. A file without text does not exist. */
export class TextFiles {
  readonly #sides: Readonly<Record<Side, Map<string, string>>> = { before: new Map(), after: new Map() };

  /** Replaces all files of a side. */
  replace(side: Side, texts: Texts): void {
    const files = this.#sides[side];
    files.clear();
    for (const [path, text] of Object.entries(texts)) if (text !== '') files.set(path, text);
  }

  text(side: Side, path: string): string {
    return this.#sides[side].get(path) ?? '';
  }

  write(side: Side, path: string, text: string): void {
    if (text === '') this.#sides[side].delete(path);
    else this.#sides[side].set(path, text);
  }

  /** The files of a side in the order of their paths, as a review reads them. */
  sources(side: Side): { file: string; text: string }[] {
    return [...this.#sides[side]]
      .map(([file, text]) => ({ file, text }))
      .sort((a, b) => Number(a.file > b.file) - Number(a.file < b.file));
  }

  texts(side: Side): Texts {
    return Object.fromEntries(this.sources(side).map(({ file, text }) => [file, text]));
  }

  /** The paths of both sides. */
  paths(): string[] {
    return [...new Set([...this.#sides.before.keys(), ...this.#sides.after.keys()])].sort();
  }

  has(path: string): boolean {
    return this.#sides.before.has(path) || this.#sides.after.has(path);
  }

  isChanged(path: string): boolean {
    return this.text('before', path) !== this.text('after', path);
  }

  /** The file to show first: one that the change edits, else one about Karpenter. */
  first(): string {
    const paths = this.paths();
    const isOfKarpenter = (path: string): boolean => this.text('after', path).includes('karpenter');

    return paths.find((path) => this.isChanged(path)) ?? paths.find(isOfKarpenter) ?? paths[0] ?? pastedFile;
  }
}
