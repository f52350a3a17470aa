import { type Diagnostic, identity } from '../../diagnostic.ts';
import { sha256 } from '../../sha256.ts';

/**
 * A name for each finding that stays when lines move, files are renamed, or other findings come and go: 32 hexadecimal digits of what it says
 * of which object. Findings that say the same of the same object are counted in their order.
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
