/**
 * The text of a variables file in JSON as HCL of the same length, so that places stay: `{"cpu": 5}` becomes ` cpu = 5 `. Inner objects and
 * lists are the same in both.
 */
export function jsonAsHcl(text: string): string {
  let depth = 0;
  let isKey = false;

  return text.replace(/"(?:[^"\\]|\\.)*(?:"|$)|[{}[\],:]/gs, (token) => {
    if (token === '{' || token === '[') {
      depth++;
      isKey = depth === 1;
      if (depth === 1) return ' ';
      return token;
    }

    if (token === '}' || token === ']') {
      depth--;
      if (depth === 0) return ' ';
      return token;
    }

    if (depth > 1) return token;

    if (token === ',') {
      isKey = true;
      return '\n';
    }

    if (!isKey) return token;
    if (token.startsWith('"')) return nameOf(token.slice(1, -1));

    isKey = false;

    return '=';
  });
}

/** A key that is not the name of a variable must not become other code. */
const nameOf = (key: string): string => {
  if (/^[\w-]+$/.test(key)) return ` ${key} `;
  return '_'.repeat(key.length + 2);
};
