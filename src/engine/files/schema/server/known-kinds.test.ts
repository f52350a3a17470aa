import { expect, test } from 'vitest';
import { load } from '../../../../../kubeval-wasm/validator.ts';
import { knownKinds } from './known-kinds.ts';

test("the list equals the kinds that the API server's code knows", async () => {
  expect([...knownKinds]).toEqual((await load()).builtinKinds());
});
