/** Adds a value to the group of a key, and creates the group if necessary. */
export function addToGroup<Key, Value>(groups: Map<Key, Value[]>, key: Key, value: Value): void {
  const group = groups.get(key);
  if (group === undefined) groups.set(key, [value]);
  else group.push(value);
}

/** Groups items by a key. Keys are in the order of their first item, and items keep their order. */
export function groupBy<Key, Item>(items: Iterable<Item>, keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) addToGroup(groups, keyOf(item), item);
  return groups;
}
