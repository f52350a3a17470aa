import {
  type Manifest,
  type Mapping,
  mappingOrEmpty,
  type Path,
  type Value,
  valueAt,
} from '../../../manifest/model/manifest.ts';
import { byCount } from '../../../text/words/plural.ts';
import { quotedNames } from '../../../text/words/quoted-names.ts';
import { textIf } from '../../../text/words/text-if.ts';
import { listOf, readText } from '../input/value-reader.ts';
import { ageOfSnapshot, snapshotKind } from './cluster-snapshot.ts';
import { withNodeName } from './pruning.ts';
import { addSelectorKeys } from './selector-keys.ts';

/** A snapshot in the live state. */
interface Found {
  readonly manifest: Manifest;
  readonly isReadable: boolean;
}

const group = snapshotKind.apiVersion.split('/')[0]!;

const snapshotsIn = (manifests: readonly Manifest[]): readonly Found[] =>
  manifests
    .filter(({ kind, apiVersion }) => kind === snapshotKind.kind && apiVersion.split('/')[0] === group)
    .map((manifest) => ({ manifest, isReadable: manifest.apiVersion === snapshotKind.apiVersion }));

/** Replaces each snapshot in the live state by the objects it contains. Malformed entries are left out. */
export function withSnapshots(manifests: readonly Manifest[]): readonly Manifest[] {
  const snapshots = new Map(snapshotsIn(manifests).map(({ manifest, isReadable }) => [manifest, isReadable]));
  if (snapshots.size === 0) return manifests;
  return manifests.flatMap((manifest) => {
    const isReadable = snapshots.get(manifest);
    if (isReadable === undefined) return [manifest];
    if (isReadable) return objectsOf(manifest);
    return [];
  });
}

function objectsOf(snapshot: Manifest): readonly Manifest[] {
  const { objects, podClasses } = snapshot.object;
  const place = (at: Path) => (object: Mapping) => objectManifest(object, { snapshot, at }) ?? [];
  return [
    ...entries(objects).flatMap((entry, i) => place(['objects', i])(mappingOrEmpty(entry))),
    ...entries(podClasses).flatMap((entry, i) => podsOf(entry).flatMap(place(['podClasses', i]))),
  ];
}

const entries = (value: Value | undefined): readonly Value[] => {
  if (Array.isArray(value)) return value;
  return [];
};

function podsOf(entry: Value): readonly Mapping[] {
  const { template, prefix, names } = mappingOrEmpty(entry);
  const { status } = mappingOrEmpty(template);
  const metadata = mappingOrEmpty(mappingOrEmpty(template).metadata);
  const spec = mappingOrEmpty(mappingOrEmpty(template).spec);

  return Object.entries(mappingOrEmpty(names)).flatMap(([node, rests]) => {
    const podSpec = node === '' ? spec : { ...withNodeName(spec, node), nodeName: node };
    return (listOf(readText)(rests) ?? []).map((rest) => ({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { ...metadata, name: `${readText(prefix) ?? ''}${rest}` },
      spec: podSpec,
      ...(status !== undefined && { status }),
    }));
  });
}

/** The place of an object in its snapshot. Its fields have no separate places. */
interface Place {
  readonly snapshot: Manifest;
  readonly at: Path;
}

function objectManifest(object: Mapping, { snapshot, at }: Place): Manifest | undefined {
  const { source, index } = snapshot;
  const { apiVersion, kind } = object;
  if (typeof apiVersion !== 'string' || typeof kind !== 'string') return undefined;

  const metadata = mappingOrEmpty(object.metadata);
  const name = readText(metadata.name) ?? '';
  const namespace = readText(metadata.namespace);

  return {
    apiVersion,
    kind,
    name,
    namespace,
    object,
    source,
    index,
    ref: namespace === undefined ? { apiVersion, kind, name } : { apiVersion, kind, name, namespace },
    isPartial: false,
    get: (path: Path) => valueAt(object, path),
    span: () => snapshot.span(at),
    keySpan: () => snapshot.span(at),
  };
}

/** What a review uses snapshots for. */
interface SnapshotUse {
  readonly manifests: readonly Manifest[];
  readonly today: string;
  /** The figures that are exact because of a snapshot, as a sentence. */
  readonly exact?: string | undefined;
}

/**
 * Notes about the snapshots in the live state: their age, what is exact with them, and labels that the manifests select
 * by and the snapshots do not contain.
 */
export function snapshotCaveats(
  live: readonly Manifest[],
  { manifests, today, exact }: SnapshotUse,
): readonly string[] {
  return snapshotsIn(live).flatMap(({ manifest, isReadable }) => {
    const what = `The snapshot \`${manifest.source.file}\``;
    if (!isReadable) return [`${what} is ignored: this version of plumbline cannot read \`${manifest.apiVersion}\`.`];
    return [
      `${what} ${ageOfSnapshot(readText(manifest.object.takenAt), today).text}.${textIf(exact, ` ${exact}`)}`,
      ...missingLabels(manifest, manifests, what),
    ];
  });
}

function missingLabels(snapshot: Manifest, manifests: readonly Manifest[], what: string): readonly string[] {
  const dropped = listOf(readText)(snapshot.object.droppedLabels) ?? [];
  if (dropped.length === 0) return [];

  const keys = new Set<string>();
  for (const { object } of manifests) addSelectorKeys(object, keys);

  const missing = dropped.filter((key) => keys.has(key));
  if (missing.length === 0) return [];

  return [
    `${what} does not contain ${byCount(missing.length, 'the label', 'the labels')} ${quotedNames(missing)}, because nothing selected by ${byCount(missing.length, 'it', 'them')} when the snapshot was taken. Take a new snapshot to include ${byCount(missing.length, 'it', 'them')}.`,
  ];
}
