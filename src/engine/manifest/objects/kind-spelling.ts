/**
 * Whether a text names a kind, in any spelling that YAML or JSON has for it. This is the only place that decides so without
 * parsing, and it errs to the safe side. It cannot miss, because
 *
 * - the characters of a scalar stand in the text one after the other, unless a double-quoted scalar escapes one of them or breaks
 *   its line with a backslash, or the scalar is `!!binary`: `hidesLetters` finds these, and nothing is known of such a text;
 * - so all other texts hold the words `kind` and `Deployment` literally. The second follows the first past a colon and white space,
 *   unless a comment, an anchor, a tag, a block scalar's header, a line break outside of ASCII or an alias stands between them, or an
 *   alias stands for the key: `standsApart` finds these, and then the word may be anywhere.
 */

/** An escape that stands for a letter or digit: `\u0061`, `\x61`, `\U00000061`. Others stand for nothing that a name consists of. */
const escapedLetter = /\\(?:[xX]|[uU]00(?:0000)?)(?:3[0-9]|[46][1-9a-fA-F]|[57][0-9aA])/;
/** `!!binary`, and what may turn out to be it: tags may write their characters as `%62`. A long tag is not looked at to its end. */
const binaryTag = /![!<][^\s>!]{0,200}(?:binary|%)/;
/** Only an explicit key (`? "ki\`, `nd"`) may go on in the next line. */
const explicitKey = /(?:^|[\s{[,:-])\?\s/;
const continuedLine = /\\[\r\n\x80-\uffff]/;
/** The value of `kind` with a backslash in it, whatever it escapes. */
const escapedKind = /\bkind["']?\s*:\s*"[^"\\\n]{0,200}\\/;

/** Whether a text may spell a word so that it does not stand in it. Most texts hold none of the three characters. */
export const hidesLetters = (text: string): boolean =>
  (text.includes('\\') && hidesByEscape(text)) || (text.includes('!') && binaryTag.test(text)) || text.includes('%TAG');

const hidesByEscape = (text: string): boolean =>
  escapedLetter.test(text) || escapedKind.test(text) || (continuedLine.test(text) && explicitKey.test(text));

const standsApart = /\bkind["']?\s*(?:[#\x80-\uffff]|:\s*[#&*!|>\x80-\uffff])|\*[\w-]+\s*[:#\x80-\uffff]/;

/** Some kinds, and how to find a text that may name one of them. */
export class KindSpelling {
  /** Matches in every text that may name one, and in some others: to be searched for together with other things. */
  readonly trace: string;
  readonly #asUsual: RegExp;
  readonly #anywhere: RegExp;

  /** The kinds are given as a regular expression. */
  constructor(kinds: string) {
    const asUsual = `\\bkind["']?\\s*:\\s*["']?(?:${kinds})\\b`;
    this.trace = [asUsual, standsApart.source, '\\\\', '![!<]', '%TAG'].join('|');
    this.#asUsual = new RegExp(asUsual);
    this.#anywhere = new RegExp(`\\b(?:${kinds})\\b`);
  }

  /** Whether a text may name one of the kinds. */
  mayBeIn(text: string): boolean {
    return this.#asUsual.test(text) || (standsApart.test(text) && this.#anywhere.test(text)) || hidesLetters(text);
  }
}
