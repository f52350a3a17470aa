import type { ManifestSet } from '../../manifest/manifest-set.ts';

/** Changed files that do not parse, one sentence each. Their objects may be kept, changed or removed. */
export function unreadFiles(base: ManifestSet, head: ManifestSet): string[] {
  const earlier = new Map(base.files.map(({ source }) => [source.file, source]));
  const unread = head.files.filter(
    ({ isBroken, source }) => isBroken && isNew(source.text, earlier.get(source.file)?.text),
  );

  return unread
    .filter(
      ({ source }) => /karpenter/i.test(`${source.text}${earlier.get(source.file)?.text ?? ''}`) || source.text === '',
    )
    .map(({ source }) => `\`${source.file}\` cannot be read`);
}

/** A file that could not be loaded has no text, so nothing shows that it is unchanged. */
const isNew = (text: string, before: string | undefined): boolean => text === '' || text !== before;
