/** One file as text. Two Sources that are the same object are the same bytes: parsing is shared between base and head. */
export interface Source {
  /** Path relative to the root of the review, with forward slashes. */
  readonly file: string;
  readonly text: string;
  /** Only of text that a tool made; `file` is then a name of our own that is no path of the repository. */
  readonly origin?: Origin;
}

/** What is told by a text alone, told once for each: thousands of objects may stand in one. */
export function onceForSource<T>(tell: (source: Source) => T): (source: Source) => T {
  const known = new WeakMap<Source, { readonly told: T }>();
  return (source) => {
    const found = known.get(source) ?? { told: tell(source) };
    known.set(source, found);
    return found.told;
  };
}

/** What people know a text by: its path, or the root that gives it. */
export const nameOfSource = ({ file, origin }: Source): string => origin?.root ?? file;

/** The folder that a path lies in; empty at the root. */
export const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

/** What makes manifests from files of a repository. */
export type OriginTool = 'kustomize' | 'helm' | 'terraform' | 'flux' | 'argocd';

/** Where text that a tool made comes from. */
export interface Origin {
  /** What gives it: `deploy/overlays/prod/kustomization.yaml`, `charts/karpenter`, `main.tf`. */
  readonly root: string;
  readonly tool: OriginTool;
  /** The environment that the configuration says it is for. */
  readonly environment?: string;
  /** What tells its environment by its path, where that is not the name of the made text. */
  readonly place?: string;
  /** A chart with nothing but its own values, where nobody says with which it is applied. */
  readonly isGuessed?: true;
  /** The place in the repository of a stretch of the made text. */
  trace(start: number, end: number): Place;
  /** How a replacement in the made text is written in the repository, where that differs from the text itself; undefined: not at all. */
  edit?(start: number, end: number, newText: string): (Span & { readonly newText: string }) | undefined;
}

/** A place in a file of the repository that a piece of made text stands for. */
export interface Place {
  readonly span: Span;
  /** False: a guess, as near as can be told. */
  readonly isExact: boolean;
}

/** A stretch of a file, in UTF-16 code units; `end` is exclusive. */
export interface Span {
  readonly file: string;
  readonly start: number;
  readonly end: number;
}

/** A place as people count it: both from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** Finds lines and columns of offsets in one text; built once per text, on first use. */
export class LineIndex {
  readonly text: string;
  readonly #starts: number[] = [0];

  constructor(text: string) {
    this.text = text;
    for (let i = text.indexOf('\n'); i !== -1; i = text.indexOf('\n', i + 1)) this.#starts.push(i + 1);
  }

  get lineCount(): number {
    return this.#starts.length;
  }

  /** Line and column (1-based) of an offset; an offset past the end is the end. */
  position(offset: number): Position {
    const at = Math.max(0, Math.min(offset, this.text.length));
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#starts[middle]! <= at) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: at - this.#starts[low]! + 1 };
  }

  /** Offset of the first character of a 1-based line. */
  start(line: number): number {
    return this.#starts[Math.max(0, Math.min(line, this.lineCount) - 1)]!;
  }

  /** The text of a 1-based line, without its line break. */
  line(line: number): string {
    const end = line < this.lineCount ? this.start(line + 1) : this.text.length;
    return this.text.slice(this.start(line), end).replace(/\r?\n$/, '');
  }
}
