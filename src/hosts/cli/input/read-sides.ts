import type { Settings } from '../../../engine/karpenter/api/settings.ts';
import type { Repository } from '../../../io/git/repository.ts';
import { type Log, silentLog, streamLog } from '../../../io/log.ts';
import type { SetPair } from '../../../io/sides/read-side.ts';
import { cliReview } from '../../../review/host-rules.ts';
import { renderedSides, type Step } from '../../../review/rendered-sides.ts';
import type { Arguments, Flags } from '../arguments/arguments.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { pairOf } from './read-ahead.ts';

/** What reading needs in addition to the arguments. */
export interface ReadingContext {
  readonly terminal: Terminal;
  readonly repository: Repository;
  readonly settings: Settings;
  readonly log: Log;
}

/** Reads the sides that the arguments name, renders kustomizations and charts, and evaluates Terraform. */
export async function readSides(
  input: Arguments,
  { terminal, repository, settings, log }: ReadingContext,
): Promise<SetPair> {
  const onStep = stepsOn(log);
  onStep('reading');
  const pair = await pairOf(input, { terminal, repository });
  return renderedSides(pair, { rules: cliReview, settings, path: terminal.env.PATH, onStep });
}

/** Shows the steps of a review as progress. */
export const stepsOn =
  (log: Log) =>
  (step: Step): void =>
    log.progress(progress[step]);

const progress: Readonly<Record<Step, string>> = {
  reading: 'Reading manifests…',
  rendering: 'Rendering…',
  'evaluating Terraform': 'Evaluating Terraform…',
  reviewing: 'Reviewing…',
};

/** Progress on standard error, unless `--quiet`. */
export const logOf = (flags: Flags, { stderr }: Terminal): Log => {
  if (flags.isOn('quiet')) return silentLog;
  return streamLog(stderr);
};
