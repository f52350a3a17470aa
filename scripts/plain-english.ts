/**
 * Phrases that must not appear in any text of the repository, and sentences that are too long to read (docs/style.md).
 * `node scripts/plain-english.ts [PATH…]` lists both, by default in everything that git tracks.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { sourceTexts } from './source-texts.ts';

interface Phrase {
  readonly pattern: RegExp;
  /** What to write instead. */
  readonly instead: string;
}

const phrase = (pattern: string, instead: string): Phrase => ({ pattern: new RegExp(pattern, 'giu'), instead });

/** What a sentence must not say. A pattern matches within one line, in upper or lower case. */
export const phrases: readonly Phrase[] = [
  phrase(String.raw`\bmend(s|ed|ing)?\b`, 'fix'),
  phrase(String.raw`\bforetold\b|\bforetells?\b`, 'predicted, forecast'),
  phrase(String.raw`\bbesides?\b`, 'also, other, in addition, next to'),
  phrase(String.raw`\banew\b`, 'again'),
  phrase(String.raw`\breckon(s|ed|ing)?\b`, 'estimate, assume, size'),
  phrase(String.raw`\bdraws? lots\b`, 'chooses at random'),
  phrase(String.raw`\bheld against\b|\bholds? .{1,30} against\b`, 'compared with, verified against'),
  phrase(
    String.raw`\b(pods?|workloads?|one|it|they|none|nothing|never|not|can|cannot|all|every|each) lands?\b|\bland(s|ed)? (on|in|first|together|nowhere)\b|\bwho can(not| not) land\b|\bevery pod lands\b`,
    'is scheduled, fits, runs on; unschedulable',
  ),
  phrase(
    String.raw`(?<!\bthere )\bis no (field|multiple|number|duration|value|name|valid|key|map|list|object|file|folder|JSON|YAML|commit|region|quantity|cron|time|boolean|string)\b`,
    'is not a …',
  ),
  phrase(String.raw`\bare no (fields|names|numbers|values|objects|valid)\b`, 'are not …'),
  phrase(String.raw`\bnowhere to be (seen|found)\b`, 'not found'),
  phrase(String.raw`\bnobody asks for\b`, 'not requested by any pod'),
  phrase(String.raw`\bit is (told|said) (where|when|of)\b`, 'Reported only when …'),
  phrase(String.raw`\bwould say (more|which)\b|\bmay tell\b|\bwould tell\b`, 'name the flag: pass `--cluster FILE`'),
  phrase(String.raw`\bhere and now\b`, 'Try it'),
  phrase(String.raw`\bwhat is too much\b`, 'Limits'),
  phrase(String.raw`\bwithout a word\b`, 'silently'),
  phrase(String.raw`\bdemanded (anew|no longer)\b`, 'is a new requirement, is no longer required'),
  phrase(String.raw`\btakes? (nodes )?back at two minutes\b`, 'AWS can reclaim spot nodes with two minutes’ notice'),
  phrase(String.raw`\$[\d,.]+ a month\b|\}\)? a month\b`, '/month'),
  phrase(String.raw`\d\x20%(?! ?\d)`, '68%, without a space'),
  phrase(String.raw`\bexacter\b`, 'more accurate'),
  phrase(String.raw`\bdearer\b|\bdearest\b`, 'more expensive, most expensive'),
  phrase(String.raw`\bwill have none of\b|(?<!there )\bis none\b|\bthere is none of it\b`, 'name what it is not'),
  phrase(
    String.raw`\btak(e|es|en) on (a|the|its|another|no) (role|identity)\b|\btaken on only\b|\brole to take on\b`,
    'assume a role',
  ),
  phrase(String.raw`\bgoes? without\b|\bdoes without\b|\bhow it is without\b`, 'has no …'),
  phrase(String.raw`\bfor something that\b`, 'because'),
  phrase(String.raw`\bborn\b`, 'created'),
  phrase(String.raw`\bof (one's|our|its|their|your) own beside\b`, 'also'),
  phrase(String.raw`\bhas otherwise\b`, 'differs from'),
  phrase(String.raw`\bwhat came is\b`, 'the response is'),
  phrase(
    String.raw`\bwhereof\b|\bwherein\b|\bthereof\b|\btherein\b|\bthitherto\b|\bhitherto\b|\bwhence\b|\bthence\b`,
    'plain words',
  ),
  phrase(String.raw`\bis taken (then|instead|for it)\b|; .{1,40} is taken\b`, 'assuming …'),
  phrase(String.raw`\bspeaks? of\b|\bspoken of\b`, 'mention, refer to'),
  phrase(String.raw`\bstands? at\b|\bstands? beside\b|\bstands? for itself\b`, 'is at, is on'),
  phrase(String.raw`\bsold in\b`, 'offered in'),
  phrase(String.raw`\bturn(s|ed)? (them|it|pods|any|no pod) away\b`, 'cannot run, refuses'),
  phrase(String.raw`\b(is|are|be) not worked out\b`, 'cannot be evaluated'),
  phrase(String.raw`\bstands? nowhere\b`, 'is not in the manifests'),
  phrase(String.raw`\bbe it (with|by|alone|nothing)\b`, 'including, even'),
  phrase(String.raw`\bfor granted\b`, 'assumes, the usual case'),
  phrase(
    String.raw`\bwh(ere|at) one stands\b|\b(is|are) (told|said) once\b|\btells nothing\b`,
    'the current folder; is listed once; gives nothing',
  ),
  phrase(String.raw`\ba(t)? second glance\b|\bat odds\b`, 'plain words'),
];

interface Hit {
  readonly path: string;
  readonly line: number;
  readonly text: string;
  readonly phrase: string;
  readonly instead: string;
}

/** Where a text uses phrases that it must not. */
export function phrasesIn(path: string, text: string): Hit[] {
  return text
    .split('\n')
    .flatMap((line, index) =>
      phrases.flatMap(({ pattern, instead }) =>
        [...line.matchAll(pattern)]
          .filter(({ 0: phrase, index: at }) => !isPartOfName(line, at, at + phrase.length))
          .map(([phrase]) => ({ path, line: index + 1, text: line.trim(), phrase, instead })),
      ),
    );
}

/** Names such as `full-reservation-beside-another` are those of recordings, which nobody renames. */
const isPartOfName = (line: string, from: number, to: number): boolean =>
  /[-/]/u.test(line.charAt(from - 1)) || (line.charAt(to) === '-' && /\w/u.test(line.charAt(to + 1)));

/**
 * Other people's words (recordings, catalogs, licenses, manifests), generated bundles, Go sources of a program whose bytes are
 * recorded, and pages that quote what not to write.
 */
const excluded: readonly RegExp[] = [
  /^(dist|data|examples)\//u,
  /^kubeval-wasm\/go(-stubs)?\//u,
  /^test\/.*\.ya?ml$/u,
  /\/recordings?\//u,
  /LICENSE/u,
  /^scripts\/plain-english/u,
  /^docs\/style\.md$/u,
  /^docs\/adr\/0024-/u,
];

/** Tracked files that people wrote. */
export const writtenFiles = (paths: readonly string[]): string[] =>
  execFileSync('git', ['ls-files', '-z', ...paths], { encoding: 'utf8', maxBuffer: 2 ** 28 })
    .split('\0')
    .filter((path) => /\.(ts|md|ya?ml|sh|go|html|py|comment|txt)$|\.ci\/run$/u.test(path))
    .filter((path) => existsSync(path) && !excluded.some((pattern) => pattern.test(path)));

/** The style guide asks for 25 words at most; names and figures that are inserted count as a word each, hence the margin. */
export const mostWords = 32;

/** Sentences of a text for people that have more than `mostWords` words. */
export const longSentences = (text: string): string[] =>
  text
    .split(/(?<=[.!?:;])\s+(?=[\p{Lu}`"“(*{[]|plumbline\b|kube-)|\n+/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => words(sentence) > mostWords);

const words = (sentence: string): number =>
  sentence
    .replace(/`[^`]*`|\{[^}]*\}|\]\([^)]*\)/gu, ' x ')
    .split(/\s+/u)
    .filter((word) => /[\p{L}\p{N}]/u.test(word)).length;

/** What a Markdown page says in sentences: a paragraph, item or cell of a table on each line; no code, comments or tags. */
export const proseOf = (markdown: string): string =>
  markdown
    .replace(/^(`{3,})[\s\S]*?^\1/gmu, '')
    .replace(/<!--[\s\S]*?-->|<[^>]+>/gu, '')
    .replace(/^\|.*$/gmu, (row) => row.replaceAll('|', '\n\n'))
    .replace(/^> ?/gmu, '\n\n')
    .replace(/^(#+ .*|\s*([-*]|\d+\.) )/gmu, '\n\n$1')
    .replace(/(?<!\n)\n(?!\n)/gu, ' ');

/** Every sentence that is too long, with the file it is in: texts in src/ and pages of Markdown. */
export const longSentencesOf = (paths: readonly string[]): { readonly path: string; readonly sentence: string }[] => {
  const files = new Set(writtenFiles(paths));
  const texts = sourceTexts()
    .map(({ file, texts: all }) => ({ path: `src/${file}`, text: all.join('\n\n') }))
    .filter(({ path }) => files.has(path));
  const pages = [...files]
    .filter((path) => path.endsWith('.md') && !path.startsWith('test/'))
    .map((path) => ({ path, text: proseOf(readFileSync(path, 'utf8')) }));
  return [...texts, ...pages].flatMap(({ path, text }) => longSentences(text).map((sentence) => ({ path, sentence })));
};

if (import.meta.main) {
  const hits = writtenFiles(process.argv.slice(2)).flatMap((path) => phrasesIn(path, readFileSync(path, 'utf8')));
  for (const { path, line, phrase, instead, text } of hits) {
    console.log(`${path}:${line}: “${phrase}” → ${instead}\n    ${text.slice(0, 160)}`);
  }
  const long = longSentencesOf(process.argv.slice(2));
  for (const { path, sentence } of long) console.log(`${path}: more than ${mostWords} words: ${sentence}`);
  console.log(`${hits.length} phrases to rewrite, ${long.length} sentences to split.`);
  if (hits.length + long.length > 0) process.exitCode = 1;
}
