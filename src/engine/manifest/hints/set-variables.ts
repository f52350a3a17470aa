import { folderOf, resolvePath, type Source } from '../../text/source.ts';

/** What the callers of the modules of a repository set. */
interface ModuleCalls {
  /** Whether others call the files of a folder as a module. What a variable is there by default, the caller may replace. */
  isCalled(folder: string): boolean;
  /** Whether a place is in the default of a variable that every caller sets, so that nothing uses it. */
  isReplaced(source: Source, offset: number): boolean;
}

/** Reads the calls in files of Terraform and Terragrunt, which are not evaluated. */
export function moduleCalls(files: readonly Source[]): ModuleCalls {
  const calls = new Map<string, ReadonlySet<string>[]>();
  for (const source of files)
    for (const { folder, names } of callsIn(source)) {
      const others = calls.get(folder) ?? [];
      calls.set(folder, others);
      others.push(names);
    }

  return {
    isCalled: (folder) => calls.has(folder),
    isReplaced(source, offset) {
      const name = variableAround(source.text, offset);
      return (
        name !== undefined &&
        (calls.get(folderOf(source.file)) ?? []).length > 0 &&
        calls.get(folderOf(source.file))!.every((names) => names.has(name))
      );
    },
  };
}

interface ModuleCall {
  readonly folder: string;
  /** The variables that it sets. */
  readonly names: ReadonlySet<string>;
}

const sourceLine = /^[ \t]*source[ \t]*=[ \t]*"(\.{1,2}\/[^"\n]{1,200})"/gm;

function callsIn({ file, text }: Source): readonly ModuleCall[] {
  return [...text.matchAll(sourceLine)].flatMap(({ 1: path, index }) => {
    const folder = resolvePath(folderOf(file), path!.replace('//', '/'));
    if (folder === undefined) return [];
    const written = file.endsWith('.hcl') ? text : blockOf(text, index);
    return [{ folder, names: new Set([...written.matchAll(/^[ \t]+(\w+)[ \t]*=(?!=)/gm)].map(([, name]) => name!)) }];
  });
}

/** The lines of the block around an offset, in the format of `terraform fmt`: it starts and ends without indentation. */
function blockOf(text: string, offset: number): string {
  const start = text.lastIndexOf('\nmodule', offset);
  const end = text.indexOf('\n}', offset);
  return text.slice(start + 1, end === -1 ? undefined : end);
}

/** The variable in whose block an offset is. */
function variableAround(text: string, offset: number): string | undefined {
  const before = text.slice(Math.max(0, offset - 2000), offset);
  return /(?:^|\n)variable\s+"(\w+)"\s*\{(?:(?!\n\}|\n\w)[\s\S])*$/.exec(before)?.[1];
}
