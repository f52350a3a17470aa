import { ignorePatterns, leavesOut } from '../../../files/sources/gitops/source-ignore.ts';

/** What decides the bytes of a file that others get: whether its lines end with CR LF, and what an archive has of it. */
interface Effect {
  readonly isCrlf: boolean;
  readonly inArchive: string;
}

/** A line of attributes: which files it is about, and what it says of them. */
interface AttributeLine {
  /** Undefined if the pattern is not followed here. */
  readonly matches: ((path: string) => boolean) | undefined;
  readonly attributes: readonly string[];
}

/** More lines with such attributes are not followed. */
export const maxAttributeLines = 200;

/** More macros in macros are not followed. */
const maxDepth = 5;

/** Words of a program that gets files from an archive of git, which leaves out what has `export-ignore`. */
export const archives =
  /\bgit[ \t]+(?:-\S{1,100}[ \t]+){0,5}archive\b|\/(?:tarball|zipball)\/|\/archive\/|codeload\.github\.com/;

/** What the lines say in the end of a file: for each attribute, the last line that is about it. */
export function effectOn(path: string, lines: readonly AttributeLine[]): Effect {
  let text: string | undefined;
  let eol: string | undefined;
  const archived = new Map<string, string>();

  for (const { matches, attributes } of lines) {
    if (matches?.(path) !== true) continue;

    for (const attribute of attributes) {
      const [, sign = '', name = '', value] = /^([-!]?)([\w-]+)(?:=(.*))?$/.exec(attribute) ?? [];
      if (name === 'text' || name === 'crlf') text = sign === '' ? 'set' : sign;
      if (name === 'eol') eol = sign === '' ? value : undefined;
      if (name === 'crlf' && value === 'input') eol = 'lf';
      if (name.startsWith('export-')) archived.set(name, sign);
    }
  }

  const set = [...archived].filter(([, sign]) => sign === '').map(([name]) => name);
  return { isCrlf: eol?.toLowerCase() === 'crlf' && text !== '-', inArchive: set.sort().join() };
}

const relevant = /^[-!]?(?:text|crlf|eol|export-ignore|export-subst)(?:=|$)/;

/** The lines of a text that say something about such attributes, itself or by a macro. */
export function attributeLines(text: string, folder: string): readonly AttributeLine[] {
  const rows = text.split(/\r?\n/).flatMap((row) => {
    const [, pattern, attributes = ''] = /^[ \t]*("(?:[^"\\]|\\.)*"|[^\s#]\S*)[ \t]+(\S.*)$/.exec(row) ?? [];
    if (pattern === undefined) return [];
    return [{ pattern, attributes: attributes.trim().split(/[ \t]+/) }];
  });
  const macros = new Map<string, readonly string[]>([
    ['binary', ['-text']],
    ...rows.flatMap(({ pattern, attributes }) => {
      if (!pattern.startsWith('[attr]')) return [];
      return [[pattern.slice('[attr]'.length), attributes] as const];
    }),
  ]);

  const expanded = (attribute: string, depth: number): readonly string[] => {
    const inner = depth < maxDepth ? macros.get(attribute) : undefined;
    if (inner === undefined) return [attribute];
    return inner.flatMap((one) => expanded(one, depth + 1));
  };

  return rows.flatMap(({ pattern, attributes }) => {
    if (pattern.startsWith('[attr]')) return [];

    const effects = attributes
      .flatMap((attribute) => expanded(attribute, 0))
      .filter((attribute) => relevant.test(attribute));
    if (effects.length === 0) return [];

    return [{ matches: matcherOf(pattern, folder), attributes: effects }];
  });
}

function matcherOf(written: string, folder: string): AttributeLine['matches'] {
  const pattern = written.startsWith('"') ? written.slice(1, -1) : written;
  const { patterns, isPlain } = ignorePatterns(pattern, folder);
  if (!isPlain || patterns.length !== 1 || pattern.startsWith('!')) return undefined;
  return (path) => leavesOut(patterns, path) === true;
}
