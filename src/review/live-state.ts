import type { Settings } from '../engine/karpenter/api/settings.ts';
import type { ReviewInput } from '../engine/review/context/review-input.ts';
import type { SourceSet } from '../engine/review/context/source-set.ts';
import type { Source } from '../engine/text/source.ts';
import { missingSnapshot } from '../io/files/base-file.ts';
import type { Configuration } from './configuration.ts';
import type { HostRules } from './host-rules.ts';
import type { Note } from './note.ts';
import { singleFile } from './read-files.ts';

/** Where live state comes from. */
export interface LiveContext {
  readonly configuration: Configuration;
  readonly rules: Pick<HostRules, 'missingFacts'>;
  readonly onNote: (note: Note) => void;
  /** Live state that the invocation names. It replaces all snapshots. */
  readonly cluster?: (() => Promise<SourceSet | undefined>) | undefined;
  /** The environment whose cluster that is. Default: the one whose figures the review shows. */
  readonly clusterOf?: string | undefined;
}

/** The cluster state for a review: from the invocation, otherwise from the snapshots that the configuration names. */
export async function liveState(
  { snapshot, environments }: Pick<Settings, 'snapshot' | 'environments'>,
  context: LiveContext,
): Promise<Pick<ReviewInput, 'live' | 'lives'>> {
  const named = await context.cluster?.();
  if (named) {
    if (context.clusterOf === undefined) return { live: named };
    return { lives: { [context.clusterOf]: named } };
  }

  const read = async (path: string | undefined): Promise<SourceSet | undefined> => {
    const source = path === undefined ? undefined : await snapshotAt(path, context);
    return source && { sources: [source], hintSources: [], diagnostics: [] };
  };

  const live = await read(snapshot);
  const lives: Record<string, SourceSet> = {};
  for (const [name, { own: ofEnvironment }] of Object.entries(environments)) {
    const snapshot = await read(ofEnvironment.snapshot);
    if (snapshot) lives[name] = snapshot;
  }

  return { ...(live && { live }), ...(Object.keys(lives).length > 0 && { lives }) };
}

async function snapshotAt(path: string, { configuration, rules, onNote }: LiveContext): Promise<Source | undefined> {
  const source = await singleFile(configuration.files)(path);
  if (source) return source;
  if (rules.missingFacts === 'fails') throw missingSnapshot(path, configuration.at);
  onNote({ about: 'missing snapshot', path });
  return undefined;
}
