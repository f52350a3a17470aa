import { stringify } from 'yaml';
import type { FixOperation } from '../../karpenter/api/custom-rule.ts';
import { appendItem, type Edits, insertEntry, removeEntry, replaceValue } from '../../manifest/edit.ts';
import { type Manifest, type Path, pathText, pointerSteps, type Value } from '../../manifest/model/manifest.ts';
import type { Fix } from '../../text/diagnostic.ts';

/**
 * The edits of a rule's fix; why there are none; or undefined if the rule has no fix. `values` are the results of its expressions, in order,
 * or null if one of them has no result.
 */
export function fixOf(
  manifest: Manifest,
  fix: readonly FixOperation[],
  values: readonly Value[] | null,
): Fix | { readonly why: string } | undefined {
  if (fix.length === 0) return undefined;
  if (values === null) return { why: 'a `valueExpression` of the fix has an error, or needs an unknown value' };

  const remaining = [...values];
  const edits: Edits[] = [];
  for (const operation of fix) {
    const value = operation.valueExpression === undefined ? operation.value : remaining.shift();
    const result = editsOf(manifest, operation, value);
    if (typeof result === 'string') return { why: `\`${operation.op} ${operation.path}\` of the fix ${result}` };
    if (result.length === 0)
      return { why: `\`${operation.op} ${operation.path}\` of the fix cannot be written into the object` };

    edits.push(result);
  }

  return { description: describe(fix), edits: edits.flat() };
}

/** The edits of one operation; none if the text cannot be edited; or why it makes no sense for this object. */
function editsOf(manifest: Manifest, { op, path: pointer }: FixOperation, value: Value | undefined): Edits | string {
  const path = pathOf(pointer, manifest);
  if (path === undefined) return 'leads to no item of a list';

  const exists = manifest.get(path) !== undefined;
  if (op !== 'add' && !exists) return 'finds nothing at this path';
  if (op === 'remove') return removeEntry(manifest, path);
  if (value === undefined) return [];

  const parent = path.slice(0, -1);
  const key = path.at(-1)!;
  if (op === 'add' && (key === '-' || typeof key === 'number')) {
    if (exists) return 'inserts into a list. Only `/-` can be added, at its end';
    if (manifest.get(parent) !== undefined)
      return appendItem(manifest, parent, { block: blockText(value), flow: flowText(value) });

    return inserted(manifest, parent, [value]);
  }

  if (exists) return replaceValue(manifest, path, flowText(value));

  return inserted(manifest, path, value);
}

/** A new entry, on its own lines where the mapping is written so. */
function inserted(manifest: Manifest, path: Path, value: Value): Edits {
  const parent = path.slice(0, -1);
  const name = String(path.at(-1));
  const block = isNested(value) ? insertEntry(manifest, parent, name, `\n${blockText(value)}`) : [];
  if (block.length > 0) return block;
  return insertEntry(manifest, parent, name, flowText(value));
}

const isNested = (value: Value): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length > 0;

const blockText = (value: Value): string => stringify(value, { lineWidth: 0 }).trimEnd();

/** On one line, so that it can be written anywhere. */
const flowText = (value: Value): string =>
  stringify([value], { collectionStyle: 'flow', lineWidth: 0 }).trim().slice(1, -1).trim();

/** The steps of a JSON Pointer in an object. Undefined if it names an item of a list by something else than a number or `-`. */
function pathOf(pointer: string, manifest: Manifest): Path | undefined {
  const path: (string | number)[] = [];
  for (const name of pointerSteps(pointer)) {
    const isItem = Array.isArray(manifest.get(path));
    if (isItem && name !== '-' && !/^\d+$/.test(name)) return undefined;
    path.push(isItem && name !== '-' ? Number(name) : name);
  }

  return path;
}

const verbs = { add: 'Set', replace: 'Replace', remove: 'Remove' } as const;

const describe = (fix: readonly FixOperation[]): string => {
  const parts = fix.map(({ op, path }) => {
    const steps = pointerSteps(path);
    const isItem = steps.at(-1) === '-';
    const verb = isItem ? 'Add an item to' : verbs[op];
    const at = isItem ? steps.slice(0, -1) : steps;
    return `${verb} \`${pathText(at.map(numbered))}\``;
  });
  return parts
    .map((part, i) => {
      if (i === 0) return part;
      return `${part[0]!.toLowerCase()}${part.slice(1)}`;
    })
    .join(', ');
};

const numbered = (step: string): string | number => {
  if (/^\d+$/.test(step)) return Number(step);
  return step;
};
