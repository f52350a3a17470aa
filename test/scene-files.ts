/** A finding that a scene expects. */
export interface ExpectedFinding {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly code: string;
  readonly severity: string;
  /** Parts of its message, help and labels, separated by ` … `. A label begins with its place, as `a.yaml:12`. */
  readonly text?: string;
}

/** A small repository in a text, with the findings that it expects. */
export interface SceneFiles {
  /** The line after `=== `. */
  readonly head: string;
  readonly files: Readonly<Record<string, string>>;
  readonly expected: readonly ExpectedFinding[];
}

/**
 * The scenes of a text. `=== TITLE` starts one, and `-- path --` starts a file of it. Without a path, the file is `a.yaml`. ` ⟵ code severity` at the
 * end of a line is not a part of the file. It says which finding the line has, and may be followed by parts of its texts.
 */
export function scenesIn(text: string): SceneFiles[] {
  const [, ...scenes] = text.split(/^=== /m);
  return scenes.map((scene) => {
    const [head = '', ...rest] = scene.split('\n');
    const parts = rest.join('\n').split(/^-- (.+) --\n/m);
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
          const [code = '', severity = '', ...words] = mark.trim().split(' ');
          expected.push({ file, line: index + 1, code, severity, ...(words.length > 0 && { text: words.join(' ') }) });
        }
      }
      files[file] = `${lines.map((line) => line.split(' ⟵ ')[0]!.trimEnd()).join('\n')}\n`;
    }
    return { head, files, expected };
  });
}
