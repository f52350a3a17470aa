import type { Settings } from '../../../engine/api/settings.ts';
import type { ReviewInput } from '../../../engine/review/review-input.ts';
import type { Source } from '../../../engine/source.ts';
import { readCluster } from '../../../io/cluster/cluster-dump.ts';
import { environmentSnapshots } from '../../../io/config/environment-snapshots.ts';
import { fileAtBase } from '../../../io/files/base-file.ts';
import type { Flags } from '../arguments/arguments.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { ConfigPlace } from './config-place.ts';

interface Surroundings {
  readonly terminal: Terminal;
  readonly place: ConfigPlace;
}

/** The files of `--cluster`, else the snapshots that the configuration names, as the base has them. */
export async function liveState(
  flags: Flags,
  settings: Settings,
  { terminal: { cwd, stdin }, place }: Surroundings,
): Promise<Pick<ReviewInput, 'live' | 'lives'>> {
  const files = flags.texts('cluster');
  if (files.length > 0) {
    return { live: await readCluster(files, { cwd, stdin }) };
  }
  const read = (path: string): Promise<Source> => fileAtBase(place.repository, path, place.ref);
  const { snapshot } = settings;
  return {
    ...(snapshot !== undefined && { live: { sources: [await read(snapshot)], hintSources: [], diagnostics: [] } }),
    ...(await environmentSnapshots(settings, read)),
  };
}
