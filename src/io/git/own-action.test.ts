import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ownAction } from './own-action.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plumbline-own-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const git = (...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: folder, encoding: 'utf8' }).trim();

describe('the package of a release', () => {
  test.each([
    [
      { version: '1.2.3', gitHead: 'c'.repeat(40) },
      { name: 'plumbline/plumbline', commit: 'c'.repeat(40), label: 'v1.2.3' },
    ],
    [{ version: '1.2.3' }, undefined],
    [{ version: '1.2.3', gitHead: 'main' }, undefined],
  ])('%j', async (manifest, expected) => {
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
    expect(await ownAction(folder)).toEqual(expected);
  });
});

describe('a clone', () => {
  let commit: string;
  beforeEach(() => {
    git('init', '--quiet');
    writeFileSync(join(folder, 'action.yml'), 'name: plumbline\n');
    git('add', '.');
    git('commit', '--quiet', '--message', 'A');
    commit = git('rev-parse', 'HEAD');
    git('remote', 'add', 'origin', 'git@github.com:acme/plumbline.git');
    git('update-ref', 'refs/remotes/origin/main', commit);
  });

  test('has the commit of its remote', async () => {
    expect(await ownAction(folder)).toEqual({ name: 'acme/plumbline', commit, label: 'main' });
    git('tag', 'v1.2.3');
    expect(await ownAction(folder)).toEqual({ name: 'acme/plumbline', commit, label: 'v1.2.3' });
  });

  test('with a commit that is not on the remote gives no commit', async () => {
    git('commit', '--quiet', '--allow-empty', '--message', 'B');
    expect(await ownAction(folder)).toBeUndefined();
  });

  test('with changed files gives no commit', async () => {
    writeFileSync(join(folder, 'action.yml'), 'name: other\n');
    expect(await ownAction(folder)).toBeUndefined();
  });

  test('from another host gives no commit', async () => {
    git('remote', 'set-url', 'origin', 'https://gitlab.com/acme/plumbline.git');
    expect(await ownAction(folder)).toBeUndefined();
  });

  test('of another repository in which plumbline is installed gives no commit', async () => {
    mkdirSync(join(folder, 'node_modules'));
    expect(await ownAction(join(folder, 'node_modules'))).toBeUndefined();
  });
});
