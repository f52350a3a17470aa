/** A manifest that a rule is tested with and that its page shows. */
export interface Example {
  readonly text: string;
  /** The region and the Karpenter minor that the rules assume. */
  readonly region: string;
  readonly karpenter: string;
  /** YAML by default. */
  readonly language?: 'yaml' | 'json' | 'terraform';
  /** The edits of somebody who follows the help: one correction for each way that it offers. */
  readonly corrections?: readonly Correction[];
}

/** Text that occurs exactly once in the example, and its replacement. An empty replacement removes the line if nothing else is on it. */
export type Correction = Readonly<Record<string, Example | string>>;

/** A bad example whose findings have no fix: each correction is one way to follow their help literally. */
export const corrected = (example: Example, ...corrections: readonly Correction[]): Example => ({
  ...example,
  corrections,
});

/** The texts of an example after each of its corrections. */
export const correctedTexts = ({ text, corrections = [] }: Example): string[] =>
  corrections.map((correction) => `${Object.entries(correction).reduce(replaceOnce, text).trimEnd()}\n`);

function replaceOnce(text: string, [old, replacement]: readonly [string, Example | string]): string {
  const parts = text.split(old);
  if (parts.length !== 2) throw new Error(`“${old}” occurs ${parts.length - 1} times in the example, not once`);
  return filled(parts, [replacement]);
}

/**
 * An example in YAML for us-east-1 and Karpenter 1.14. It is indented with the code around it. Parts that several examples share can
 * be filled in. They are indented like the line that they are on, and an empty part removes its line.
 */
export function yaml(strings: TemplateStringsArray, ...parts: readonly (Example | string)[]): Example {
  return { text: dedent(filled(strings.raw, parts)), region: 'us-east-1', karpenter: '1.14' };
}

/** An example in Terraform. Rules see the objects that it creates. `$` and backticks are escaped as in `yaml`. */
export const terraform = (strings: TemplateStringsArray, ...parts: readonly (Example | string)[]): Example => ({
  ...yaml(strings, ...parts),
  language: 'terraform',
});

/** An example in JSON. */
export const jsonFile = (strings: TemplateStringsArray): Example => ({ ...yaml(strings), language: 'json' });

/** The same example for another region or another Karpenter minor. */
export const against = (
  conditions: { readonly region?: string; readonly karpenter?: string },
  example: Example,
): Example => ({ ...example, ...conditions });

/** The texts with the parts between them. Further lines of a part are indented like its first; an empty part leaves no empty line. */
function filled(texts: readonly string[], parts: readonly (Example | string)[]): string {
  return parts.reduce<string>((before, part, i) => {
    const text = (typeof part === 'string' ? part : part.text).trimEnd();
    const line = before.slice(before.lastIndexOf('\n') + 1);
    const next = texts[i + 1]!;
    const isAlone = line.trim() === '' && /^\s*(?:\n|$)/.test(next);
    if (text === '' && isAlone) return before.slice(0, before.length - line.length) + next.replace(/^\s*?\n/, '');

    const column = /^ *(?:- )*/.exec(line)![0].length;
    return before + text.replaceAll(/\n(?=.)/g, `\n${' '.repeat(column)}`) + next;
  }, texts[0]!);
}

/** Removes the first line break, the common indentation and the space after the last line. `\$` becomes a dollar sign. */
function dedent(text: string): string {
  const lines = text.replaceAll('\\$', '$').replaceAll('\\`', '`').replace(/^\n/, '').trimEnd().split('\n');
  const indents = lines.filter((line) => line.trim() !== '').map((line) => line.search(/\S/));
  const common = Math.min(...indents);
  return `${lines.map((line) => line.slice(common)).join('\n')}\n`;
}
