/**
 * Whether a text names a kind, in any spelling that YAML or JSON allows. This is the only place that decides this without parsing, and it
 * may only err by saying yes. It cannot miss a kind for these reasons:
 *
 * - The characters of a scalar are in the text one after the other. The exceptions are a double-quoted scalar with an escape or with a
 *   backslash at the end of a line, and `!!binary`. `hidesLetters` finds them, and such a text may contain anything.
 * - So all other texts contain the words `kind` and `Deployment` literally. The second follows the first after a colon and white space,
 *   unless there is a comment, an anchor, a tag, a block scalar's header, a non-ASCII line break or an alias between them, or the key is
 *   an alias. `standsApart` finds these, and then the word may be anywhere.
 */

/** An escape of a letter or digit: `\u0061`, `\x61`, `\U00000061`. Other escapes do not occur in names. */
const escapedLetter = /\\(?:[xX]|[uU]00(?:0000)?)(?:3[0-9]|[46][1-9a-fA-F]|[57][0-9aA])/;
/** `!!binary`, and tags that may mean it, because tags may write characters as `%62`. Long tags are only read up to a limit. */
const binaryTag = /![!<][^\s>!]{0,200}(?:binary|%)/;
/** Only an explicit key (`? "ki\`, `nd"`) may continue on the next line. */
const explicitKey = /(?:^|[\s{[,:-])\?\s/;
const continuedLine = /\\[\r\n\x80-\uffff]/;
/** A value of `kind` that contains a backslash. */
const escapedKind = /\bkind["']?\s*:\s*"[^"\\\n]{0,200}\\/;

/** Whether a text may contain a word without its literal letters. Most texts have none of the three characters. */
export const hidesLetters = (text: string): boolean =>
  (text.includes('\\') && hidesByEscape(text)) || (text.includes('!') && binaryTag.test(text)) || text.includes('%TAG');

const hidesByEscape = (text: string): boolean =>
  escapedLetter.test(text) || escapedKind.test(text) || (continuedLine.test(text) && explicitKey.test(text));

const standsApart = /\bkind["']?\s*(?:[#\x80-\uffff]|:\s*[#&*!|>\x80-\uffff])|\*[\w-]+\s*[:#\x80-\uffff]/;

/** A set of kinds, and how to find texts that may name one of them. */
export class KindSpelling {
  /** Matches every text that may name one, and some others. It can be combined with other patterns. */
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
