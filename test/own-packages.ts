import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

/** The node_modules of a folder that has a lockfile of its own, in the cache outside the repository. Installed on first use. */
export function ownPackages(folder: string): string {
  const lock = readFileSync(join(folder, 'package-lock.json'));
  const cache = process.env.PLUMBLINE_TEST_CACHE ?? join(homedir(), '.cache', 'plumbline-test');
  const name = folder.replaceAll('/', '-');
  const installed = resolve(cache, `${name}-${createHash('sha256').update(lock).digest('hex').slice(0, 12)}`);
  if (existsSync(installed)) return join(installed, 'node_modules');
  const installing = `${installed}.${process.pid}`;
  mkdirSync(installing, { recursive: true });
  for (const file of ['package.json', 'package-lock.json']) cpSync(join(folder, file), join(installing, file));
  const { status, stderr } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--ignore-scripts'], {
    cwd: installing,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`npm ci for ${folder} failed: ${stderr}`);
  // Only a complete folder gets this name, so that the next run does not use a partial one.
  renameSync(installing, installed);
  return join(installed, 'node_modules');
}
