import { Readable } from 'node:stream';
import type { OwnAction } from '../../../io/git/own-action.ts';
import { runCommandLine } from '../main.ts';

/** The result of a run of the command line. */
export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly cwd?: string;
  readonly stdin?: string | Buffer;
  readonly env?: Readonly<Record<string, string>>;
  readonly isTerminal?: boolean;
  /** Unknown by default, so that tests do not depend on the clone that they run in. */
  readonly ownAction?: OwnAction;
}

/** A line of progress, which only slow runs write. */
const isProgress = (text: string): boolean => /^[A-Z][\w ]+…\n$/.test(text);

/** Runs the command line in this process, and keeps what it writes, except progress. */
export async function run(argv: readonly string[], options: RunOptions = {}): Promise<Ran> {
  const { cwd = process.cwd(), stdin = '', env = {}, isTerminal = false, ownAction } = options;
  const written = { stdout: '', stderr: '' };
  const stream = (name: keyof typeof written): NodeJS.WriteStream =>
    ({
      isTTY: isTerminal,
      ...(isTerminal && { columns: 100 }),
      write(text: string) {
        if (!isProgress(text)) written[name] += text;
        return true;
      },
    }) as unknown as NodeJS.WriteStream;
  const code = await runCommandLine({
    argv,
    env,
    cwd,
    stdout: stream('stdout'),
    stderr: stream('stderr'),
    ownAction: async () => ownAction,
    stdin: Readable.from([Buffer.from(stdin)]) as NodeJS.ReadableStream,
  });
  return { code, ...written };
}
