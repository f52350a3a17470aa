import type { Settings } from '../../engine/api/settings.ts';
import type { ReviewInput } from '../../engine/review/review-input.ts';
import type { Source } from '../../engine/source.ts';

/** The snapshots that environments name for themselves; what `read` does not find is left out. */
export async function environmentSnapshots(
  { environments }: Settings,
  read: (path: string) => Promise<Source | undefined>,
): Promise<Pick<ReviewInput, 'lives'>> {
  const named = Object.entries(environments).flatMap(([name, { own }]) =>
    own.snapshot === undefined ? [] : [[name, own.snapshot] as const],
  );
  const found = await Promise.all(named.map(async ([name, path]) => [name, await read(path)] as const));
  const lives = found.flatMap(([name, source]) =>
    source ? [[name, { sources: [source], hintSources: [], diagnostics: [] }] as const] : [],
  );
  return lives.length === 0 ? {} : { lives: Object.fromEntries(lives) };
}
