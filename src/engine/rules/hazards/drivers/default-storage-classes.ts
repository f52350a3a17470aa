import { manifestDiagnostic } from '../../../cluster/provisioning/diagnostics/manifest-diagnostic.ts';
import { hasKarpenterObjects, workloadsOf } from '../../../karpenter/workloads/workload-fields.ts';
import type { ManifestSet } from '../../../manifest/manifest-set.ts';
import { asList, asMapping, groupOf, type Manifest, type Path } from '../../../manifest/model/manifest.ts';
import { isKindUnrendered } from '../../../manifest/unrendered.ts';
import { hasPlaceholder } from '../../../manifest/yaml/placeholder.ts';
import { type Diagnostic, nameInNamespace } from '../../../text/diagnostic.ts';
import { firstNames, quoted } from '../../../text/words/quoted-names.ts';

/**
 * What a change of the default StorageClass does to claims that name none. Without a default they stay pending, and
 * their pods with them. With two, the newest one counts. Source:
 * https://kubernetes.io/docs/concepts/storage/storage-classes/#default-storageclass
 */
export function defaultStorageClasses({
  base,
  head,
}: {
  readonly base: ManifestSet;
  readonly head: ManifestSet;
}): readonly Diagnostic[] {
  const before = defaultsIn(base);
  const after = defaultsIn(head);
  if (before.length === 0 || sameNames(before, after) || !hasKarpenterObjects(head) || isOpen(head)) return [];

  const [first] = claimsWithoutClass(head);
  const title = firstNames([...new Set(claimsWithoutClass(head).map(({ manifest }) => titleText(manifest)))]);
  if (first === undefined) return [];

  const old = firstNames(before.map(({ name }) => quoted(name)));
  const shared = { code: 'provisioning/default-storage-class', at: first.path } as const;

  if (after.length === 0)
    return [
      manifestDiagnostic(first.manifest, {
        ...shared,
        severity: 'warning',
        message: `After the change, no StorageClass of these files is the default, and volumes of ${title} name none. Volumes that exist stay, but each new claim waits, and its pod stays pending`,
        help: `Keep the annotation \`storageclass.kubernetes.io/is-default-class: "true"\` on ${old}, or name the class in the claims.`,
        labels: placesOf(before, head),
      }),
    ];

  const added = after.filter(({ name }) => !before.some((earlier) => earlier.name === name));
  const [newest] = added;
  if (newest === undefined) return [];

  const isSecond = after.length > 1;
  return [
    manifestDiagnostic(first.manifest, {
      ...shared,
      severity: isSecond ? 'warning' : 'note',
      message: isSecond
        ? `The files then have ${after.length} default StorageClasses. Volumes of ${title} name none, and a new claim gets the class that was created last: ${quoted(newest.name)} in a cluster that has ${old}`
        : `${quoted(newest.name)} is then the default StorageClass in place of ${old}. New volumes of ${title}, which name no class, are of ${quoted(newest.name)}, and those that exist stay`,
      help: isSecond
        ? 'Leave the annotation on one StorageClass only.'
        : 'Name the class in the claims if they should keep theirs.',
      labels: [{ span: newest.span(annotation), message: 'the new default' }],
    }),
  ];
}

const annotation: Path = ['metadata', 'annotations', 'storageclass.kubernetes.io/is-default-class'];

/** The annotation since Kubernetes 1.6, and the one before, which still counts. */
const annotations = [annotation, ['metadata', 'annotations', 'storageclass.beta.kubernetes.io/is-default-class']];

const isOfStorage = ({ kind, apiVersion }: Manifest): boolean =>
  kind === 'StorageClass' && groupOf(apiVersion) === 'storage.k8s.io';

const defaultsIn = ({ manifests }: ManifestSet): readonly Manifest[] =>
  manifests.filter(
    (manifest) => isOfStorage(manifest) && annotations.some((path) => String(manifest.get(path)) === 'true'),
  );

const sameNames = (before: readonly Manifest[], after: readonly Manifest[]): boolean =>
  before.length === after.length && before.every(({ name }) => after.some((now) => now.name === name));

/** The classes that were the default, where they are still in the files. */
const placesOf = (before: readonly Manifest[], head: ManifestSet) =>
  head.manifests
    .filter((manifest) => isOfStorage(manifest) && before.some(({ name }) => name === manifest.name))
    .map((manifest) => ({ span: manifest.span(annotation), message: 'was the default' }));

/** Whether another class may be the default: its name or its annotation is unknown, or something that is not rendered creates it. */
const isOpen = ({ manifests, files }: ManifestSet): boolean =>
  manifests.some(
    (manifest) =>
      isOfStorage(manifest) &&
      (manifest.isPartial ||
        hasPlaceholder(manifest.name) ||
        annotations.some((path) => hasPlaceholder(manifest.get(path)))),
  ) ||
  files.some(
    ({ source, isBroken }) =>
      isBroken ||
      isKindUnrendered(source, 'StorageClass') ||
      // Values of a driver’s chart create classes as well.
      /(?:defaultStorageClass|storageClasses|is-default-class)["']?[ ]?[:=]/.test(source.text.replaceAll(stated, '')),
  );

/** The annotation as an object has it. */
const stated = /storageclass(?:\.beta)?\.kubernetes\.io\/is-default-class/g;

const titleText = (manifest: Manifest): string => `${manifest.kind} ${quoted(nameInNamespace(manifest))}`;

interface OpenClaim {
  readonly manifest: Manifest;
  readonly path: Path;
}

/** Claims without a class: of StatefulSets, of pods for themselves, and those that stand alone. An empty name asks for no class at all. */
const claimsWithoutClass = (head: ManifestSet): readonly OpenClaim[] => [
  ...head.manifests
    .filter(({ kind, apiVersion }) => kind === 'PersistentVolumeClaim' && apiVersion === 'v1')
    .flatMap((manifest) => openClaim(manifest, ['spec'])),
  ...workloadsOf(head).flatMap(({ manifest, template }) => [
    ...asList(manifest.get(['spec', 'volumeClaimTemplates'])).flatMap((_, index) =>
      openClaim(manifest, ['spec', 'volumeClaimTemplates', index, 'spec']),
    ),
    ...asList(manifest.get([...template, 'spec', 'volumes'])).flatMap((_, index) =>
      openClaim(manifest, [...template, 'spec', 'volumes', index, 'ephemeral', 'volumeClaimTemplate', 'spec']),
    ),
  ]),
];

function openClaim(manifest: Manifest, path: Path): OpenClaim[] {
  const spec = asMapping(manifest.get(path));
  if (spec === undefined || spec.storageClassName !== undefined || spec.volumeName !== undefined) return [];
  return [{ manifest, path }];
}
