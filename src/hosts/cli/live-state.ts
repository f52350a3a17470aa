import type { Settings } from '../../engine/api/settings.ts';
import type { SourceSet } from '../../engine/review.ts';
import { fileAtBase } from '../../io/base-file.ts';
import { readFolder } from '../../io/files.ts';
import type { Flags } from './arguments.ts';
import type { Terminal } from './main.ts';
import { readAll } from './stdin.ts';

/** The files of `--cluster`, else the snapshot that the configuration names, as the base has it. */
export async function liveState(
  flags: Flags,
  { snapshot }: Settings,
  { cwd, stdin }: Terminal,
): Promise<SourceSet | undefined> {
  const files = flags.texts('cluster');
  if (files.length > 0) return readFolder(cwd, files, { stdin: () => readAll(stdin) });
  if (snapshot === undefined) return undefined;
  return { sources: [await fileAtBase(cwd, snapshot, flags.text('base'))], hintSources: [], diagnostics: [] };
}
