/** The files of one side, with paths from the root of the repository. Files are read on demand. */
export interface FileTree {
  /** Regular file → an identifier of its content, which is the same on both sides if the content is the same. */
  readonly files: ReadonlyMap<string, string>;
  /** Paths that are not regular files. Links are not followed, and submodules are not fetched. */
  readonly others: ReadonlyMap<string, 'link' | 'submodule'>;
  /** The text of a file; undefined if the file does not exist, is not text, or has not been read yet. */
  text(path: string): string | undefined;
}

/** The path of a file in a folder. */
export const inFolder = (folder: string, name: string): string => {
  if (folder === '') return name;
  return `${folder}/${name}`;
};

/** The files below each folder, computed once for a tree. */
export class Folders {
  readonly #sorted: readonly string[];
  #byLowerCase: ReadonlyMap<string, string | undefined> | undefined;

  constructor(tree: FileTree) {
    this.#sorted = [...tree.files.keys()].sort();
  }

  /** All files below a folder, sorted. */
  below(folder: string): string[] {
    if (folder === '') return [...this.#sorted];
    const prefix = `${folder}/`;
    const files: string[] = [];
    for (let i = this.#first(prefix); i < this.#sorted.length && this.#sorted[i]!.startsWith(prefix); i++)
      files.push(this.#sorted[i]!);
    return files;
  }

  has(folder: string): boolean {
    return folder === '' || (this.#sorted[this.#first(`${folder}/`)]?.startsWith(`${folder}/`) ?? false);
  }

  /** The only folder whose path differs from this one just in upper and lower case. */
  inOtherCase(folder: string): string | undefined {
    if (this.has(folder)) return undefined;
    this.#byLowerCase ??= foldersByLowerCase(this.#sorted);
    return this.#byLowerCase.get(folder.toLowerCase());
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

/** The folders of files, by their paths in lower case. Of two that differ only in case, there is none. */
function foldersByLowerCase(files: readonly string[]): ReadonlyMap<string, string | undefined> {
  const folders = new Map<string, string | undefined>();

  for (const file of files)
    for (let end = file.lastIndexOf('/'); end > 0; end = file.lastIndexOf('/', end - 1)) {
      const folder = file.slice(0, end);
      const key = folder.toLowerCase();
      if (folders.get(key) === folder) break;
      folders.set(key, folders.has(key) ? undefined : folder);
    }

  return folders;
}
