import type { Random } from '../conformance/generator/random.ts';

/** Common and unexpected content of files: quantities, templates, markup, hidden characters, absurd numbers. */
const tokens: readonly string[] = [
  ...['{{ .Values.x }}', '${NAME}', '<placeholder>', '{{', '}}', '${', '%{ if true }'],
  ...['&a', '*a', '<<: *a', '!!binary', '!!map', '- ', ': ', '? ', '|', '>-', '---', '...', '#'],
  ...['"', "'", '`', '\\', '\u0000', '\u001b[31m', '\u202e', '\ufeff', '\t', '\r\n', '\u2028', '\ud800', '🐙'],
  ...[
    '-1',
    '0',
    '1e9',
    '1e400',
    '99999999999999999999',
    '0x1f',
    '.inf',
    '.nan',
    'null',
    '~',
    'true',
    '1Ki',
    '-5m',
    '1e3Ei',
  ],
  ...[
    '</details>',
    '<script>',
    '@everyone',
    '](javascript:x)',
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
  ],
  ...[
    'karpenter.sh/v1',
    'NodePool',
    'limits:',
    'spec:',
    'requirements: []',
    'metadata: null',
    'items: [null]',
    'kind: List',
  ],
];

/** Values that replace others of the expected type. */
const oddValues: readonly unknown[] = [
  null,
  undefined,
  true,
  -1,
  0,
  1e21,
  '',
  '0',
  [],
  [null],
  {},
  { length: 1e9 },
  ...tokens,
];

/** A JSON value in which a few parts are replaced or removed. The same seed gives the same choices. */
export function spoiltValue(value: unknown, random: Random): unknown {
  const whole = structuredClone(value);
  for (let left = random.integer(1, 3); left > 0; left--) {
    let at = whole as Record<string, unknown>;
    for (;;) {
      const key = random.pick(...Object.keys(at));
      const next = at[key] as Record<string, unknown> | null | undefined;
      const goesOn =
        typeof next === 'object' && next !== null && Object.keys(next).length > 0 && random.integer(0, 2) > 0;
      if (!goesOn) {
        at[key] = random.pick(...oddValues);
        break;
      }
      at = next;
    }
    if (Object.keys(whole as object).length === 0) break;
  }
  return whole;
}

type Spoil = (text: string, random: Random, other: string) => string;

const line = (text: string, random: Random): [string[], number] => {
  const lines = text.split('\n');
  return [lines, random.integer(0, lines.length - 1)];
};

const spoils: readonly Spoil[] = [
  (text, random) => {
    const at = random.integer(0, text.length);
    return text.slice(0, at) + random.pick(...tokens) + text.slice(at);
  },
  (text, random) => {
    const at = random.integer(0, text.length);
    return text.slice(0, at) + text.slice(at + random.integer(1, 40));
  },
  (text, random) => {
    const [lines, at] = line(text, random);
    return lines.toSpliced(at, 1).join('\n');
  },
  (text, random) => {
    const [lines, at] = line(text, random);
    return lines.toSpliced(at, 0, lines[at]!).join('\n');
  },
  (text, random) => {
    const [lines, at] = line(text, random);
    return lines.with(at, `${' '.repeat(random.integer(0, 8))}${lines[at]!.trimStart()}`).join('\n');
  },
  (text, random) => {
    const [lines, at] = line(text, random);
    return lines.with(at, lines[at]!.replace(/:.*/, `: ${random.pick(...tokens)}`)).join('\n');
  },
  (text, random, other) => {
    const [lines, at] = line(other, random);
    const [own, here] = line(text, random);
    return own.toSpliced(here, 0, ...lines.slice(at, at + random.integer(1, 12))).join('\n');
  },
  (text, random) => `${text}\n${'a: ['.repeat(random.integer(1, 300))}`,
  (text, random) => text.slice(0, random.integer(0, text.length)),
];

/** A text with a few corruptions. The same seed gives the same choices. */
export function spoilt(text: string, other: string, random: Random): string {
  let result = text;
  for (let left = random.integer(1, 4); left > 0; left--) result = random.pick(...spoils)(result, random, other);
  return result;
}
