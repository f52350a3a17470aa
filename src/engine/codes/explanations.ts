import type { Example } from '../lint/example.ts';
import type { Rule } from '../lint/rule.ts';
import { nearest } from '../nearest.ts';
import { codeExplanations } from './code-explanations.ts';
import { rules } from './rules.ts';

/** WHY, once per code: what `plumbline explain CODE` prints, and SARIF's rule text. */
export interface Explanation {
  readonly code: string;
  /** One sentence: what it means. */
  readonly summary: string;
  /** What happens otherwise. */
  readonly why: string;
  /** What to do. */
  readonly help: string;
  readonly url?: string;
  /** For lint rules: severity, since when, and examples. */
  readonly rule?: Rule;
}

const byCode: ReadonlyMap<string, Explanation> = new Map(
  [...codeExplanations, ...rules.map(explanationOf)].map((explanation) => [explanation.code, explanation]),
);

function explanationOf(rule: Rule): Explanation {
  const { summary, why, help, url } = rule.docs;
  return { code: `lint/${rule.id}`, summary, why, help, url, rule };
}

/** Every code that has an explanation, sorted. */
export const explainedCodes: readonly string[] = [...byCode.keys()].sort();

/** Whether findings of this code exist. */
export const isKnownCode = (code: string): boolean => byCode.has(code);

/** The explanation of a code; a lint rule may be named without its stage. Undefined for what does not exist. */
export const explain = (code: string): Explanation | undefined => byCode.get(code) ?? byCode.get(`lint/${code}`);

/** The code that a misspelt one probably means, or undefined; a rule may be named without its stage. */
export function nearestCode(code: string): string | undefined {
  if (code.includes('/')) return nearest(code, explainedCodes);
  const names = new Map(explainedCodes.map((known) => [known.slice(known.indexOf('/') + 1), known]));
  const name = nearest(code, names.keys());
  return name && names.get(name);
}

/** Names in `rules` and `ignore` of the configuration that no finding has, each with the nearest that one has. */
export function unknownCodes(
  names: Iterable<string>,
): { readonly name: string; readonly nearest: string | undefined }[] {
  return [...names].filter((name) => !explain(name)).map((name) => ({ name, nearest: nearestCode(name) }));
}

/** How to silence a code, as documentation shows it. */
export const suppressionExample = (code: string): string =>
  `# plumbline-ignore ${code.replace(/^lint\//, '')} until=2027-03-31: why this is right here`;

/** The conditions under which an example is read, where they are not the usual ones; empty otherwise. */
export function exampleConditions({ region, karpenter }: Example): string {
  const conditions = [
    ...(region === 'us-east-1' ? [] : [region]),
    ...(karpenter === '1.14' ? [] : [`Karpenter ${karpenter}`]),
  ];
  return conditions.join(', ');
}
