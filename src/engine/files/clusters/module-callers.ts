import { isTerraformPath } from '../../manifest/prefilter.ts';
import { addToGroup } from '../../text/group-by.ts';
import { folderOf, resolvePath, type Source } from '../../text/source.ts';

/** More calls on the way to a root are not followed. */
const maxDepth = 8;

/** Which folders of Terraform call which others as modules, by the text of the calls. */
export class ModuleCallers {
  /** Folder of a module → the folders that call it. */
  readonly #callers = new Map<string, string[]>();

  constructor(sources: readonly Source[]) {
    for (const { file, text } of new Set(sources)) {
      if (!isTerraformPath(file)) continue;

      for (const [, path] of text.matchAll(/^[ \t]*source[ \t]*=[ \t]*"(\.{1,2}\/[^"\n]{1,200})"/gm)) {
        const called = resolvePath(folderOf(file), path!);
        if (called !== undefined) addToGroup(this.#callers, called, folderOf(file));
      }
    }
  }

  /** The name that all callers of a file's module have; undefined if one has another name or none, or if nothing calls it. */
  soleCaller({ file, origin }: Source, nameIn: (folder: string) => string | undefined): string | undefined {
    if (origin || !isTerraformPath(file)) return undefined;

    const names = new Set(this.#namesOf(folderOf(file), nameIn, 0));
    const [name] = names;
    if (names.size === 1) return name;
    return undefined;
  }

  #namesOf(folder: string, nameIn: (folder: string) => string | undefined, depth: number): (string | undefined)[] {
    const callers = depth < maxDepth ? (this.#callers.get(folder) ?? []) : [];
    return [...new Set(callers)].flatMap((caller) => {
      const name = nameIn(caller);
      const above = name === undefined ? this.#namesOf(caller, nameIn, depth + 1) : [name];
      if (above.length === 0) return [undefined];
      return above;
    });
  }
}
