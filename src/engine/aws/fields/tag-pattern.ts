/** Longer values are not compared. Values of tags have at most 256 characters. */
const maxLength = 300;

/** Whether a value matches a filter of EC2, in which `*` stands for any text and `?` for one character. */
export function matchesFilter(value: string, filter: string): boolean {
  if (value.length > maxLength || filter.length > maxLength) return false;

  let [at, inFilter, star, mark] = [0, 0, -1, 0];

  while (at < value.length) {
    if (filter[inFilter] === '*') {
      star = inFilter++;
      mark = at;
    } else if (filter[inFilter] === '?' || filter[inFilter] === value[at]) {
      at++;
      inFilter++;
    } else if (star === -1) {
      return false;
    } else {
      inFilter = star + 1;
      at = ++mark;
    }
  }

  return /^\**$/.test(filter.slice(inFilter));
}
