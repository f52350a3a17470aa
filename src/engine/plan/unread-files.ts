import type { ManifestSet } from '../manifest/manifest-set.ts';

/** Files that changed and do not parse: what base has there may be kept, changed or gone. One sentence each. */
export function unreadFiles(base: ManifestSet, head: ManifestSet): string[] {
  const known = new Map(base.files.map(({ source }) => [source.file, source]));
  const unread = head.files.filter(
    ({ isBroken, source }) => isBroken && isNew(source.text, known.get(source.file)?.text),
  );
  return unread
    .filter(
      ({ source }) => /karpenter/i.test(`${source.text}${known.get(source.file)?.text ?? ''}`) || source.text === '',
    )
    .map(({ source }) => `\`${source.file}\` cannot be read`);
}

/** A file that could not even be loaded has no text: nothing shows that it is the same. */
const isNew = (text: string, before: string | undefined): boolean => text === '' || text !== before;
