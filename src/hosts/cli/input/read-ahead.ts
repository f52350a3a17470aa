import type { Source } from '../../../engine/source.ts';
import { backgroundApiServer } from '../../../io/api-server/background-api-server.ts';
import { Repository } from '../../../io/git/repository.ts';
import { readPair, type SourcePair } from '../../../io/sides/read-pair.ts';
import type { Arguments } from '../arguments/arguments.ts';
import { readManifests } from '../terminal/stdin.ts';
import type { Terminal } from '../terminal/terminal.ts';

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
  const reading = pairOf(input, { terminal, repository, onSource: (source) => backgroundApiServer.loadFor([source]) });
  // Whoever awaits it hears of a failure.
  reading.catch(() => {});
  return { repository, reading };
}

interface PairReading {
  readonly terminal: Terminal;
  readonly repository: Repository;
  readonly onSource?: (source: Source) => void;
}

/** Reads the files of the sides that the arguments name. */
export const pairOf = ({ flags, positionals }: Arguments, { terminal, ...reading }: PairReading): Promise<SourcePair> =>
  readPair({
    ...reading,
    base: flags.text('base'),
    head: flags.text('head'),
    paths: positionals,
    stdin: () => readManifests(terminal.stdin),
  });
