import { addToGroup, groupBy } from '../../../engine/text/group-by.ts';
import { compareNames } from '../../../engine/text/name-order.ts';
import { baseNameOf, folderOf, foldersAbove } from '../../../engine/text/source.ts';

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
  const applied = siblings(appliers.flatMap(foldersOf));

  for (const [, clusters] of siblings(roots.map(named))) {
    const names = new Set(clusters.map(({ name }) => name));
    const common = [...applied.values()]
      .map((folders) => commonNames(folders, names))
      .filter(({ length }) => length > 1)
      .flat();
    const clusterNames = new Set([...names].filter((name) => common.includes(name)));
    if (clusterNames.size < 2) continue;

    const nearby = siblings([...appliers, ...others].flatMap(foldersOf));
    const folders = [clusters, ...nearby.values()]
      .filter((group) => commonNames(group, clusterNames).length > 1)
      .flat();
    const byName = new Map<string, string[]>();
    for (const { name, path } of folders) if (clusterNames.has(name)) addToGroup(byName, name, path);

    return Object.fromEntries(
      [...byName]
        .toSorted(([a], [b]) => compareNames(a, b))
        .map(([name, paths]) => [name, [...new Set(paths)].sort(compareNames)]),
    );
  }

  return {};
}

/** The names that folders have in common with some names, each once. */
const commonNames = (folders: readonly NamedFolder[], names: ReadonlySet<string>): readonly string[] => [
  ...new Set(folders.map(({ name }) => name).filter((name) => names.has(name))),
];

/** Folders by their parent, where one has several. */
function siblings(folders: readonly NamedFolder[]): ReadonlyMap<string, readonly NamedFolder[]> {
  const groups = groupBy(folders, ({ parent }) => parent);
  return new Map([...groups].filter(([, group]) => new Set(group.map(({ name }) => name)).size > 1));
}

const named = (path: string): NamedFolder => ({
  path,
  parent: folderOf(path),
  name: baseNameOf(path),
});

/** The folders that a file is in, without the top of the repository. */
const foldersOf = (file: string): readonly NamedFolder[] =>
  foldersAbove(folderOf(file))
    .filter((folder) => folder !== '')
    .map(named);
