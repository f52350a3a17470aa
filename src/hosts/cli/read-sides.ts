import { isTerraformOfInterest } from '../../engine/manifest/prefilter.ts';
import type { SourceSet } from '../../engine/review.ts';
import { readPair, type SourcePair } from '../../io/git/read-pair.ts';
import type { Repository } from '../../io/git/repository.ts';
import { type Log, silentLog, streamLog } from '../../io/log.ts';
import type { Arguments, Flags } from './arguments.ts';
import type { Terminal } from './main.ts';
import { readAll } from './stdin.ts';

/** Both sides as they are reviewed. */
export interface Sides {
  readonly base: SourceSet | null;
  readonly head: SourceSet;
  /** Folder that the names of head's files count from. */
  readonly root: string;
}

/** What reading needs beside the arguments. */
export interface ReadingContext {
  readonly terminal: Terminal;
  readonly repository: Repository;
  readonly log: Log;
}

/** Reads the sides that the arguments name, kustomizations and charts rendered, Terraform evaluated. */
export async function readSides(
  { flags, positionals }: Arguments,
  { terminal, repository, log }: ReadingContext,
): Promise<Sides> {
  log.progress('Reading manifests…');
  const pair = await readPair({
    repository,
    base: flags.text('base'),
    head: flags.text('head'),
    paths: positionals,
    stdin: () => readAll(terminal.stdin),
  });
  return { ...(await evaluatedPair(pair, await renderedPair(pair, terminal, log), log)), root: pair.headRoot };
}

type SetPair = Pick<Sides, 'base' | 'head'>;

/** Kustomizations and charts rendered. Where a repository has none, the code for it is never loaded. */
async function renderedPair(pair: SourcePair, { env }: Terminal, log: Log): Promise<SetPair> {
  if (!pair.head.hasRoots && !pair.base.hasRoots) return { base: pair.places.base && pair.base, head: pair.head };
  log.progress('Rendering…');
  const { renderPlaces } = await import('../../io/render/render-places.ts');
  return renderPlaces(pair, env.PATH);
}

/** What Terraform hands to the cluster added. Its parser is loaded only where Terraform has to do with it. */
async function evaluatedPair(pair: SourcePair, sets: SetPair, log: Log): Promise<SetPair> {
  if (!hasTerraform(pair.head) && !hasTerraform(pair.base)) return sets;
  log.progress('Evaluating Terraform…');
  const { terraformPlaces } = await import('../../io/terraform-places.ts');
  return terraformPlaces(pair, sets);
}

const hasTerraform = ({ hintSources }: SourceSet): boolean =>
  hintSources.some(({ file, text }) => isTerraformOfInterest(file, text));

/** Progress on standard error, unless `--quiet`. */
export const logOf = (flags: Flags, { stderr }: Terminal): Log => (flags.isOn('quiet') ? silentLog : streamLog(stderr));
