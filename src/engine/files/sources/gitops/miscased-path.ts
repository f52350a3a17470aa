import type { Discovery } from '../discovery/discovery.ts';
import type { Root } from '../root/root.ts';

/** That the path of a definition is a folder of this repository, except for upper and lower case. */
export function miscasedPath(path: string, folder: string | undefined, { folders }: Discovery): Pick<Root, 'miscased'> {
  const meant = folder === undefined ? undefined : folders.inOtherCase(folder);
  if (meant === undefined) return {};
  return { miscased: { path, meant } };
}
