import { manifestDiagnostic } from '../../../cluster/provisioning/diagnostics/manifest-diagnostic.ts';
import { hasKarpenterObjects } from '../../../karpenter/workloads/workload-fields.ts';
import type { Change } from '../../../manifest/change.ts';
import type { ManifestSet } from '../../../manifest/manifest-set.ts';
import { groupOf, isObject, type Manifest, type Path, type Value } from '../../../manifest/model/manifest.ts';
import { isKindUnrendered } from '../../../manifest/unrendered.ts';
import { hasPlaceholder } from '../../../manifest/yaml/placeholder.ts';
import { type Diagnostic, nameInNamespace } from '../../../text/diagnostic.ts';
import { groupBy } from '../../../text/group-by.ts';
import { firstNames, quoted } from '../../../text/words/quoted-names.ts';

interface ClassSides {
  readonly base: ManifestSet;
  readonly head: ManifestSet;
  readonly changes: readonly Change[];
}

/**
 * StorageClasses that the change removes although claims name them. A volume that exists stays bound, but a new claim stays pending, and its
 * pod with it. Source: https://kubernetes.io/docs/concepts/storage/persistent-volumes/#class-1
 */
export function removedStorageClasses({ base, head, changes }: ClassSides): readonly Diagnostic[] {
  const staying = new Set(changes.flatMap(({ stays, resource }) => (stays === undefined ? [] : [titleOf(resource)])));
  const removed = base.manifests.filter((manifest) => isStorageClass(manifest) && !staying.has(titleOf(manifest)));
  if (removed.length === 0 || !hasKarpenterObjects(head) || mayHaveOthers(head)) return [];

  const classes = new Set(head.manifests.filter(isStorageClass).map(({ name }) => name));
  const missing = new Set(removed.map(({ name }) => name).filter((name) => !classes.has(name)));
  if (missing.size === 0) return [];

  const uses = head.manifests.flatMap((manifest) => usesIn(manifest, missing));

  return [...groupBy(uses, ({ className }) => className)].flatMap(([className, [first, ...others]]) => {
    if (first === undefined || isCreatedByText(className, head)) return [];

    const names = new Set([first, ...others].map(({ manifest }) => titleText(manifest)));
    const existing = 'Volumes that exist stay, but each new claim waits for the class, and its pod stays pending';

    return [
      manifestDiagnostic(first.manifest, {
        code: 'provisioning/storage-class-removed',
        severity: 'warning',
        at: first.path,
        message: `The change removes StorageClass ${quoted(className)}, which volumes of ${firstNames([...names])} name. ${existing}`,
        help: 'Keep the StorageClass, also next to a new one. A StatefulSet has to be created again to name another class.',
      }),
    ];
  });
}

const isStorageClass = ({ kind, apiVersion }: Manifest): boolean =>
  kind === 'StorageClass' && groupOf(apiVersion) === 'storage.k8s.io';

const titleOf = ({ kind, name }: Pick<Manifest, 'kind' | 'name'>): string => `${kind} ${name}`;

const titleText = (manifest: Manifest): string => `${manifest.kind} ${quoted(nameInNamespace(manifest))}`;

/** Whether the files may have StorageClasses whose names are unknown. */
const mayHaveOthers = ({ manifests, files }: ManifestSet): boolean =>
  manifests.some((manifest) => isStorageClass(manifest) && hasPlaceholder(manifest.name)) ||
  files.some(({ source, isBroken }) => isBroken || isKindUnrendered(source, 'StorageClass'));

interface ClassUse {
  readonly manifest: Manifest;
  readonly className: string;
  readonly path: Path;
}

/** Keys of claims, and of objects from which operators create claims: `storageClass` of a CloudNativePG Cluster. */
const classKeys: ReadonlySet<string> = new Set(['storageClassName', 'storageClass']);

/** The first field of an object that names one of some classes. An existing volume names one, too, and needs it for nothing. */
function usesIn(manifest: Manifest, classes: ReadonlySet<string>): ClassUse[] {
  if (manifest.kind === 'PersistentVolume') return [];

  const path = classPath(manifest.object, classes, []);
  if (path === undefined) return [];
  return [{ manifest, className: String(manifest.get(path)), path }];
}

function classPath(value: Value, classes: ReadonlySet<string>, path: Path): Path | undefined {
  if (typeof value === 'string') {
    const isUse = classKeys.has(String(path.at(-1))) && classes.has(value);
    if (isUse) return path;
    return undefined;
  }

  const entries = (): [string | number, Value][] => {
    if (Array.isArray(value)) return value.map((item: Value, index) => [index, item]);
    if (isObject(value)) return Object.entries(value);
    return [];
  };

  for (const [key, child] of entries()) {
    const use = classPath(child, classes, [...path, key]);
    if (use !== undefined) return use;
  }

  return undefined;
}

/** Whether something that is only a text here may create the class, such as values of the chart of a driver. */
const isCreatedByText = (name: string, { files }: ManifestSet): boolean =>
  files.some(({ source: { text } }) => {
    if (!/storage_?class/i.test(text)) return false;
    return [...text.matchAll(/\bname["']?[ \t]*[:=][ \t]*["']?([\w.-]+)/g)].some((match) => match[1] === name);
  });
