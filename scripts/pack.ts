/** `node scripts/pack.ts FOLDER`: writes the package of a release, plumbline-VERSION.tgz, into the folder. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { writeDeclarations } from './declarations.ts';

/**
 * Packs the files listed in `files` and returns the path of the package. `dist/` includes everything it needs, so the package has no dependencies.
 * The package of a release contains its commit, so that `plumbline init` can pin the Action to it.
 */
export function pack(folder: string): string {
  const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
  // `private` keeps `npm publish` from publishing the repository itself.
  const { scripts, dependencies, devDependencies, optionalDependencies, private: _, ...described } = manifest;
  const gitHead = releaseCommit(described.version);
  const work = mkdtempSync(join(tmpdir(), 'plumbline-pack-'));
  try {
    for (const file of described.files as string[]) cpSync(file, join(work, file), { recursive: true });
    writeDeclarations(join(work, 'types'));
    const manifest = { ...described, files: [...described.files, 'types'], ...(gitHead && { gitHead }) };
    writeFileSync(join(work, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
    const args = ['pack', '--json', '--pack-destination', resolve(folder)];
    const [packed] = JSON.parse(execFileSync('npm', args, { cwd: work, encoding: 'utf8' })) as [{ filename: string }];
    // npm names the file after the scope, too. The addresses of releases do not.
    const file = join(folder, `plumbline-${described.version}.tgz`);
    renameSync(join(folder, packed.filename), file);
    return file;
  } finally {
    rmSync(work, { recursive: true });
  }
}

/** The commit of a release. Undefined if its tag is not on the commit, if files differ from it, or if there is no clone. */
function releaseCommit(version: string): string | undefined {
  const git = (...args: string[]): string =>
    execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  try {
    const isRelease = git('tag', '--points-at', 'HEAD', '--list', `v${version}`) !== '';
    return isRelease && git('status', '--porcelain') === '' ? git('rev-parse', 'HEAD') : undefined;
  } catch {
    return undefined;
  }
}

if (import.meta.main) console.log(pack(process.argv[2] ?? '.'));
