import { isUtf8 } from 'node:buffer';
import type { Diagnostic } from '../../engine/diagnostic.ts';
import { mayHoldManifest } from '../../engine/manifest/prefilter.ts';
import { maxFileBytes, type SourceTreeBuilder, unreadDiagnostic } from './source-tree.ts';

/** The encoding that a byte order mark names. */
function markedEncoding(bytes: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return undefined;
}

function badEncoding(file: string, bytes: Buffer): Diagnostic {
  // In UTF-16 and UTF-32 there are zeros between the characters of ASCII, which is all that names of kinds consist of.
  const text = bytes.toString('latin1').replaceAll('\0', '');
  return unreadDiagnostic(file, {
    code: 'io/encoding',
    // kubectl reads past bytes that are not UTF-8. What is not a manifest may have any encoding.
    severity: text.includes('karpenter') || mayHoldManifest(text) ? 'error' : 'note',
    message: 'This file is not text in UTF-8, so it is not read',
    help: 'Save it as UTF-8.',
  });
}

/** Text of a file: UTF-8, or UTF-16 with a byte order mark. The mark of UTF-8 stays, so that offsets are the file's. */
export function decode(file: string, bytes: Buffer): string | Diagnostic {
  const encoding = markedEncoding(bytes);
  // UTF-16 without a mark is valid UTF-8 full of NULs, which no text holds.
  if (encoding === undefined)
    return isUtf8(bytes) && !bytes.includes(0) ? bytes.toString('utf8') : badEncoding(file, bytes);
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return badEncoding(file, bytes);
  }
}

/** The bytes of a file, and whether the user named that very file. */
export interface FileBytes {
  readonly file: string;
  readonly bytes: Buffer;
  readonly isNamed: boolean;
}

/**
 * Text of a file that a tree has a use for, null for one that it has none for, or the finding that it is no text. What decides is
 * ASCII, so it is looked for in the bytes as they are: most files of a repository are then never decoded.
 */
export function usefulText(tree: SourceTreeBuilder, { file, bytes, isNamed }: FileBytes): string | null | Diagnostic {
  const isPlain = markedEncoding(bytes) === undefined && isUtf8(bytes);
  if (isPlain && !isNamed && !tree.mayMatter(file, bytes.toString('latin1'))) return null;
  return decode(file, bytes);
}

/** Adds a file to a tree if it can matter. */
export function addFile(tree: SourceTreeBuilder, given: FileBytes): void {
  const text = usefulText(tree, given);
  if (typeof text === 'string') tree.add({ file: given.file, text }, given.isNamed);
  else if (text !== null) tree.report(text);
}

/** The finding for a file that is too large to read. */
export function fileTooLarge(file: string, size: number): Diagnostic {
  const [megabytes, limit] = [size, maxFileBytes].map((bytes) => Math.round(bytes / 1024 / 1024));
  const much = megabytes === limit ? `more than ${limit} MB` : `${megabytes} MB, more than ${limit} MB`;
  return unreadDiagnostic(file, {
    code: 'io/too-large',
    // Unread is unjudged: padding a file must not be a way around the review.
    severity: 'error',
    message: `This file has ${much}, so it is not read`,
    help: 'Split it, or leave it out of the review.',
  });
}
