import { type Diagnostic, identity } from '../../diagnostic.ts';
import { groupBy } from '../../group-by.ts';
import type { ChangedTexts } from './changed-lines.ts';

/**
 * Marks the findings that the change introduces: those that head has more often than base. Two findings are the same if they have the
 * same message and object, or the same message and file. Lines are not compared, because they move. Files that are only renamed are the
 * same file if their texts are known. Without a base, everything is new.
 */
export function withNovelty(
  head: readonly Diagnostic[],
  base: readonly Diagnostic[] | null,
  texts: ChangedTexts | null = null,
): { readonly diagnostic: Diagnostic; readonly isNew: boolean }[] {
  const known = new Map<string, number>();
  for (const diagnostic of base ?? []) known.set(sameness(diagnostic), (known.get(sameness(diagnostic)) ?? 0) + 1);
  const isMoved = ({ resource, span }: Diagnostic): boolean =>
    resource === null && texts?.base.has(span.file) === false;
  const before = texts && head.some(isMoved) ? formerNames(texts) : new Map<string, string>();
  return head.map((diagnostic) => {
    const file = before.get(diagnostic.span.file);
    const name = sameness(file === undefined ? diagnostic : { ...diagnostic, span: { ...diagnostic.span, file } });
    const left = known.get(name) ?? 0;
    known.set(name, left - 1);
    return { diagnostic, isNew: diagnostic.isChanged ?? left <= 0 };
  });
}

/** File of head → its name in base, for files whose text has another name on each side. */
function formerNames({ base, head }: ChangedTexts): ReadonlyMap<string, string> {
  const gone = groupBy(
    [...base].filter(([file]) => !head.has(file)),
    ([, text]) => text,
  );
  const names = new Map<string, string>();
  for (const [file, text] of head) {
    const former = base.has(file) ? undefined : gone.get(text)?.shift();
    if (former) names.set(file, former[0]);
  }
  return names;
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
