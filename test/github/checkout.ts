import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FakeGitHub } from './github.ts';

/** A clone as actions/checkout creates it. Remove it after use. */
export function checkout(fake: FakeGitHub, sha: string, ...flags: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-checkout-'));
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, stdio: 'pipe' });
  git('init', '--quiet');
  git('fetch', '--quiet', ...flags, `file://${fake.git.folder}`, sha);
  git('update-ref', 'refs/remotes/pull/1/merge', 'FETCH_HEAD');
  git('checkout', '--quiet', '--detach', 'refs/remotes/pull/1/merge');
  return folder;
}
