import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { findConfig } from '../../../io/config/find-config.ts';
import { repositoryTop } from '../../../io/files/files.ts';
import { isPathWithin } from '../../../io/files/is-within.ts';
import { Repository } from '../../../io/git/repository.ts';
import type { Arguments } from '../arguments/arguments.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** Where the configuration, and the files that it names, are read. */
export interface ConfigPlace {
  /** The search for the configuration starts in its folder. */
  readonly repository: Repository;
  /** The ref of the base, if both are read there; undefined means that they are read from disk. */
  readonly ref: string | undefined;
}

/**
 * The configuration belongs to the files that are reviewed: if all of them are in another repository or folder, it is read there.
 * With a base it is the base's, so that a head cannot bring its own. The path of `--config` is relative to the current folder.
 */
export async function configPlace(
  { flags, positionals }: Pick<Arguments, 'flags' | 'positionals'>,
  terminal: Terminal,
  repository: Repository,
): Promise<ConfigPlace> {
  const here = { repository, ref: undefined };
  const base = flags.text('base');
  const folder = base === undefined ? undefined : await repository.folderNamed(base);
  if (base !== undefined && folder === undefined) return { ...here, ref: base };
  if (flags.text('config') !== undefined) return here;

  const head = flags.text('head');
  const side = folder ?? (head === undefined ? undefined : await repository.folderNamed(head));
  const reviewed = side === undefined ? positionals : [side];
  const note = flags.isOn('quiet') ? () => {} : (text: string) => void terminal.stderr.write(text);
  const reviewedFolder = await folderOfConfig(repository.folder, reviewed, note);

  if (reviewedFolder === repository.folder) return here;
  return { repository: new Repository(reviewedFolder), ref: undefined };
}

const help = '  help: Pass `--config FILE` to use another one.\n';

async function folderOfConfig(cwd: string, paths: readonly string[], note: (text: string) => void): Promise<string> {
  const places = paths.map((path) => {
    if (path === '-') return cwd;
    return folderOf(resolve(cwd, path));
  });
  const folders = new Set(await Promise.all(places));
  const here = repositoryTop(cwd);
  const lookUps = new Map<string | undefined, string>();
  for (const folder of folders) {
    const from = folder === cwd ? cwd : await lookUpFrom(folder, { cwd, here });
    lookUps.set(findConfig(from), from);
  }

  const [[config, from] = [undefined, cwd], ...others] = lookUps;
  if (from === cwd && others.length === 0) return cwd;

  const configHere = findConfig(cwd);

  if (others.length > 0) {
    note(`note: The paths have different plumbline.yaml files; ${holding(configHere)} for all of them.\n${help}`);
    return cwd;
  }

  if (config === undefined && configHere !== undefined)
    note(
      `note: \`${relative(cwd, from)}\` is in a repository without plumbline.yaml, so the defaults are used.\n${help}`,
    );

  return from;
}

const holding = (configPath: string | undefined): string => {
  if (configPath === undefined) return 'the defaults are used';
  return 'the one of the current folder is used';
};

/** Folder in which the search for the configuration of a folder starts. */
async function lookUpFrom(folder: string, { cwd, here }: { cwd: string; here: string }): Promise<string> {
  const top = repositoryTop(folder);
  const isHere = isPathWithin(here, folder);
  if (isHere && top === here && isRepository(here)) return cwd;
  if (findConfig(folder) !== undefined) return folder;
  // Rendered files and submodules have no configuration of their own.
  if (isRepository(top) && !isHere) return folder;
  return cwd;
}

const isRepository = (folder: string): boolean => existsSync(join(folder, '.git'));

/** A path that cannot be read is reported when it is read. */
async function folderOf(path: string): Promise<string> {
  const status = await stat(path).catch(() => undefined);
  if (status?.isDirectory()) return path;
  return dirname(path);
}
