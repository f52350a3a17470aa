import { stringify } from 'yaml';
import type { FixOperation } from '../api/custom-rule.ts';
import type { Fix } from '../diagnostic.ts';
import { type Edits, insertEntry, removeEntry, replaceValue } from '../manifest/edit.ts';
import type { Manifest, Path, Value } from '../manifest/manifest.ts';

/**
 * The edits of a rule's fix. `values` are the results of its expressions, in order. Undefined if one of the operations cannot be written into
 * the text of the object, such as one that appends to a list.
 */
export function fixOf(manifest: Manifest, fix: readonly FixOperation[], values: readonly Value[]): Fix | undefined {
  const left = [...values];
  const edits: Edits[] = [];
  for (const operation of fix) {
    const value = operation.valueExpression === undefined ? operation.value : left.shift();
    const made = editsOf(manifest, operation, value);
    if (made.length === 0) return undefined;
    edits.push(made);
  }
  return fix.length === 0 ? undefined : { description: describe(fix), edits: edits.flat() };
}

function editsOf(manifest: Manifest, { op, path: pointer }: FixOperation, value: Value | undefined): Edits {
  const path = pathOf(pointer, manifest);
  if (path === undefined || path.length === 0) return [];
  const exists = manifest.get(path) !== undefined;
  if (op === 'remove') return exists ? removeEntry(manifest, path) : [];
  if (value === undefined) return [];
  if (exists) return replaceValue(manifest, path, isNested(value) ? JSON.stringify(value) : scalarText(value));
  const key = path.at(-1)!;
  if (op === 'replace' || typeof key === 'number') return [];
  return insertEntry(
    manifest,
    path.slice(0, -1),
    key,
    isNested(value) ? `\n${stringify(value).trimEnd()}` : scalarText(value),
  );
}

const isNested = (value: Value): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length > 0;

const scalarText = (value: Value): string => stringify(value, { lineWidth: 0 }).trimEnd();

/** The steps of a JSON Pointer in an object. Undefined if it is not a pointer, or leads through something that is not there. */
function pathOf(pointer: string, manifest: Manifest): Path | undefined {
  if (!pointer.startsWith('/')) return undefined;
  const path: (string | number)[] = [];
  for (const step of pointer.slice(1).split('/')) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
    path.push(Array.isArray(manifest.get(path)) ? Number(name) : name);
  }
  return path.some((step) => Number.isNaN(step)) ? undefined : path;
}

const verbs = { add: 'Set', replace: 'Replace', remove: 'Remove' } as const;

const describe = (fix: readonly FixOperation[]): string =>
  fix
    .map(
      ({ op, path }, i) => `${i === 0 ? verbs[op] : verbs[op].toLowerCase()} \`${path.slice(1).replaceAll('/', '.')}\``,
    )
    .join(', ');
