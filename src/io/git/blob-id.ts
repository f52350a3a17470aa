import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';

/** What a repository hashes its objects with. */
export type ObjectFormat = 'sha1' | 'sha256';

export const objectFormat = (id: string): ObjectFormat => (id.length === 64 ? 'sha256' : 'sha1');

/** The id that git gives to a content. */
export const blobId = (bytes: Buffer, format: ObjectFormat = 'sha1'): string =>
  createHash(format).update(`blob ${bytes.length}\0`).update(bytes).digest('hex');

/**
 * The ids under which git may keep a file: that of its bytes, and where lines end as on Windows also that of the same text with line
 * feeds, which is what git keeps there by default (`core.autocrlf`).
 */
export function blobIds(bytes: Buffer, format: ObjectFormat): string[] {
  const own = blobId(bytes, format);
  return bytes.includes('\r\n') ? [own, blobId(withLineFeeds(bytes), format)] : [own];
}

const withLineFeeds = (bytes: Buffer): Buffer =>
  Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1');

/** The id of a file of any size, of which only a piece is in memory at a time. Throws what Node throws. */
export function largeBlobId(path: string, size: number, format: ObjectFormat): string {
  const hash = createHash(format).update(`blob ${size}\0`);
  const piece = Buffer.allocUnsafe(1024 * 1024);
  const handle = openSync(path, 'r');
  try {
    for (let left = size, read = -1; left > 0 && read !== 0; left -= read) {
      read = readSync(handle, piece, 0, Math.min(left, piece.length), null);
      hash.update(piece.subarray(0, read));
    }
  } finally {
    closeSync(handle);
  }
  return hash.digest('hex');
}
