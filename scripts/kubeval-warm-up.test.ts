import { expect, test } from 'vitest';
import { shipped } from '../kubeval-wasm/validator.ts';
import { karpenterWarmUps } from './kubeval-warm-up.ts';

const memory = Buffer.from(await shipped().memory);

test.each(karpenterWarmUps())('the program knows $object.kind as the data have it', ({ definition }) => {
  // Another text would be compiled at each start: build the program again.
  expect(memory.includes(JSON.stringify(definition))).toBe(true);
});
