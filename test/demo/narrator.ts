/** The claims of one scene, and whether they were true. */
export interface Claim {
  readonly text: string;
  readonly holds: boolean;
}

const isColored = process.stdout.isTTY && process.env.NO_COLOR === undefined;
const color = /\u001b\[\d+m/g;
const paint = (code: number, text: string): string => `\u001b[${code}m${text}\u001b[0m`;

/** Prints the story on the terminal and records its claims. */
export class Narrator {
  readonly claims: Claim[] = [];
  /** All output, with colors. */
  transcript = '';
  readonly #started = performance.now();
  #scenes = 0;

  /** Starts a scene. */
  scene(title: string): void {
    const seconds = Math.round((performance.now() - this.#started) / 1000);
    this.#say(`\n${paint(1, `${++this.#scenes}. ${title}`)} ${paint(2, `(after ${seconds} s)`)}`);
  }

  /** Prints what is done, or its result. */
  tell(text: string): void {
    this.#say(text.replace(/^/gm, '   '));
  }

  /** Prints the first lines of another text, such as a comment, without invisible parts. */
  show(text: string, lines = 12): void {
    const all = plain(text)
      .split('\n')
      .filter((line) => line.trim() !== '');
    for (const line of all.slice(0, lines))
      this.#say(paint(2, `   │ ${line.length > 110 ? `${line.slice(0, 109)}…` : line}`));
    if (all.length > lines) this.#say(paint(2, `   │ … ${all.length - lines} lines more`));
  }

  /** Checks a claim. If it is false, the story ends, because the rest would be meaningless. */
  claim(text: string, holds: boolean): void {
    this.claims.push({ text, holds });
    this.#say(`   ${holds ? paint(32, '✓') : paint(31, '✗')} ${text}`);
    if (!holds) throw new Error(`this claim is false: ${text}`);
  }

  #say(text: string): void {
    this.transcript += `${text}\n`;
    console.log(isColored ? text : text.replaceAll(color, ''));
  }
}

/** Markdown without comments, tags, URLs of links and separators of tables. */
const plain = (markdown: string): string =>
  markdown
    .replace(/<!--.*?-->/gs, '')
    .replace(/<br>/g, ' ')
    .replace(/<\/?\w+[^>]*>/g, '')
    .replace(/\]\([^)]*\)/g, ']')
    .replace(/^[|:\s-]+$/gm, '');
