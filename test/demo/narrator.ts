/** What one scene claimed, and whether it was so. */
export interface Claim {
  readonly text: string;
  readonly holds: boolean;
}

const isColoured = process.stdout.isTTY && process.env.NO_COLOR === undefined;
const paint = (code: number, text: string): string => (isColoured ? `\u001b[${code}m${text}\u001b[0m` : text);

/** Tells the story on the terminal, and keeps count of what it claims. */
export class Narrator {
  readonly claims: Claim[] = [];
  readonly #started = performance.now();
  #scenes = 0;

  /** Begins a scene. */
  scene(title: string): void {
    const seconds = Math.round((performance.now() - this.#started) / 1000);
    console.log(`\n${paint(1, `${++this.#scenes}. ${title}`)} ${paint(2, `(after ${seconds} s)`)}`);
  }

  /** Says what is done, or shows what came of it. */
  tell(text: string): void {
    console.log(text.replace(/^/gm, '   '));
  }

  /** Shows a text of somebody else's, such as a comment; only its first lines. */
  show(text: string, lines = 12): void {
    const all = text.split('\n').filter((line) => line.trim() !== '');
    for (const line of all.slice(0, lines))
      console.log(paint(2, `   │ ${line.length > 150 ? `${line.slice(0, 149)}…` : line}`));
    if (all.length > lines) console.log(paint(2, `   │ … ${all.length - lines} lines more`));
  }

  /** Claims something. What does not hold ends the story: nothing after it would mean anything. */
  claim(text: string, holds: boolean): void {
    this.claims.push({ text, holds });
    console.log(`   ${holds ? paint(32, '✓') : paint(31, '✗')} ${text}`);
    if (!holds) throw new Error(`it does not hold that ${text}`);
  }
}
