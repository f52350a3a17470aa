import { RE2JS, RE2JSException } from 're2js';
import type { CompilePattern, LinearPattern } from '../../engine/manifest/terraform/functions/linear-pattern.ts';

/** Longer patterns are not compiled, because compiling takes time in proportion to their length. */
const longestPattern = 1000;

/** The function that RE2JS calls itself after checking its arguments. It is missing in its types. */
interface Program {
  findAllSubmatchIndex(text: string, limit: number): readonly (readonly number[])[] | null;
}

/** Compiles patterns in Go's syntax with a port of RE2, which matches in linear time without backtracking. */
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
