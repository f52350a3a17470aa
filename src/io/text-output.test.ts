import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type ByteStream, TextOutput } from './text-output.ts';

const hostile = 'a\u001b[2J\r::error::x\n::add-path::y\u202e\n';
const harmless = 'a␛[2J␍::error::x\n: :add-path::y⟨U+202E⟩\n';

function output(stream: Partial<ByteStream>, isJob = false): { readonly out: TextOutput; readonly said: string[] } {
  const said: string[] = [];
  return { out: new TextOutput({ ...stream, write: (text) => said.push(text) }, { isJob }), said };
}

test.each([
  ['a terminal', { isTTY: true }, false],
  ['a pipe', {}, false],
  ['the log of a job', {}, true],
])('text is escaped for %s', (_, stream, isJob) => {
  const { out, said } = output(stream, isJob);
  out.write(hostile);
  expect(said).toEqual([harmless]);
});

test('a document is unchanged in a pipe and in a file, and is escaped for a terminal or a runner', () => {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-output-'));
  const fd = openSync(join(folder, 'file'), 'w');
  try {
    const cases = [
      [{}, false, hostile],
      [{ fd }, true, hostile],
      [{}, true, harmless],
      [{ isTTY: true }, false, harmless],
    ] as const;
    for (const [stream, isJob, expected] of cases) {
      const { out, said } = output(stream, isJob);
      out.write(hostile, 'document');
      expect(said).toEqual([expected]);
    }
  } finally {
    closeSync(fd);
    rmSync(folder, { recursive: true });
  }
});

test('progress is one line, whatever its text', () => {
  const { out, said } = output({ isTTY: true });
  out.rewrite(hostile);
  expect(said).toEqual(['\r\u001b[2Ka␛[2J ::error::x ::add-path::y⟨U+202E⟩ ']);
});

test('a secret of several lines is one command', () => {
  const { out, said } = output({});
  out.mask('100%\r\n::add-path::x');
  expect(said).toEqual(['::add-mask::100%25%0D%0A::add-path::x\n']);
});
