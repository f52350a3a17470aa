/** Optional parts of a list: the items if the condition holds, and none otherwise. */
export const listIf = <Item>(condition: unknown, ...items: readonly Item[]): readonly Item[] => {
  if (condition) return items;
  return [];
};

/** A value that may be missing, as a part of a list. */
export const optional = <Item>(item: Item | undefined): readonly Item[] => {
  if (item === undefined) return [];
  return [item];
};

/** The head, and the base unless there is none. */
export const withBase = <Side>(head: Side, base: Side | null | undefined): readonly Side[] => {
  if (base === null || base === undefined) return [head];
  return [head, base];
};
