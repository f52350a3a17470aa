import { closeSync, mkdtempSync, openSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readTextWithin, readWithin } from './bounded-file.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'plumbline-bounded-'));
  writeFileSync(join(folder, 'small'), 'x'.repeat(200_000));
  writeFileSync(join(folder, 'huge'), '');
  // A sparse file takes no space on the disk.
  truncateSync(join(folder, 'huge'), 5e9);
});
afterAll(() => rmSync(folder, { recursive: true }));

const read = (path: string, maxBytes: number) => {
  const handle = openSync(path, 'r');
  try {
    return readWithin(handle, maxBytes);
  } finally {
    closeSync(handle);
  }
};

test('returns the content within the limit, and otherwise the size', () => {
  expect(read(join(folder, 'small'), 200_000)).toHaveLength(200_000);
  expect(read(join(folder, 'small'), 199_999)).toBe(200_000);
  expect(read(join(folder, 'huge'), 1e6)).toBe(5e9);
});

test.skipIf(process.platform === 'win32')('a device without an end is read only up to the limit', () => {
  expect(read('/dev/zero', 1e6)).toBeLessThan(1.1e6);
  expect(read('/dev/null', 1e6)).toHaveLength(0);
});

test('the error for a file that is too long names the limit and says what to do', () => {
  const file = { path: join(folder, 'huge'), name: 'The baseline `a`', code: 'usage', help: 'Fix some.' } as const;
  expect(() => readTextWithin({ ...file, maxBytes: 32 * 1024 * 1024 })).toThrow(
    expect.objectContaining({
      code: 'usage',
      message: 'The baseline `a` is longer than 32 MB, so it is not read',
      help: 'Fix some.',
    }),
  );
  expect(() => readTextWithin({ ...file, maxBytes: 256 * 1024 })).toThrow('longer than 256 kB');
  expect(readTextWithin({ ...file, path: join(folder, 'small'), maxBytes: 1e6 })).toHaveLength(200_000);
});
