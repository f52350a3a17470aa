import { expect, test } from 'vitest';
import { shortHelp } from './short-help.ts';

test.each([
  ['Add a toleration. Karpenter says: did not tolerate taint', 'Add a toleration.'],
  ['Karpenter says: did not tolerate taint', 'Karpenter says: did not tolerate taint'],
  ['Add a toleration.', 'Add a toleration.'],
])('%s', (help, expected) => expect(shortHelp(help)).toBe(expected));
