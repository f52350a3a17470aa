import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { defaults, scriptOf, words } from './dispatch.ts';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };

describe('npm run COMMAND -- WORD', () => {
  test('each command with words is in package.json', () => {
    for (const command of Object.keys(words)) expect(scripts[command]).toBe(`node scripts/dispatch.ts ${command}`);
    const dispatched = Object.values(scripts).filter((line) => line.includes('dispatch.ts'));
    expect(dispatched).toHaveLength(Object.keys(words).length);
  });

  test('each word runs a file that exists', () => {
    const files = Object.values(words).flatMap((table) => Object.values(table).map(({ file }) => file));
    expect(files.length).toBeGreaterThan(20);
    expect(files.filter((file) => !existsSync(file))).toEqual([]);
    expect(new Set(files).size).toBe(files.length);
  });

  test.each([
    ['record', ['hashes', '1.14'], ['scripts/record-hashes.ts', '1.14']],
    ['record', ['scenarios', '--suites', 'out'], ['scripts/record.ts', '--suites', 'out']],
    ['build', [], ['scripts/build.ts']],
    ['build', ['--check'], ['scripts/build.ts', '--check']],
    ['build', ['playground', 'out'], ['scripts/build-playground.ts', 'out']],
  ])('%s %j', (command, args, argv) => expect(scriptOf(command, args)).toEqual({ argv }));

  test.each([
    ['record', [], 'needs a word'],
    ['record', ['--missing'], 'needs a word'],
    ['new', ['rules'], 'has no word rules'],
    ['build', ['toString'], 'has no word toString'],
  ])('%s %j says which words there are', (command, args, problem) => {
    const { status, stderr } = spawnSync(process.execPath, ['scripts/dispatch.ts', command, ...args], {
      encoding: 'utf8',
    });
    expect(status).toBe(2);
    expect(stderr).toContain(problem);
    for (const name of Object.keys(words[command]!)) expect(stderr).toMatch(new RegExp(`^  ${name} `, 'm'));
  });

  test('passes on the exit code of the script', () => {
    expect(spawnSync(process.execPath, ['scripts/dispatch.ts', 'new', 'rule', 'NOT-AN-ID']).status).toBe(2);
  });
});

/** Text in which a line that is wrapped, also in a comment, is one line. */
const unwrapped = (text: string): string => text.replace(/\s*\n\s*(?:\*(?!\/)\s|\/\/\s|#\s)?\s*/g, ' ');

/** Commands that a text names, such as `npm run record -- hashes`, which are not in package.json. */
function unknownCommands(text: string): string[] {
  const named = unwrapped(text).matchAll(/\bnpm run (?:-s )?([a-z][a-z:-]*)(?: (-- )?([a-z][a-z-]*))?/g);
  return [...named].flatMap(([whole, command = '', dashes, name = '']) => {
    if (!Object.hasOwn(scripts, command)) return [whole];
    const table = words[command];
    // After `npm run build`, a sentence can go on.
    const isProse = dashes === undefined && defaults[command] !== undefined;
    return table === undefined || isProse || Object.hasOwn(table, name) ? [] : [whole];
  });
}

const texts = execFileSync('git', ['ls-files', '-z', '--', '.', ':!test/cases', ':!examples', ':!dist'], {
  encoding: 'utf8',
  maxBuffer: 2 ** 26,
})
  .split('\0')
  .filter(
    (path) =>
      /\.(?:md|mts|ts|ya?ml|sh|py|go)$|^\.ci\/run$|Containerfile$|^package\.json$/.test(path) && existsSync(path),
  )
  .filter((path) => path !== 'scripts/dispatch.test.ts')
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }));

describe('every text of the repository', () => {
  test('names only commands and words that exist', () => {
    expect(texts.filter(({ text }) => text.includes('npm run ')).length).toBeGreaterThan(100);
    expect(texts.flatMap(({ path, text }) => unknownCommands(text).map((command) => `${path}: ${command}`))).toEqual(
      [],
    );
  });

  test('names only scripts that exist', () => {
    const named = texts.flatMap(({ path, text }) =>
      [...text.matchAll(/\bnode ((?:scripts|bench|kubeval-wasm|test)\/[\w/.-]+\.ts)\b/g)].map(([, file]) => ({
        path,
        file: file!,
      })),
    );
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter(({ file }) => !existsSync(file))).toEqual([]);
  });

  test.each([
    ['`npm run record -- hashes`', []],
    ['`npm run record hashes`', []],
    ['`npm run build -- --check`', []],
    ['`npm run build && npm test`', []],
    ['`npm run build -- page`', ['npm run build -- page']],
    ['`npm run new-rule ID`', ['npm run new-rule']],
    ['`npm run record:hashes`', ['npm run record:hashes']],
    ['run `npm run record`', ['npm run record']],
    [' * `npm run record --\n * hash`', ['npm run record -- hash']],
  ])('%j', (text, unknown) => expect(unknownCommands(text)).toEqual(unknown));
});
