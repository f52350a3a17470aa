import type { Source } from '../../../engine/text/source.ts';
import { backgroundApiServer } from '../../../io/api-server/background-api-server.ts';
import { Repository } from '../../../io/git/repository.ts';
import { readPair, type SourcePair } from '../../../io/sides/read-pair.ts';
import type { Arguments } from '../arguments/arguments.ts';
import { readManifests } from '../terminal/stdin.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** Files that are read while the code that reviews them is loaded. */
export interface ReadAhead {
  readonly repository: Repository;
  readonly reading: Promise<SourcePair>;
}

/**
 * Starts to read the files of a review, and to load the API server's code if they need it: both take as long as loading the
 * rest. Failures are reported only once the result is awaited.
 */
export function readAhead(input: Arguments, terminal: Terminal): ReadAhead {
  const repository = new Repository(terminal.cwd);
  const reading = pairOf(input, { terminal, repository, onSource: (source) => backgroundApiServer.loadFor([source]) });
  // Without this handler, a failure before the first await would end the process.
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
