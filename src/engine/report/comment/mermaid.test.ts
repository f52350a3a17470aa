import { describe, expect, test } from 'vitest';
import { hostileNames } from '../fixtures.test-support.ts';
import { mermaidName } from './mermaid.ts';

describe('a name in a diagram', () => {
  test.each([
    ['web-2.eu', 'web-2.eu'],
    ['m6i.2xlarge', 'm6i.2xlarge'],
    ['a"];b', 'a···b'],
    ['a:b #c', 'a·b ·c'],
    ['%%{init}%%', '···init···'],
    ['a-->b', 'a-··b'],
    ['a\nb', 'a·b'],
    ['節点', '··'],
    ['', '·'],
    ['  ', '·'],
  ])('%j → %s', (name, expected) => expect(mermaidName(name)).toBe(expected));

  test.each([...hostileNames])('%j means nothing to Mermaid', (name) => {
    expect(mermaidName(name)).toMatch(/^[A-Za-z0-9 ./_…·-]{1,30}$/);
    expect(mermaidName(name)).not.toMatch(/--|\/\/|\.\./);
  });
});
