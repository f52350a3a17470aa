import { isObject } from '../../../manifest/model/manifest.ts';
import { resolvePath } from '../../../text/source.ts';
import type { Discovery } from '../discovery/discovery.ts';
import { mappingsOf, stringOf } from '../repository/yaml-data.ts';
import type { Definition } from './definition.ts';

/** The last part of an address, which clones, mirrors and other protocols have in common: `platform` of `git@github.com:example/platform.git`. */
export const repositoryName = (address: string): string =>
  address
    .trim()
    .toLowerCase()
    .replace(/\/$/, '')
    .replace(/\.git$/, '')
    .split(/[/:]/)
    .at(-1) ?? address;

/** An address as all protocols have it: `git.example.com/team/platform` of `git@git.example.com:team/platform.git`. */
export const repositoryAddress = (address: string): string =>
  address
    .trim()
    .toLowerCase()
    .replace(/^[a-z+]+:\/\//, '')
    .replace(/^[\w.-]+@/, '')
    .replace(':', '/')
    .replace(/\/$/, '')
    .replace(/\.git$/, '');

/** A folder that an Application takes from a repository. */
interface Taken {
  readonly name: string;
  readonly folder: string;
  readonly isHere: boolean;
}

/**
 * The names of repositories that are certainly other ones than this. This one is the repository from which Applications take the most folders
 * that are here, at least two. Another one has a name of its own, and Applications take a folder from it that this repository does not have, or
 * one that others take from this repository, so that it only has the same path.
 */
export function otherRepositories(definitions: readonly Definition[], discovery: Discovery): ReadonlySet<string> {
  const taken = definitions.flatMap((definition) => foldersOf(definition, discovery));
  const names = [...new Set(taken.map(({ name }) => name))];

  const here = (name: string): ReadonlySet<string> =>
    new Set(
      taken.flatMap((entry) => {
        if (entry.name === name && entry.isHere) return [entry.folder];
        return [];
      }),
    );

  const counts = names.map((name) => here(name).size);
  const most = Math.max(0, ...counts);
  const mostNamed = names[counts.indexOf(most)];
  if (mostNamed === undefined || most < 2 || counts.filter((count) => count === most).length > 1) return new Set();

  const ofOwn = here(mostNamed);

  const isOther = (name: string): boolean =>
    name !== mostNamed && taken.some((entry) => entry.name === name && (!entry.isHere || ofOwn.has(entry.folder)));

  return new Set(names.filter(isOther));
}

/** The names of repositories of which some folder is here, so that they may be this one. */
export const repositoriesHere = (definitions: readonly Definition[], discovery: Discovery): ReadonlySet<string> =>
  new Set(
    definitions
      .flatMap((definition) => foldersOf(definition, discovery))
      .filter(({ isHere }) => isHere)
      .map(({ name }) => name),
  );

function foldersOf({ kind, spec }: Definition, { folders }: Discovery): readonly Taken[] {
  if (kind !== 'Application') return [];
  const sources = isObject(spec.source) ? [spec.source] : mappingsOf(spec.sources);

  return sources.flatMap(({ repoURL, path, chart }) => {
    const [address, written] = [stringOf(repoURL), stringOf(path)];
    if (address === undefined || written === undefined || chart !== undefined) return [];
    const folder = resolvePath('', written);
    if (folder === undefined) return [];
    return [{ name: repositoryName(address), folder, isHere: folders.has(folder) }];
  });
}
