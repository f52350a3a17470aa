import type { Settings } from '../../api/settings.ts';
import type { Diagnostic } from '../../diagnostic.ts';
import type { Manifest } from '../../manifest/manifest.ts';
import { objectPlace } from '../../places/object-place.ts';
import { pairs } from '../../places/pair.ts';
import type { Context } from '../context.ts';

/** Adds the place that a finding belongs to. Both sides name a place in the same way, so that findings can be compared. */
export type PlaceFindings = (diagnostic: Diagnostic) => Diagnostic;

/** The place of a file of the repository: its configured environment, or else its folder. */
const placeOfFile = (file: string, environments: Settings['environments']): string =>
  objectPlace({ file, text: '' }, environments).key;

/** The places of findings, which are at files of the repository. Places of base that moved have the name that they have in head. */
export function findingPlaces(context: Context, side: 'base' | 'head'): PlaceFindings {
  const { environments } = context.settings;
  const moved = side === 'base' ? movedPlaces(context) : new Map<string, string>();
  return (diagnostic) => {
    const place = placeOfFile(diagnostic.span.file, environments);
    return { ...diagnostic, place: moved.get(place) ?? place };
  };
}

/** Place of base → its place in head, for places whose files are all gone. */
function movedPlaces({ base, head, origins, settings }: Context): Map<string, string> {
  const moved = new Map<string, string>();
  const { environments } = settings;
  const kept = new Set(head.files.map(({ source }) => source.file));
  if (base === null || base.files.every(({ source }) => kept.has(source.file))) return moved;
  const remaining = new Set(head.files.map(({ source }) => placeOfFile(source.file, environments)));
  // Only rendered text leads to another file, and to find that file takes long.
  const fileOf = (manifest: Manifest, side: 'base' | 'head'): string =>
    manifest.source.origin ? origins[side].span(manifest.span([])).file : manifest.source.file;
  const placeIn = (manifest: Manifest, side: 'base' | 'head'): string =>
    placeOfFile(fileOf(manifest, side), environments);
  for (const pair of pairs(base, head, (source) => objectPlace(source, environments))) {
    // Equal texts are parsed once, and lead to the same place.
    if (pair.base === undefined || pair.head === undefined || pair.base === pair.head) continue;
    const [from, to] = [placeIn(pair.base, 'base'), placeIn(pair.head, 'head')];
    if (from !== to && !remaining.has(from) && !moved.has(from)) moved.set(from, to);
  }
  return moved;
}
