/** `a`, `a and b`, `a, b and c`. */
export const listText = (items: readonly string[], last: 'and' | 'or'): string => {
  if (items.length < 2) return items.join('');
  return `${items.slice(0, -1).join(', ')} ${last} ${items.at(-1)}`;
};
