import type { Span } from '../../../text/source.ts';
import { excess, knownText, madeText, objectOf, type TfValue, unknown } from '../values/tf-value.ts';
import { type CompilePattern, expanded, type LinearPattern, workOf } from './linear-pattern.ts';
import { stringFunctions } from './string-functions.ts';
import type { TfFunction } from './tf-function.ts';

/** What pattern functions need: the compiler and the work counter. */
export interface Matching {
  readonly compile: CompilePattern | undefined;
  spend(amount: number): boolean;
}

/** Longer results are not created. */
const maxLength = 4 * 1024 * 1024;

/** `regex`, and `replace` with a pattern between slashes; undefined for other functions. */
export function patternFunction(name: string, matching: Matching): TfFunction | undefined {
  if (name === 'regex') return (args, at) => regex(args, at, matching);
  if (name === 'replace') return (args, at) => replace(args, at, matching);
  return undefined;
}

const regex = ([written, whole]: readonly TfValue[], at: Span, matching: Matching): TfValue => {
  const [pattern, text] = [patternOf(knownText(written), matching), knownText(whole)];
  const [match] = pattern && text !== undefined ? matchesOf(pattern, text, { matching, limit: 1 }) : [];
  if (!pattern || text === undefined || !match) return unknown(at);

  const groups = groupsOf(match, text).map((group) => madeText(group, at));
  const names = Object.entries(pattern.names);
  if (names.length > 0)
    return objectOf(
      names.map(([name, number]) => [name, { value: groups[number] ?? unknown(at) }] as const),
      at,
    );

  if (groups.length === 1) return groups[0]!;
  return { kind: 'list', items: groups.slice(1), at };
};

const replace = (args: readonly TfValue[], at: Span, matching: Matching): TfValue => {
  const [whole, what, by] = args.map(knownText);
  const written = what !== undefined && /^\/.*\/$/s.test(what) ? what.slice(1, -1) : undefined;
  if (written === undefined) return stringFunctions.replace!(args, at);

  const pattern = patternOf(written, matching);
  if (!pattern || whole === undefined || by === undefined) return unknown(at);

  const result = replacedBy(whole, by, { pattern, matches: matchesOf(pattern, whole, { matching }) });
  if (result === undefined) return excess(at);
  return madeText(result, at);
};

/** Compiles a text as a pattern. The work depends on its length and on the size of the pattern. */
function patternOf(written: string | undefined, { compile, spend }: Matching): LinearPattern | undefined {
  if (written === undefined || !compile || !spend(1 + written.length)) return undefined;
  const pattern = compile(written);
  if (pattern && spend(pattern.size)) return pattern;
  return undefined;
}

/** Each match scans the rest of the text, so each one counts as work. */
function matchesOf(
  pattern: LinearPattern,
  text: string,
  { matching, limit }: { readonly matching: Matching; readonly limit?: number },
): readonly (readonly number[])[] {
  if (matching.spend(workOf(pattern, text.length))) return pattern.matches(text, limit);
  return [];
}

const groupsOf = (match: readonly number[], text: string): string[] =>
  Array.from({ length: match.length / 2 }, (_, i) => {
    if (match[2 * i]! < 0) return '';
    return text.slice(match[2 * i], match[2 * i + 1]);
  });

function replacedBy(
  whole: string,
  by: string,
  { pattern, matches }: { readonly pattern: LinearPattern; readonly matches: readonly (readonly number[])[] },
): string | undefined {
  const parts: string[] = [];
  let [from, length] = [0, whole.length];

  for (const match of matches) {
    const groups = groupsOf(match, whole);
    const replacement = expanded(
      by,
      (name) => groups[/^\d+$/.test(name) ? Number(name) : (pattern.names[name] ?? -1)] ?? '',
    );
    parts.push(whole.slice(from, match[0]), replacement);
    from = match[1]!;
    length += replacement.length;
    if (length > maxLength) return undefined;
  }

  return [...parts, whole.slice(from)].join('');
}
