import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

/** The version of Mermaid is close to the one that GitHub uses. Its 150 MB of dependencies are not needed, because the bundle includes them. */
const version = '11.17.2';

/** Mermaid's bundle for a browser, from the tests' cache outside the repository. npm downloads it on first use. */
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
  // Only a complete copy gets this name, so that the next run does not use a partial one.
  renameSync(building, folder);
}

function run(command: string, args: readonly string[], cwd: string): void {
  const { status, error } = spawnSync(command, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed`, { cause: error });
}
