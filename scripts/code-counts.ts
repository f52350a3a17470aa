/**
 * `node scripts/code-counts.ts [FOLDER…]` prints what ADR 0014 says about the TypeScript of a folder, by default src: lines of files and functions,
 * comments, choices, names that are pronouns, and long functions without a blank line. Tests and declarations are left out.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { parseAst } from 'rolldown/parseAst';

/** Functions of at least this many lines have steps, and a blank line stands between two of them. */
const longFunction = 25;

/** Names that say nothing about the thing that they name. */
const pronouns: ReadonlySet<string> = new Set('one own known found given left told made said was'.split(' '));

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [part: string]: unknown;
}

/** A node with the types of those that it stands in, outermost first. */
interface PlacedNode {
  readonly node: Node;
  readonly parents: readonly string[];
}

/** A source file, read and parsed once. */
export interface ParsedFile {
  readonly path: string;
  readonly text: string;
  readonly nodes: readonly PlacedNode[];
}

/** Every `?:` of a file, with what it stands in. */
export interface Ternary {
  readonly place: string;
  readonly isNested: boolean;
  readonly isInText: boolean;
}

/** The TypeScript of a folder without tests and declarations, sorted by path. */
export function parsedFiles(folder: string): ParsedFile[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/\.d\.ts$|\.(?:test|spec|test-support)\.tsx?$/.test(path))
    .sort()
    .map((path) => parsedFile(`${folder}/${path}`));
}

export function parsedFile(path: string): ParsedFile {
  const text = readFileSync(path, 'utf8');
  return { path, text, nodes: nodesIn(parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' }), []) };
}

function nodesIn(value: unknown, parents: readonly string[]): PlacedNode[] {
  if (typeof value !== 'object' || value === null) return [];
  if (!('type' in value)) return Object.values(value).flatMap((child) => nodesIn(child, parents));

  const node = value as Node;
  return [{ node, parents }, ...Object.values(node).flatMap((child) => nodesIn(child, [...parents, node.type]))];
}

/** `FILE:LINE` of the long functions of a file in which no line is blank. */
export function denseFunctions(file: ParsedFile): string[] {
  return longFunctions(file)
    .filter(({ start, end }) => !/\n[ \t]*\n/.test(file.text.slice(start, end)))
    .map(({ start }) => placeOf(file, start));
}

function longFunctions(file: ParsedFile): Node[] {
  return functionsOf(file)
    .map(({ node }) => node)
    .filter((node) => linesOf(file, node) >= longFunction);
}

/** The choices (`a ? b : c`) of a file. */
export function ternariesOf(file: ParsedFile): Ternary[] {
  return file.nodes
    .filter(({ node }) => node.type === 'ConditionalExpression')
    .map(({ node, parents }) => ({
      place: placeOf(file, node.start),
      isNested: parents.at(-1) === node.type,
      isInText: parents.includes('TemplateLiteral'),
    }));
}

/** The names of variables and parameters of a file, each time that they are declared. */
export function localNames(file: ParsedFile): string[] {
  return file.nodes.flatMap(({ node }) => {
    if (node.type === 'VariableDeclarator') return namesOfPattern(node.id);
    return isFunction(node) ? (node.params as readonly unknown[]).flatMap(namesOfPattern) : [];
  });
}

export const isPronoun = (name: string): boolean => pronouns.has(name);

/** The names that a pattern such as `{ a, b: [c] }` declares. */
function namesOfPattern(pattern: unknown): string[] {
  const node = pattern as Node | null;

  switch (node?.type) {
    case 'Identifier':
      return [node.name as string];
    case 'ObjectPattern':
      return (node.properties as readonly Node[]).flatMap((property) => namesOfPattern(property.value ?? property));
    case 'ArrayPattern':
      return (node.elements as readonly unknown[]).flatMap(namesOfPattern);
    case 'AssignmentPattern':
      return namesOfPattern(node.left);
    case 'RestElement':
      return namesOfPattern(node.argument);
    default:
      return [];
  }
}

const isFunction = (node: Node): boolean =>
  /^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type);

const functionsOf = (file: ParsedFile): PlacedNode[] => file.nodes.filter(({ node }) => isFunction(node));

/** Whether a function has a name: it is declared, or it is the value of a variable, a method or a property. */
const isNamed = ({ node, parents }: PlacedNode): boolean =>
  node.type === 'FunctionDeclaration' ||
  ['VariableDeclarator', 'MethodDefinition', 'PropertyDefinition'].includes(parents.at(-1) ?? '');

const linesOf = (file: ParsedFile, { start, end }: Node): number => file.text.slice(start, end).split('\n').length;

const placeOf = ({ path, text }: ParsedFile, start: number): string =>
  `${path}:${text.slice(0, start).split('\n').length}`;

const isExportedType = ({ node }: PlacedNode): boolean =>
  node.type === 'ExportNamedDeclaration' &&
  /^TS(?:Interface|TypeAlias)Declaration$/.test((node.declaration as Node | null)?.type ?? '');

/** Lines that have a comment, also behind code. */
function commentLines(text: string): number {
  let isInBlock = false;

  return text.split('\n').filter((line) => {
    const isComment = isInBlock || /^\s*\/[/*]|\s\/\/ /.test(line);
    if (isInBlock || /^\s*\/\*/.test(line)) isInBlock = !line.includes('*/');
    return isComment;
  }).length;
}

/** A sorted list's value at a share of its length. */
function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
}

function printCounts(folder: string): void {
  const files = parsedFiles(folder);
  const fileLines = files.map(({ text }) => text.replace(/\n$/, '').split('\n').length);
  const lines = fileLines.reduce((sum, count) => sum + count, 0);
  const functionLines = files.flatMap((file) =>
    functionsOf(file)
      .filter(isNamed)
      .map(({ node }) => linesOf(file, node)),
  );
  const names = files.flatMap(localNames);
  const total = (count: (file: ParsedFile) => number): number => files.reduce((sum, file) => sum + count(file), 0);
  const percent = (part: number, whole: number): string =>
    `${((100 * part) / whole).toFixed(2)}% (${part} of ${whole})`;

  const rows: readonly (readonly [string, string | number])[] = [
    ['files', files.length],
    ['lines', lines],
    ['lines of a file, median and 90th percentile', `${quantile(fileLines, 0.5)} ${quantile(fileLines, 0.9)}`],
    [
      'lines of a named function, median, 90th percentile and longest',
      `${quantile(functionLines, 0.5)} ${quantile(functionLines, 0.9)} ${quantile(functionLines, 1)}`,
    ],
    [
      'lines with a comment',
      percent(
        total(({ text }) => commentLines(text)),
        lines,
      ),
    ],
    ['choices in 1,000 lines', ((1000 * total((file) => ternariesOf(file).length)) / lines).toFixed(1)],
    ['names that are pronouns', percent(names.filter(isPronoun).length, names.length)],
    [
      'long functions without a blank line',
      percent(
        total((file) => denseFunctions(file).length),
        total((file) => longFunctions(file).length),
      ),
    ],
    ['exported types', total((file) => file.nodes.filter(isExportedType).length)],
  ];
  console.log([folder, ...rows.map(([label, count]) => `  ${label}: ${count}`)].join('\n'));
}

if (import.meta.main)
  for (const folder of process.argv.length > 2 ? process.argv.slice(2) : ['src']) printCounts(folder);
