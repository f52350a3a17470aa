import { isAbsolute, relative, sep } from 'node:path';

/** Whether a path is a folder, or lies in it. On Windows the way to another drive is an absolute one. */
export function isPathWithin(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
