import { expect, test } from 'vitest';
import { decode } from './decode.ts';

const severity = (bytes: Buffer): string | undefined => {
  const found = decode('a.yaml', bytes);
  return typeof found === 'string' ? undefined : found.severity;
};

const utf16 = Buffer.from('kind: karpenter', 'utf16le');

test.each<[string, Buffer, string | undefined]>([
  ['UTF-8', Buffer.from('karpenter'), undefined],
  ['UTF-16 without a byte order mark', utf16, 'error'],
  ['big-endian UTF-16 without a byte order mark', Buffer.from(utf16).swap16(), 'error'],
  ['binary data', Buffer.from([0, 1, 2]), 'note'],
])('%s', (_, bytes, expected) => expect(severity(bytes)).toBe(expected));

test('decoding ends for bytes at an odd address', () => {
  // There, Node's search for UTF-16 text never ends.
  const bytes = Buffer.from(new ArrayBuffer(4098), 1, 4097).fill(0x6b).fill(0, 0, 2048);
  expect(severity(bytes)).toBe('note');
});
