import { stringify } from 'yaml';
import { shown } from '../../changes/diff/opaque.ts';
import type { RepositoryChange } from '../../changes/ledger/changed-file.ts';
import { lineChanges } from '../../changes/ledger/line-changes.ts';
import { hunksBetween, linesOf } from '../../files/migration/unified-diff.ts';
import type { Pair } from '../../files/places/pair.ts';
import type { Change } from '../../manifest/change.ts';
import { isObject, type Manifest, type Path, type Value } from '../../manifest/model/manifest.ts';
import type { ResourceRef } from '../../text/diagnostic.ts';
import type { Origin, OriginTool } from '../../text/source.ts';

/** How an object differs that a tool makes from other files: the diff of the pull request does not show it. */
export interface RenderedChange {
  readonly resource: ResourceRef;
  readonly tool: OriginTool;
  /** The roots that make it differ in the same way, sorted. */
  readonly roots: readonly string[];
  /** Removed, added and unchanged lines of the object as YAML, in blocks. */
  readonly blocks: readonly (readonly RenderedLine[])[];
  /** Lines that are left out. */
  readonly left: number;
}

/** A line of the object with what happens to it. */
interface RenderedLine {
  readonly kind: ' ' | '-' | '+';
  readonly text: string;
}

/** Objects whose text is compared. The changes say what happens to all others. */
const mostObjects = 100;
/** Lines of one object that are compared. */
const mostLines = 1_000;
/** Lines of one object that are kept. */
const keptLines = 120;

/** What is compared. */
interface Compared {
  readonly changes: readonly Change[];
  /** The objects of both sides; empty without a base. */
  readonly paired: readonly Pair[];
  /** Every file that the change edits; null if that is unknown. */
  readonly changed: RepositoryChange | null;
}

/** Changed objects as Kustomize, Helm or Terraform make them, in the order of the changes. Without what the diff of the files shows itself. */
export function renderedChanges({ changes, paired, changed }: Compared): readonly RenderedChange[] {
  const pairOf = new Map(paired.map((pair) => [placeOf((pair.head ?? pair.base)!), pair]));
  const madePairs = changes
    .flatMap((change) => pairOf.get(placeOfChange(change)) ?? [])
    .filter((pair) => originOf(pair) !== undefined)
    .slice(0, mostObjects);
  if (madePairs.length === 0) return [];

  const edited = editedLines(changed);
  return withoutRepeats(madePairs.flatMap((pair) => renderedChange(pair, edited) ?? []));
}

const placeOfText = (file: string, { kind, namespace = '', name }: ResourceRef): string =>
  JSON.stringify([file, kind, namespace, name]);

const placeOf = ({ source, ref }: Manifest): string => placeOfText(source.file, ref);
const placeOfChange = ({ span, resource }: Change): string => placeOfText(span.file, resource);

const originOf = ({ base, head }: Pair): Origin | undefined => (head ?? base)?.source.origin ?? base?.source.origin;

function renderedChange(pair: Pair, edited: EditedLines): RenderedChange | undefined {
  const { tool, root } = originOf(pair)!;
  const [before, after] = [pair.base, pair.head].map((manifest) => linesOf(textOf(manifest)).slice(0, mostLines));

  const blocks = hunksBetween(before!, after!).map((lines) =>
    lines.map(({ kind, line }): RenderedLine => ({ kind, text: line.replace(/\n$/, '') })),
  );
  const lines = blocks.flat();
  if (lines.length === 0 || lines.every((line) => isShown(line, edited))) return undefined;

  return {
    resource: (pair.head ?? pair.base)!.ref,
    tool,
    roots: [root],
    blocks: firstLines(blocks),
    left: Math.max(0, lines.length - keptLines),
  };
}

const textOf = (manifest: Manifest | undefined): string => {
  if (manifest === undefined) return '';
  return stringify(withoutOpaque([], manifest.object), { lineWidth: 0, aliasDuplicateObjects: false });
};

/** A value in which fields that may contain secrets or scripts are only a size and a hash. */
function withoutOpaque(path: Path, value: Value): Value {
  if (Array.isArray(value)) return value.map((item, at) => withoutOpaque([...path, at], item));
  if (!isObject(value)) return shown(path, value).before ?? value;

  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutOpaque([...path, key], item)]));
}

/** The first lines of all blocks together. */
function firstLines(blocks: RenderedChange['blocks']): RenderedChange['blocks'] {
  let room = keptLines;

  return blocks.flatMap((block) => {
    const kept = block.slice(0, Math.max(0, room));
    room -= kept.length;
    if (kept.length === 0) return [];
    return [kept];
  });
}

/** The lines that the change itself removes and adds, without their indentation. */
interface EditedLines {
  readonly '-': ReadonlySet<string>;
  readonly '+': ReadonlySet<string>;
}

function editedLines(changed: RepositoryChange | null): EditedLines {
  const edited = { '-': new Set<string>(), '+': new Set<string>() };

  for (const { before, after } of changed?.files ?? []) {
    const [old, now] = [before ?? '', after ?? ''].map((text) => text.split('\n'));
    const lines = lineChanges(before ?? undefined, after ?? undefined);
    for (const line of lines.before) edited['-'].add(withoutMarks(old![line - 1]!));
    for (const line of lines.after) edited['+'].add(withoutMarks(now![line - 1]!));
  }

  return edited;
}

/** A line without its indentation, the dash of a list item, quotes, and the notation of Terraform: `weight = 10` is `weight: 10`. */
function withoutMarks(line: string): string {
  const text = line.trim().replace(/^- /, '').replace(/,$/, '').replaceAll(/["']/g, '');
  const at = text.indexOf(' = ');
  if (at === -1) return text;
  return `${text.slice(0, at).trimEnd()}: ${text.slice(at + 3).trimStart()}`;
}

const isShown = ({ kind, text }: RenderedLine, edited: EditedLines): boolean =>
  kind === ' ' || edited[kind].has(withoutMarks(text));

/** Joins what several roots make in the same way. */
function withoutRepeats(rendered: readonly RenderedChange[]): RenderedChange[] {
  const unique = new Map<string, RenderedChange>();

  for (const { roots, ...same } of rendered) {
    const key = JSON.stringify(same);
    const others = unique.get(key)?.roots ?? [];
    unique.set(key, { ...same, roots: [...new Set([...others, ...roots])].sort() });
  }

  return [...unique.values()];
}
