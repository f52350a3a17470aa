/** Orders names by code units, the way Go and JSON tools do: the same everywhere, whatever the locale. */
export const compareNames = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
