import { type Diagnostic, identity } from './diagnostic.ts';
import { sha256 } from './sha256.ts';

/**
 * An identifier for each finding that stays the same if lines move, files are renamed, or other findings appear: 32 hexadecimal digits
 * of a hash of its message and object. Findings with the same message and object are numbered in order.
 */
export function fingerprints(diagnostics: readonly Diagnostic[]): ReadonlyMap<Diagnostic, string> {
  const counts = new Map<string, number>();
  return new Map(
    diagnostics.map((diagnostic) => {
      const name = identity(diagnostic);
      const count = (counts.get(name) ?? 0) + 1;
      counts.set(name, count);
      return [diagnostic, sha256(`${name}\n${count}`).slice(0, 32)] as const;
    }),
  );
}
