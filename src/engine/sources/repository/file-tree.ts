/** The files of one side as a repository has them, read only as far as somebody asks. Paths count from its root. */
export interface FileTree {
  /** Regular file → what identifies its content: the same on both sides where the content is. */
  readonly files: ReadonlyMap<string, string>;
  /** What is no regular file: links are not followed, submodules not fetched. */
  readonly others: ReadonlyMap<string, 'link' | 'submodule'>;
  /** The text of a file; undefined when there is none, when it is no text, or while it is still to be read. */
  text(path: string): string | undefined;
}

/** A path from a folder without `.` and `..`; undefined where it leads out of the repository or is no path at all. */
export function resolvePath(folder: string, path: string): string | undefined {
  if (path.startsWith('/') || path.includes('\\') || path.includes('\0') || /^[A-Za-z]:/.test(path)) return undefined;
  const steps = folder === '' ? [] : folder.split('/');
  for (const step of path.split('/')) {
    if (step === '..' && steps.pop() === undefined) return undefined;
    if (step !== '' && step !== '.' && step !== '..') steps.push(step);
  }
  return steps.join('/');
}

/** A file of a folder, by name. */
export const inFolder = (folder: string, name: string): string => (folder === '' ? name : `${folder}/${name}`);

/** Whether a path lies in a folder, or is it. */
export const isWithin = (path: string, folder: string): boolean =>
  folder === '' || path === folder || path.startsWith(`${folder}/`);

/** The files below each folder, worked out once for a tree. */
export class Folders {
  readonly #sorted: readonly string[];

  constructor(tree: FileTree) {
    this.#sorted = [...tree.files.keys()].sort();
  }

  /** All files below a folder, sorted. */
  below(folder: string): string[] {
    if (folder === '') return [...this.#sorted];
    const prefix = `${folder}/`;
    const found: string[] = [];
    for (let i = this.#first(prefix); i < this.#sorted.length && this.#sorted[i]!.startsWith(prefix); i++)
      found.push(this.#sorted[i]!);
    return found;
  }

  has(folder: string): boolean {
    return folder === '' || (this.#sorted[this.#first(`${folder}/`)]?.startsWith(`${folder}/`) ?? false);
  }

  #first(prefix: string): number {
    let [low, high] = [0, this.#sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#sorted[middle]! < prefix) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
