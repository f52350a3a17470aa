import type { CrdPack } from '../../files/schema/definitions/crd-pack.ts';
import type { CloudProvider } from '../../karpenter/cloud-provider/cloud-provider.ts';
import type { Change, Effect, FieldChange } from '../../manifest/change.ts';
import { type ManifestSet, manifestSet } from '../../manifest/manifest-set.ts';
import { isObject, type Manifest, type Mapping, mappingOrEmpty, type Path } from '../../manifest/model/manifest.ts';
import { parseManifests } from '../../manifest/parse.ts';
import type { ResourceRef } from '../../text/diagnostic.ts';
import { diff } from '../diff/diff.ts';
import { differences } from '../diff/differences.ts';
import { plannedSide } from '../plan/planned-side.ts';
import { isCompared, kindAndName, wantedPart } from './live-objects.ts';
import { managersOf } from './managers.ts';

/** A field that differs: `before` is the value in the cluster, `after` the value in the file. */
export interface DriftedField extends FieldChange {
  /** Who wrote it in the cluster, according to `managedFields`. */
  readonly managers: readonly string[];
}

/** An object that differs. `missing`: the cluster does not have it. `extra`: no file defines it. */
export interface DriftedObject {
  readonly resource: ResourceRef;
  readonly type: 'missing' | 'extra' | 'changed';
  readonly fields: readonly DriftedField[];
  /** The effect on running nodes of restoring the state in the files. */
  readonly effect: Effect;
  /** The file that defines it, if any. */
  readonly file: string | undefined;
}

/** How a cluster differs from the files. */
export interface Drift {
  /** The worst effect first, then by object. */
  readonly objects: readonly DriftedObject[];
  /** What could not be compared and why, one sentence each. */
  readonly unknown: readonly string[];
  /** How many files could not be read. */
  readonly unread: number;
  /** How many objects were compared. */
  readonly compared: number;
}

/** Whether the cluster may differ from the files. Unreadable files count, because they may contain anything. */
export const isDrifted = ({ objects, unread }: Drift): boolean => objects.length > 0 || unread > 0;

/** The input of a comparison. */
interface DriftInput {
  /** The desired state, from the files. */
  readonly files: ManifestSet;
  /** The objects as the API server returns them. */
  readonly live: readonly Mapping[];
  /** Kinds that were not read from the cluster, so that it is unknown whether there are any. */
  readonly unknownKinds: readonly string[];
  readonly pack: CrdPack;
  readonly providers: readonly CloudProvider[];
}

/** Compares by meaning: CRD defaults, the notation of quantities and metadata that others write are not differences. */
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
    manifests: liveSide.manifests.filter((manifest) => isCompared(manifest) && isKnown(manifest)),
  };

  const changes = diff(liveKnown, fileSide, { pack, providers });

  const drifted = changes.map((change) => driftedObject(change, liveByIdentity.get(kindAndName(change.resource))));
  const objects = withMetadata(drifted, fileSide.manifests, liveByIdentity);

  return {
    // An object that no readable file defines may be in an unreadable one.
    objects: broken.length > 0 ? objects.filter(({ type }) => type !== 'extra') : objects,
    unknown: [
      ...broken.map(
        (file) => `\`${file}\` cannot be read, so its objects are not compared and no object is reported as extra`,
      ),
      ...problems,
      ...unknownKinds.map(
        (kind) => `the data from the cluster contains no ${kind}, so it is unknown whether the cluster has any`,
      ),
    ].sort(),
    unread: broken.length,
    compared: new Set([...fileSide.manifests, ...liveKnown.manifests].map(kindAndName)).size,
  };
}

function driftedObject(change: Change, live: Mapping | undefined): DriftedObject {
  const { type, resource, effect, span } = change;

  const managersAt = (path: Path): readonly string[] => {
    if (live) return managersOf(live, path);
    return [];
  };

  const fields = change.fields.map((field) => ({ ...field, managers: managersAt(field.path) }));

  if (type === 'removed') return { resource, type: 'extra', fields, effect, file: undefined };
  if (type === 'added') return { resource, type: 'missing', fields, effect, file: span.file };
  return { resource, type: 'changed', fields, effect, file: span.file };
}

const named = (object: Mapping): { kind: string; name: string } => ({
  kind: String(object.kind ?? ''),
  name: String((object.metadata as Mapping | undefined)?.name ?? ''),
});

/** Adds differences of labels and annotations that the files set. They do not affect nodes, but they are part of the desired state. */
function withMetadata(
  drifted: readonly DriftedObject[],
  manifests: readonly Manifest[],
  live: ReadonlyMap<string, Mapping>,
): DriftedObject[] {
  const byName = new Map(drifted.map((object) => [kindAndName(object.resource), object]));

  for (const manifest of manifests) {
    const identity = kindAndName(manifest);
    const object = live.get(identity);
    const before = byName.get(identity);

    if (object === undefined) continue;

    const fields = metadataFields(object, manifest).filter(
      ({ path }) => !before?.fields.some((field) => field.path.join('.') === path.join('.')),
    );
    if (fields.length === 0) continue;

    const { ref: resource, source } = manifest;
    const whole: DriftedObject = before ?? { resource, type: 'changed', fields: [], effect: 'none', file: source.file };
    byName.set(identity, { ...whole, fields: [...whole.fields, ...fields] });
  }

  return [...byName.values()];
}

function metadataFields(live: Mapping, { object: file }: Manifest): DriftedField[] {
  const wanted = mappingOrEmpty(file.metadata);
  const has = (wantedPart(live, file).metadata ?? {}) as Mapping;

  return ['annotations', 'labels'].flatMap((name) => {
    const [before, after] = [has[name] ?? {}, isObject(wanted[name]) ? wanted[name] : {}];
    return differences(before, after, ['metadata', name]).map((difference) => ({
      path: difference.path,
      ...(difference.before !== undefined && { before: difference.before }),
      ...(difference.after !== undefined && { after: difference.after }),
      effect: 'none' as const,
      cause: 'metadata',
      reason: 'is only metadata of the object: running nodes stay',
      managers: managersOf(live, difference.path),
    }));
  });
}

/** The file name in spans of live objects. */
const clusterFile = '<cluster>';

/** Live objects as a manifest set, so that they are read in the same way as files. */
function setOf(objects: readonly Mapping[]): ManifestSet {
  return manifestSet(
    objects.map((object, index) =>
      parseManifests({ file: `${clusterFile}/${index}`, text: JSON.stringify(object) }, { set: {} }),
    ),
  );
}
