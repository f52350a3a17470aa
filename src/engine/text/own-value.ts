/** The value of a key of a table, for keys from files. `constructor` and `__proto__` are in no table, although JavaScript finds them in each. */
export const ownValue = <T>(table: Readonly<Record<string, T>>, key: string): T | undefined => {
  if (Object.hasOwn(table, key)) return table[key];
  return undefined;
};
