import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { maxFileBytes } from '../tree/source-tree.ts';
import { takeBlobs } from './blobs.ts';

let root: string;
const git = (...args: string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'plumbline-blobs-'));
  git('init', '--quiet');
});
afterAll(() => rmSync(root, { recursive: true }));

const mebibyte = 1024 * 1024;
// Around what fits into a chunk of a pipe, what is filled up in place, and what does not fit.
const sizes = [
  0,
  1,
  65_535,
  65_536,
  mebibyte - 1,
  mebibyte,
  mebibyte + 1,
  3 * mebibyte,
  7,
  maxFileBytes,
  0,
  maxFileBytes + 1,
];
const sizesTwice = [...sizes, ...sizes.map((size) => size + 2)];

test('blobs of any size are unchanged and in the requested order, and one that is too large is only its number of bytes', async () => {
  const ids = sizesTwice.map((size, i) => {
    const bytes = Buffer.alloc(size, `${i} blob 1048576\n`);
    writeFileSync(join(root, 'blob'), bytes);
    return git('hash-object', '-w', 'blob');
  });
  const asked = [...ids.slice(0, 5), 'f'.repeat(40), ...ids.slice(5)];
  const told: [string, string | number][] = [];
  const taken = await takeBlobs(root, asked, (id, content) => {
    if (typeof content === 'number') told.push([id, content]);
    else told.push([id, createHash('sha1').update(`blob ${content.length}\0`).update(content).digest('hex')]);
  });
  expect(told).toEqual(ids.map((id, i) => [id, sizesTwice[i]! > maxFileBytes ? sizesTwice[i] : id]));
  expect(taken).toBe(ids.length);
});
