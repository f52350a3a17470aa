import type { Settings } from '../../../engine/api/settings.ts';
import type { Repository } from '../../../io/git/repository.ts';
import { type Log, silentLog, streamLog } from '../../../io/log.ts';
import { type RenderedSides, renderSides } from '../../../io/rendered-pair.ts';
import type { Arguments, Flags } from '../arguments/arguments.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { pairOf, type ReadAhead } from './read-ahead.ts';

/** What reading needs beside the arguments. */
export interface ReadingContext {
  readonly terminal: Terminal;
  readonly repository: Repository;
  readonly settings: Settings;
  readonly log: Log;
  readonly ahead?: ReadAhead | undefined;
}

/** Reads the sides that the arguments name, kustomizations and charts rendered, Terraform evaluated. */
export const readSides = (
  input: Arguments,
  { terminal, repository, settings, log, ahead }: ReadingContext,
): Promise<RenderedSides> =>
  renderSides(ahead?.reading ?? pairOf(input, { terminal, repository }), {
    settings,
    path: terminal.env.PATH,
    progress: (what) => log.progress(what),
  });

/** Progress on standard error, unless `--quiet`. */
export const logOf = (flags: Flags, { stderr }: Terminal): Log => (flags.isOn('quiet') ? silentLog : streamLog(stderr));
