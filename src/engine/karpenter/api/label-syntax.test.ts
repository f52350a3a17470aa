import { expect, test } from 'vitest';
import { labelKeyProblems, labelValueProblems } from './label-syntax.ts';

test.each(['', 'a', 'A-b_c.d9', 'x'.repeat(63)])('%j can be a value', (value) =>
  expect(labelValueProblems(value)).toEqual([]),
);

test.each([
  ['a b', 1],
  ['-a', 1],
  ['x'.repeat(64), 1],
  [`${'x'.repeat(64)}-`, 2],
])('%j cannot be a value', (value, count) => expect(labelValueProblems(value)).toHaveLength(count));

test.each(['a', 'example.com/a', 'x.y-z.io/A_b.c', `a/${'x'.repeat(63)}`])('%j can be a key', (key) =>
  expect(labelKeyProblems(key)).toEqual([]),
);

test.each([
  ['', 2],
  ['/a', 1],
  ['a/', 2],
  ['A.com/a', 1],
  ['a/b/c', 1],
  ['a/b c', 1],
  [`${'x'.repeat(254)}/a`, 1],
])('%j cannot be a key', (key, count) => expect(labelKeyProblems(key)).toHaveLength(count));

test('the messages are those of Kubernetes', () => {
  expect(labelValueProblems('not a value')).toEqual([
    "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')",
  ]);
});
