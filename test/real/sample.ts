/** That many values, evenly spread, so that every part of the recordings is checked regularly. */
export const sampleOf = <T>(all: readonly T[], count: number): T[] =>
  Array.from({ length: count }, (_, i) => all[Math.floor(((i + 0.5) * all.length) / count)]!);
