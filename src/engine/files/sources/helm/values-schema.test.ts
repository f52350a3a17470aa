import { expect, test } from 'vitest';
import { checkedSchema } from './values-schema.ts';

const url = 'http://127.0.0.1/x';

test.each<[string, unknown, string | undefined]>([
  ['an internal definition', { $ref: '#/definitions/a', definitions: { a: {} } }, undefined],
  ['a known draft', { $schema: 'http://json-schema.org/draft-07/schema#' }, undefined],
  ['a newer draft', { $schema: 'https://json-schema.org/draft/2020-12/schema' }, undefined],
  ['an own ID', { $id: 'https://example.com/values.schema.json', $ref: '#/definitions/a' }, undefined],
  ['properties with the names of keywords', { properties: { $ref: { type: 'string' }, id: {} } }, undefined],
  ['a remote schema', { $ref: url }, url],
  ['a file', { $ref: 'file:///etc/hostname' }, 'file:///etc/hostname'],
  ['a file in the same folder', { $ref: 'other.json' }, 'other.json'],
  ['a path without a scheme', { $ref: '//127.0.0.1/x' }, '//127.0.0.1/x'],
  ['one deep inside', { properties: { a: { items: [{ allOf: [{ $ref: url }] }] } } }, url],
  ['a dynamic reference', { $dynamicRef: url }, url],
  ['a recursive reference', { $recursiveRef: url }, url],
  ['an ID with a fragment, which older Helm versions load', { $id: `${url}#a`, $ref: '#/b' }, `${url}#a`],
])('%s', (_, schema, named) => {
  const text = JSON.stringify(schema);
  expect(checkedSchema(text)).toEqual(named === undefined ? { text } : { named });
});

test.each<[string, unknown, unknown]>([
  ['a draft of its own', { $schema: url, type: 'object' }, { type: 'object' }],
  [
    'a draft of its own inside',
    { properties: { a: { $id: 'urn:x', $schema: url } } },
    { properties: { a: { $id: 'urn:x' } } },
  ],
  ['the newest draft, without a name', [{ $schema: 'http://json-schema.org/schema#' }], [{}]],
  ['a draft that is not built into Helm', { $schema: 'http://json-schema.org/draft-03/schema#' }, {}],
  ['a draft without a location', { $schema: 'draft-07' }, {}],
])('%s is left out', (_, schema, checked) => {
  expect(checkedSchema(JSON.stringify(schema))).toEqual({ text: JSON.stringify(checked) });
});

test('a draft that is left out hides no reference', () => {
  expect(checkedSchema(JSON.stringify({ $schema: url, items: [{ $schema: url, $ref: url }] }))).toEqual({ named: url });
});

test('escapes hide nothing, and invalid JSON is refused', () => {
  expect(checkedSchema(`{"\\u0024ref": "http:\\/\\/127.0.0.1/x"}`)).toEqual({ named: url });
  expect(checkedSchema(`{"a": 1} {"$ref": "${url}"}`)).toEqual({ fault: 'it is not JSON' });
});

test('deep nesting does not overflow the stack', () => {
  const deep = 100_000;
  const nested = (inner: string): string => `${'['.repeat(deep)}${inner}${']'.repeat(deep)}`;
  expect(checkedSchema(nested(''))).toEqual({ text: nested('') });
  expect(checkedSchema(nested(`{"$schema": "${url}"}`))).toEqual({ fault: 'it is nested too deeply' });
});
