import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  applyEdits,
  compatibleFixes,
  type Edits,
  indentEntries,
  insertEntry,
  moveEntry,
  removeEntry,
  renameKey,
  replaceValue,
} from './edit.ts';
import type { Manifest, Path, Value } from './model/manifest.ts';
import { parseManifests } from './parse.ts';

type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

const parse = (text: string): Manifest => {
  const { manifests, diagnostics } = parseManifests({ file: 'a.yaml', text }, { set: {} });
  expect(diagnostics, text).toEqual([]);
  return manifests[0]!;
};

/** Writes a value as YAML with comments, both styles, both quotes and block scalars, chosen at random. */
function write(value: Json, indent: string, dice: () => number): string {
  if (typeof value === 'string') {
    const style = dice() % 4;
    if (style === 0) return ` ${JSON.stringify(value)}`;
    if (style === 1) return ` '${value.replaceAll("'", "''")}'`;
    if (style === 2 && value !== '') return ` |-\n${indent}  ${value}`;
    return ` "${value}" # text`;
  }
  if (typeof value !== 'object' || value === null) return value === null && dice() % 2 === 0 ? '' : ` ${value}`;
  const isEmpty = Object.keys(value).length === 0;
  if (isEmpty || dice() % 4 === 0) return ` ${JSON.stringify(value)}${dice() % 3 === 0 ? ' # flow' : ''}`;
  const lines = Array.isArray(value)
    ? value.map((item) => `${indent}  -${writeItem(item, `${indent}    `, dice)}`)
    : Object.entries(value).map(([key, item]) => {
        const comment = dice() % 4 === 0 ? `${indent}  # about ${key}\n` : dice() % 6 === 0 ? '\n' : '';
        return `${comment}${indent}  ${key}:${write(item, `${indent}  `, dice)}`;
      });
  return `\n${lines.join('\n')}`;
}

/** A mapping in a list starts after its dash. */
function writeItem(item: Json, indent: string, dice: () => number): string {
  const isMap = typeof item === 'object' && item !== null && !Array.isArray(item) && Object.keys(item).length > 0;
  if (!isMap) return write(item, indent.slice(0, -2), dice);
  return ` ${Object.entries(item)
    .map(([key, value]) => `${key}:${write(value, indent, dice)}`)
    .join(`\n${indent}`)}`;
}

const key = fc.constantFrom('a', 'b', 'c', 'weight', 'limits', 'karpenter.sh/discovery');
const { value: json } = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom<Json>('x', "it's", 'on', '12', '# no comment', 'a: b'),
    fc.integer({ min: 0, max: 99 }),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(key, tie('value'), { maxKeys: 4, noNullPrototype: true }),
  ),
}));

const spec = fc.dictionary(key, json, { minKeys: 1, maxKeys: 5, noNullPrototype: true });

const documents = fc
  .record({
    spec,
    seed: fc.array(fc.nat(999), { minLength: 7, maxLength: 7 }),
    isWindows: fc.boolean(),
    isEnded: fc.boolean(),
  })
  .map(({ spec, seed, isWindows, isEnded }) => {
    let rolled = 0;
    const dice = () => seed[rolled % seed.length]! + 31 * rolled++;
    const body = write(spec, '', dice);
    const text = `# head\napiVersion: karpenter.sh/v1\nkind: NodePool # a pool\nspec:${body}\n# between\nstatus: {}${isEnded ? '\n' : ''}`;
    return isWindows ? text.replaceAll('\n', '\r\n') : text;
  });

function entryPaths(value: Value | undefined, path: Path): Path[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) => {
    const step = Array.isArray(value) ? Number(name) : name;
    const inner = [...path, step];
    return [...(Array.isArray(value) ? [] : [inner]), ...entryPaths(item, inner)];
  });
}

const clone = (manifest: Manifest): Json => structuredClone(manifest.object) as Json;
const holder = (root: Json, path: Path): Record<string, Json> =>
  path.reduce((at, step) => (at as never)[step], root) as never;

function apply(manifest: Manifest, edits: Edits): unknown {
  const text = applyEdits(manifest.source.text, edits);
  if (manifest.source.text.includes('\r\n')) expect(text.replaceAll('\r\n', '')).not.toContain('\n');
  return parse(text).object;
}

const specPaths = (manifest: Manifest) => entryPaths(manifest.object.spec, ['spec']);

describe('an edit changes only what it names', () => {
  test('removeEntry', () => {
    fc.assert(
      fc.property(documents, (text) => {
        const manifest = parse(text);
        for (const path of specPaths(manifest)) {
          const expected = clone(manifest);
          delete holder(expected, path.slice(0, -1))[String(path.at(-1))];
          const edits = removeEntry(manifest, path);
          expect(edits.length, `${text}\n${path.join('.')}`).toBe(1);
          expect(apply(manifest, edits), `${text}\n${path.join('.')}`).toEqual(expected);
        }
      }),
    );
  });

  test('renameKey and replaceValue', () => {
    fc.assert(
      fc.property(documents, (text) => {
        const manifest = parse(text);
        for (const path of specPaths(manifest)) {
          const renamed = clone(manifest);
          const parent = holder(renamed, path.slice(0, -1));
          parent.renamed = parent[String(path.at(-1))]!;
          delete parent[String(path.at(-1))];
          expect(apply(manifest, renameKey(manifest, path, 'renamed')), text).toEqual(renamed);
          const replaced = clone(manifest);
          holder(replaced, path.slice(0, -1))[String(path.at(-1))] = 'new';
          expect(apply(manifest, replaceValue(manifest, path, 'new')), text).toEqual(replaced);
        }
      }),
    );
  });

  test('insertEntry', () => {
    fc.assert(
      fc.property(documents, (text) => {
        const manifest = parse(text);
        for (const path of [['spec'], ...specPaths(manifest)]) {
          const value = manifest.get(path);
          if (typeof value === 'object' && (value === null || !Array.isArray(value))) {
            const expected = clone(manifest);
            const parent = holder(expected, path.slice(0, -1));
            parent[String(path.at(-1))] = { ...(value as Record<string, Json> | null), added: 1 };
            const edits = insertEntry(manifest, path, 'added', '1');
            // An explicit `key: null` stays.
            if (edits.length === 0) expect(value).toBeNull();
            else expect(apply(manifest, edits), `${text}\n${path.join('.')}`).toEqual(expected);
          }
        }
      }),
    );
  });

  test('moveEntry to the top of spec', () => {
    fc.assert(
      fc.property(documents, (text) => {
        const manifest = parse(text);
        for (const path of specPaths(manifest).filter(
          (p) => p.length > 2 && !((p.at(-1) as string) in (manifest.object.spec as object)),
        )) {
          const expected = clone(manifest);
          const parent = holder(expected, path.slice(0, -1));
          holder(expected, ['spec'])[String(path.at(-1))] = parent[String(path.at(-1))]!;
          delete parent[String(path.at(-1))];
          const edits = moveEntry(manifest, path, ['spec']);
          if (edits.length > 0) expect(apply(manifest, edits), `${text}\n${path.join('.')}`).toEqual(expected);
        }
      }),
    );
  });
});

const pool = (spec: string) => `apiVersion: karpenter.sh/v1\nkind: NodePool\nspec:\n${spec}`;
const edited = (spec: string, edit: (manifest: Manifest) => Edits): string => {
  const manifest = parse(pool(spec));
  return applyEdits(manifest.source.text, edit(manifest)).slice(pool('').length);
};

describe('edits by example', () => {
  test.each<[string, string, (manifest: Manifest) => Edits, string]>([
    [
      'rename in quotes',
      '  "limit": {cpu: 1}\n',
      (m) => renameKey(m, ['spec', 'limit'], 'limits'),
      '  "limits": {cpu: 1}\n',
    ],
    ['value in quotes', "  a: 'x' # why\n", (m) => replaceValue(m, ['spec', 'a'], "it's"), "  a: 'it''s' # why\n"],
    ['item of a list', '  a: ["x", y]\n', (m) => replaceValue(m, ['spec', 'a', 0], 'z'), '  a: ["z", y]\n'],
    ['value of an empty key', '  a:\n  b: 1\n', (m) => replaceValue(m, ['spec', 'a'], '2'), '  a: 2\n  b: 1\n'],
    [
      'remove with comments',
      '  a: 1\n  # about b\n  # more\n  b:\n    c: 1 # x\n  d: 1\n',
      (m) => removeEntry(m, ['spec', 'b']),
      '  a: 1\n  d: 1\n',
    ],
    [
      'remove after a dash',
      '  a:\n  - b: 1\n    c: 2\n',
      (m) => removeEntry(m, ['spec', 'a', 0, 'b']),
      '  a:\n  - c: 2\n',
    ],
    ['remove in flow', '  a: {b: 1, c: 2}\n', (m) => removeEntry(m, ['spec', 'a', 'c']), '  a: {b: 1}\n'],
    [
      'remove below an alias',
      '  a: &a {b: 1}\n  c: *a\n',
      (m) => removeEntry(m, ['spec', 'c', 'b']),
      '  a: &a {b: 1}\n  c: *a\n',
    ],
    [
      'remove an anchor',
      '  a: &a {b: 1}\n  c: *a\n',
      (m) => removeEntry(m, ['spec', 'a']),
      '  a: &a {b: 1}\n  c: *a\n',
    ],
    [
      'insert',
      '  a:\n    b: 1 # x\n\n  # next\n  c: 1\n',
      (m) => insertEntry(m, ['spec', 'a'], 'd', '"2"'),
      '  a:\n    b: 1 # x\n    d: "2"\n\n  # next\n  c: 1\n',
    ],
    [
      'insert lines',
      '  a: 1\n',
      (m) => insertEntry(m, ['spec'], 'limits', 'cpu: 1\nmemory: 2'),
      '  a: 1\n  limits:\n    cpu: 1\n    memory: 2\n',
    ],
    ['insert into an absent mapping', '  a:\n', (m) => insertEntry(m, ['spec', 'a'], 'b', '1'), '  a:\n    b: 1\n'],
    [
      'insert with parents',
      '  a: 1\n',
      (m) => insertEntry(m, ['spec', 'x', 'y'], 'z', '1'),
      '  a: 1\n  x:\n    y:\n      z: 1\n',
    ],
    ['insert into an empty flow', '  a: {}\n', (m) => insertEntry(m, ['spec', 'a'], 'b', '1'), '  a: {b: 1}\n'],
    ['insert into a scalar', '  a: 1\n', (m) => insertEntry(m, ['spec', 'a'], 'b', '1'), '  a: 1\n'],
    [
      'indent',
      '  terms:\n  - tags:\n    x/y: 1\n    z: 2\n    # end\n',
      (m) =>
        indentEntries(
          m,
          [
            ['spec', 'terms', 0, 'x/y'],
            ['spec', 'terms', 0, 'z'],
          ],
          'tags',
        ),
      '  terms:\n  - tags:\n      x/y: 1\n      z: 2\n    # end\n',
    ],
    [
      'move',
      '  template:\n    limits:\n      cpu: 1 # x\n    a: 1\n  weight: 1\n',
      (m) => moveEntry(m, ['spec', 'template', 'limits'], ['spec']),
      '  template:\n    a: 1\n  weight: 1\n  limits:\n    cpu: 1 # x\n',
    ],
  ])('%s', (_, before, edit, after) => {
    expect(edited(before, edit)).toBe(after);
  });

  test('nothing is inserted or removed between template lines', () => {
    const manifest = parse(pool('{{- if .x }}\n  a: 1\n{{- end }}\n  b: 1\n'));
    expect(removeEntry(manifest, ['spec', 'a'])).toEqual([]);
    expect(insertEntry(manifest, ['spec'], 'c', '1')).toEqual([]);
    expect(replaceValue(manifest, ['spec', 'b'], '2')).toHaveLength(1);
  });

  test('the first of several overlapping fixes is applied', () => {
    const edit = (start: number, end: number) => ({ file: 'a', start, end, newText: '' });
    const fix = (description: string, ...edits: ReturnType<typeof edit>[]) => ({ description, edits });
    const chosen = compatibleFixes([
      fix('a', edit(0, 5)),
      fix('b', edit(3, 4)),
      fix('c', edit(5, 6)),
      fix('d', edit(5, 5)),
      fix('e'),
    ]);
    expect(chosen.map(({ description }) => description)).toEqual(['a', 'c']);
    expect(() => applyEdits('abcdef', [edit(0, 3), edit(2, 4)])).toThrow(RangeError);
  });
});
