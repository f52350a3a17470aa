/** The number of a pull request that somebody writes as `12` or `#12`. */
export const pullNumber = (text: string): number | undefined => {
  const [, number] = /^#?([1-9]\d{0,8})$/.exec(text) ?? [];
  if (number === undefined) return undefined;
  return Number(number);
};
