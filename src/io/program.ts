import { accessSync, constants } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';

const suffixes = process.platform === 'win32' ? ['.exe', ''] : [''];

/** The first program of that name on PATH. Only absolute folders count: a relative one belongs to whatever folder is reviewed. */
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
