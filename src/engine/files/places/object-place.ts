import { ownersOf } from '../../karpenter/api/environment.ts';
import type { Settings } from '../../karpenter/api/settings.ts';
import { folderOf, type Source } from '../../text/source.ts';
import { environmentInPath } from './environment-name.ts';

/**
 * Where an object belongs. Objects of the same kind and name in different places are different objects, usually of different clusters.
 * In one place, they are the same object.
 */
export interface ObjectPlace {
  /** Identifies the place on both sides of a change. */
  readonly key: string;
  /** Identifies the place, or in a folder the file: files of one folder may be alternatives of each other. */
  readonly unit: string;
  readonly kind: 'root' | 'environment' | 'folder';
  /** The path that the place is named after: the name of the root, the name of the environment, or the folder. */
  readonly name: string;
  /** The environment it belongs to, by the configuration or else by the name of a folder or values file; undefined if unknown. */
  readonly environment: string | undefined;
}

/** The place of a text: its rendered root, else its configured environment, else the folder of its file. */
export function objectPlace(source: Source, environments: Settings['environments']): ObjectPlace {
  const { file, origin } = source;
  const owners = ownersOf(source, environments);
  const environment = owners.length === 1 ? owners[0] : environmentByName(source);
  if (origin) return placeNamed('root', origin.root, environment);
  // An environment that covers the whole repository does not tell its folders apart.
  if (owners.length === 1 && environments[owners[0]!]!.paths.length > 0)
    return placeNamed('environment', owners[0]!, environment);

  return { ...placeNamed('folder', folderOf(file), environment), unit: `file ${file}` };
}

function placeNamed(kind: ObjectPlace['kind'], name: string, environment: string | undefined): ObjectPlace {
  const key = `${kind} ${name}`;
  return { key, unit: key, kind, name, environment };
}

/** The environment that a root's values file or a folder of the path is named after. */
const environmentByName = ({ file, origin }: Source): string | undefined =>
  origin?.guessedEnvironment ?? environmentInPath(origin ? (origin.place ?? origin.root) : folderOf(file));
