import type { Manifest } from '../manifest/manifest.ts';
import { type ParsedFile, unreadFile } from '../manifest/manifest-set.ts';
import { maxObjects } from '../manifest/objects/found-object.ts';
import { tooLarge } from '../manifest/reading-diagnostics.ts';
import type { Source } from '../source.ts';

/** Schema, rules and the API server's code take several times as much for one of Karpenter's as for a workload. */
const weightOf = ({ apiVersion }: Manifest): number => (apiVersion.startsWith('karpenter.') ? 2 : 1);

/**
 * Bounds what one side of a review holds, for memory grows with the objects: files are read in order, and one with which they would
 * be too many is not. Each such file has its finding: unread is unjudged.
 */
export class ObjectLimit {
  #left = maxObjects;

  /** The file as it is read, or as one that is not: from the first that is too much on none is looked at. */
  read(source: Source, parse: (source: Source) => ParsedFile): ParsedFile {
    if (this.#left <= 0) return beyond(source);
    const file = parse(source);
    this.#left -= file.manifests.reduce((sum, manifest) => sum + weightOf(manifest), 0);
    return this.#left < 0 ? beyond(source) : file;
  }
}

function beyond(source: Source): ParsedFile {
  const message = `A review holds ${maxObjects} objects, of which Karpenter's count twice; with this file there would be more, so it is not read`;
  const finding = tooLarge(source.file, message, { help: 'Review fewer folders at once.' });
  return { ...unreadFile(finding), source };
}
