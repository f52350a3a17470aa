import type { Settings } from '../../engine/api/settings.ts';
import type { Repository } from '../../io/git/repository.ts';
import { type Log, silentLog, streamLog } from '../../io/log.ts';
import { type RenderedSides, readRenderedPair } from '../../io/rendered-pair.ts';
import type { Arguments, Flags } from './arguments.ts';
import type { Terminal } from './main.ts';
import { readAll } from './stdin.ts';

/** What reading needs beside the arguments. */
export interface ReadingContext {
  readonly terminal: Terminal;
  readonly repository: Repository;
  readonly settings: Settings;
  readonly log: Log;
}

/** Reads the sides that the arguments name, kustomizations and charts rendered, Terraform evaluated. */
export const readSides = (
  { flags, positionals }: Arguments,
  { terminal, repository, settings, log }: ReadingContext,
): Promise<RenderedSides> =>
  readRenderedPair(
    {
      repository,
      base: flags.text('base'),
      head: flags.text('head'),
      paths: positionals,
      stdin: () => readAll(terminal.stdin),
    },
    { settings, path: terminal.env.PATH, progress: (what) => log.progress(what) },
  );

/** Progress on standard error, unless `--quiet`. */
export const logOf = (flags: Flags, { stderr }: Terminal): Log => (flags.isOn('quiet') ? silentLog : streamLog(stderr));
