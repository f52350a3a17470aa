/** A test and a piece of documentation: what a rule is shown, and what it is read against. */
export interface Example {
  readonly text: string;
  readonly region: string;
  /** Karpenter's minor. */
  readonly karpenter: string;
  /** YAML where nothing else is said. */
  readonly language?: 'yaml' | 'json' | 'terraform';
}

/**
 * An example of YAML, indented with the code around it, read against us-east-1 and Karpenter 1.14. What several examples share may
 * be filled in, another example or text: it is indented like the line that it stands on, and nothing leaves no line.
 */
export function yaml(strings: TemplateStringsArray, ...parts: readonly (Example | string)[]): Example {
  return { text: dedent(filled(strings.raw, parts)), region: 'us-east-1', karpenter: '1.14' };
}

/** Terraform, of which what it hands over is looked at. `$` and backticks are written as in `yaml`. */
export const terraform = (strings: TemplateStringsArray, ...parts: readonly (Example | string)[]): Example => ({
  ...yaml(strings, ...parts),
  language: 'terraform',
});

/** A file of JSON. */
export const jsonFile = (strings: TemplateStringsArray): Example => ({ ...yaml(strings), language: 'json' });

/** The same example, read against another region or another Karpenter. */
export const against = (
  conditions: { readonly region?: string; readonly karpenter?: string },
  example: Example,
): Example => ({ ...example, ...conditions });

function filled(texts: readonly string[], parts: readonly (Example | string)[]): string {
  return parts.reduce<string>((before, part, i) => {
    const text = (typeof part === 'string' ? part : part.text).trimEnd();
    const line = before.slice(before.lastIndexOf('\n') + 1);
    const next = texts[i + 1]!;
    if (text === '') return before.slice(0, before.length - line.length) + next.replace(/^\n/, '');
    return before + text.replaceAll(/\n(?=.)/g, `\n${/^ */.exec(line)![0]}`) + next;
  }, texts[0]!);
}

/** Drops the first line break, the common indentation, and what stands after the last line. `\$` is a dollar. */
function dedent(text: string): string {
  const lines = text.replaceAll('\\$', '$').replaceAll('\\`', '`').replace(/^\n/, '').trimEnd().split('\n');
  const indents = lines.filter((line) => line.trim() !== '').map((line) => line.search(/\S/));
  const common = Math.min(...indents);
  return `${lines.map((line) => line.slice(common)).join('\n')}\n`;
}
