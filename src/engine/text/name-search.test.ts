import { describe, expect, test } from 'vitest';
import { NameSearch } from './name-search.ts';

const namesIn = (text: string, ...names: string[]): string[] => [...new NameSearch(names).namesIn(text)].sort();

describe('the names that a text contains', () => {
  test.each([
    ['bash deploy.sh', ['deploy.sh', 'y.sh', 'play.sh'], ['deploy.sh', 'y.sh']],
    ['abcabd', ['abd', 'cab', 'b', 'bd', 'abx'], ['abd', 'b', 'bd', 'cab']],
    ['aaab', ['aab', 'aaaa', 'ab'], ['aab', 'ab']],
    ['', ['a'], []],
    ['anything', [''], []],
  ])('%j, searched for %j', (text, names, expected) => expect(namesIn(text, ...names)).toEqual(expected));

  test('are those that a search for one after the other finds', () => {
    const words = Array.from({ length: 300 }, (_, i) => ((i * 7919) % 2187).toString(3));
    const text = words.filter((_, i) => i % 5 === 0).join('');
    const expected = [...new Set(words)].filter((word) => text.includes(word)).sort();

    expect(namesIn(text, ...words)).toEqual(expected);
  });
});
