import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The version of Stryker that finds the mutations of all scripts. */
export const strykerVersion = '10.1.1';

/** A place of a text. Both count from 0. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** A mutation of a text. */
export interface Mutant {
  readonly id: string;
  readonly mutatorName: string;
  readonly replacement: string;
  readonly location: { readonly start: Position; readonly end: Position };
}

interface Instrumented {
  readonly files: readonly { readonly name: string; readonly content: string }[];
  readonly mutants: readonly Mutant[];
}

/** Finds the mutations of a text, in the whole text or in ranges of it. */
export type Instrument = (
  name: string,
  content: string,
  ranges: boolean | readonly { readonly start: Position; readonly end: Position }[],
) => Promise<Instrumented>;

/** Stryker's instrumenter. It is installed into a folder of its own, because nothing else needs it. */
export async function instrumenter(folder: string): Promise<Instrument> {
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'stryker', private: true, type: 'module' }));
  const flags = ['--no-audit', '--no-fund', '--ignore-scripts', '--silent'];
  execFileSync('npm', ['install', ...flags, `@stryker-mutator/instrumenter@${strykerVersion}`], {
    cwd: folder,
    stdio: 'inherit',
  });

  const modules = join(folder, 'node_modules');
  const load = (path: string) => import(pathToFileURL(join(modules, path)).href);
  const { createInstrumenter } = await load('@stryker-mutator/instrumenter/dist/src/index.js');
  const { createInjector } = await load('typed-inject/dist/src/index.js');

  const quiet = () => undefined;
  const logger = {
    isTraceEnabled: () => false,
    isDebugEnabled: () => false,
    isInfoEnabled: () => false,
    trace: quiet,
    debug: quiet,
    info: quiet,
    warn: quiet,
    error: quiet,
  };
  const created = createInjector().provideValue('logger', logger).injectFunction(createInstrumenter);

  return (name, content, mutate) =>
    created.instrument([{ name, content, mutate }], { ignorers: [], excludedMutations: [], plugins: null });
}

/** The text with a mutation. */
export function mutated(text: string, { location: { start, end }, replacement }: Mutant): string {
  const lines = text.split('\n');
  const offset = ({ line, column }: Position): number =>
    lines.slice(0, line).reduce((sum, { length }) => sum + length + 1, 0) + column;

  return text.slice(0, offset(start)) + replacement + text.slice(offset(end));
}

/** What a mutation changes, in one line. */
export function shownMutation(text: string, { location: { start, end }, replacement }: Mutant): string {
  const lines = text.split('\n').slice(start.line, end.line + 1);
  lines.push(lines.pop()!.slice(0, end.column));
  const before = [lines[0]!.slice(start.column), ...lines.slice(1)].join('\n');
  return [before, replacement].map((part) => part.replace(/\s+/g, ' ').slice(0, 120)).join(' → ');
}
