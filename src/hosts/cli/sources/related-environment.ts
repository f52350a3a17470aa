import { objectPlace } from '../../../engine/files/places/object-place.ts';
import type { Root } from '../../../engine/files/sources/root/root.ts';
import type { Settings } from '../../../engine/karpenter/api/settings.ts';
import { groupBy } from '../../../engine/text/group-by.ts';
import { compareNames } from '../../../engine/text/name-order.ts';
import type { Source } from '../../../engine/text/source.ts';
import type { ListedRoot } from './terraform-roots.ts';

/** What says that a root or file belongs to an environment. */
export type EnvironmentSource = 'configuration' | 'values file' | 'folder';

/** Files that no root uses, which are read as they are. */
export interface PlainFiles {
  /** The folder, or the configured environment that the files belong to. */
  readonly place: string;
  readonly files: number;
  readonly environment: string | undefined;
  readonly environmentSource: EnvironmentSource | undefined;
}

/** What says which environment a root belongs to; undefined if it belongs to none. */
export function environmentSourceOf({ environment, isEnvironmentKnown, call }: Root): EnvironmentSource | undefined {
  if (environment === undefined) return undefined;
  if (isEnvironmentKnown) return 'configuration';
  if (call === null || !('helm' in call)) return 'folder';

  const values = call.helm.valueFiles.at(-1);
  if (values === undefined) return 'folder';
  return 'values file';
}

/** Files with manifests that no root uses, by the place that their objects belong to. */
export function plainFiles(
  sources: readonly Source[],
  roots: readonly ListedRoot[],
  { environments }: Pick<Settings, 'environments'>,
): PlainFiles[] {
  const used = new Set(roots.flatMap(({ root }) => root.files));
  const unused = sources.filter(({ file }) => !used.has(file));
  const groups = groupBy(unused, (source) => objectPlace(source, environments).key);

  return [...groups.values()]
    .map((group): PlainFiles => {
      const { name, kind, environment } = objectPlace(group[0]!, environments);
      const source = kind === 'environment' ? 'configuration' : 'folder';
      const environmentSource = environment === undefined ? undefined : source;
      return { place: name || '.', files: group.length, environment, environmentSource };
    })
    .sort((a, b) => compareNames(a.place, b.place));
}
