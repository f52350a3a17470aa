import { expect, test } from 'vitest';
import { unpacked } from '../kubeval-wasm/validator.ts';
import { karpenterWarmUps } from './kubeval-warm-up.ts';

const program = Buffer.from(await unpacked());

test.each(karpenterWarmUps())('the program knows $object.kind as the data have it', ({ definition }) => {
  // Another text would be compiled at each start: build the program again.
  expect(program.includes(JSON.stringify(definition))).toBe(true);
});
