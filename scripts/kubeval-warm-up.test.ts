import { expect, test } from 'vitest';
import { shipped } from '../kubeval-wasm/validator.ts';
import { karpenterWarmUps } from './kubeval-warm-up.ts';

const memory = Buffer.from(await shipped().memory);

test.each(karpenterWarmUps())('the program contains the current definition of $object.kind', ({ definition }) => {
  // A definition with another text would be compiled at each start. If this fails, build the program again.
  expect(memory.includes(JSON.stringify(definition))).toBe(true);
});
