import { plural } from '../../engine/text/words/plural.ts';
import { PlumblineError } from '../../shared/errors.ts';
import { maxFileBytes } from '../tree/source-tree.ts';
import { catFile } from './command.ts';

/** A file of a commit. */
export interface Blob {
  readonly file: string;
  readonly id: string;
}

/** Receives one blob: its bytes, or their number if there are too many. */
export type TakeBlob = (id: string, content: Buffer | number) => void;

/** Reads blobs in one run of git. Throws PlumblineError('usage') if the clone lacks one, because base or head would be incomplete. */
export async function readBlobs(root: string, ids: readonly string[], take: TakeBlob): Promise<void> {
  const lacking = ids.length - (await takeBlobs(root, ids, take));
  if (lacking === 0) return;
  throw new PlumblineError('usage', `This partial clone lacks the content of ${plural(lacking, 'file')}`, {
    help: 'Clone without `--filter`, or run `git fetch --refetch --no-filter`.',
  });
}

/** Reads the blobs that the clone has, and returns how many they are. */
export async function takeBlobs(root: string, ids: readonly string[], take: TakeBlob): Promise<number> {
  if (ids.length === 0) return 0;
  const batch = new BatchReader(ids, take);
  await catFile(root, ids, (chunk) => batch.push(chunk));
  return batch.taken;
}

/** Blobs of this size or more are not assembled from kept chunks. */
const longBytes = 1024 * 1024;

/** Reads `ID blob SIZE`, the bytes and a line break for each blob, or `ID missing`, from chunks cut anywhere. */
class BatchReader {
  taken = 0;
  readonly #ids: readonly string[];
  readonly #take: TakeBlob;
  #chunks: Buffer[] = [];
  #length = 0;
  #next = 0;
  /** How many bytes must have arrived before the next attempt to parse. */
  #needed = 1;
  /** How many bytes of a blob that is too large are still to come. */
  #skipped = 0;
  /** A long blob that has partly arrived. It is filled in place, so that it is in memory only once. */
  #long: { readonly content: Buffer; filled: number } | undefined;

  constructor(ids: readonly string[], take: TakeBlob) {
    this.#ids = ids;
    this.#take = take;
  }

  push(bytes: Buffer): void {
    const chunk = this.#fill(this.#skip(bytes));
    if (chunk.length === 0) return;

    this.#chunks.push(chunk);
    this.#length += chunk.length;
    if (this.#length < this.#needed) return;

    let buffer = this.#chunks.length === 1 ? this.#chunks[0]! : Buffer.concat(this.#chunks);
    for (let read = this.#one(buffer); read > 0; read = this.#one(buffer)) buffer = buffer.subarray(read);
    this.#chunks = buffer.length > 0 ? [buffer] : [];
    this.#length = buffer.length;
  }

  #skip(chunk: Buffer): Buffer {
    const dropped = Math.min(this.#skipped, chunk.length);
    this.#skipped -= dropped;
    return chunk.subarray(dropped);
  }

  #fill(chunk: Buffer): Buffer {
    const long = this.#long;
    if (long === undefined) return chunk;

    const copied = chunk.copy(long.content, long.filled);
    long.filled += copied;
    if (long.filled < long.content.length) return chunk.subarray(copied);

    this.#long = undefined;
    this.#finish(long.content);
    // A line break follows, which may be in the next chunk.
    this.#skipped = 1;

    return this.#skip(chunk.subarray(copied));
  }

  /** Takes one answer off the front and returns its length: 0 if it is not complete yet. */
  #one(buffer: Buffer): number {
    const lineEnd = buffer.indexOf(10);
    if (lineEnd === -1) {
      this.#needed = buffer.length + 1;
      return 0;
    }

    const [, size] = /^[0-9a-f]+ (?:blob (\d+)|missing)$/.exec(buffer.toString('latin1', 0, lineEnd)) ?? [''];
    if (size === '') throw new Error(`git cat-file answered ${buffer.toString('latin1', 0, lineEnd)}`);

    if (size === undefined) {
      this.#next++;
      return lineEnd + 1;
    }

    return this.#blob(buffer, lineEnd + 1, Number(size));
  }

  #blob(buffer: Buffer, start: number, size: number): number {
    const end = start + size;

    if (size > maxFileBytes) {
      this.#finish(size);
      const length = Math.min(end + 1, buffer.length);
      this.#skipped = end + 1 - length;

      return length;
    }

    if (buffer.length < end + 1) {
      if (size < longBytes || buffer.length >= end) {
        this.#needed = end + 1;
        return 0;
      }

      this.#long = { content: Buffer.allocUnsafeSlow(size), filled: 0 };
      this.#fill(buffer.subarray(start));

      return buffer.length;
    }

    this.#finish(buffer.subarray(start, end));

    return end + 1;
  }

  #finish(content: Buffer | number): void {
    this.#needed = 1;
    this.taken++;
    this.#take(this.#ids[this.#next++]!, content);
  }
}
