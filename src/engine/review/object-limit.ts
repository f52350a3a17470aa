import { type ParsedFile, unreadFile } from '../manifest/manifest-set.ts';
import type { Manifest } from '../manifest/model/manifest.ts';
import { maxObjects } from '../manifest/objects/found-object.ts';
import { tooLarge } from '../manifest/reading-diagnostics.ts';
import type { Source } from '../text/source.ts';

/** Checking a Karpenter object takes several times as much memory as checking a workload. */
const weightOf = ({ apiVersion }: Manifest): number => {
  if (apiVersion.startsWith('karpenter.')) return 2;
  return 1;
};

/**
 * Limits the number of objects on one side of a review, because memory grows with them. Files are read in order until the limit is
 * reached. Each file that is not read has a finding, because its objects are not checked.
 */
export class ObjectLimit {
  #left = maxObjects;

  /** The parsed file, or an unread one. After the first file beyond the limit, no file is parsed. */
  read(source: Source, parse: (source: Source) => ParsedFile): ParsedFile {
    if (this.#left <= 0) return beyond(source);
    const file = parse(source);
    this.#left -= file.manifests.reduce((sum, manifest) => sum + weightOf(manifest), 0);
    if (this.#left < 0) return beyond(source);
    return file;
  }
}

function beyond(source: Source): ParsedFile {
  const message = `This file is not read, because with it the review would have more than ${maxObjects} objects (each Karpenter object counts as two)`;
  const finding = tooLarge(source.file, message, { help: 'Review fewer folders at once.' });
  return { ...unreadFile(finding), source };
}
