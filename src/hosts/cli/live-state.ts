import type { Settings } from '../../engine/api/settings.ts';
import type { SourceSet } from '../../engine/review.ts';
import { fileAtBase } from '../../io/base-file.ts';
import { readFolder } from '../../io/files.ts';
import type { Repository } from '../../io/git/repository.ts';
import type { Flags } from './arguments.ts';
import type { Terminal } from './main.ts';
import { readAll } from './stdin.ts';

interface Surroundings {
  readonly terminal: Terminal;
  readonly repository: Repository;
}

/** The files of `--cluster`, else the snapshot that the configuration names, as the base has it. */
export async function liveState(
  flags: Flags,
  { snapshot }: Settings,
  { terminal: { cwd, stdin }, repository }: Surroundings,
): Promise<SourceSet | undefined> {
  const files = flags.texts('cluster');
  if (files.length > 0) return readFolder(cwd, files, { stdin: () => readAll(stdin) });
  if (snapshot === undefined) return undefined;
  return { sources: [await fileAtBase(repository, snapshot, flags.text('base'))], hintSources: [], diagnostics: [] };
}
