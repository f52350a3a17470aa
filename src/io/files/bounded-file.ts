import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { type ErrorCode, PlumblineError } from '../../shared/errors.ts';

const pieceBytes = 64 * 1024;

/**
 * The content of an open file, pipe or device. If it has more than `maxBytes`, the number of bytes that it has at least. Reads at
 * most one piece more than `maxBytes` into memory. Throws what Node throws.
 */
export function readWithin(handle: number, maxBytes: number): Buffer | number {
  const { size } = fstatSync(handle);
  if (size > maxBytes) return size;

  const pieces: Buffer[] = [];
  let length = 0;
  // Pipes and devices do not report a size, so read until the end.
  for (;;) {
    const piece = Buffer.allocUnsafe(Math.max(pieceBytes, size - length + 1));
    const read = readSync(handle, piece, 0, piece.length, null);
    if (read === 0) return Buffer.concat(pieces);

    length += read;
    if (length > maxBytes) return length;

    pieces.push(piece.subarray(0, read));
  }
}

/** A file to read completely, and the texts of the error if it is too long. */
interface BoundedFile {
  readonly path: string;
  /** The start of the message: ``The baseline `a.json` ``. */
  readonly name: string;
  readonly maxBytes: number;
  readonly code: ErrorCode;
  readonly help: string;
}

/** The text of a file. Throws PlumblineError if it is too long, and what Node throws if it cannot be read. */
export function readTextWithin({ path, name, maxBytes, code, help }: BoundedFile): string {
  const handle = openSync(path, 'r');
  try {
    const content = readWithin(handle, maxBytes);
    if (typeof content !== 'number') return content.toString('utf8');
    throw new PlumblineError(code, `${name} is longer than ${sizeOf(maxBytes)}, so it is not read`, { help });
  } finally {
    closeSync(handle);
  }
}

const sizeOf = (bytes: number): string => {
  const kibibytes = bytes / 1024;
  if (kibibytes < 1024) return `${kibibytes} kB`;
  return `${kibibytes / 1024} MB`;
};
