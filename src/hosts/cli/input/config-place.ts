import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { findConfig } from '../../../io/config/find-config.ts';
import { repositoryTop } from '../../../io/files/files.ts';
import { isPathWithin } from '../../../io/files/is-within.ts';
import { Repository } from '../../../io/git/repository.ts';
import type { Arguments } from '../arguments/arguments.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** Where the configuration is read, and what it names by paths. */
export interface ConfigPlace {
  /** The configuration is looked up from its folder. */
  readonly repository: Repository;
  /** The ref of the base, where both are read as they stand there; undefined: as they lie on disk. */
  readonly ref: string | undefined;
}

/**
 * The configuration belongs to what is reviewed: it is that of another repository or folder where all of it lies there. Beside a
 * base it is the base's, so that no head brings its own; a file that is named is looked at from where one stands.
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
  const found = await folderOfConfig(repository.folder, reviewed, note);
  return found === repository.folder ? here : { repository: new Repository(found), ref: undefined };
}

const help = '  help: `--config FILE` names another one.\n';

async function folderOfConfig(cwd: string, paths: readonly string[], note: (text: string) => void): Promise<string> {
  const places = paths.map((path) => (path === '-' ? cwd : folderOf(resolve(cwd, path))));
  const folders = new Set(await Promise.all(places));
  const here = await repositoryTop(cwd);
  const lookUps = new Map<string | undefined, string>();
  for (const folder of folders) {
    const from = folder === cwd ? cwd : await lookUpFrom(folder, { cwd, here });
    lookUps.set(findConfig(from), from);
  }
  const [[config, from] = [undefined, cwd], ...others] = lookUps;
  if (from === cwd && others.length === 0) return cwd;
  const own = findConfig(cwd);
  if (others.length > 0) {
    note(`note: the paths do not share one plumbline.yaml: ${holding(own)} for all of them\n${help}`);
    return cwd;
  }
  if (config === undefined && own !== undefined)
    note(`note: \`${relative(cwd, from)}\` is in a repository without a plumbline.yaml: the defaults hold\n${help}`);
  return from;
}

const holding = (own: string | undefined): string =>
  own === undefined ? 'the defaults hold' : 'the plumbline.yaml of the current folder holds';

/** Folder from which the configuration of a folder is looked up. */
async function lookUpFrom(folder: string, { cwd, here }: { cwd: string; here: string }): Promise<string> {
  const top = await repositoryTop(folder);
  const isHere = isPathWithin(here, folder);
  if (isHere && top === here && isRepository(here)) return cwd;
  if (findConfig(folder) !== undefined) return folder;
  // What was rendered into a folder somewhere, or a submodule, has none of its own.
  return isRepository(top) && !isHere ? folder : cwd;
}

const isRepository = (folder: string): boolean => existsSync(join(folder, '.git'));

/** What cannot be looked at is told by whoever reads it. */
async function folderOf(path: string): Promise<string> {
  const status = await stat(path).catch(() => undefined);
  return status?.isDirectory() ? path : dirname(path);
}
