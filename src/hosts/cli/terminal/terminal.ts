import type { OwnAction } from '../../../io/git/own-action.ts';
import type { TextOutput } from '../../../io/text-output.ts';

/** The process that a command runs in. */
export interface Terminal {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly stdout: TextOutput;
  readonly stderr: TextOutput;
  readonly stdin: NodeJS.ReadableStream;
  /** The commit on GitHub that this code is from; detected by default. */
  readonly ownAction?: () => Promise<OwnAction | undefined>;
}
