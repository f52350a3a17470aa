import type { Settings } from '../../engine/api/settings.ts';
import type { ReviewInput } from '../../engine/review.ts';
import type { Source } from '../../engine/source.ts';
import { fileAtBase } from '../../io/base-file.ts';
import { environmentSnapshots } from '../../io/environment-snapshots.ts';
import { readFolder } from '../../io/files.ts';
import type { Repository } from '../../io/git/repository.ts';
import type { Flags } from './arguments.ts';
import type { Terminal } from './main.ts';
import { readAll } from './stdin.ts';

interface Surroundings {
  readonly terminal: Terminal;
  readonly repository: Repository;
}

/** The files of `--cluster`, else the snapshots that the configuration names, as the base has them. */
export async function liveState(
  flags: Flags,
  settings: Settings,
  { terminal: { cwd, stdin }, repository }: Surroundings,
): Promise<Pick<ReviewInput, 'live' | 'lives'>> {
  const files = flags.texts('cluster');
  if (files.length > 0) return { live: await readFolder(cwd, files, { stdin: () => readAll(stdin) }) };
  const read = (path: string): Promise<Source> => fileAtBase(repository, path, flags.text('base'));
  const { snapshot } = settings;
  return {
    ...(snapshot !== undefined && { live: { sources: [await read(snapshot)], hintSources: [], diagnostics: [] } }),
    ...(await environmentSnapshots(settings, read)),
  };
}
