import { accessSync, constants } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';

const suffixes = process.platform === 'win32' ? ['.exe', ''] : [''];

/** The first program with this name on PATH. Relative folders are ignored, because they would be inside the reviewed folder. */
export function findProgram(name: string, path: string | undefined): string | undefined {
  const candidates = (path ?? '')
    .split(delimiter)
    .filter(isAbsolute)
    .flatMap((folder) => suffixes.map((suffix) => join(folder, `${name}${suffix}`)));

  return candidates.find((candidate) => {
    try {
      accessSync(candidate, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
