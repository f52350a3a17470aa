import { isAbsolute, relative, sep } from 'node:path';

/** Whether a path is the folder or inside it. On Windows, the relative path to another drive is absolute. */
export function isPathWithin(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
