import type { OwnAction } from '../../../io/git/own-action.ts';
import type { TextOutput } from '../../../io/text-output.ts';

/** What the commands talk to. */
export interface Terminal {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly stdout: TextOutput;
  readonly stderr: TextOutput;
  readonly stdin: NodeJS.ReadableStream;
  /** Which commit on GitHub this code is; found out by default. */
  readonly ownAction?: () => Promise<OwnAction | undefined>;
}
