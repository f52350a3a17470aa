import type { Env } from '../../../io/env.ts';
import type { OwnAction } from '../../../io/git/own-action.ts';
import type { TextOutput } from '../../../io/text-output.ts';

/** The process that a command runs in. */
export interface Terminal {
  readonly argv: readonly string[];
  readonly env: Env;
  readonly cwd: string;
  readonly stdout: TextOutput;
  readonly stderr: TextOutput;
  readonly stdin: NodeJS.ReadableStream;
  /** The commit on GitHub that this code is from; detected by default. */
  readonly ownAction?: () => Promise<OwnAction | undefined>;
}
