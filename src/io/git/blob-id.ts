import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';

/** The hash function of a repository's objects. */
type ObjectFormat = 'sha1' | 'sha256';

export const objectFormat = (id: string): ObjectFormat => {
  if (id.length === 64) return 'sha256';
  return 'sha1';
};

/** The id that git gives to some content. */
export const blobId = (bytes: Buffer, format: ObjectFormat = 'sha1'): string =>
  createHash(format).update(`blob ${bytes.length}\0`).update(bytes).digest('hex');

/**
 * The ids under which git may store a file: the id of its bytes, and for a file with Windows line endings also the id of the text with
 * line feeds, which git stores by default there (`core.autocrlf`).
 */
export function blobIds(bytes: Buffer, format: ObjectFormat): string[] {
  const id = blobId(bytes, format);
  if (bytes.includes('\r\n')) return [id, blobId(withLineFeeds(bytes), format)];
  return [id];
}

const withLineFeeds = (bytes: Buffer): Buffer =>
  Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1');

/** The id of a file of any size. Only a piece of it is in memory at a time. Throws what Node throws. */
export function largeBlobId(path: string, size: number, format: ObjectFormat): string {
  const hash = createHash(format).update(`blob ${size}\0`);
  const piece = Buffer.allocUnsafe(1024 * 1024);
  const handle = openSync(path, 'r');

  try {
    for (let bytesLeft = size, read = -1; bytesLeft > 0 && read !== 0; bytesLeft -= read) {
      read = readSync(handle, piece, 0, Math.min(bytesLeft, piece.length), null);
      hash.update(piece.subarray(0, read));
    }
  } finally {
    closeSync(handle);
  }

  return hash.digest('hex');
}
