import type { PullRequest } from '../../../io/github/pull-request.ts';
import type { ApprovablePull } from '../../../io/github/pull-timeline.ts';
import type { BotCommand } from './command.ts';

/** A command, with who gave it, when, and on which pull request. */
export interface GivenCommand {
  readonly command: BotCommand;
  readonly commentId: number;
  readonly actor: string;
  /** When it was written. */
  readonly at: string;
  readonly pull: PullRequest & ApprovablePull;
}
