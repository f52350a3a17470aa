import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

/** The folder in which plumbline keeps files of one kind between runs. */
export const cacheFolder = (kind: 'charts' | 'extends'): string =>
  join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'plumbline', kind);

/** Writes a file of the cache at once or not at all. A failure is not an error, because the next run fetches the file again. */
export function keepInCache(path: string, content: string | Buffer): void {
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(`${path}.${process.pid}`, content);
    renameSync(`${path}.${process.pid}`, path);
  } catch {
    // A full disk, for example.
  }
}
