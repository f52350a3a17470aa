import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { maxFileBytes } from '../../../io/tree/source-tree.ts';
import { readAll } from './stdin.ts';

test('reads all of standard input, as bytes or as text', async () => {
  expect(await readAll(Readable.from([Buffer.from('a'), 'ö']))).toEqual(Buffer.from('aö'));
});

test('a stream that is too long is not read to its end', async () => {
  let pieces = 0;
  const endless = Readable.from(
    (function* () {
      for (;;) {
        pieces++;
        yield Buffer.alloc(1024 * 1024);
      }
    })(),
    { objectMode: false },
  );
  expect(await readAll(endless)).toBeGreaterThan(maxFileBytes);
  expect(pieces).toBeLessThan(100);
});
