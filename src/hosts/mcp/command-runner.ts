import { Readable } from 'node:stream';
import type { Env } from '../../io/env.ts';

/** What a command wrote, and how it ended. */
export interface CommandResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A command as typed, and the text of its standard input. */
export interface Command {
  readonly argv: readonly string[];
  readonly stdin?: string | undefined;
}

export type RunCommand = (command: Command) => Promise<CommandResult>;

interface TextSink {
  write(text: string): unknown;
}

/** plumbline's command line. The entry point passes it in, because a host imports no other host. */
export interface CommandLine {
  readonly env: Env;
  readonly runCommandLine: (program: {
    readonly argv: readonly string[];
    readonly env: Env;
    readonly cwd: string;
    readonly stdout: TextSink;
    readonly stderr: TextSink;
    readonly stdin: NodeJS.ReadableStream;
  }) => Promise<number>;
}

/**
 * Runs commands in a folder, one after another, so that the memory of one bounds the memory of all. An assistant gets the answers of the
 * command line, because it is the command line that answers.
 */
export function commandRunner(cwd: string, { env, runCommandLine }: CommandLine): RunCommand {
  let last: Promise<unknown> = Promise.resolve();

  const run = async ({ argv, stdin = '' }: Command): Promise<CommandResult> => {
    const written = { stdout: '', stderr: '' };

    const sink = (name: keyof typeof written): TextSink => ({
      write: (text) => {
        written[name] += text;
      },
    });

    const streams = { stdout: sink('stdout'), stderr: sink('stderr'), stdin: Readable.from([Buffer.from(stdin)]) };
    const code = await runCommandLine({ argv, env, cwd, ...streams });

    return { code, ...written };
  };

  return (command) => {
    const result = last.then(() => run(command));
    last = result.catch(() => {});
    return result;
  };
}
