import { readdirSync, readFileSync } from 'node:fs';

/** A finding that a scene expects. */
export interface ExpectedFinding {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly code: string;
  readonly severity: string;
}

/** A small repository with one mistake, or a similar one without it. */
export interface MistakeScene {
  /** Its file and title. */
  readonly name: string;
  /** The number of the mistake in the table, or a word for what the table does not list. */
  readonly mistake: string;
  readonly files: Readonly<Record<string, string>>;
  /** Empty for a repository without the mistake. */
  readonly expected: readonly ExpectedFinding[];
}

const root = 'test/mistakes';

/**
 * Every scene. `=== bad 37: title` or `=== good 37: title` starts one, and `-- path --` starts a file of it. Without a path, the file is
 * `a.yaml`. ` ⟵ code severity` at the end of a line is not a part of the file. It says which finding the line has.
 */
export const mistakeScenes = (): MistakeScene[] =>
  readdirSync(root)
    .sort()
    .flatMap((file) => {
      const [, ...scenes] = readFileSync(`${root}/${file}`, 'utf8').split(/^=== /m);
      return scenes.map((text) => sceneOf(file.replace(/\.txt$/, ''), text));
    });

function sceneOf(theme: string, text: string): MistakeScene {
  const [head = '', ...rest] = text.split('\n');
  const [, mistake] = /^(?:bad|good) (\S+): /.exec(head) ?? [];
  if (mistake === undefined) throw new Error(`${theme}: “${head}” is not a title`);
  const parts = rest.join('\n').split(/^-- (\S+) --\n/m);
  const first = parts.shift()!;
  if (first.trim() !== '') parts.unshift('a.yaml', first);
  const files: Record<string, string> = {};
  const expected: ExpectedFinding[] = [];
  for (let i = 0; i < parts.length; i += 2) {
    const file = parts[i]!;
    const lines = parts[i + 1]!.trimEnd().split('\n');
    for (const [index, line] of lines.entries()) {
      const [, ...marks] = line.split(' ⟵ ');
      for (const mark of marks) {
        const [code = '', severity = ''] = mark.trim().split(' ');
        expected.push({ file, line: index + 1, code, severity });
      }
    }
    files[file] = `${lines.map((line) => line.split(' ⟵ ')[0]!.trimEnd()).join('\n')}\n`;
  }
  return { name: `${theme}: ${head}`, mistake, files, expected };
}
