import { firstNames } from '../../text/words/quoted-names.ts';

/** A sentence about some objects, of which the first five are named; nothing if there are none. */
export const line = (names: readonly string[], sentence: (list: string) => string): readonly string[] => {
  if (names.length === 0) return [];
  return [sentence(firstNames(names, 5))];
};
