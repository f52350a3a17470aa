import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

/** What GitHub draws diagrams with, in a version near its own. It brings 150 MB of dependencies, of which its bundle needs none. */
const version = '11.17.2';

/** The bundle of Mermaid for a browser, from the cache that the tests keep outside of the repository; npm gets it on first use. */
export function mermaidBundle(): string {
  const cache = process.env.PLUMBLINE_TEST_CACHE ?? join(homedir(), '.cache', 'plumbline-test');
  const folder = resolve(cache, `mermaid-${version}`);
  if (!existsSync(folder)) provide(folder);
  return readFileSync(join(folder, 'package/dist/mermaid.min.js'), 'utf8');
}

function provide(folder: string): void {
  const building = `${folder}.${process.pid}`;
  mkdirSync(building, { recursive: true });
  run('npm', ['pack', '--silent', `mermaid@${version}`], building);
  run('tar', ['-xzf', `mermaid-${version}.tgz`, 'package/dist/mermaid.min.js', 'package/LICENSE'], building);
  // Only a finished copy gets the name that the next run looks for.
  renameSync(building, folder);
}

function run(command: string, args: readonly string[], cwd: string): void {
  const { status, error } = spawnSync(command, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed`, { cause: error });
}
