import { isSeq, type ParsedNode } from 'yaml';
import {
  isObject,
  type Manifest,
  type Path,
  pointerSteps,
  type Value,
  valueAt,
} from '../../../manifest/model/manifest.ts';
import { composeDocument, type Located, locate, readDocument } from '../../../manifest/yaml/yaml-document.ts';
import type { Span } from '../../../text/source.ts';
import { maxLength } from '../repository/yaml-data.ts';

/** One operation of a JSON patch (RFC 6902) that writes a value. */
export interface WriteOperation {
  /** The JSON pointer as steps. `-` is the end of a list. */
  readonly pointer: readonly string[];
  readonly value: Value;
  /** Where a key or a value in the written value is in the file; undefined if it is not written there literally. */
  spanOf(path: Path, isKey: boolean): Span | undefined;
}

/** The most operations that are read from one file. Real patches have some dozens. */
const maxOperations = 500;

/** The operations of a JSON patch in a file; none if it is another file. */
export function patchOperations(file: string, text: string): readonly WriteOperation[] {
  if (text.length > maxLength || !/\bop["']?[ \t]*:/.test(text)) return [];

  const document = {
    masked: { text, original: text, placeholders: [], blanks: [] },
    start: 0,
    end: text.length,
  };
  const { value } = readDocument(document, {}, false);
  const { contents } = composeDocument(document);
  if (!Array.isArray(value) || !isSeq(contents)) return [];

  return value.slice(0, maxOperations).flatMap((operation: Value, index): WriteOperation[] => {
    if (!isObject(operation) || typeof operation.path !== 'string' || operation.value === undefined) return [];
    if (operation.op !== 'add' && operation.op !== 'replace') return [];

    return [
      {
        pointer: pointerSteps(operation.path),
        value: operation.value,
        spanOf: (path, isKey) => spanIn(file, locate(contents as ParsedNode, [index, 'value', ...path]), isKey),
      },
    ];
  });
}

function spanIn(file: string, { node, pair, isExact }: Located, isKey: boolean): Span | undefined {
  const at = isKey ? pair?.key : node;
  if (!isExact || !at) return undefined;
  const [start, end] = at.range;
  return { file, start, end };
}

/** Where an operation writes what a path of an object has; undefined if the object does not have the written value. */
export function writtenBy(operation: WriteOperation, rendered: Manifest, path: Path, isKey: boolean): Span | undefined {
  const { pointer, value } = operation;
  const isBelow = pointer.length <= path.length && pointer.every((step, i) => leadsTo(step, path[i]!));
  if (!isBelow) return undefined;

  const written = valueAt(rendered.object, path.slice(0, pointer.length));
  if (JSON.stringify(written) !== JSON.stringify(value)) return undefined;
  return operation.spanOf(path.slice(pointer.length), isKey);
}

/** Whether a step of a pointer leads to an entry. An item that is added to the end of a list may be anywhere in it once others are added. */
const leadsTo = (step: string, entry: string | number): boolean =>
  step === String(entry) || (step === '-' && typeof entry === 'number');
