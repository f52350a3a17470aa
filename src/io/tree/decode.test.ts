import { expect, test } from 'vitest';
import { decode } from './decode.ts';

const severity = (bytes: Buffer): string | undefined => {
  const found = decode('a.yaml', bytes);
  return typeof found === 'string' ? undefined : found.severity;
};

const utf16 = Buffer.from('kind: karpenter', 'utf16le');

test.each<[string, Buffer, string | undefined]>([
  ['UTF-8', Buffer.from('karpenter'), undefined],
  ['UTF-16 without a mark', utf16, 'error'],
  ['UTF-16 without a mark, the other way round', Buffer.from(utf16).swap16(), 'error'],
  ['what is no text', Buffer.from([0, 1, 2]), 'note'],
])('%s', (_, bytes, expected) => expect(severity(bytes)).toBe(expected));

test('bytes that start at an odd address come to an end', () => {
  // Node's search in UTF-16 never ends there.
  const bytes = Buffer.from(new ArrayBuffer(4098), 1, 4097).fill(0x6b).fill(0, 0, 2048);
  expect(severity(bytes)).toBe('note');
});
