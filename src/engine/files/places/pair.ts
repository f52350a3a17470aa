import { isNodeGroup } from '../../karpenter/cloud-provider/node-groups.ts';
import { canonical } from '../../manifest/canonical.ts';
import type { ManifestSet } from '../../manifest/manifest-set.ts';
import type { Manifest } from '../../manifest/model/manifest.ts';
import { compareNames } from '../../text/name-order.ts';
import type { Source } from '../../text/source.ts';
import { comparedEnvironment } from './compared-environment.ts';
import { objectIdentity } from './object-identity.ts';
import { type ObjectPlace, objectPlace } from './object-place.ts';

/** One object on both sides of a change; undefined on a side that does not have it. */
export interface Pair {
  readonly base: Manifest | undefined;
  readonly head: Manifest | undefined;
}

/** The place of a text if nothing is configured. */
export const unconfiguredPlace = (source: Source): ObjectPlace => objectPlace(source, {});

/**
 * Pairs objects by group, kind, namespace and name, sorted by these. A rename is one removed and one added object. Objects of the same
 * name in different places are different objects, each with its own counterpart.
 */
export function pairs(
  base: ManifestSet,
  head: ManifestSet,
  placeOf: (source: Source) => ObjectPlace = unconfiguredPlace,
): Pair[] {
  const [basePlaces, headPlaces] = [byIdentity(base, placeOf), byIdentity(head, placeOf)];
  const distinct = distinctPlaces([basePlaces, headPlaces]);

  return [...new Set([...basePlaces.keys(), ...headPlaces.keys()])]
    .sort()
    .flatMap((key) => pairsOfOne(basePlaces.get(key) ?? new Map(), headPlaces.get(key) ?? new Map(), distinct));
}

/** An object in its place. */
interface Placed {
  readonly place: ObjectPlace;
  readonly manifest: Manifest;
}

/** Unit of a place → object. */
type ByPlace = ReadonlyMap<string, Placed>;

/** If a file, a root or an environment defines an object several times, the last manifest counts, as when they are applied in order. */
function byIdentity(set: ManifestSet, placeOf: (source: Source) => ObjectPlace): Map<string, ByPlace> {
  const places = new Map<Source, ObjectPlace>();
  const byIdentity = new Map<string, Map<string, Placed>>();
  for (const manifest of set.manifests) {
    if (manifest.name === '') continue;

    const wholePlace = places.get(manifest.source) ?? placeOf(manifest.source);
    places.set(manifest.source, wholePlace);
    const place = ofAddress(manifest, wholePlace);
    const key = objectIdentity(manifest);
    const byPlace = byIdentity.get(key) ?? new Map<string, Placed>();
    byIdentity.set(key, byPlace.set(place.unit, { place, manifest }));
  }

  return byIdentity;
}

/** Node groups of two clusters in one root may have the same name. Their addresses tell them apart. */
function ofAddress(manifest: Manifest, place: ObjectPlace): ObjectPlace {
  if (!isNodeGroup(manifest) || place.kind !== 'root') return place;
  return { ...place, unit: `${place.unit} ${manifest.source.file}` };
}

/** Whether two places are certainly not the same one under another name. */
type AreDistinct = (a: ObjectPlace, b: ObjectPlace) => boolean;

/** The environments of the places of one side. */
const environmentsOf = (side: ReadonlyMap<string, ByPlace>): ReadonlySet<string> =>
  new Set([...side.values()].flatMap((units) => [...units.values()].flatMap(({ place }) => place.environment ?? [])));

/**
 * Whether two names are of different environments. `prod` that becomes `production` is one environment with another name, unless one side
 * has both.
 */
function distinctEnvironments(base: ReadonlySet<string>, head: ReadonlySet<string>): (a: string, b: string) => boolean {
  const onlyIn = (side: ReadonlySet<string>, other: ReadonlySet<string>): ReadonlyMap<string, string> =>
    new Map([...side].filter((name) => !other.has(name)).map((name) => [name, comparedEnvironment(name)]));
  const [before, after] = [onlyIn(base, head), onlyIn(head, base)];

  const isRenamed = (a: string, b: string): boolean => before.has(a) && before.get(a) === after.get(b);
  return (a, b) => a !== b && !isRenamed(a, b) && !isRenamed(b, a);
}

/**
 * Places are distinct if their environments differ, or if one side has an object of the same name in both of them. Two files of one folder
 * are distinct if one side has an object of the same name in both files.
 */
function distinctPlaces(sides: readonly [ReadonlyMap<string, ByPlace>, ReadonlyMap<string, ByPlace>]): AreDistinct {
  const [base, head] = sides;
  const areTwo = distinctEnvironments(environmentsOf(base), environmentsOf(head));
  const shared = new Map<string, Set<ReadonlySet<string>>>();
  for (const units of sides.flatMap((side) => [...side.values()])) {
    if (units.size < 2) continue;

    const names = new Set([...units.values()].flatMap(({ place: { key, unit } }) => [key, unit]));
    for (const name of names) shared.set(name, (shared.get(name) ?? new Set<ReadonlySet<string>>()).add(names));
  }

  const areTogether = (a: string, b: string): boolean => [...(shared.get(a) ?? [])].some((names) => names.has(b));

  return (a, b) =>
    (a.environment !== undefined && b.environment !== undefined && areTwo(a.environment, b.environment)) ||
    (a.key === b.key ? areTogether(a.unit, b.unit) : areTogether(a.key, b.key));
}

/** Objects of one name that move at the same time. More are not compared with each other, so that the work stays bounded. */
const maxComparisons = 10_000;

/**
 * Pairs objects of the same place first, then objects that moved: those whose place no longer has them, with those whose place has them
 * only now.
 */
function pairsOfOne(base: ByPlace, head: ByPlace, areDistinct: AreDistinct): Pair[] {
  const same = [...head].flatMap(([key, { manifest }]) => {
    if (base.has(key)) return [{ base: base.get(key)!.manifest, head: manifest }];
    return [];
  });
  const [before, after] = [leftOver(base, head), leftOver(head, base)];
  const moved: Pair[] = [];

  const pairUp = (isCounterpart: (one: Placed, other: Placed) => boolean): void => {
    for (const other of [...after]) {
      const counterpart = before.find((candidate) => isCounterpart(candidate, other));
      if (counterpart === undefined) continue;

      before.splice(before.indexOf(counterpart), 1);
      after.splice(after.indexOf(other), 1);
      moved.push({ base: counterpart.manifest, head: other.manifest });
    }
  };

  const mayMove = (placed: Placed, other: Placed): boolean => !areDistinct(placed.place, other.place);

  if (before.length * after.length <= maxComparisons) {
    const isSamePlace = (placed: Placed, other: Placed): boolean =>
      mayMove(placed, other) && placed.place.key === other.place.key;

    pairUp((placed, other) => isSamePlace(placed, other) && areOfSameCluster(placed.manifest, other.manifest));
    pairUp(isSamePlace);
    pairUp((placed, other) => mayMove(placed, other) && isSameText(placed.manifest, other.manifest));
    pairUp((placed, other) => mayMove(placed, other) && placed.place.environment === other.place.environment);
    pairUp(mayMove);
  }

  return [
    ...same,
    ...moved,
    ...after.map((placed) => ({ base: splitFrom(placed, base, head, areDistinct), head: placed.manifest })),
    ...before.map((placed) => ({ base: placed.manifest, head: splitFrom(placed, head, base, areDistinct) })),
  ];
}

/**
 * The object that several places share on the other side: where a base is split into overlays, each of them continues the object that
 * there was before. It no longer exists on this side. If one of them has exactly the same text, the others that differ are new.
 */
function splitFrom(
  { place, manifest }: Placed,
  there: ByPlace,
  here: ByPlace,
  areDistinct: AreDistinct,
): Manifest | undefined {
  const sources = [...there.values()].filter(
    (placed) =>
      !here.has(placed.place.unit) && placed.place.environment === undefined && !areDistinct(placed.place, place),
  );
  const [source] = sources;
  if (source === undefined || sources.length > 1) return undefined;

  const isContinued = [...here.values()].some((placed) => isSameText(placed.manifest, source.manifest));
  if (isContinued && !isSameText(manifest, source.manifest)) return undefined;
  return source.manifest;
}

/** Whether two node groups name the same cluster. Nothing else in this comparison does. */
const areOfSameCluster = (a: Manifest, b: Manifest): boolean =>
  isNodeGroup(a) && a.get(['spec', 'clusterName']) === b.get(['spec', 'clusterName']);

/** Programs that render write keys in another order. */
const isSameText = (a: Manifest, b: Manifest): boolean => canonical(a.object) === canonical(b.object);

const leftOver = (places: ByPlace, other: ByPlace): Placed[] =>
  [...places.values()]
    .filter(({ place }) => !other.has(place.unit))
    .sort((a, b) => compareNames(a.place.unit, b.place.unit));
