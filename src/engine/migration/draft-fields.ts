import { hasPlaceholder } from '../manifest/yaml/placeholder.ts';
import { commentsOf, DraftEntry, type DraftMap, DraftText } from './draft.ts';
import type { Remarks } from './remarks.ts';
import { renamedAnnotations } from './renamed-keys.ts';

/** Old annotation → what it is called now; undefined for what controllers wrote themselves. */
const annotations: Readonly<Record<string, string | undefined>> = {
  ...renamedAnnotations,
  'karpenter.sh/provisioner-hash': undefined,
  'karpenter.k8s.aws/nodetemplate-hash': undefined,
};

/** Gives the annotations below a mapping their new names, and takes those away that steered the old conversion. */
export function migrateAnnotations(metadata: DraftMap | undefined): void {
  const map = metadata?.child('annotations');
  if (metadata === undefined || map === undefined) return;
  for (const { key } of [...map.entries]) {
    const to = annotations[key];
    if (key.startsWith('compatibility.karpenter.') || (Object.hasOwn(annotations, key) && to === undefined))
      map.drop(key);
    else if (to !== undefined && map.index(to) !== -1) map.drop(key);
    else if (to !== undefined) map.rename(key, to);
  }
  if (map.isEmpty) metadata.drop('annotations');
}

/** A scalar with a unit behind it, in the quotes it has: `30` → `30s`. */
export function withUnit(node: DraftText, unit: string): DraftText {
  const raw = node.raw?.trim();
  const value = `${node.value}${unit}`;
  // A template is put together before YAML is read, so it stays as it is written.
  if (raw === undefined || !hasPlaceholder(String(node.value))) return new DraftText(value);
  const quoted = /^(["'])([\s\S]*)\1$/.exec(raw);
  return new DraftText(value, quoted ? `${quoted[1]}${quoted[2]}${unit}${quoted[1]}` : `${raw}${unit}`, node.column);
}

/** Takes fields away that the old API dropped in silence, and that the new one would act on or refuse. */
export function dropUnserved(
  map: DraftMap,
  fields: readonly string[],
  remarks: Remarks,
  path: readonly string[],
): void {
  for (const field of fields) {
    if (map.index(field) === -1) continue;
    remarks.dropped([...path, field], `\`${field}\` is left out: the old API dropped it in silence`);
    map.drop(field);
  }
}

/** Index of the first entry with one of some keys; the end where there is none. */
export function firstIndex(map: DraftMap, keys: readonly string[]): number {
  const index = map.entries.findIndex((entry) => keys.includes(entry.key));
  return index === -1 ? map.entries.length : index;
}

/** A new entry that carries the comments of the ones it stands for. */
export function standingFor(
  key: string,
  value: DraftEntry['value'],
  old: readonly (DraftEntry | undefined)[],
): DraftEntry {
  const entry = new DraftEntry(key, value);
  entry.comments = old.flatMap((one) => (one === undefined ? [] : commentsOf(one)));
  return entry;
}
