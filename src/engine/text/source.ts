/** A file as text. If base and head use the same Source object, its bytes are equal and it is parsed once. */
export interface Source {
  /** Path relative to the root of the review, with forward slashes. */
  readonly file: string;
  readonly text: string;
  /** Only for rendered text. `file` is then a generated name, not a path in the repository. */
  readonly origin?: Origin;
  /** The kinds of objects in it that a kustomization changes which was not rendered; `*` means all. */
  readonly unrenderedKinds?: readonly string[];
  /** The charts whose values are in it were rendered, so it says nothing that the rendered text does not. */
  readonly hasRenderedValues?: true;
  /** The namespace of objects that name none, for a file that a definition applies as it is. Rendered text has it in its origin. */
  readonly namespace?: string;
  /** What applies it as it is, together with other files. Only for files with NodePools and node classes. */
  readonly fileRoots?: readonly FileRoot[];
}

/** What applies several files together, so that none of them is an alternative of another. */
export interface FileRoot {
  /** The name of the root. */
  readonly root: string;
  /** Kustomize refuses two objects of one name. Other programs apply both, one after the other. */
  readonly isKustomize: boolean;
}

/** What applies two files together; undefined if nothing shows that they are. */
export const commonFileRoot = (a: Source, b: Source): FileRoot | undefined =>
  a.fileRoots?.find(({ root }) => b.fileRoots?.some((other) => other.root === root));

/** Caches a value that depends only on a text, because a text may contain thousands of objects. */
export function onceForSource<T>(compute: (source: Source) => T): (source: Source) => T {
  const computed = new WeakMap<Source, { readonly value: T }>();
  return (source) => {
    const entry = computed.get(source) ?? { value: compute(source) };
    computed.set(source, entry);
    return entry.value;
  };
}

/** The name of a text for people: its path, or the root that renders it. */
export const nameOfSource = ({ file, origin }: Source): string => origin?.root ?? file;

/** The folder of a path; empty at the root. */
export const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

/** The name of a file or a folder without the folders above it. */
export const baseNameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** The names of a folder and of those above it, from the root of the repository; none for the root. */
export const stepsOfFolder = (folder: string): string[] => {
  if (folder === '') return [];
  return folder.split('/');
};

/** A folder and those above it, up to the root of the repository. */
export const foldersAbove = (folder: string): string[] => {
  if (folder === '') return [''];
  return [folder, ...foldersAbove(folderOf(folder))];
};

/** Resolves a path from a folder, without `.` and `..`; undefined if it leaves the repository or is not a path. */
export function resolvePath(folder: string, path: string): string | undefined {
  if (path.startsWith('/') || path.includes('\\') || path.includes('\0') || /^[A-Za-z]:/.test(path)) return undefined;
  const steps = stepsOfFolder(folder);

  for (const step of path.split('/')) {
    if (step === '..' && steps.pop() === undefined) return undefined;
    if (step !== '' && step !== '.' && step !== '..') steps.push(step);
  }

  return steps.join('/');
}

/** Whether a path is in a folder, or is that folder. */
export const isWithin = (path: string, folder: string): boolean =>
  folder === '' || path === folder || path.startsWith(`${folder}/`);

/** A tool that renders manifests from files of a repository. */
export type OriginTool = 'kustomize' | 'helm' | 'terraform' | 'flux' | 'argocd';

/** Where rendered text comes from. */
export interface Origin {
  /** The rendered root, such as `deploy/overlays/prod/kustomization.yaml`, `charts/karpenter` or `main.tf`. */
  readonly root: string;
  readonly tool: OriginTool;
  /** The environment it belongs to according to the configuration. */
  readonly environment?: string;
  /** The environment that its values file or a folder of its path is named after. The configuration takes precedence. */
  readonly guessedEnvironment?: string;
  /** The cluster to which it is applied, equal for roots that certainly have the same one. Absent if nothing says that. */
  readonly destination?: string;
  /** What Argo CD calls that cluster. Absent if it has only an address. */
  readonly cluster?: string;
  /** The namespace of objects that name none, where a tool says it. Absent if nothing does. */
  readonly namespace?: string;
  /** The path that determines its environment, if it is not the name of the rendered text. */
  readonly place?: string;
  /** Absent for Terraform, which no program renders. */
  readonly inputs?: RenderInputs;
  /** The expression on which it depends whether Terraform creates the object, if nothing here says what it is. */
  readonly condition?: { readonly text: string; readonly at: Span };
  /**
   * What makes Terraform destroy the object and create it again although its name stays: any other text, another
   * `apiVersion`, or another trigger.
   */
  readonly recreation?: {
    readonly forcesNew: boolean;
    readonly isOfVersion: boolean;
    readonly trigger: string | undefined;
  };
  /** Flux deletes an object whose update the API server refuses, and creates it again. */
  readonly recreatesRefused?: true;
  /** The argument of a resource of Terraform that has the object and that `ignore_changes` names, so that it stays as Terraform has created it. */
  readonly ignoredArgument?: string;
  /** A module of Terraform that nothing in the repository calls or applies. Others may call it. */
  readonly isUncalled?: true;
  /** A chart rendered with only its default values, because nothing says which values it is applied with. */
  readonly isGuessed?: true;
  /** The place in the repository that a range of the rendered text comes from. */
  trace(start: number, end: number): Place;
  /** The text of a file in the repository that it comes from. Absent if that is not at hand. */
  textOf?(file: string): string | undefined;
  /** How a replacement in the rendered text must be written in the repository, if that differs; undefined if it cannot be. */
  edit?(start: number, end: number, newText: string): (Span & { readonly newText: string }) | undefined;
}

/** What a text was rendered from. It is the same wherever the same programs render the same files, in any commit and on any machine. */
export interface RenderInputs {
  /** SHA-256 of the root's definition, and of the paths and contents of its files. */
  readonly digest: string;
  /** The programs with their versions, such as `helm v3.20.2`. */
  readonly programs: readonly string[];
  /** Charts from the network. Their content is not in the repository, so the digest does not cover it. */
  readonly fetched: readonly string[];
}

/** The place in the repository that a piece of rendered text comes from. */
export interface Place {
  readonly span: Span;
  /** False if the place is only approximate. */
  readonly isExact: boolean;
}

/** A range of a file in UTF-16 code units; `end` is exclusive. */
export interface Span {
  readonly file: string;
  readonly start: number;
  readonly end: number;
}

/** A line and column as people count them: both start at 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** Converts offsets in a text to lines and columns. Built once for each text, on first use. */
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
