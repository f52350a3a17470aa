import { expect, test } from 'vitest';
import { rules } from './rules.ts';
import { themes } from './themes.ts';

test('every rule has one theme, and every theme has its rules in order', () => {
  const listed = Object.values(themes).flat();
  expect([...listed].sort()).toEqual(rules.map(({ id }) => id));
  for (const ids of Object.values(themes)) expect(ids).toEqual([...ids].sort());
});
