import { canonical } from '../../manifest/canonical.ts';
import type { FieldChange } from '../../manifest/change.ts';
import { isObject, type Manifest, type Path, type Value } from '../../manifest/model/manifest.ts';
import { isTemplated } from '../../manifest/yaml/placeholder.ts';
import { type Extent, outermostExpressions } from '../../manifest/yaml/template-blocks.ts';
import { LineIndex } from '../../text/source.ts';
import type { Both } from './converted.ts';

/**
 * Whether everything that differs in a field is in blocks such as `{{ if }}` that start within the object, so that it may exist on neither
 * side.
 */
export function isInBlock(
  { base, head }: Both,
  { path, before, after }: Pick<FieldChange, 'path' | 'before' | 'after'>,
): boolean {
  if (!base.isPartial && !head.isPartial) return false;

  const valuesBy = (read: (side: Manifest) => Value | undefined): readonly string[] => [
    // Where one side lacks an item of a list, it has another one at this path.
    canonical(before === undefined ? undefined : read(base)),
    canonical(after === undefined ? undefined : read(head)),
  ];

  const certain = valuesBy((side) => certainPart(side, blocksOf(side), path));
  const written = valuesBy((side) => side.get(path));

  return certain[0] === certain[1] && certain.some((value, i) => value !== written[i]);
}

/** A template line that may write any fields: `{{ include "app.placement" . }}`. */
const writesFields = /^[ \t]*\{\{-?[ \t]*(?:include|template|tpl|toYaml)\b/m;

/**
 * Whether only one side of an object is rendered and a field is missing on the other one, whose template may write it: `{{ include … }}` leaves
 * no field behind when its file is read as it is.
 */
export function mayBeMadeByTemplate(
  { base, head }: Both,
  { before, after }: Pick<FieldChange, 'before' | 'after'>,
): boolean {
  if (base.isPartial === head.isPartial || (before !== undefined && after !== undefined)) return false;

  const [partial, value] = base.isPartial ? [base, before] : [head, after];
  if (value !== undefined) return false;

  const { start, end } = partial.span([]);
  return writesFields.test(partial.source.text.slice(start, end));
}

/** The start of a line of a template that writes fields, and the indentation that it gives them. */
const startOfWriting = /^\{\{-?[ \t]{0,20}(?:include|template|tpl|toYaml)\b/;
const givenIndentation = /\bn?indent[ \t]{1,20}(\d{1,3})/;

/**
 * Whether an object lacks a field that a line of its template may write into the same mapping:
 * `{{ toYaml .Values.extra | nindent 6 }}`. Then nothing is known of the field, and it may not have its default.
 */
export function mayBeWrittenByTemplate(manifest: Manifest, path: Path): boolean {
  if (!manifest.isPartial || path.length < 2 || manifest.get(path) !== undefined) return false;

  const parent = path.slice(0, -1);
  if (!isObject(manifest.get(parent))) return false;

  const { text } = manifest.source;
  const lines = text.split('\n');
  const { start, end } = manifest.span([]);
  const index = new LineIndex(text);
  const [first, last] = [index.position(start).line, index.position(end).line];
  const parentLine = index.position(manifest.keySpan(parent).start).line;

  // A line after the last field is still in the object.
  return lines.slice(first - 1, last + 2).some((line, i) => {
    const content = line.trimStart();
    if (!startOfWriting.test(content)) return false;

    const indentation = givenIndentation.exec(content)?.[1] ?? line.length - content.length;
    return lineAround(lines, first - 1 + i, Number(indentation)) === parentLine;
  });
}

/** The number of the line with the key under which a line of a template writes fields. */
function lineAround(lines: readonly string[], at: number, indentation: number): number | undefined {
  for (let i = at - 1; i >= 0; i--) {
    const line = lines[i]!;
    const content = line.trimStart();
    if (content === '' || content.startsWith('#') || content.startsWith('{{')) continue;
    if (line.length - content.length < indentation) return i + 1;
  }
  return undefined;
}

const extentsOf = new WeakMap<Manifest, readonly Extent[]>();

/** The blocks that start within an object, as offsets of its file. */
export function blocksOf(manifest: Manifest): readonly Extent[] {
  const { start, end } = manifest.span([]);
  const blocks =
    extentsOf.get(manifest) ??
    outermostExpressions(manifest.source.text.slice(start, end))
      .filter(({ isBlock }) => isBlock)
      .map((block) => ({ start: start + block.start, end: start + block.end }));

  extentsOf.set(manifest, blocks);

  return blocks;
}

/** The part of a value that is in no block. Undefined if nothing is left. */
function certainPart(manifest: Manifest, blocks: readonly Extent[], path: Path): Value | undefined {
  const value = manifest.get(path);
  const { start: at } = manifest.keySpan(path);
  if (value === undefined || blocks.some(({ start, end }) => start < at && at < end)) return undefined;

  const part = (step: string | number): Value | undefined => certainPart(manifest, blocks, [...path, step]);
  if (Array.isArray(value)) return nonEmpty(value.map((_, i) => part(i)).filter((inner) => inner !== undefined));
  if (!isObject(value)) return value;

  const entries = Object.keys(value).map((key) => [key, part(key)] as const);
  return nonEmpty(Object.fromEntries(entries.filter((entry): entry is [string, Value] => entry[1] !== undefined)));
}

const nonEmpty = (value: Value & object): Value | undefined => {
  if (Object.keys(value).length === 0) return undefined;
  return value;
};

type Sides = readonly [Value | undefined, Value | undefined];

/**
 * The values of both sides at a path. Texts of several lines are as they are written if they have lines with directives, which their values
 * lack. The indentation is then left out.
 */
export function writtenTexts({ base, head }: Both, path: Path, values: Sides): Sides {
  if (!base.isPartial && !head.isPartial) return values;
  const written = [base, head].map((side, i) => blockOfText(side, path, values[i]));
  if (written.some((text) => text !== undefined && isTemplated(text)) && written.every((text) => text !== undefined))
    return [written[0]!, written[1]!];

  return values;
}

/** The lines of a block of text (`|`) without its mark and indentation; undefined for any other value. */
function blockOfText(manifest: Manifest, path: Path, value: Value | undefined): string | undefined {
  if (typeof value !== 'string' || manifest.get(path) !== value) return undefined;
  const { start, end } = manifest.span(path);
  const [mark, ...lines] = manifest.source.text.slice(start, end).split('\n');
  if (/^[|>]/.test(mark!)) return lines.map((line) => line.trimStart()).join('\n');
  return undefined;
}
