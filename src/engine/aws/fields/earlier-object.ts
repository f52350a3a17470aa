import type { Manifest } from '../../manifest/model/manifest.ts';

/** An object as it was before a change: the one in the same file, or the only one with its name. All candidates are of its kind. */
export function earlierObject({ name, source }: Manifest, candidates: readonly Manifest[]): Manifest | undefined {
  const namesakes = candidates.filter((candidate) => candidate.name === name);
  const inSameFile = namesakes.find((namesake) => namesake.source.file === source.file);
  if (inSameFile) return inSameFile;
  if (namesakes.length === 1) return namesakes[0];
  return undefined;
}
