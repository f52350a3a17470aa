import { isObject, type Mapping } from '../../../manifest/model/manifest.ts';
import { nearest } from '../../../text/nearest.ts';
import { quoted } from '../../../text/words/quoted-names.ts';
import { inFolder } from '../repository/file-tree.ts';
import { readMapping } from '../repository/yaml-data.ts';
import type { HelmCall, Obstacle, Root } from '../root/root.ts';

/** A release of a chart in this repository, before and after a change. */
interface ChangedRelease {
  readonly root: Root;
  readonly before: Root;
  /** What it renders to after the change. */
  readonly text: string;
  readonly read: (file: string) => string | undefined;
  readonly readBefore: (file: string) => string | undefined;
}

/** A key of values that the change adds. */
interface AddedKey {
  readonly path: readonly string[];
  readonly name: string;
  /** The file that has it, or that of the definition. */
  readonly file: string;
  /** The other keys next to it, before or after the change. */
  readonly siblings: readonly string[];
  /** Those that the change takes away. */
  readonly removed: readonly string[];
}

/** Deeper values are not compared. */
const maxDepth = 20;

/** Keys that may be looked for as words. */
const plainKey = /^[A-Za-z][\w-]{2,}$/;

/** Templates that read all values at once, as for a checksum. */
const readsAll = /\.Values\s*(?:[|)}]|$)/m;

/**
 * Values that the change sets and that no template of their chart reads: a misspelled key. Helm reports no error, and
 * the default stays. It is known only for a chart of this repository without dependencies: no text of the chart and
 * nothing that it renders to has the word, while templates read other keys next to it by name, so that none of them
 * goes through all keys.
 */
export function valuesWithoutReader({ root, before, text, read, readBefore }: ChangedRelease): readonly Obstacle[] {
  const [call, old] = [helmOf(root), helmOf(before)];
  if (call === undefined || old === undefined || root.hasPlaceholders || !isWhole(call, root)) return [];

  const layers = [
    ...call.valueFiles.map((file) => ({ file, old: valuesIn(file, readBefore), now: valuesIn(file, read) })),
    { file: root.file, old: old.values ?? {}, now: call.values ?? {} },
  ];
  const added = layers.flatMap((layer) => addedKeys(layer.old, layer.now, { path: [], file: layer.file }));
  if (added.length === 0) return [];

  const chart = root.files.filter((file) => file.startsWith(inFolder(call.chart, ''))).map((file) => read(file) ?? '');
  const templates = chart.filter((content) => content.includes('{{'));
  if (templates.length === 0 || templates.some((template) => readsAll.test(template))) return [];

  const words = wordsIn([...chart, text]);
  const fields = fieldsIn(templates);
  const earlier = new Set(layers.flatMap((layer) => keysOf(layer.old)));
  const isRecord = ({ siblings }: AddedKey): boolean => siblings.some((sibling) => fields.has(sibling));

  return added
    .filter((key) => plainKey.test(key.name) && !words.has(key.name) && !earlier.has(key.name) && isRecord(key))
    .map((key) => unreadValue(key, call.chart, fields));
}

function helmOf({ call }: Root): HelmCall | undefined {
  if (call !== null && 'helm' in call) return call.helm;
  return undefined;
}

/** Whether all templates that may read the values are in this repository. */
function isWhole({ chart, archive, dependencies, fetched = [], absent = [] }: HelmCall, { files }: Root): boolean {
  const parts = inFolder(chart, 'charts/');
  return (
    archive === undefined &&
    dependencies.length + fetched.length + absent.length === 0 &&
    !files.some((file) => file.startsWith(parts))
  );
}

function valuesIn(file: string, read: (file: string) => string | undefined): Mapping {
  const parsed = readMapping(read(file) ?? '');
  if ('fault' in parsed) return {};
  return parsed.data;
}

/** The keys that a mapping gains, also in the mappings that both sides have. */
function addedKeys(
  before: Mapping,
  after: Mapping,
  { path, file }: { readonly path: readonly string[]; readonly file: string },
): readonly AddedKey[] {
  const [names, namesBefore] = [Object.keys(after), Object.keys(before)];
  const removed = namesBefore.filter((name) => !Object.hasOwn(after, name));

  return names.flatMap((name): readonly AddedKey[] => {
    const inner = [...path, name];
    if (!Object.hasOwn(before, name)) {
      const siblings = [...names, ...removed].filter((sibling) => sibling !== name);
      return [{ path: inner, name, file, siblings, removed }];
    }

    const [old, now] = [before[name], after[name]];
    if (!isObject(old) || !isObject(now) || inner.length > maxDepth) return [];
    return addedKeys(old, now, { path: inner, file });
  });
}

/** The keys of a mapping and of those in it. */
const keysOf = (values: Mapping, depth = 0): readonly string[] =>
  Object.entries(values).flatMap(([key, value]) => {
    if (!isObject(value) || depth > maxDepth) return [key];
    return [key, ...keysOf(value, depth + 1)];
  });

/** The words of texts, with and without the hyphens between them. */
const wordsIn = (texts: readonly string[]): ReadonlySet<string> =>
  new Set(texts.flatMap((text) => [...(text.match(/[\w-]+/g) ?? []), ...(text.match(/\w+/g) ?? [])]));

/** The fields that templates read by name. */
const fieldsIn = (templates: readonly string[]): ReadonlySet<string> =>
  new Set(templates.flatMap((template) => [...template.matchAll(/\.([A-Za-z]\w*)/g)].map(([, name]) => name!)));

/** A field with a similar name, that of a key next to it first: `replicas` for `replicaCount`, `limits` for `limit`. */
function similarField({ name, siblings }: AddedKey, fields: ReadonlySet<string>): string | undefined {
  const near = siblings.filter((sibling) => fields.has(sibling));
  return nearest(name, near) ?? near.find((field) => haveStem(name, field)) ?? nearest(name, fields);
}

/** Whether two names begin with the same letters, which are at least half of the longer one. */
function haveStem(a: string, b: string): boolean {
  const length = Math.max(a.length, b.length);
  const stem = a.slice(0, Math.max(shortestStem, Math.ceil(length / 2)));
  return stem.length >= shortestStem && b.startsWith(stem);
}

const shortestStem = 5;

function unreadValue(key: AddedKey, chart: string, fields: ReadonlySet<string>): Obstacle {
  const { path, name, file, removed } = key;
  const value = quoted(path.join('.'));
  const replaced = removed.filter((other) => fields.has(other));
  const meant = nearest(name, replaced) ?? replaced[0] ?? similarField(key, fields);
  const obstacle = { code: 'render/unread-value', file, near: name } as const;
  const message = `No template of the chart ${quoted(chart)} reads the value ${value}`;

  if (meant === undefined)
    return {
      ...obstacle,
      severity: 'note',
      message: `${message}, which the change sets. It has no effect`,
      help: 'Correct its name, or remove it.',
    };

  if (!replaced.includes(meant))
    return {
      ...obstacle,
      severity: 'warning',
      message: `${message}, which the change sets. It has no effect`,
      help: `Did you mean ${quoted(meant)}?`,
    };

  return {
    ...obstacle,
    severity: 'warning',
    message: `${message}, which the change sets in place of ${quoted(meant)}. For ${quoted(meant)}, other values or the chart’s default apply`,
    help: `Set ${quoted(meant)}, or let a template read ${quoted(name)}.`,
  };
}
