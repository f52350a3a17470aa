import type { Settings } from '../../engine/api/settings.ts';
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
  readonly settings: Settings;
  readonly log: Log;
}

/** Reads the sides that the arguments name, kustomizations and charts rendered, Terraform evaluated. */
export async function readSides(
  { flags, positionals }: Arguments,
  { terminal, repository, settings, log }: ReadingContext,
): Promise<Sides> {
  log.progress('Reading manifests…');
  const pair = await readPair({
    repository,
    base: flags.text('base'),
    head: flags.text('head'),
    paths: positionals,
    stdin: () => readAll(terminal.stdin),
  });
  const rendered = await renderedPair(pair, { terminal, settings, log });
  return { ...(await evaluatedPair(pair, rendered, log)), root: pair.headRoot };
}

type SetPair = Pick<Sides, 'base' | 'head'>;

/** Kustomizations and charts rendered. Where a repository has none, the code for it is never loaded. */
async function renderedPair(
  pair: SourcePair,
  { terminal, settings, log }: Omit<ReadingContext, 'repository'>,
): Promise<SetPair> {
  const hasRoots = pair.head.hasRoots || pair.base.hasRoots;
  if (!hasRoots || !settings.sources.render) return { base: pair.places.base && pair.base, head: pair.head };
  log.progress('Rendering…');
  const { renderPlaces } = await import('../../io/render/render-places.ts');
  return renderPlaces(pair, { path: terminal.env.PATH, settings });
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
