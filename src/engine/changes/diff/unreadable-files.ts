import type { ManifestSet } from '../../manifest/manifest-set.ts';
import type { Manifest } from '../../manifest/model/manifest.ts';

/**
 * Whether an object of base may be in a file of head that cannot be read: in the same file, or in one that only head has, if the object's own file
 * is gone.
 */
export function mayBeUnreadable(base: ManifestSet, head: ManifestSet): (manifest: Manifest) => boolean {
  const broken = head.files.filter(({ isBroken }) => isBroken).map(({ source }) => source);
  if (broken.length === 0) return () => false;

  const [before, after] = [base, head].map(({ files }) => new Set(files.map(({ source }) => source.file)));
  const names = new Set(broken.map(({ file }) => file));
  const added = broken.filter(({ file }) => !before!.has(file));

  return ({ source: { file }, name }) =>
    names.has(file) || (!after!.has(file) && added.some(({ text }) => text === '' || text.includes(name)));
}
