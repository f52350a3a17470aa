import { describe, expect, test } from 'vitest';
import { hostileNames } from '../../report/fixtures.test-support.ts';
import { code, htmlCode, link, plainName, prose, shorten, visible } from './escape.ts';

describe('visible', () => {
  test.each([
    ['\u001b[31mred', '␛[31mred'],
    ['a\nb\tc\r\u0000', 'a␊b␉c␍␀'],
    ['safe\u202egnp', 'safe⟨U+202E⟩gnp'],
    ['a\u200bb\u2066c\u200f', 'a⟨U+200B⟩b⟨U+2066⟩c⟨U+200F⟩'],
    ['\u{e0041}', '⟨U+E0041⟩'],
    ['\ud800 lone', '⟨U+D800⟩ lone'],
    ['\u009b31m\u007f', '⟨U+009B⟩31m␡'],
    ['⚠\ufe0f ünïcödé 節点 🦆', '⚠\ufe0f ünïcödé 節点 🦆'],
  ])('%j → %j', (text, expected) => expect(visible(text)).toBe(expected));

  test('stacked marks are cut', () => expect(visible(`Z${'\u0301'.repeat(20)}a`)).toBe('Z\u0301\u0301\u0301…a'));
});

describe('shorten', () => {
  test.each([
    ['short', 10, 'short'],
    ['0123456789', 7, '0123…89'],
    ['🦆🦆🦆🦆', 4, '🦆🦆🦆🦆'],
    ['🦆🦆🦆🦆🦆🦆', 4, '🦆🦆…🦆'],
  ])('%s to %i', (text, max, expected) => expect(shorten(text, max)).toBe(expected));

  test('a huge text keeps both ends', () => {
    const text = shorten(`a${'🦆'.repeat(1_000_000)}z`, 9);
    expect([Array.from(text).length, text.at(0), text.at(-1)]).toEqual([9, 'a', 'z']);
  });
});

describe('code', () => {
  test.each([
    ['web', '`web`'],
    ['', '`""`'],
    ['a`b', '``a`b``'],
    ['`a', '`` `a ``'],
    ['``` x', '```` ``` x ````'],
    [' a ', '`  a  `'],
  ])('%j → %s', (name, expected) => expect(code(name)).toBe(expected));

  test('in a table, Markdown has no effect', () => {
    expect(htmlCode('a | `b` <i> www.x.io')).toBe('<code>a &#124; &#96;b&#96; &#60;i&#62; www&#46;x.io</code>');
  });
});

describe('prose', () => {
  test.each([
    ['`web` has no limits', '`web` has no limits'],
    ['a*b* _c_ [d](e) ~f~ |', 'a\\*b\\* \\_c\\_ \\[d\\](e) \\~f\\~ \\|'],
    ['<b>&amp;', '&lt;b&gt;&amp;amp;'],
    ['ask @octocat or @org/team', 'ask @&#8203;octocat or @&#8203;org/team'],
    ['see #12, octo/repo#7, GH-9', 'see #&#8203;12, octo/repo#&#8203;7, GH-&#8203;9'],
    ['https://a.io www.a.io', 'https:&#8203;//a.io www&#8203;.a.io'],
    ['$x$', '<span>$</span>x<span>$</span>'],
    ['1. one', '1\\. one'],
    ['1.14', '1.14'],
    ['- item', '\\- item'],
    ['# title', '\\# title'],
    ['a ` b', 'a \\` b'],
    ['`a``b`', '`a` `b`'],
    ['line\n\n# two', 'line # two'],
  ])('%j → %s', (text, expected) => expect(prose(text)).toBe(expected));
});

describe.each(hostileNames.map((name) => [plainName(name, 40), name] as const))('%s', (_, name) => {
  const forms = [plainName(name), code(name), htmlCode(name), prose(name), prose(`\`${name}\` is odd`)];

  test('is one line without hidden characters', () => {
    for (const form of forms)
      expect(form).not.toMatch(/[\u0000-\u001f\u200b-\u200f\u202a-\u202e\u2066-\u2069]|\p{Cs}/u);
  });

  test('opens no tag and mentions nobody outside code', () => {
    const outside = forms.slice(3).map((form) =>
      form
        .replace(/`[^`]+`/g, '')
        .replaceAll('<span>$</span>', '')
        .replaceAll('&#8203;', '\u200b'),
    );
    for (const form of outside) expect(form).not.toMatch(/<|>|@\w|#\d|:\/\/|www\./);
    expect(forms[2]!.slice('<code>'.length, -'</code>'.length)).not.toMatch(/[<>|`*_[\]@\\]/);
  });

  test('is short', () => {
    for (const form of forms) expect(form.length).toBeLessThan(1_500);
  });
});

describe('link', () => {
  test('contains no parenthesis, space or bracket from a name', () => {
    expect(link('x', 'https://github.com/o/r/blob/a/b (c)[d]<e>\u0007')).toBe(
      '[x](https://github.com/o/r/blob/a/b%20%28c%29%5Bd%5D%3Ce%3E%07)',
    );
  });
  test('a lone surrogate becomes the replacement character', () => {
    expect(link('x', 'https://a/\ud800')).toBe('[x](https://a/%EF%BF%BD)');
  });
  test('a very long link is left out', () => expect(link('x', `https://a/${'b'.repeat(2000)}`)).toBe('x'));
});
