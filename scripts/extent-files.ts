import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const extent = 'test/extent.ts';

/** All test files that need only Node and git. */
export const testFiles = (): string[] =>
  globSync('{src,test,scripts,kubeval-wasm}/**/*.test.ts')
    .filter((file) => !file.startsWith('test/real/'))
    .sort();

/**
 * The test files that a default run leaves out, or runs in part: they import test/extent.ts, also through their own
 * support files, or have properties, whose seed differs. All others are the same in both runs.
 */
export const filesOfWholeRun = (): string[] =>
  testFiles().filter(
    reaching(
      (file) => file === extent || file.endsWith('.whole.test.ts') || textOf(file).includes("from 'fast-check'"),
    ),
  );

/**
 * Files that seldom start programs: the real Karpenter and others, whose answers are recorded, git behind the fake
 * GitHub, which only a checkout needs, and inputs of megabytes, two of which come through a pipe.
 */
const seldom =
  /^test\/(?:go-program|bad-input\.test|github\/git-repository|(?:conformance|kwok|oracle|decoder)\/.*)\.ts$/;

/** The test files that start programs, also through their support files. */
export const filesThatStartPrograms = (): string[] =>
  testFiles().filter(reaching((file) => !seldom.test(file) && textOf(file).includes("from 'node:child_process'")));

/** Whether a file, or one that it imports, is meant. */
function reaching(isMeant: (file: string) => boolean): (file: string) => boolean {
  const answers = new Map<string, boolean>();

  const reaches = (file: string): boolean => {
    const answer = answers.get(file);
    if (answer !== undefined) return answer;

    answers.set(file, false); // Ends circles.
    const isReached = isMeant(file) || importsOf(file).some(reaches);
    answers.set(file, isReached);
    return isReached;
  };

  return reaches;
}

const texts = new Map<string, string>();

function textOf(file: string): string {
  const text = texts.get(file) ?? readFileSync(file, 'utf8');
  texts.set(file, text);
  return text;
}

/** The files of the repository that a file imports, except those of the product, which know nothing of runs. */
function importsOf(file: string): string[] {
  // An import of types alone loads nothing.
  const text = textOf(file).replaceAll(/^(?:import|export) type [^;]+;/gm, '');
  const paths = [...text.matchAll(/(?:from|import\() ?'(\.[^']+\.ts)'/g)];

  return (
    paths
      .map(([, path]) => join(dirname(file), path!))
      .filter((path) => !path.startsWith('src/') || path.endsWith('.test-support.ts'))
      // Templates contain imports of other folders.
      .filter((path) => existsSync(path))
  );
}
