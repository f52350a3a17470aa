import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { SharedReference } from './shared-reference.ts';

const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');

const cacheFolder = (): string => join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'plumbline', 'extends');

/**
 * Reads a file of another repository once for all runs on a machine. A reference names a commit, so its content never changes. `fetch` reads
 * the file if the cache does not have it. An entry whose content does not match its own digest is read again.
 */
export async function cachedFile(
  reference: SharedReference,
  fetch: () => Promise<string>,
  folder: string = cacheFolder(),
): Promise<string> {
  const path = join(
    folder,
    `${sha256(`${reference.owner}/${reference.repo}/${reference.path}@${reference.commit}`)}.json`,
  );
  const known = entryAt(path, reference);
  if (known !== undefined) return known;
  const text = await fetch();
  keep(path, { digest: sha256(text), text }, folder);
  return text;
}

function entryAt(path: string, { digest: wanted }: SharedReference): string | undefined {
  try {
    const { digest, text } = JSON.parse(readFileSync(path, 'utf8')) as { digest: string; text: string };
    return sha256(text) === digest && (wanted === undefined || wanted === digest) ? text : undefined;
  } catch {
    // It is not there, or not readable.
    return undefined;
  }
}

/** A cache that cannot be written is no reason to fail. */
function keep(path: string, entry: object, folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(`${path}.${process.pid}`, JSON.stringify(entry));
    renameSync(`${path}.${process.pid}`, path);
  } catch {
    // The next run fetches it again.
  }
}
