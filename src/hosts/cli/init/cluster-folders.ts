import { addToGroup, groupBy } from '../../../engine/text/group-by.ts';
import { compareNames } from '../../../engine/text/name-order.ts';
import { folderOf } from '../../../engine/text/source.ts';

/** A folder with the name of its parent. */
interface NamedFolder {
  readonly path: string;
  readonly parent: string;
  readonly name: string;
}

/**
 * The folders of clusters that Terraform creates in one root each, by name: `terraform/live/eu` and `terraform/live/us`, with
 * `gitops/clusters/eu` and `gitops/clusters/us`. Roots of Terraform may also be the parts of one cluster, so names count only if what Argo
 * CD or Flux applies is in folders of the same names. `others` are further folders that may have these names.
 */
export function clusterFolders({
  roots,
  appliers,
  others,
}: {
  /** Folders of Terraform roots. */
  readonly roots: readonly string[];
  /** Files that tell Argo CD or Flux what to apply. */
  readonly appliers: readonly string[];
  readonly others: readonly string[];
}): Readonly<Record<string, readonly string[]>> {
  const applied = siblings(appliers.flatMap((file) => foldersAbove(folderOf(file))));

  for (const [, clusters] of siblings(roots.map(named))) {
    const names = new Set(clusters.map(({ name }) => name));
    const isCluster = (name: string): boolean =>
      [...applied.values()].some(
        (folders) => shared(folders, names).length > 1 && shared(folders, names).includes(name),
      );
    const kept = new Set([...names].filter(isCluster));
    if (kept.size < 2) continue;

    const around = siblings([...appliers, ...others].flatMap((file) => foldersAbove(folderOf(file))));
    const folders = [clusters, ...around.values()].filter((group) => shared(group, kept).length > 1).flat();
    const byName = new Map<string, string[]>();
    for (const { name, path } of folders) if (kept.has(name)) addToGroup(byName, name, path);

    return Object.fromEntries(
      [...byName]
        .toSorted(([a], [b]) => compareNames(a, b))
        .map(([name, paths]) => [name, [...new Set(paths)].sort(compareNames)]),
    );
  }

  return {};
}

const shared = (folders: readonly NamedFolder[], names: ReadonlySet<string>): readonly string[] => [
  ...new Set(folders.flatMap(({ name }) => (names.has(name) ? [name] : []))),
];

/** Folders by their parent, where one has several. */
function siblings(folders: readonly NamedFolder[]): ReadonlyMap<string, readonly NamedFolder[]> {
  const groups = groupBy(folders, ({ parent }) => parent);
  return new Map([...groups].filter(([, group]) => new Set(group.map(({ name }) => name)).size > 1));
}

const named = (path: string): NamedFolder => ({
  path,
  parent: folderOf(path),
  name: path.slice(path.lastIndexOf('/') + 1),
});

/** A folder and those that it is in. */
function foldersAbove(folder: string): readonly NamedFolder[] {
  if (folder === '') return [];
  return [named(folder), ...foldersAbove(folderOf(folder))];
}
