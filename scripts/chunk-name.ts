import { readdirSync } from 'node:fs';
import { basename } from 'node:path';

/** What a bundler says about a chunk. The last module is the one that imports the others. */
export interface ChunkModules {
  readonly facadeModuleId: string | null | undefined;
  readonly moduleIds: readonly string[];
}

/** Folders of packages that only say how the code was built. */
const builtFolders = /^(?:dist|dist-\w+|built|esm|cjs|lib|node_modules|submodules)$/;

/**
 * Names the chunks of `dist/`. A name follows from where a module of the chunk is, never from content or from the other chunks, so that it
 * stays when code changes, and a name always means the same module. A chunk that a module is imported through is named after that module,
 * and any other chunk after its last one.
 */
export class ChunkNames {
  readonly #reserved: ReadonlySet<string>;
  /** How many files each name could stand for: `plan`, `c-plan`, `b-c-plan` and so on. */
  readonly #meanings = new Map<string, number>();
  readonly #modules = new Map<string, string>();

  /** `reserved` are the names of entries and of chunks that have names already, `sources` the paths of all own files. */
  constructor(reserved: Iterable<string>, sources: readonly string[]) {
    this.#reserved = new Set(reserved);
    for (const name of sources.flatMap(possibleNames)) this.#meanings.set(name, (this.#meanings.get(name) ?? 0) + 1);
  }

  /** Returns the name without `.js`. Fails for a second chunk with the same name. */
  nameOf({ facadeModuleId, moduleIds }: ChunkModules): string {
    const module = facadeModuleId ?? moduleIds.at(-1);
    if (module === undefined) throw new Error('A chunk without modules has no name.');

    const path = relativePath(module);
    const name = path.startsWith('node_modules/') ? packageName(path) : this.#sourceName(path);
    // The code of such a chunk is in another chunk, which others share.
    const unique = moduleIds.length === 0 ? `${name}-exports` : name;

    // Some file systems ignore case.
    const key = unique.toLowerCase();
    const earlier = this.#modules.get(key) ?? path;
    if (earlier !== path || this.#reserved.has(key))
      throw new Error(`Two chunks would be named ${unique}.js: the one of ${path}, and the one of ${earlier}.`);
    this.#modules.set(key, path);
    return unique;
  }

  /** The name of a file, with as many of its folders as tell it from all other files. */
  #sourceName(path: string): string {
    const names = possibleNames(path);
    const unique = names.find((name) => (this.#meanings.get(name) ?? 0) < 2 && !this.#reserved.has(name));
    return unique ?? names.at(-1)!;
  }
}

/** `src/b/plan.ts` gives `plan`, `b-plan` and `src-b-plan`. */
function possibleNames(path: string): string[] {
  const parts = withoutExtension(path).split('/');
  return parts.map((_, index) => parts.slice(-index - 1).join('-'));
}

/** `node_modules/@aws-sdk/client-eks/dist-es/index.js` is `aws-sdk-client-eks`. */
function packageName(path: string): string {
  const parts = withoutExtension(path).split('/');
  const telling = parts.filter((part) => !builtFolders.test(part) && part !== 'index');
  return telling.join('-').replaceAll('@', '');
}

function relativePath(id: string): string {
  const path = id.replaceAll('\\', '/');
  // The bundler's own code has an id such as `\0rolldown/runtime.js`.
  if (path.startsWith('\0')) return `node_modules/${path.slice(1)}`;
  const root = `${process.cwd().replaceAll('\\', '/')}/`;
  return path.startsWith(root) ? path.slice(root.length) : path;
}

const withoutExtension = (path: string): string => path.replace(/\.[a-z]+$/i, '');

/** The paths of the repository's own files that can be in a chunk. */
export function ownSources(): string[] {
  return ['src', 'kubeval-wasm'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
      .filter((file) => /\.[jt]s$/.test(file) && !basename(file).includes('.test.'))
      .sort(),
  );
}
