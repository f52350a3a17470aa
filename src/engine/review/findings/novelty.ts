import { type Diagnostic, identity } from '../../diagnostic.ts';
import type { ChangedTexts } from './changed-lines.ts';

/**
 * Marks the findings that the change brings: those that head has more often than base. What makes two findings the same
 * is what they say of which object, not the line, which moves. Without a base everything is new.
 */
export function withNovelty(
  head: readonly Diagnostic[],
  base: readonly Diagnostic[] | null,
): { readonly diagnostic: Diagnostic; readonly isNew: boolean }[] {
  const known = new Map<string, number>();
  for (const diagnostic of base ?? []) known.set(sameness(diagnostic), (known.get(sameness(diagnostic)) ?? 0) + 1);
  return head.map((diagnostic) => {
    const left = known.get(sameness(diagnostic)) ?? 0;
    known.set(sameness(diagnostic), left - 1);
    return { diagnostic, isNew: diagnostic.isChanged === true || left <= 0 };
  });
}

/** An upgrade changes the version that a message names, and not what it says. */
const sameness = (diagnostic: Diagnostic): string =>
  identity({ ...diagnostic, message: diagnostic.message.replace(/\bKarpenter \d+\.\d+/g, 'Karpenter') });

/** What of a text is not read. A fault of syntax is none of them: nothing of such a document could be applied. */
const unreadCodes: ReadonlySet<string> = new Set(['yaml/too-large', 'yaml/too-deep', 'yaml/alias-bomb']);

/** Marks what says that something is unread in a text that changed: base says the same of another text. */
export const withUnreadChanges = (diagnostics: readonly Diagnostic[], { base, head }: ChangedTexts): Diagnostic[] =>
  diagnostics.map((one) =>
    unreadCodes.has(one.code) && base.get(one.span.file) !== head.get(one.span.file)
      ? { ...one, isChanged: true }
      : one,
  );
