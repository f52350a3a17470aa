import type { SidePlace, SourcePair } from '../sides/read-pair.ts';
import type { TreeReader } from './loaded-tree.ts';
import type { RenderRequest } from './open-pair.ts';
import { listRoots, type RenderedPair, renderPair } from './render-pair.ts';
import { commitReader, folderReader } from './tree-readers.ts';

/** PATH of the process, and what the configuration says. */
export type PlaceOptions = Pick<RenderRequest, 'path' | 'settings'>;

/** Renders what a pair of folders or commits holds. */
export const renderPlaces = async (pair: SourcePair, options: PlaceOptions): Promise<RenderedPair> =>
  renderPair(await requestOf(pair, options));

/** The roots of a pair of folders or commits. */
export const listPlaces = async (pair: SourcePair, options: PlaceOptions): ReturnType<typeof listRoots> =>
  listRoots(await requestOf(pair, options));

async function requestOf({ base, head, places, wanted }: SourcePair, options: PlaceOptions): Promise<RenderRequest> {
  return {
    ...options,
    base: places.base && { tree: base, reader: await readerOf(places.base) },
    head: { tree: head, reader: await readerOf(places.head) },
    paths: wanted,
  };
}

/** Where the files of a side are read. */
export const readerOf = (place: SidePlace): Promise<TreeReader> =>
  'folder' in place ? folderReader(place.folder) : commitReader(place.root, place.commit);
