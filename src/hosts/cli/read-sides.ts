import type { Settings } from '../../engine/api/settings.ts';
import type { Source } from '../../engine/source.ts';
import { apiServerBeside } from '../../io/api-server-beside.ts';
import { readPair, type SourcePair } from '../../io/git/read-pair.ts';
import { Repository } from '../../io/git/repository.ts';
import { type Log, silentLog, streamLog } from '../../io/log.ts';
import { type RenderedSides, renderPair } from '../../io/rendered-pair.ts';
import type { Arguments, Flags } from './arguments.ts';
import type { Terminal } from './main.ts';
import { readAll } from './stdin.ts';

/** What reading needs beside the arguments. */
export interface ReadingContext {
  readonly terminal: Terminal;
  readonly repository: Repository;
  readonly settings: Settings;
  readonly log: Log;
  readonly ahead?: ReadAhead | undefined;
}

/** Files that are read while the code for them is loaded. */
export interface ReadAhead {
  readonly repository: Repository;
  readonly reading: Promise<SourcePair>;
}

/**
 * Begins with what a review needs of files, and with the API server's code where they want it: both take as long as loading the
 * rest. Nothing of it is reported before somebody asks.
 */
export function readAhead(input: Arguments, terminal: Terminal): ReadAhead {
  const repository = new Repository(terminal.cwd);
  const reading = pairOf(input, { terminal, repository, onSource: (source) => apiServerBeside([source]) });
  // Whoever awaits it hears of a failure.
  reading.catch(() => {});
  return { repository, reading };
}

/** Reads the sides that the arguments name, kustomizations and charts rendered, Terraform evaluated. */
export const readSides = (
  input: Arguments,
  { terminal, repository, settings, log, ahead }: ReadingContext,
): Promise<RenderedSides> =>
  renderPair(ahead?.reading ?? pairOf(input, { terminal, repository }), {
    settings,
    path: terminal.env.PATH,
    progress: (what) => log.progress(what),
  });

interface PairReading {
  readonly terminal: Terminal;
  readonly repository: Repository;
  readonly onSource?: (source: Source) => void;
}

const pairOf = ({ flags, positionals }: Arguments, { terminal, ...reading }: PairReading): Promise<SourcePair> =>
  readPair({
    ...reading,
    base: flags.text('base'),
    head: flags.text('head'),
    paths: positionals,
    stdin: () => readAll(terminal.stdin),
  });

/** Progress on standard error, unless `--quiet`. */
export const logOf = (flags: Flags, { stderr }: Terminal): Log => (flags.isOn('quiet') ? silentLog : streamLog(stderr));
