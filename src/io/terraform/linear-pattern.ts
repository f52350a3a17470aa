import { RE2JS, RE2JSException } from 're2js';
import type { CompilePattern, LinearPattern } from '../../engine/terraform/functions/linear-pattern.ts';

/** Longer patterns are not compiled: compiling takes time of their length. */
const longestPattern = 1000;

/** What RE2JS itself calls once it has looked at its arguments; its types do not say so. */
interface Program {
  findAllSubmatchIndex(text: string, limit: number): readonly (readonly number[])[] | null;
}

/** Compiles patterns of Go's syntax by a port of RE2, which never goes back in a text. */
export const compilePattern: CompilePattern = (pattern) => {
  if (pattern.length > longestPattern) return undefined;
  try {
    return linear(RE2JS.compile(pattern));
  } catch (error) {
    if (error instanceof RE2JSException) return undefined;
    throw error;
  }
};

const linear = (compiled: RE2JS): LinearPattern => ({
  size: compiled.programSize(),
  names: compiled.namedGroups(),
  matches: (text, limit = -1) => (compiled.re2() as Program).findAllSubmatchIndex(text, limit) ?? [],
});
