/** Compares names by code units, as Go and JSON tools do, so that the order does not depend on the locale. */
export const compareNames = (a: string, b: string): number => {
  if (a < b) return -1;
  if (a > b) return 1;
  return 0;
};
