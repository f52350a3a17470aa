import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { rules } from '../src/engine/review/codes/rules.ts';
import { commandNames } from '../src/hosts/cli/arguments/command-help.ts';
import { help } from '../src/hosts/cli/arguments/help.ts';
import { messagesPage } from './messages-page.ts';
import {
  longSentences,
  longSentencesOf,
  mostWords,
  phrases,
  phrasesIn,
  proseOf,
  writtenFiles,
} from './plain-english.ts';

const found = (text: string): string[] => phrasesIn('page.md', text).map((hit) => hit.phrase.toLowerCase());

describe('plain English (docs/style.md)', () => {
  test('no text of the repository uses a phrase that the style guide rules out', () => {
    const files = writtenFiles([]);
    expect(files.length).toBeGreaterThan(1500);
    const hits = files.flatMap((path) => phrasesIn(path, readFileSync(path, 'utf8')));
    expect(hits.map(({ path, line, phrase, instead }) => `${path}:${line}: “${phrase}” → ${instead}`)).toEqual([]);
  });

  test(`no message and no page has a sentence of more than ${mostWords} words`, () => {
    expect(longSentencesOf([]).map(({ path, sentence }) => `${path}: ${sentence}`)).toEqual([]);
  });

  test('no text that plumbline prints uses one', () => {
    const page = messagesPage();
    for (const { id } of rules) expect(page).toContain(`### lint/${id}\n\n- `);
    for (const name of commandNames) expect(page).toContain(help(name).trimEnd());
    const hits = phrasesIn('docs/messages.md', page);
    expect(hits.map(({ line, phrase, instead }) => `line ${line}: “${phrase}” → ${instead}`)).toEqual([]);
  });

  // Texts of plumbline before the style guide.
  test.each([
    ['`limit` is no field of `spec` in karpenter.sh/v1', 'is no field'],
    ['(`plumbline check --fix .` mends it)', 'mends'],
    ['Beside the instances, a month: EBS volumes', 'beside'],
    ['Nobody asks for $89.31 of it a month.', 'nobody asks for'],
    ['How many nodes that is, is unknown; `--cluster FILE` may tell.', 'may tell'],
    ['the default: the newest that all figures are held against', 'held against'],
    ['are not simulated, for something that decides what they launch is not known', 'for something that'],
    ['is nowhere to be seen; AL2023 with its defaults is taken', 'nowhere to be seen'],
    ['changes what Karpenter reckons with for new nodes', 'reckons'],
    ['is demanded anew', 'anew'],
    ['no type left is sold in the zones that are left', 'sold in'],
    ['It is told where a CronJob names the NodePool', 'it is told where'],
    ['The private key is none', 'is none'],
    ['Karpenter draws lots', 'draws lots'],
    ['the nodes are what the comment foretold', 'foretold'],
    ['1 node, every pod lands', 'every pod lands'],
    ['CPU requested 68 % of 8', '8 %'],
    ['$280.32 a month', '$280.32 a month'],
  ])('catches “%s”', (text, phrase) => expect(found(text)).toContain(phrase));

  test.each([
    '`limit` is not a field of `spec`. The API server drops it, so NodePool `web` has no limit.',
    'There is no object with this name, and no reason why it should be there.',
    'Other monthly costs: EBS volumes $4.80/month (+$3.20).',
    'The scenario `v1.15-full-reservation-beside-another` was recorded.',
    'Landscape, Iceland, remainder % 3',
  ])('accepts “%s”', (text) => expect(found(text)).toEqual([]));

  test('each phrase has a replacement', () => {
    expect(phrases.length).toBeGreaterThan(30);
    expect(phrases.filter(({ instead }) => instead === '')).toEqual([]);
  });

  test('a long sentence is found, and split sentences are not', () => {
    const words = (count: number): string => Array.from({ length: count }, () => 'word').join(' ');
    expect(longSentences(`${words(mostWords + 1)}.`)).toHaveLength(1);
    expect(longSentences(`Start ${words(20)}. Then ${words(20)}.`)).toEqual([]);
  });

  test('code, comments and cells of a page are not part of a sentence', () => {
    const page = '# Title\n\nOne sentence\nin two lines.\n\n```sh\nnpm test\n```\n\n| a | b |\n\n<!-- note -->\n- item';
    expect(
      proseOf(page)
        .split(/\n+/u)
        .map((line) => line.trim())
        .filter(Boolean),
    ).toEqual(['# Title', 'One sentence in two lines.', 'a', 'b', '- item']);
  });
});
