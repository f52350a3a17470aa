import { groupBy } from '../../text/group-by.ts';
import { folderOf, type Source } from '../../text/source.ts';
import { type Hint, isCommented } from './hint.ts';

/** Whether a value of Terraform is one that only comments of its module use, such as `# cluster_version = local.eks_version`. */
export function commentedUses(sources: readonly Source[]): (source: Source, hint: Hint) => boolean {
  const byFolder = groupBy(sources, ({ file }) => folderOf(file));

  return (source, { span }) => {
    const name = nameOfValue(source.text, span.start);
    if (name === undefined) return false;

    const uses = (byFolder.get(folderOf(source.file)) ?? []).flatMap(({ text }) => usesIn(text, name));
    return uses.length > 0 && uses.every(({ isComment }) => isComment);
  };
}

/** The uses of a local value or a variable in a text. */
function usesIn(text: string, name: string): { readonly isComment: boolean }[] {
  return [...text.matchAll(new RegExp(`\\b(?:local|var)\\.${name}\\b`, 'g'))].map(({ index }) => ({
    isComment: isCommented(text, index),
  }));
}

/** The name that a line assigns a value to, or that of the variable around a default. */
function nameOfValue(text: string, at: number): string | undefined {
  const start = text.lastIndexOf('\n', Math.max(0, at - 1)) + 1;
  const end = text.indexOf('\n', at);
  const line = text.slice(start, end === -1 ? text.length : end);

  const [, variable] = /^variable\s+"(\w{1,100})"/.exec(line) ?? [];
  if (variable !== undefined) return variable;

  const [, name] = /^\s*(\w{1,100})\s*=/.exec(line) ?? [];
  return name;
}
