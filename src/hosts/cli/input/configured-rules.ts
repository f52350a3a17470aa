import type { CustomRule } from '../../../engine/karpenter/api/custom-rule.ts';
import { Repository } from '../../../io/git/repository.ts';
import type { Flags } from '../arguments/arguments.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { settingsOf } from './review-settings.ts';

/** The rules of the configuration in the current folder, and of the files that it extends. */
export async function configuredRules(flags: Flags, terminal: Terminal): Promise<readonly CustomRule[]> {
  const place = { repository: new Repository(terminal.cwd), ref: undefined };
  return (await settingsOf(flags, terminal, place)).customRules;
}
