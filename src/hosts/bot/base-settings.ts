import type { Settings } from '../../engine/api/settings.ts';
import type { ReviewInput } from '../../engine/review/review-input.ts';
import type { Source } from '../../engine/source.ts';
import { PlumblineError } from '../../errors.ts';
import { configNames, mergeSettings, parseConfig } from '../../io/config/config.ts';
import { environmentSnapshots } from '../../io/config/environment-snapshots.ts';
import { readCommitFile } from '../../io/sides/commit-pair.ts';
import type { CommitStore } from '../../io/sides/commit-store.ts';
import type { Comparison } from '../../io/sides/head-comparison.ts';

/** What a review goes by, and what people should know of that. */
export interface BaseSettings {
  readonly settings: Settings;
  /** What the snapshots of the configuration show. */
  readonly state: Pick<ReviewInput, 'live' | 'lives'>;
  /** Sentences with names in backticks. */
  readonly notes: readonly string[];
}

/**
 * The configuration at the base, for what the pull request does to it takes effect later. One that is broken must not
 * stop every review of the repository: the defaults hold, and that is said.
 */
export async function readBaseSettings(
  comparison: Comparison,
  store: CommitStore,
  more: Partial<Settings> & { readonly today: string },
): Promise<BaseSettings> {
  const [holding, unreadHere] = await readConfig(store, comparison.config);
  const [coming, unreadThere] = await readConfig(store, comparison.head);
  const isChanged = coming !== undefined && coming.text !== holding?.text;
  const [config, fault] = holding ? parsed(holding) : [{}, unreadHere];
  const settings = mergeSettings(config, {
    ...more,
    set: { ...config.set, ...more.set },
    ignore: [...(config.ignore ?? []), ...(more.ignore ?? [])],
  });
  const missing: string[] = [];
  const read = async (path: string): Promise<Source | undefined> => {
    const source = await readCommitFile(store, { commit: comparison.config, paths: [path] });
    if (source === undefined) missing.push(path);
    return source;
  };
  const snapshot = settings.snapshot === undefined ? undefined : await read(settings.snapshot);
  const state = {
    ...(snapshot && { live: { sources: [snapshot], hintSources: [], diagnostics: [] } }),
    ...(await environmentSnapshots(settings, read)),
  };
  return {
    settings,
    state,
    notes: [
      ...(fault ? [`${fault}, at the base: reviewed with the defaults`] : []),
      ...(isChanged ? [`\`${coming.file}\` of this change takes effect once it is merged`] : []),
      ...(isChanged ? faultNote(coming) : []),
      ...(unreadThere && unreadThere !== unreadHere ? [unreadThere] : []),
      ...missing.map((path) => `the snapshot \`${path}\` is not at the base: reviewed without`),
    ],
  };
}

/** The configuration of a commit, or why it cannot be read. */
async function readConfig(
  store: CommitStore,
  commit: string,
): Promise<[Source | undefined, fault: string | undefined]> {
  try {
    return [await readCommitFile(store, { commit, paths: [...configNames] }), undefined];
  } catch (error) {
    if (error instanceof PlumblineError && error.code === 'config') return [undefined, error.message];
    throw error;
  }
}

function faultNote(coming: Source): string[] {
  const [, fault] = parsed(coming);
  return fault ? [fault] : [];
}

function parsed(source: Source): [Partial<Settings>, string | undefined] {
  try {
    const config = parseConfig(source);
    // Versions are looked at when they are merged.
    mergeSettings(config);
    return [config, undefined];
  } catch (error) {
    if (error instanceof PlumblineError) return [{}, error.message];
    throw error;
  }
}
