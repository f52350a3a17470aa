/** A block at the top of a file of Terraform, found by its first and last line, without parsing the file. */
export interface WrittenBlock {
  readonly type: string;
  readonly labels: readonly string[];
  /** Lines from 1. */
  readonly first: number;
  readonly last: number;
  /** The `source` of a module or `chart` of a release, if it is a literal. */
  readonly source: string | undefined;
}

/** The blocks of a text as `terraform fmt` writes them: their heads and ends start a line. */
export function writtenBlocks(text: string): WrittenBlock[] {
  const blocks: WrittenBlock[] = [];
  let open: { type: string; labels: string[]; first: number; source: string | undefined } | undefined;

  for (const [i, line] of text.split('\n').entries()) {
    const head = /^([a-z_]+)((?:[ \t]+"[^"\n]{0,200}"){0,3})[ \t]*\{/.exec(line);
    if (head) {
      const labels = [...head[2]!.matchAll(/"([^"]*)"/g)].map(([, label]) => label!);
      open = { type: head[1]!, labels, first: i + 1, source: undefined };
    }

    if (!open) continue;

    open.source ??= /^\s*(?:source|chart)\s*=\s*"([^"$]{1,300})"/.exec(line)?.[1];
    if (!/^\}/.test(line) && !(head && /\}\s*$/.test(line))) continue;

    blocks.push({ ...open, last: i + 1 });
    open = undefined;
  }

  return blocks;
}

/** The text of a block without comments at the ends of its lines. */
export const uncommentedText = (
  { first, last }: Pick<WrittenBlock, 'first' | 'last'>,
  rows: readonly string[],
): string =>
  rows
    .slice(first - 1, last)
    .map((row) => row.replace(/(?:^|\s)(?:#|\/\/).*$/, ''))
    .join('\n');
