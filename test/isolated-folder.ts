import { cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A new folder that has these files and folders of the repository, at the same paths, and nothing else. A review in it
 * does not look through the repository, and starts no git, which together take longer than most reviews. The caller
 * removes it.
 */
export function isolatedFolder(paths: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-isolated-'));
  for (const path of paths) cpSync(path, join(folder, path), { recursive: true });
  return folder;
}
