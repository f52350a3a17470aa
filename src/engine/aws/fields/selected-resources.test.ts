import { describe, expect, test } from 'vitest';
import type { NetworkResource } from './network-resources.ts';
import { hasTag, TagIndex } from './selected-resources.ts';
import type { SelectorTag } from './selector-fields.ts';

const never = (): boolean => false;
const always = (): boolean => true;

const resource = (tags: Readonly<Record<string, string>>, mayAlsoHave = never): NetworkResource =>
  ({
    tags: new Map(Object.entries(tags).map(([key, value]) => [key, { value }])),
    mayAlsoHave,
  }) as unknown as NetworkResource;

const tag = (key: string, value = 'v'): SelectorTag => ({ path: [], key, value, isKnown: true });

describe('the resources that may have the tags of a term', () => {
  const resources = [
    resource({ a: 'v' }),
    resource({ a: 'w', b: 'v' }),
    resource({}, always),
    resource({ b: 'v' }),
    resource({ c: 'v' }),
  ];
  const index = new TagIndex(resources);

  test.each([
    ['one tag', [tag('a')]],
    ['several tags', [tag('b'), tag('a')]],
    ['an unknown key before another one', [tag('${unknown}'), tag('b')]],
    ['an empty value', [tag('a', '')]],
    ['a tag that nothing has', [tag('x')]],
  ])('contain all that are not excluded, in their order: %s', (_, tags) => {
    const candidates = index.candidates({ tags });
    const possible = resources.filter((one) => tags.every((each) => hasTag(one, each) !== false));

    expect(candidates.filter((one) => possible.includes(one))).toEqual(possible);
    expect(candidates).toEqual(resources.filter((one) => candidates.includes(one)));
  });

  test('T50: are found without a look at the others', () => {
    const many = Array.from({ length: 1500 }, (_, i) => resource({ [`k${i}`]: 'v' }));
    const large = new TagIndex(many);

    for (let i = 0; i < 1200; i++) expect(large.candidates({ tags: [tag(`k${i}`)] })).toEqual([many[i]]);
    expect(large.work).toBe(1200 * 2);
  });
});
