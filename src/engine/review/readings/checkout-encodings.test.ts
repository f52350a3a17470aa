import { expect, test } from 'vitest';
import { checkoutEncodings } from './checkout-encodings.ts';

const found = (after: string, before?: string, path = '.gitattributes') =>
  checkoutEncodings({ files: [{ path, before, after }], has: () => true }).map(({ span }) =>
    after.slice(span.start, span.end),
  );

test.each([
  'pools.yaml working-tree-encoding=UTF-16',
  '* text working-tree-encoding=IBM037 eol=lf',
  '"with space.yml" working-tree-encoding=UTF-7',
  '[attr]odd working-tree-encoding=UTF-16LE',
  'manifests/** working-tree-encoding=latin1',
  'pools/*.yaml ident',
  '*.yml text ident eol=lf',
])('T77: an encoding for files that may hold manifests: %s', (line) => {
  expect(found(`*.sh eol=lf\n${line}\n`)).toEqual([line]);
});

test.each([
  '*.ps1 text working-tree-encoding=UTF-16LE eol=CRLF',
  '*.yaml working-tree-encoding=UTF-8',
  '# *.yaml working-tree-encoding=UTF-16',
  '*.yaml text eol=lf diff',
  '*.yaml -ident',
  '*.c ident',
])('not an encoding, or one of other files: %s', (line) => {
  expect(found(line)).toEqual([]);
});

test('a line that was there before is not part of the change', () => {
  const line = '*.yaml working-tree-encoding=UTF-16';
  expect(found(`${line}\n*.tf eol=lf\n`, `${line}\n`)).toEqual([]);
});

test('in any folder, and only in this file', () => {
  const line = '*.yaml working-tree-encoding=UTF-16';
  expect(found(line, undefined, 'infra/.gitattributes')).toEqual([line]);
  expect(found(line, undefined, 'infra/gitattributes')).toEqual([]);
});
