import { describe, expect, test } from 'vitest';
import type { EC2NodeClass } from '../api/ec2-node-class.ts';
import { ec2NodeClassHash } from './drift-hash.ts';

const hashOf = (spec: unknown): string | null =>
  ec2NodeClassHash({ metadata: { name: 'default' }, spec } as unknown as EC2NodeClass, 'v5');

describe('the hash of an EC2NodeClass', () => {
  test('goes by the family that the alias names', () => {
    const explicit = hashOf({ amiFamily: 'AL2023' });
    expect(explicit).toMatch(/^\d+$/);
    expect(hashOf({ amiSelectorTerms: [{ alias: 'al2023@latest' }] })).not.toBe(
      hashOf({ amiSelectorTerms: [{ alias: 'bottlerocket@latest' }] }),
    );
  });

  // A file may hold anything in any place; the API server would refuse it, and nobody knows its hash.
  test.each([
    ['terms that are no list', { amiSelectorTerms: { alias: 'al2023@latest' } }],
    ['terms that are a text', { amiSelectorTerms: 'al2023@latest' }],
    ['an alias that is no text', { amiSelectorTerms: [{ alias: 2023 }] }],
    ['an alias of no known family', { amiSelectorTerms: [{ alias: 'al1999@latest' }] }],
    ['a family that is no text', { amiFamily: 2023 }],
  ])('is unknown with %s', (_, spec) => expect(hashOf(spec)).toBeNull());

  test.each([
    ['null among the terms', { amiSelectorTerms: [null] }],
    ['nothing', undefined],
  ])('falls over nothing with %s', (_, spec) => expect(() => hashOf(spec)).not.toThrow());
});
