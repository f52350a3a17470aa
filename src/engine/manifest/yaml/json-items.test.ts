import { expect, test } from 'vitest';
import { jsonItems } from './json-items.ts';

test.each([
  ['{"items":[{"a":1},{"b":[{}]}]}', ['{"a":1}', '{"b":[{}]}']],
  ['{ "kind": "List",\n "items" : [ 1 , "]," , null\n] }', ['1', '"],"', 'null']],
  ['{"items":[]}', []],
  ['{"a":{"items":[1]}}', []],
  ['{"items":{"items":[1]}}', []],
  ['{"a":["items"],"kind":"items"}', []],
  [
    String.raw`{"i\u0074ems":["\\","\"{[",{"a":"\\\""}]}`,
    [String.raw`"\\"`, String.raw`"\"{["`, String.raw`{"a":"\\\""}`],
  ],
  ['{"items":[1],"items":[[2],3]}', ['[2]', '3']],
  ['{"a":[[1],2],"items":[[]]}', ['[]']],
])('%s', (text, items) => {
  expect(jsonItems(text).map(({ start, end }) => text.slice(start, end))).toEqual(items);
});

test('a long string does not overflow the stack', () => {
  const item = JSON.stringify('\\"'.repeat(1_000_000));
  expect(jsonItems(`{"items":[${item}]}`)).toEqual([{ start: 10, end: 10 + item.length }]);
});
