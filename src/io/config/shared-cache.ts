import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder, keepInCache } from '../cache.ts';
import { hexDigest } from '../hex-digest.ts';
import type { SharedReference } from './shared-reference.ts';

/**
 * Reads a file of another repository once for all runs on a machine. A reference names a commit, so its content never changes. `fetch` reads
 * the file if the cache does not have it. An entry whose content does not match its own digest is read again.
 */
export async function cachedFile(
  reference: SharedReference,
  fetch: () => Promise<string>,
  folder: string = cacheFolder('extends'),
): Promise<string> {
  const path = join(
    folder,
    `${hexDigest(`${reference.owner}/${reference.repo}/${reference.path}@${reference.commit}`)}.json`,
  );

  const cachePath = entryAt(path, reference);
  if (cachePath !== undefined) return cachePath;

  const text = await fetch();
  keepInCache(path, JSON.stringify({ digest: hexDigest(text), text }));

  return text;
}

function entryAt(path: string, { digest: wanted }: SharedReference): string | undefined {
  try {
    const { digest, text } = JSON.parse(readFileSync(path, 'utf8')) as { digest: string; text: string };
    if (hexDigest(text) === digest && (wanted === undefined || wanted === digest)) return text;
    return undefined;
  } catch {
    // It is not there, or not readable.
    return undefined;
  }
}
