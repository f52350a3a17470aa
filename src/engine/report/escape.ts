/**
 * Everything from a manifest is hostile: names, values and the messages that quote them. Each function here gives text
 * that stays where it is put: it opens no tag, mentions nobody, links nowhere and hides nothing.
 */

/** Longest name or value, in code points. */
export const nameLength = 80;
/** Longest sentence, in code points. */
export const proseLength = 400;

const hidden =
  // C1 controls, soft hyphen, fillers, bidi marks and overrides, zero-width and tag characters, lone surrogates.
  /[\u0080-\u009f\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e0fff}]|\u034f|\p{Cs}/gu;

/** Makes visible what a reader would not see: control characters as `␛`, direction and zero-width marks as `⟨U+202E⟩`. */
export function visible(text: string): string {
  return text
    .replace(/[\u0000-\u001f]/g, (char) => String.fromCharCode(0x2400 + char.charCodeAt(0)))
    .replace(/\u007f/g, '␡')
    .replace(hidden, (char) => `⟨U+${char.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}⟩`)
    .replace(/(\p{M}{4})\p{M}+/gu, '$1…'); // stacked marks climb over the lines above
}

/** Cuts the middle out of a text of more than `max` code points. */
export function shorten(text: string, max: number): string {
  if (text.length <= max) return text;
  // Two code units hold any code point, so nothing beyond these slices can be shown: bounded work on huge input.
  const points = text.length > 4 * max ? undefined : Array.from(text);
  if (points && points.length <= max) return text;
  const head = Math.ceil(((max - 1) * 2) / 3);
  const tail = max - 1 - head;
  const first = points ?? Array.from(text.slice(0, 2 * head + 2));
  const last = points ?? Array.from(text.slice(-2 * tail - 2));
  return `${first.slice(0, head).join('')}…${last.slice(last.length - tail).join('')}`;
}

/** A name or value as one visible line, for a terminal or as the base of the other forms; nothing is "". */
export const plainName = (text: string, max: number = nameLength): string =>
  text === '' ? '""' : shorten(visible(shorten(text, max)), max);

/** A sentence as one visible line, for a terminal or as the base of Markdown. */
export const plainSentence = (text: string, max: number = proseLength): string =>
  shorten(
    visible(
      shorten(text, 2 * max)
        .replace(/\s+/g, ' ')
        .trim(),
    ),
    max,
  );

/** A name as inline code in Markdown; not for tables and not inside HTML, which `htmlCode` is for. */
export function code(text: string, max: number = nameLength): string {
  const name = plainName(text, max);
  const longest = Math.max(0, ...(name.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  const pad = /^[` ]|[` ]$/.test(name) ? ' ' : '';
  return `${fence}${pad}${name}${pad}${fence}`;
}

/** Text in HTML or in a table cell: everything that Markdown could read is an entity, the pipe too. */
const entities = (text: string): string =>
  text.replace(/[^A-Za-z0-9 ,/\u0080-\u{10ffff}-]/gu, (char) => `&#${char.charCodeAt(0)};`);

/** A name as inline code in HTML or in a table cell. */
export const htmlCode = (text: string, max: number = nameLength): string =>
  `<code>${entities(plainName(text, max))}</code>`;

/** A sentence in Markdown, with what it quotes in backticks as inline code. */
export function prose(text: string, max: number = proseLength): string {
  const pieces = plainSentence(text, max).split('`');
  // An odd number of backticks: the last one has no partner and is a character like any other.
  const paired = pieces.length % 2 === 1 ? pieces.length : pieces.length - 1;
  const escaped = pieces.map((piece, i) =>
    i >= paired ? `\\\`${inert(piece)}` : i % 2 === 1 ? code(piece) : inert(piece),
  );
  return escaped
    .join('')
    .replace(/^(\d+)([.)])/, '$1\\$2')
    .replace(/^[-+=#]/, '\\$&');
}

/** Text that means nothing to Markdown, and nothing to GitHub's filters for mentions, references and links. */
const inert = (text: string): string =>
  text
    .replace(/[&<>]/g, (char) => (char === '&' ? '&amp;' : char === '<' ? '&lt;' : '&gt;'))
    .replace(/[\\*_[\]|~]/g, '\\$&')
    .replace(/\$/g, '<span>$</span>') // as GitHub's own docs have it: else two of them may be mathematics
    // A zero-width space of our own cuts what GitHub would link: @name, #12, GH-12, https://, www.
    .replace(/@/g, '@&#8203;')
    .replace(/#(?=\d)/g, '#&#8203;')
    .replace(/\bGH-(?=\d)/gi, '$&&#8203;')
    .replace(/:(?=\/\/)/g, ':&#8203;')
    .replace(/\bwww(?=\.)/gi, '$&&#8203;');

/** A Markdown link. The URL may hold hostile file names; the label is already Markdown. */
export const link = (label: string, url: string | undefined): string =>
  url === undefined ? label : `[${label}](${encodeUrl(url)})`;

const encodeUrl = (url: string): string =>
  url.replace(/[^A-Za-z0-9\-._~:/?#@!$&'*+,;=%]/gu, (char) => {
    // Lone surrogates have no UTF-8; encodeURIComponent would throw on them.
    return /\p{Cs}/u.test(char) ? '%EF%BF%BD' : `%${percent(char)}`;
  });

const percent = (char: string): string =>
  char === '(' ? '28' : char === ')' ? '29' : encodeURIComponent(char).replace(/^%/, '');
