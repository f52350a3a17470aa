/** What one scene claimed, and whether it was so. */
export interface Claim {
  readonly text: string;
  readonly holds: boolean;
}

const isColoured = process.stdout.isTTY && process.env.NO_COLOR === undefined;
const colour = /\u001b\[\d+m/g;
const paint = (code: number, text: string): string => `\u001b[${code}m${text}\u001b[0m`;

/** Tells the story on the terminal, and keeps count of what it claims. */
export class Narrator {
  readonly claims: Claim[] = [];
  /** Everything said, with colours. */
  transcript = '';
  readonly #started = performance.now();
  #scenes = 0;

  /** Begins a scene. */
  scene(title: string): void {
    const seconds = Math.round((performance.now() - this.#started) / 1000);
    this.#say(`\n${paint(1, `${++this.#scenes}. ${title}`)} ${paint(2, `(after ${seconds} s)`)}`);
  }

  /** Says what is done, or shows what came of it. */
  tell(text: string): void {
    this.#say(text.replace(/^/gm, '   '));
  }

  /** Shows a text of somebody else's, such as a comment: its first lines, without what no reader sees. */
  show(text: string, lines = 12): void {
    const all = plain(text)
      .split('\n')
      .filter((line) => line.trim() !== '');
    for (const line of all.slice(0, lines))
      this.#say(paint(2, `   │ ${line.length > 110 ? `${line.slice(0, 109)}…` : line}`));
    if (all.length > lines) this.#say(paint(2, `   │ … ${all.length - lines} lines more`));
  }

  /** Claims something. What does not hold ends the story: nothing after it would mean anything. */
  claim(text: string, holds: boolean): void {
    this.claims.push({ text, holds });
    this.#say(`   ${holds ? paint(32, '✓') : paint(31, '✗')} ${text}`);
    if (!holds) throw new Error(`it does not hold that ${text}`);
  }

  #say(text: string): void {
    this.transcript += `${text}\n`;
    console.log(isColoured ? text : text.replaceAll(colour, ''));
  }
}

/** Markdown without comments, tags, the addresses of links and the rules of tables. */
const plain = (markdown: string): string =>
  markdown
    .replace(/<!--.*?-->/gs, '')
    .replace(/<br>/g, ' ')
    .replace(/<\/?\w+[^>]*>/g, '')
    .replace(/\]\([^)]*\)/g, ']')
    .replace(/^[|:\s-]+$/gm, '');
