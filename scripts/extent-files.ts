import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const extent = 'test/extent.ts';

/** All test files that need only Node and git. */
export const testFiles = (): string[] =>
  globSync('{src,test,scripts,kubeval-wasm}/**/*.test.ts')
    .filter((file) => !file.startsWith('test/real/'))
    .sort();

/**
 * The test files that a default run leaves out, or runs in part: they import test/extent.ts, also through their own support files, or have properties, whose
 * seed differs. All others are the same in both runs.
 */
export function filesOfWholeRun(): string[] {
  const answers = new Map<string, boolean>([[extent, true]]);

  const dependsOnExtent = (file: string): boolean => {
    const answer = answers.get(file);
    if (answer !== undefined) return answer;

    answers.set(file, false); // Ends circles.
    const depends = hasProperties(file) || importsOf(file).some(dependsOnExtent);
    answers.set(file, depends);
    return depends;
  };

  return testFiles().filter((file) => file.endsWith('.whole.test.ts') || dependsOnExtent(file));
}

const hasProperties = (file: string): boolean => readFileSync(file, 'utf8').includes("from 'fast-check'");

/** The files of the repository that a file imports, except those of the product, which know nothing of runs. */
function importsOf(file: string): string[] {
  const paths = [...readFileSync(file, 'utf8').matchAll(/(?:from|import\() ?'(\.[^']+\.ts)'/g)];

  return (
    paths
      .map(([, path]) => join(dirname(file), path!))
      .filter((path) => !path.startsWith('src/') || path.endsWith('.test-support.ts'))
      // Templates contain imports of other folders.
      .filter((path) => existsSync(path))
  );
}
