import { type KeptObject, keptObjects, withKept } from '../changes/diff/kept-objects.ts';
import { newlyOwned } from '../changes/diff/newly-owned.ts';
import { clusterMap, type MappedSide } from '../files/clusters/cluster-map.ts';
import { withMovedClusters, withSplitFiles } from '../files/clusters/moved-clusters.ts';
import { type RelatedObjects, relatedObjects } from '../files/clusters/related-objects.ts';
import { type ObjectPlace, objectPlace } from '../files/places/object-place.ts';
import { type Pair, pairs } from '../files/places/pair.ts';
import { placeWithOwner, type SplitSide, splitFiles } from '../files/places/split-files.ts';
import type { OldObject } from '../files/schema/definitions/judging-kind.ts';
import type { UncountedPods } from '../files/sources/uncounted-pods.ts';
import {
  type ManifestSet,
  manifestSet,
  type ParsedFile,
  quotedFile,
  unreadFile,
  unrenderedFile,
} from '../manifest/manifest-set.ts';
import type { Manifest } from '../manifest/model/manifest.ts';
import { installsKarpenter } from '../manifest/node-charts.ts';
import { parseManifests } from '../manifest/parse.ts';
import { mayHoldSuppression } from '../manifest/suppression.ts';
import type { Source } from '../text/source.ts';
import { type Context, knownOf } from './context/context.ts';
import { Origins } from './context/origins.ts';
import type { ReviewInput } from './context/review-input.ts';
import type { NotRendered, SourceSet } from './context/source-set.ts';
import { isClusterRemoved, targetAfter, targetBefore, withClusterVersions } from './context/target.ts';
import { ObjectLimit } from './object-limit.ts';
import { halfSeenPods, withHalfSeen, withoutHalfSeen } from './readings/half-seen-pods.ts';

/** Roots that were not rendered, and everything else whose pods are not counted. */
const uncountedPods = ({ notRendered = [], uncounted = [] }: SourceSet): readonly UncountedPods[] => [
  ...withMorePods(notRendered).map(({ root, isEdited, place }): UncountedPods => {
    return { name: root, source: place, said: isEdited ? 'edited' : '', settings: [] };
  }),
  ...uncounted,
];

/** Roots that were not rendered and whose pods are not counted. */
const withMorePods = (notRendered: readonly NotRendered[]): readonly NotRendered[] =>
  notRendered.filter(({ root, kind, hidesObjects }) => {
    // Other kustomizations are read as plain files, so their pods are counted.
    if (kind === 'kustomization') return hidesObjects === true;
    return !installsKarpenter(root);
  });

/** What a context is made of. */
type ContextInput = Pick<ReviewInput, 'base' | 'head' | 'live' | 'lives' | 'settings' | 'facts'>;

/** Parses both sides, each file once, and determines what they are checked against: the context of everything that is reviewed. */
export function contextOf(input: ContextInput): Context {
  const parsed = new Map<Source, ParsedFile>();

  const parse = (source: Source): ParsedFile => {
    const file = parsed.get(source) ?? parseManifests(source, { set: input.settings.set });
    parsed.set(source, file);
    return file;
  };

  const sourcesBefore = new Map(input.base?.sources.map((source) => [source.file, source]));

  const setOf = (side: SourceSet, read: (source: Source) => ParsedFile): ManifestSet =>
    manifestSet(
      [
        ...side.sources.map(read),
        ...side.diagnostics.map((diagnostic) => unreadFile(diagnostic)),
        ...(side.unmade ?? []).map(({ file, diagnostic }) => unrenderedFile(file, diagnostic, sourcesBefore.get(file))),
      ],
      // Files that other texts were rendered from are only searched for plumbline's comments. Most have none and need no parsing.
      (side.originals ?? []).map((source) => {
        if (mayHoldSuppression(source.text)) return parse(source);
        return quotedFile(source);
      }),
    );

  const bounded = (side: SourceSet): ManifestSet => {
    const limit = new ObjectLimit();
    return setOf(side, (source) => {
      const file = limit.read(source, parse);
      // A parsed file beyond the limit is dropped on both sides.
      parsed.set(source, file);
      return file;
    });
  };

  const pods = { base: input.base ? uncountedPods(input.base) : [], head: uncountedPods(input.head) };
  const halfSeen = halfSeenPods(pods);
  const written = withoutHalfSeen(bounded(input.head), halfSeen);
  const base = input.base && withoutHalfSeen(bounded(input.base), halfSeen);
  const placeOf = (source: Source): ObjectPlace => objectPlace(source, input.settings.environments);
  const pairsWith = (side: ManifestSet, placed = placeOf): readonly Pair[] => {
    if (base === null) return [];
    return pairs(base, side, placed);
  };

  const kept = keptIn({ base, head: written, paired: pairsWith(written) }, input);
  const head = withKept(written, kept);
  const live = input.live ? setOf(input.live, parse) : null;
  const target = withClusterVersions(targetAfter(input, { isClusterRemoved: isClusterRemoved({ base, head }) }), live);

  const splits =
    base === null
      ? noSplits
      : splitFiles({ base: splitSide(base, input.base!), head: splitSide(head, input.head) }, placeOf);

  const paired = pairsWith(head, (source) => placeWithOwner(splits, source, placeOf(source)));
  const related = { base: relatedOnce(base ?? head, input), head: relatedOnce(head, input) };

  return {
    ...knownOf(target, input, head),
    before: knownOf(targetBefore(target, input), input, base ?? head),
    facts: input.facts,
    base,
    head,
    written,
    kept,
    newlyOwned: newlyOwned(paired, input.base?.removals),
    paired,
    splits,
    oldOf: oldObjects(paired),
    live,
    notRendered: input.head.notRendered ?? [],
    uncounted: { base: withHalfSeen(pods.base, halfSeen), head: withHalfSeen(pods.head, halfSeen) },
    lives: new Map(Object.entries(input.lives ?? {}).map(([name, live]) => [name, setOf(live, parse)])),
    origins: { base: originsOf(input.base), head: originsOf(input.head) },
    related,
    clusters: withSplitFiles(
      withMovedClusters(
        clusterMap(
          [...(base ? [sideOf(base, input.base!, related.base)] : []), sideOf(head, input.head, related.head)],
          input.settings,
        ),
        { base: base?.manifests ?? [], head: head.manifests, paired },
      ),
      splits,
    ),
    environment: null,
    owns: () => true,
    sees: () => true,
  };
}

/** The objects that only base has and that stay in the cluster. */
const keptIn = (
  { base, head, paired }: Pick<Context, 'base' | 'head' | 'paired'>,
  input: Pick<ContextInput, 'base' | 'head' | 'settings'>,
): readonly KeptObject[] => {
  if (base === null) return [];

  return keptObjects(
    { base, head, paired },
    {
      removals: input.base?.removals,
      notApplied: input.head.notApplied,
      placeOf: (source) => objectPlace(source, input.settings.environments),
    },
  );
};

const noSplits: Context['splits'] = new Map();

const splitSide = ({ manifests, files }: ManifestSet, { hintSources }: SourceSet): SplitSide => ({
  manifests,
  sources: [...files.map(({ source }) => source), ...hintSources],
});

/**
 * The counterparts of the objects of head that have the same API version in base. What a chart makes with its default values is no update of
 * what something applies with a release name and values of its own, nor the other way round.
 */
function oldObjects(paired: readonly Pair[]): OldObject {
  const isUpdate = (before: Manifest, after: Manifest): boolean =>
    before.apiVersion === after.apiVersion && before.source.origin?.isGuessed === after.source.origin?.isGuessed;

  const old = new Map(
    paired.flatMap(({ base: before, head: after }) => {
      if (before && after && isUpdate(before, after)) return [[after, before] as const];
      return [];
    }),
  );

  return (manifest) => old.get(manifest);
}

/** What the map of clusters needs of a side. */
const sideOf = (set: ManifestSet, { hintSources }: SourceSet, related: () => RelatedObjects): MappedSide => ({
  set,
  related,
  hints: hintSources,
});

/** Relates the objects of a side when something first asks for it. */
function relatedOnce(
  side: ManifestSet,
  { settings, facts }: Pick<ReviewInput, 'settings' | 'facts'>,
): () => RelatedObjects {
  let related: RelatedObjects | undefined;
  return () => {
    related ??= relatedObjects(side, { environments: settings.environments, providers: facts.providers });
    return related;
  };
}

const originsOf = (side: SourceSet | null): Origins =>
  new Origins([...(side?.sources ?? []), ...(side?.hintSources ?? [])], side?.originals ?? []);
