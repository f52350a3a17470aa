import { describe, expect, test } from 'vitest';
import { ListItems } from './list-items.ts';

/** The items of a text that arrives in pieces of `size` bytes; undefined if it is not a List. */
function itemsOf(text: string, size: number): string[] | undefined {
  const bytes = Buffer.from(text);
  const list = new ListItems();
  const items: string[] = [];
  for (let at = 0; at < bytes.length; at += size) {
    const found = list.take(bytes.subarray(at, at + size));
    if (found === undefined) return undefined;
    items.push(...found.map(String));
  }
  return list.isWhole ? items : undefined;
}

describe.each([1, 2, 7, 1000])('items in pieces of %i bytes', (size) => {
  test.each([
    ['none', '{"kind":"List","items":[]}', []],
    ['the kind after the items', '{"items":[{"a":1}],"kind":"List"}', ['{"a":1}']],
    [
      'as kubectl prints them',
      '{\n  "apiVersion": "v1",\n  "items": [\n    { "a": [1, {}] },\n    {}\n  ],\n  "kind": "List",\n  "metadata": { "resourceVersion": "" }\n}\n',
      ['{ "a": [1, {}] }', '{}'],
    ],
    ['brackets in texts', '{"items":[{"a":"}]\\"{"},{"b":"\\\\"}],"kind":"List"}', ['{"a":"}]\\"{"}', '{"b":"\\\\"}']],
    ['letters of several bytes', '{"items":[{"ö":"🙂"}],"kind":"List"}', ['{"ö":"🙂"}']],
    ['items of something else', '{"metadata":{"items":[{"a":1}]},"items":[{"b":1}],"kind":"List"}', ['{"b":1}']],
  ])('%s', (_, text, items) => expect(itemsOf(text, size)).toEqual(items));

  test.each([
    ['another object', '{"kind":"Pod"}'],
    ['a list of one kind, whose items have none', '{"kind":"PodList","items":[{"a":1}]}'],
    ['a list', '[{"kind":"List"}]'],
    ['YAML', 'kind: List\nitems: []\n'],
    ['items that are numbers', '{"kind":"List","items":[1]}'],
    ['items that are texts', '{"kind":"List","items":["a"]}'],
    ['items that are lists', '{"kind":"List","items":[[]]}'],
    ['a text that is cut off', '{"kind":"List","items":[{"a":1}'],
    ['two documents', '{"kind":"List","items":[]}{"kind":"List","items":[]}'],
    ['too many brackets', '{"kind":"List","items":[]}}'],
    ['nothing', ' '],
  ])('%s: not a List', (_, text) => expect(itemsOf(text, size)).toBeUndefined());
});

test('an item that never ends is not kept in memory', () => {
  const list = new ListItems();
  expect(list.take(Buffer.from('{"kind":"List","items":[{"a":"'))).toEqual([]);
  let pieces = 0;
  while (list.take(Buffer.alloc(1024 * 1024, 'a')) !== undefined) pieces++;
  expect(pieces).toBeLessThan(10);
});
