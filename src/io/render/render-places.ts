import type { SidePlace, SourcePair } from '../git/read-pair.ts';
import type { TreeReader } from './loaded-tree.ts';
import { type RenderedPair, renderPair } from './render-pair.ts';
import { commitReader, folderReader } from './tree-readers.ts';

/** Renders what a pair of folders or commits holds. `path` is PATH of the process. */
export async function renderPlaces(
  { base, head, places, wanted }: SourcePair,
  path: string | undefined,
): Promise<RenderedPair> {
  return renderPair({
    base: places.base && { tree: base, reader: await readerOf(places.base) },
    head: { tree: head, reader: await readerOf(places.head) },
    paths: wanted,
    path,
  });
}

/** Reads the files of a folder or a commit as far as somebody asks. */
export const readerOf = (place: SidePlace): Promise<TreeReader> =>
  'folder' in place ? folderReader(place.folder) : commitReader(place.root, place.commit);
