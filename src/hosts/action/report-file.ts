import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Writes a report into a new folder inside the job's temporary one, and returns its path. */
export function writeReport(temporary: string, name: string, text: string): string {
  const path = join(mkdtempSync(join(temporary, 'plumbline-')), name);
  writeFileSync(path, text);
  return path;
}
