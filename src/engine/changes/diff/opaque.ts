import type { FieldChange } from '../../manifest/change.ts';
import type { Path, Value } from '../../manifest/model/manifest.ts';
import { plural } from '../../text/words/plural.ts';
import { textIf } from '../../text/words/text-if.ts';
import { hashText } from './hash/go-hash.ts';

/** Fields that may contain secrets or scripts: reports show their size and hash, never the text. */
export const opaqueFields: ReadonlySet<string> = new Set(['userData', 'context', 'clusterCABundle']);

/** The values of a field before and after the change, in a form that reports may show. */
export function shown(path: Path, before?: Value, after?: Value): Pick<FieldChange, 'before' | 'after'> {
  const isOpaque = opaqueFields.has(String(path.at(-1)));
  const [old, now] = isOpaque ? [digest(before), digest(after, before)] : [before, after];
  return { ...(old !== undefined && { before: old }), ...(now !== undefined && { after: now }) };
}

/** `12 lines, 2 of them new, hash 9e107d9d372bb682`. */
function digest(value: Value | undefined, earlier?: Value): Value | undefined {
  if (typeof value !== 'string') return value;
  const lines = value.replace(/\n$/, '').split('\n');
  const earlierLines = new Set(typeof earlier === 'string' ? earlier.replace(/\n$/, '').split('\n') : []);
  const fresh = textIf(
    earlierLines.size > 0,
    `, ${lines.filter((line) => !earlierLines.has(line)).length} of them new`,
  );
  return `${plural(lines.length, 'line')}${fresh}, hash ${hashText(value).toString(16).padStart(16, '0')}`;
}
