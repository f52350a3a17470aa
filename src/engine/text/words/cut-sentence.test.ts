import { expect, test } from 'vitest';
import { cutSentence, firstClause, shortClause, wholeSentences } from './cut-sentence.ts';

test.each([
  ['One. Two.', 20, 'One. Two.'],
  ['Set `a. b`. Then set `c` to 1.5. Or remove it.', 34, 'Set `a. b`. Then set `c` to 1.5.'],
  ['Set `a. b`. Then set `c` to 1.5. Or remove it.', 20, 'Set `a. b`.'],
  ['A first sentence that is longer. Two.', 20, 'A first sentence …'],
])('whole sentences of %s in %i characters', (text, max, expected) => expect(wholeSentences(text, max)).toBe(expected));

test.each([
  ['short enough', 20, 'short enough'],
  ['one two three four', 14, 'one two …'],
  ['set `a b c d e f` to `g`', 12, 'set …'],
  ['set `a b`, then `c d e f g`', 16, 'set `a b` …'],
  ['not installed, so `a b c` is unknown', 20, 'not installed'],
  ['one because `a b c d e f`', 14, 'one …'],
  ['unbreakable'.repeat(3), 10, 'unbreakable'.repeat(3)],
])('%s in %i characters', (text, max, expected) => expect(cutSentence(text, max)).toBe(expected));

test.each([
  ['`a: b` is not a field of `spec`. The API server drops it.', '`a: b` is not a field of `spec`'],
  ['NodePool `web` has no limits: nothing bounds it', 'NodePool `web` has no limits'],
  ['`c5.2xlarge` costs more', '`c5.2xlarge` costs more'],
  ['`spec.maxReplicas`: Required value: must be set. Karpenter', '`spec.maxReplicas`: Required value: must be set'],
  ['`spec.a.b`: label "x.y/z" is restricted; use another', '`spec.a.b`: label "x.y/z" is restricted'],
  ['', ''],
])('the first clause of %s', (text, expected) => expect(firstClause(text)).toBe(expected));

test.each([
  ['A short one, so it is whole', 'A short one, so it is whole'],
  [
    `Instances of \`default\` answer requests for their metadata without a token (IMDSv1), so a program that fetches URLs for others can leak the credentials of their role, and with them whatever this role may read in the account`,
    'Instances of `default` answer requests for their metadata without a token (IMDSv1)',
  ],
  [
    '`al2023@v1` has no image for Kubernetes 1.34, which EKS has offered since 2025-10-02, so `default` does not become ready and Karpenter launches no nodes',
    '`al2023@v1` has no image for Kubernetes 1.34, which EKS has offered since 2025-10-02, so `default` does not become ready and Karpenter launches no nodes',
  ],
  [
    `\`default\` uses the role \`a, so b\`, which ${'x'.repeat(180)}`,
    `\`default\` uses the role \`a, so b\`, which ${'x'.repeat(180)}`,
  ],
])('a clause for a headline: %s', (text, expected) => expect(shortClause(text)).toBe(expected));
