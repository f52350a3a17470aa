import { describe, expect, test } from 'vitest';
import { karpenter } from '../../karpenter/api/karpenter.ts';
import type { Value } from '../../manifest/model/manifest.ts';
import type { EC2NodeClass } from './ec2-node-class.ts';
import { ec2NodeClassHash, isSameNodeClassHash } from './node-class-hash.ts';

const hashOf = (spec: unknown): string | null =>
  ec2NodeClassHash({ metadata: { name: 'default' }, spec } as unknown as EC2NodeClass, 'v5');

describe('the hash of an EC2NodeClass', () => {
  test('depends on the family that the alias names', () => {
    const explicit = hashOf({ amiFamily: 'AL2023' });
    expect(explicit).toMatch(/^\d+$/);
    expect(hashOf({ amiSelectorTerms: [{ alias: 'al2023@latest' }] })).not.toBe(
      hashOf({ amiSelectorTerms: [{ alias: 'bottlerocket@latest' }] }),
    );
  });

  // A file may contain any value in any field. The API server would reject it, so it has no hash.
  test.each([
    ['terms that are not a list', { amiSelectorTerms: { alias: 'al2023@latest' } }],
    ['terms that are a string', { amiSelectorTerms: 'al2023@latest' }],
    ['an alias that is not a string', { amiSelectorTerms: [{ alias: 2023 }] }],
    ['an alias of an unknown family', { amiSelectorTerms: [{ alias: 'al1999@latest' }] }],
    ['a family that is not a string', { amiFamily: 2023 }],
  ])('is unknown with %s', (_, spec) => expect(hashOf(spec)).toBeNull());

  test.each([
    ['null among the terms', { amiSelectorTerms: [null] }],
    ['nothing', undefined],
  ])('falls over nothing with %s', (_, spec) => expect(() => hashOf(spec)).not.toThrow());

  const isSame = (before: Value, after: Value): boolean =>
    isSameNodeClassHash({ spec: before }, { spec: after }, karpenter('1.14'));
  const aliased = (alias: string, more: Readonly<Record<string, string>> = {}): Value => ({
    amiSelectorTerms: [{ alias }],
    ...more,
  });

  test.each([
    ['an alias', aliased('al2023@latest'), aliased('al2023@latest', { amiFamily: 'AL2023' })],
    ['an alias that is a placeholder', aliased('${alias}'), aliased('${alias}', { amiFamily: 'AL2023' })],
    ['the other way', aliased('${alias}', { amiFamily: 'AL2023' }), aliased('${alias}')],
  ])('stays if a class also names the family of %s', (_, before, after) => expect(isSame(before, after)).toBe(true));

  test.each([
    ['another placeholder', aliased('${old}'), aliased('${alias}', { amiFamily: 'AL2023' })],
    ['the family Custom', aliased('${alias}'), aliased('${alias}', { amiFamily: 'Custom' })],
    [
      'no alias',
      { amiSelectorTerms: [{ id: '${image}' }] },
      { amiSelectorTerms: [{ id: '${image}' }], amiFamily: 'AL2' },
    ],
    ['other user data', aliased('${alias}'), aliased('${alias}', { amiFamily: 'AL2023', userData: 'a' })],
  ])('may change with %s', (_, before, after) => expect(isSame(before, after)).toBe(false));

  // From 1.15 on, the API server keeps anything below `kubelet`, and the hash includes its JSON.
  describe('of 1.15, with a kubelet', () => {
    const opened = (kubelet: unknown): string | null =>
      ec2NodeClassHash({ metadata: { name: 'a' }, spec: { kubelet } } as unknown as EC2NodeClass, 'v6');

    test.each([
      ['an expression', { maxPods: 'max_pods < 20 ? 10 : 20' }],
      ['unknown settings', { reservedMemory: [{ numaNode: 0, limits: null }], b: { a: true } }],
      ['numbers of any size', { maxPods: 1e30, podsPerCore: -1.5 }],
    ])('%s: it is known, and not that of none', (_, kubelet) => {
      expect(opened(kubelet)).toMatch(/^\d+$/);
      expect(opened(kubelet)).not.toBe(opened(undefined));
    });

    test.each([
      ['a list', []],
      ['a string', 'a'],
      ['null', null],
    ])('%s: no class has it, and its hash is unknown', (_, kubelet) => expect(opened(kubelet)).toBeNull());

    test('an empty kubelet has the same hash as none', () => expect(opened({})).toBe(opened(undefined)));
  });
});
