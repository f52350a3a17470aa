import type { Settings } from '../../engine/api/settings.ts';
import type { Diagnostic } from '../../engine/diagnostic.ts';
import type { ReviewInput } from '../../engine/review.ts';
import type { Source } from '../../engine/source.ts';
import { PlumblineError } from '../../errors.ts';
import { fileAtBase } from '../../io/base-file.ts';
import { readDumps } from '../../io/cluster-dump.ts';
import { environmentSnapshots } from '../../io/environment-snapshots.ts';
import type { Flags } from './arguments.ts';
import type { ConfigPlace } from './config-place.ts';
import type { Terminal } from './main.ts';

interface Surroundings {
  readonly terminal: Terminal;
  readonly place: ConfigPlace;
}

/** Figures that rest on a cluster must not rest on a part of it that nobody chose. */
function refuseUnread(diagnostics: readonly Diagnostic[]): void {
  const unread = diagnostics.find(({ severity }) => severity !== 'note');
  if (unread === undefined) return;
  throw new PlumblineError('usage', `\`${unread.span.file}\` cannot be read: ${unread.message}`, {
    help: 'Ask `kubectl get -o json` for fewer kinds or one namespace at a time: `--cluster` and `plumbline snapshot` take many files.',
  });
}

/** The files of `--cluster`, else the snapshots that the configuration names, as the base has them. */
export async function liveState(
  flags: Flags,
  settings: Settings,
  { terminal: { cwd, stdin }, place }: Surroundings,
): Promise<Pick<ReviewInput, 'live' | 'lives'>> {
  const files = flags.texts('cluster');
  if (files.length > 0) {
    const live = await readDumps(files, { cwd, stdin });
    refuseUnread(live.diagnostics);
    return { live };
  }
  const read = (path: string): Promise<Source> => fileAtBase(place.repository, path, place.ref);
  const { snapshot } = settings;
  return {
    ...(snapshot !== undefined && { live: { sources: [await read(snapshot)], hintSources: [], diagnostics: [] } }),
    ...(await environmentSnapshots(settings, read)),
  };
}
