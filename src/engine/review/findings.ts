import type { Diagnostic } from '../diagnostic.ts';

/**
 * Marks the findings that the change brings: those that head has more often than base. What makes two findings the same
 * is what they say of which object, not the line, which moves. Without a base everything is new.
 */
export function withNovelty(
  head: readonly Diagnostic[],
  base: readonly Diagnostic[] | null,
): { readonly diagnostic: Diagnostic; readonly isNew: boolean }[] {
  const known = new Map<string, number>();
  for (const diagnostic of base ?? []) known.set(identity(diagnostic), (known.get(identity(diagnostic)) ?? 0) + 1);
  return head.map((diagnostic) => {
    const left = known.get(identity(diagnostic)) ?? 0;
    known.set(identity(diagnostic), left - 1);
    return { diagnostic, isNew: left <= 0 };
  });
}

/** What a finding is known by. An object may move to another file; a finding of no object belongs to its file. */
export const identity = ({ code, message, resource, span }: Diagnostic): string =>
  JSON.stringify([code, message, resource ? [resource.kind, resource.namespace, resource.name] : span.file]);
