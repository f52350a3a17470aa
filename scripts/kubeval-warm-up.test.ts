import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { karpenterWarmUps } from './kubeval-warm-up.ts';

const program = brotliDecompressSync(readFileSync('kubeval-wasm/kubeval.wasm.br'));

test.each(karpenterWarmUps())('the program knows $object.kind as the data have it', ({ definition }) => {
  // Another text would be compiled at each start: build the program again.
  expect(program.includes(JSON.stringify(definition))).toBe(true);
});
