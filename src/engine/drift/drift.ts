import type { Effect, FieldChange } from '../change.ts';
import type { CloudProvider } from '../cloud-provider/cloud-provider.ts';
import type { ResourceRef } from '../diagnostic.ts';
import { diff } from '../diff/diff.ts';
import { differences } from '../diff/differences.ts';
import { isObject, type Manifest, type Value } from '../manifest/manifest.ts';
import { type ManifestSet, manifestSet } from '../manifest/manifest-set.ts';
import { parseManifests } from '../manifest/parse.ts';
import { plannedSide } from '../plan/planned-side.ts';
import type { CrdPack } from '../schema/definitions/crd-pack.ts';
import { isCompared, kindAndName, wantedPart } from './live-objects.ts';
import { managersOf } from './managers.ts';

type Fields = { readonly [key: string]: Value };

/** A field that the cluster has otherwise: `before` is the cluster's, `after` the file's. */
export interface DriftedField extends FieldChange {
  /** Who wrote it in the cluster, as far as its record tells. */
  readonly managers: readonly string[];
}

/** One object that differs. `missing`: the cluster lacks it; `extra`: no file has it. */
export interface DriftedObject {
  readonly resource: ResourceRef;
  readonly type: 'missing' | 'extra' | 'changed';
  readonly fields: readonly DriftedField[];
  /** What bringing the cluster back does to running nodes. */
  readonly effect: Effect;
  /** The file that has it, or undefined. */
  readonly file: string | undefined;
}

/** What a cluster has otherwise than the files say. */
export interface Drift {
  /** The worst effect first, then by object. */
  readonly objects: readonly DriftedObject[];
  /** What could not be compared, with why: one sentence each. */
  readonly unknown: readonly string[];
  /** How many files could not be read. */
  readonly unread: number;
  /** How many objects were compared. */
  readonly compared: number;
}

/** Whether the cluster is not as the files say. What cannot be read may hold anything: that is not called right. */
export const isDrifted = ({ objects, unread }: Drift): boolean => objects.length > 0 || unread > 0;

/** What a comparison rests on. */
export interface DriftInput {
  /** The files' side: what ought to be. */
  readonly files: ManifestSet;
  /** The objects as the API server gives them. */
  readonly live: readonly Fields[];
  /** Kinds of which the live side says nothing, not even that there are none. */
  readonly unknownKinds: readonly string[];
  readonly pack: CrdPack;
  readonly providers: readonly CloudProvider[];
}

/** Compares in meaning: defaults of the CRDs, spelling of quantities and what others write into metadata are no difference. */
export function driftOf({ files, live, unknownKinds, pack, providers }: DriftInput): Drift {
  const sides = plannedSide(files, pack);
  const wanted = new Map([...sides.values()].map((side) => [kindAndName(side.manifest), side]));
  const problems = [...wanted.values()].flatMap(({ problem }) => problem ?? []);
  const broken = files.files.filter(({ isBroken }) => isBroken).map(({ source }) => source.file);
  const isKnown = ({ kind, name }: Pick<Manifest, 'kind' | 'name'>): boolean =>
    !unknownKinds.includes(kind) && wanted.get(kindAndName({ kind, name }))?.problem === undefined;

  const liveByIdentity = new Map(live.map((object) => [kindAndName(named(object)), object]));
  const liveSide = setOf(
    [...liveByIdentity.values()].map((object) =>
      wantedPart(object, wanted.get(kindAndName(named(object)))?.manifest.object),
    ),
  );
  const fileSide: ManifestSet = {
    files: files.files.filter(({ isBroken }) => !isBroken),
    manifests: files.manifests.filter((manifest) => isCompared(manifest) && isKnown(manifest)),
  };
  const liveKnown: ManifestSet = {
    ...liveSide,
    manifests: liveSide.manifests.filter((one) => isCompared(one) && isKnown(one)),
  };
  const changes = diff(liveKnown, fileSide, { pack, providers });
  const drifted = changes.map((change): DriftedObject => {
    const type = change.type === 'added' ? 'missing' : change.type === 'removed' ? 'extra' : 'changed';
    const object = liveByIdentity.get(kindAndName(change.resource));
    const fields = change.fields.map((field) => ({ ...field, managers: object ? managersOf(object, field.path) : [] }));
    const file = type === 'extra' ? undefined : change.span.file;
    return { resource: change.resource, type, fields, effect: change.effect, file };
  });
  const objects = withMetadata(drifted, fileSide.manifests, liveByIdentity);
  return {
    // What no file has may stand in one that cannot be read.
    objects: broken.length > 0 ? objects.filter(({ type }) => type !== 'extra') : objects,
    unknown: [
      ...broken.map((file) => `\`${file}\` cannot be read: what it holds is not compared, and nothing is called extra`),
      ...problems,
      ...unknownKinds.map((kind) => `the cluster's side holds no ${kind}: whether there are any is not known`),
    ].sort(),
    unread: broken.length,
    compared: new Set([...fileSide.manifests, ...liveKnown.manifests].map(kindAndName)).size,
  };
}

const named = (object: Fields): { kind: string; name: string } => ({
  kind: String(object.kind ?? ''),
  name: String((object.metadata as Fields | undefined)?.name ?? ''),
});

/** Adds labels and annotations that the files name: no node depends on them, but somebody wanted them. */
function withMetadata(
  drifted: readonly DriftedObject[],
  manifests: readonly Manifest[],
  live: ReadonlyMap<string, Fields>,
): DriftedObject[] {
  const known = new Map(drifted.map((object) => [kindAndName(object.resource), object]));
  for (const manifest of manifests) {
    const identity = kindAndName(manifest);
    const object = live.get(identity);
    const before = known.get(identity);
    if (object === undefined) continue;
    const fields = metadataFields(object, manifest).filter(
      ({ path }) => !before?.fields.some((field) => field.path.join('.') === path.join('.')),
    );
    if (fields.length === 0) continue;
    const { ref: resource, source } = manifest;
    const whole: DriftedObject = before ?? { resource, type: 'changed', fields: [], effect: 'none', file: source.file };
    known.set(identity, { ...whole, fields: [...whole.fields, ...fields] });
  }
  return [...known.values()];
}

function metadataFields(live: Fields, { object: file }: Manifest): DriftedField[] {
  const wanted = isObject(file.metadata) ? file.metadata : {};
  const has = (wantedPart(live, file).metadata ?? {}) as Fields;
  return ['annotations', 'labels'].flatMap((name) => {
    const [before, after] = [has[name] ?? {}, isObject(wanted[name]) ? wanted[name] : {}];
    return differences(before, after, ['metadata', name]).map((difference) => ({
      path: difference.path,
      ...(difference.before !== undefined && { before: difference.before }),
      ...(difference.after !== undefined && { after: difference.after }),
      effect: 'none' as const,
      cause: 'metadata',
      reason: 'is for people and tools: running nodes stay',
      managers: managersOf(live, difference.path),
    }));
  });
}

/** The name that spans in live objects carry. */
const clusterFile = '<cluster>';

/** Objects as a side that can be compared: each is written out and read again, as any file is. */
function setOf(objects: readonly Fields[]): ManifestSet {
  return manifestSet(
    objects.map((object, index) =>
      parseManifests({ file: `${clusterFile}/${index}`, text: JSON.stringify(object) }, { set: {} }),
    ),
  );
}
