import { describe, expect, test } from 'vitest';
import type { Effect } from '../../manifest/change.ts';
import type { Value } from '../../manifest/model/manifest.ts';
import { changedSelection, selectsOtherImages } from './selector-terms.ts';

const alias = (version: string): Value => [{ alias: `al2023@${version}` }];
const ids = (...names: string[]): Value => names.map((name) => ({ id: `ami-${name}` }));
const named = (name: string, owner?: string): Value => [{ name, ...(owner !== undefined && { owner }) }];

describe('images', () => {
  test.each<[string, before: Value | undefined, after: Value | undefined, boolean]>([
    ['another pinned version', alias('v20250715'), alias('v20260715'), true],
    ['the same version', alias('v20250715'), alias('v20250715'), false],
    ['the latest, which may be the pinned one', alias('v20250715'), alias('latest'), false],
    ['the latest of another family', [{ alias: 'al2@latest' }], [{ alias: 'al2023@latest' }], true],
    ['a pinned version, which may be the latest', alias('latest'), alias('v20250715'), false],
    ['Bottlerocket without its v', [{ alias: 'bottlerocket@v1.44.0' }], [{ alias: 'bottlerocket@1.44.0' }], false],
    ['a version from a template', alias('v20250715'), alias('${VERSION}'), false],
    ['other ids', ids('1', '2'), ids('3'), true],
    ['one id of several', ids('1', '2'), ids('2', '3'), false],
    ['another name', named('eks-1.33-2025'), named('eks-1.33-2026'), true],
    ['a name of another owner', named('eks', '1'), named('eks', '2'), true],
    ['a pattern', named('eks-*'), named('eks-2026'), false],
    ['an id for an alias', alias('v20250715'), ids('1'), false],
    ['tags', [{ tags: { image: 'a' } }], [{ tags: { image: 'b' } }], false],
    ['a name with tags', named('a'), [{ name: 'b', tags: { image: 'b' } }], false],
    ['a parameter', [{ ssmParameter: '/a' }], [{ ssmParameter: '/b' }], false],
    ['nothing', undefined, alias('v20250715'), false],
  ])('%s', (_, before, after, expected) => expect(selectsOtherImages(before, after)).toBe(expected));
});

describe('subnets and reservations', () => {
  const tagged = (...names: string[]): Value => names.map((name) => ({ tags: { 'karpenter.sh/discovery': name } }));
  const subnets = (...names: string[]): Value => names.map((name) => ({ id: `subnet-${name}` }));

  test.each<
    [
      string,
      before: Value | undefined,
      after: Value | undefined,
      subnets: Effect | undefined,
      reservations: Effect | undefined,
    ]
  >([
    ['one more term', tagged('a'), tagged('b', 'a'), 'new-nodes', 'new-nodes'],
    ['one more id', subnets('1'), subnets('1', '2'), 'new-nodes', 'new-nodes'],
    ['the first terms', undefined, tagged('a'), 'new-nodes', 'new-nodes'],
    ['other ids', subnets('1', '2'), subnets('3'), 'all-nodes', undefined],
    ['one id fewer', subnets('1', '2'), subnets('2'), undefined, undefined],
    ['other tags', tagged('a'), tagged('b'), undefined, undefined],
    ['tags for an id', subnets('1'), tagged('a'), undefined, undefined],
    ['an id from a template', subnets('1'), subnets('${ID}'), undefined, undefined],
    ['no more terms', subnets('1'), undefined, undefined, undefined],
  ])('%s', (_, before, after, ofSubnets, ofReservations) => {
    const effect = (cause: 'subnets' | 'capacity-reservations') => changedSelection(cause, { before, after })?.effect;
    expect([effect('subnets'), effect('capacity-reservations')]).toEqual([ofSubnets, ofReservations]);
  });

  test('one more term for security groups is not judged by the terms alone', () => {
    expect(changedSelection('security-groups', { before: subnets('1'), after: subnets('1', '2') })).toBeUndefined();
  });
});
