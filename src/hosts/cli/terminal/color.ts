import type { Flags } from '../arguments/arguments.ts';
import type { Terminal } from './terminal.ts';

/** Whether the result goes to a terminal. */
export const isShown = (flags: Flags, stdout: Terminal['stdout']): boolean =>
  stdout.isTTY === true && flags.text('output') === undefined;

/**
 * Whether the result is colored. `--color` decides, then NO_COLOR, then FORCE_COLOR, then whether it goes to a terminal that
 * shows colors. A file gets colors only by `--color`.
 */
export function isColored(flags: Flags, { stdout, env }: Pick<Terminal, 'stdout' | 'env'>): boolean {
  const chosen = flags.isOn('color');
  if (chosen !== undefined) return chosen;
  if (env.NO_COLOR) return false;
  if (env.FORCE_COLOR && flags.text('output') === undefined)
    return env.FORCE_COLOR !== '0' && env.FORCE_COLOR !== 'false';
  return isShown(flags, stdout) && env.TERM !== 'dumb';
}
