/**
 * The text of a variables file in JSON as HCL of the same length, so that places stay: `{"cpu": 5}` becomes ` cpu = 5 `. Inner objects and
 * lists are the same in both.
 */
export function jsonAsHcl(text: string): string {
  const out = [...text.matchAll(/"(?:[^"\\]|\\.)*"|[^"]/gs)].map(([token]) => token);
  let depth = 0;
  let isKey = false;
  return out
    .map((token) => {
      if (token === '}' || token === ']') depth--;
      const isOutside = depth === 0 || (depth === 1 && token !== '{' && token !== '[');
      if (token === '{' || token === '[') {
        depth++;
        isKey = depth === 1;
        return depth === 1 ? ' ' : token;
      }
      if (!isOutside) return token;
      if (depth === 0 && (token === '}' || token === ']')) return ' ';
      if (token === ',') {
        isKey = true;
        return '\n';
      }
      if (token === ':' && isKey) {
        isKey = false;
        return '=';
      }
      return isKey && token.startsWith('"') ? nameOf(token.slice(1, -1)) : token;
    })
    .join('');
}

/** A key that is not the name of a variable must not become other code. */
const nameOf = (key: string): string => (/^[\w-]+$/.test(key) ? ` ${key} ` : '_'.repeat(key.length + 2));
