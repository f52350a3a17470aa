import { type Diagnostic, identity } from '../../diagnostic.ts';
import type { ChangedTexts } from './changed-lines.ts';

/**
 * Marks the findings that the change introduces: those that head has more often than base. Two findings are the same if they have the
 * same message and object, or the same message and file. Lines are not compared, because they move. The findings of base are at the places that
 * their objects and files have in head. Without a base, everything is new.
 */
export function withNovelty(
  head: readonly Diagnostic[],
  base: readonly Diagnostic[] | null,
): { readonly diagnostic: Diagnostic; readonly isNew: boolean }[] {
  const known = new Map<string, number>();
  for (const diagnostic of base ?? []) known.set(sameness(diagnostic), (known.get(sameness(diagnostic)) ?? 0) + 1);
  return head.map((diagnostic) => {
    const name = sameness(diagnostic);
    const left = known.get(name) ?? 0;
    known.set(name, left - 1);
    return { diagnostic, isNew: diagnostic.isChanged ?? left <= 0 };
  });
}

/** Messages without version numbers, because an upgrade alone does not make a finding new. */
const sameness = (diagnostic: Diagnostic): string =>
  identity({ ...diagnostic, message: diagnostic.message.replace(/\bKarpenter \d+\.\d+/g, 'Karpenter') });

/** Codes of findings about a text that plumbline cannot read. Syntax errors are not included: such a document cannot be applied. */
const unreadCodes: ReadonlySet<string> = new Set(['yaml/too-large', 'yaml/too-deep', 'yaml/alias-bomb']);

/** Marks findings about unreadable text as new if the text changed: the same finding in base is about a different text. */
export const withUnreadChanges = (diagnostics: readonly Diagnostic[], { base, head }: ChangedTexts): Diagnostic[] =>
  diagnostics.map((one) =>
    unreadCodes.has(one.code) && base.get(one.span.file) !== head.get(one.span.file)
      ? { ...one, isChanged: true }
      : one,
  );
