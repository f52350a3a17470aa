import { isUtf8 } from 'node:buffer';
import type { Diagnostic } from '../../engine/text/diagnostic.ts';
import { maxFileBytes, type SourceTreeBuilder, unreadDiagnostic } from './source-tree.ts';
import { unreadableText } from './unreadable-text.ts';

/** The encoding that a byte order mark names. */
function markedEncoding(bytes: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return undefined;
}

const badEncoding = (file: string, bytes: Buffer): Diagnostic => unreadableText(file, bytes.toString('latin1'));

/** Text of a file: UTF-8, or UTF-16 with a byte order mark. A UTF-8 mark is kept, so that offsets match the file. */
export function decode(file: string, bytes: Buffer): string | Diagnostic {
  const encoding = markedEncoding(bytes);
  // UTF-16 without a mark is valid UTF-8 with many NULs, which no other text contains.
  if (encoding === undefined) {
    if (isUtf8(bytes) && !bytes.includes(0)) return bytes.toString('utf8');
    return badEncoding(file, bytes);
  }
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return badEncoding(file, bytes);
  }
}

/** The bytes of a file, and whether the user named this file. */
interface FileBytes {
  readonly file: string;
  readonly bytes: Buffer;
  readonly isNamed: boolean;
}

/**
 * The text of a relevant file, null for an irrelevant one, or the finding that it is not text. What makes a file relevant is ASCII,
 * so the raw bytes are searched and most files of a repository are never decoded.
 */
export function usefulText(tree: SourceTreeBuilder, { file, bytes, isNamed }: FileBytes): string | null | Diagnostic {
  const isPlain = markedEncoding(bytes) === undefined && isUtf8(bytes);
  if (isPlain && !isNamed && !tree.mayMatter(file, bytes.toString('latin1'))) return null;
  return decode(file, bytes);
}

/** Adds a file to a tree if it can matter. */
export function addFile(tree: SourceTreeBuilder, content: FileBytes): void {
  const text = usefulText(tree, content);
  if (typeof text === 'string') tree.add({ file: content.file, text }, content.isNamed);
  else if (text !== null) tree.report(text);
}

/** The finding for a file that is too large to read. */
export function fileTooLarge(file: string, size: number): Diagnostic {
  const [megabytes, limit] = [size, maxFileBytes].map((bytes) => Math.round(bytes / 1024 / 1024));

  const much = () => {
    if (megabytes === limit) return `more than ${limit} MB`;
    return `${megabytes} MB, more than ${limit} MB`;
  };

  return unreadDiagnostic(file, {
    code: 'io/too-large',
    // An error, because making a file larger must not be a way around the review.
    severity: 'error',
    message: `This file has ${much()}, so it is not read`,
    help: 'Split the file, or leave it out of the review.',
  });
}
