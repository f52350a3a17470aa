/** Repositories in other layouts: the same files as several environments, or next to content that does not concern them. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { run } from '../src/hosts/cli/terminal/terminal.test-support.ts';

/** Path → text. */
export type Files = Readonly<Record<string, string>>;

/** A change: the files on both sides, and how it is reviewed. */
export interface Repository {
  readonly name: string;
  /** Null if everything is new. */
  readonly base: Files | null;
  readonly head: Files;
  /** Options of the command line. */
  readonly options: readonly string[];
}

/** Moves the files of each side. */
export type Layout = (files: Files) => Files;

/** A repository in another layout. */
export const inLayout = (repository: Repository, layout: Layout): Repository => ({
  ...repository,
  base: repository.base && layout(repository.base),
  head: layout(repository.head),
});

/** The files below a folder, or a file by its name. */
export function filesBelow(path: string): Files {
  if (statSync(path).isFile()) return { [path.split('/').at(-1)!]: readFileSync(path, 'utf8') };

  const names = readdirSync(path, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll('\\', '/'));
  const files = names.filter((name) => statSync(join(path, name)).isFile()).sort();
  return Object.fromEntries(files.map((name) => [name, readFileSync(join(path, name), 'utf8')]));
}

/** The files, in a folder. */
export const inFolder =
  (folder: string): Layout =>
  (files) =>
    Object.fromEntries(Object.entries(files).map(([path, text]) => [`${folder}/${path}`, text]));

/** The files, once in each folder. */
export const inFolders =
  (...folders: readonly string[]): Layout =>
  (files) =>
    Object.assign({}, ...folders.map((folder) => inFolder(folder)(files)));

/** The parts of the Review document that layouts are compared by. */
export interface ReviewedLayout {
  readonly diagnostics: readonly {
    readonly code: string;
    readonly severity: string;
    readonly message: string;
    readonly file: string;
    readonly start: { readonly line: number };
    readonly resource: { readonly kind: string; readonly name: string; readonly namespace?: string } | null;
    readonly isNew: boolean;
  }[];
  readonly changes: readonly {
    readonly type: string;
    readonly resource: { readonly kind: string; readonly name: string; readonly namespace?: string };
    readonly file: string;
    readonly environments?: readonly string[];
  }[];
  readonly estimate: Figures | null;
  readonly environments: readonly {
    readonly name: string;
    readonly region: string;
    readonly karpenterVersion: string;
    readonly isMain: boolean;
    readonly estimate: Figures | null;
  }[];
  readonly verdict: { readonly result: string };
}

interface Amount {
  readonly low: number | null;
  readonly likely: number | null;
  readonly high: number | null;
}

interface Placed {
  readonly nodes: Amount;
  readonly monthlyUsd: Amount;
}

interface Figures {
  readonly region: string;
  readonly karpenterVersion: string;
  readonly before: Placed | null;
  readonly after: Placed | null;
}

/** Reviews a repository as the command line does. */
export async function reviewedAs({ base, head, options }: Repository): Promise<ReviewedLayout> {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-layout-'));

  try {
    if (base) writeFiles(join(folder, 'base'), base);
    writeFiles(join(folder, 'head'), head);

    const sides = base ? ['--base', join(folder, 'base'), '--head', join(folder, 'head')] : [join(folder, 'head')];
    const { stdout, stderr } = await run(['review', ...sides, ...options, '--format', 'json', '--quiet']);
    if (stdout === '') throw new Error(stderr);
    return JSON.parse(stdout) as ReviewedLayout;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function writeFiles(folder: string, files: Files): void {
  mkdirSync(folder, { recursive: true });
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** The figures of an estimate, as one text. */
export const figuresOf = (estimate: Figures | null): string => {
  if (estimate === null) return 'no figures';

  const of = (placed: Placed | null): string => JSON.stringify(placed && [placed.nodes, placed.monthlyUsd]);
  return `${estimate.region} Karpenter ${estimate.karpenterVersion}: ${of(estimate.before)} → ${of(estimate.after)}`;
};

/** The findings of some files, each as one text with the path that `pathOf` gives it; undefined leaves it out. Sorted. */
export function findingsOf(
  { diagnostics }: ReviewedLayout,
  pathOf: (file: string) => string | undefined = (file) => file,
): readonly string[] {
  return diagnostics
    .flatMap(({ code, severity, file, start, resource, isNew }) => {
      const path = pathOf(file);
      const object = resource ? `${resource.kind}/${resource.name}` : 'no object';
      return path === undefined
        ? []
        : [`${path}:${start.line} ${code} ${severity} ${isNew ? 'new' : 'existing'} (${object})`];
    })
    .sort();
}
