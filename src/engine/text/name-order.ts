/** Compares names by code units, as Go and JSON tools do, so that the order does not depend on the locale. */
export const compareNames = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
