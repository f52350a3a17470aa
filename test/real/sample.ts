/** So many of them, evenly spread, so that no part of the recordings goes stale unnoticed. */
export const sampleOf = <T>(all: readonly T[], count: number): T[] =>
  Array.from({ length: count }, (_, i) => all[Math.floor(((i + 0.5) * all.length) / count)]!);
