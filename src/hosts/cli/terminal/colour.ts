import type { Flags } from '../arguments/arguments.ts';
import type { Terminal } from './terminal.ts';

/** Whether somebody sees the result on a terminal. */
export const isShown = (flags: Flags, stdout: Terminal['stdout']): boolean =>
  stdout.isTTY === true && flags.text('output') === undefined;

/** Whether the result is coloured: as `--color` says, else on a terminal that can and wants it. */
export const isColoured = (flags: Flags, { stdout, env }: Pick<Terminal, 'stdout' | 'env'>): boolean =>
  flags.isOn('color') ?? (isShown(flags, stdout) && !env.NO_COLOR && env.TERM !== 'dumb');
