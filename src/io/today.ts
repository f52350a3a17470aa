import { PlumblineError } from '../shared/errors.ts';

/** Today in UTC, such as `2026-11-23`. See `timeOf`. */
export const today = (now: Date = new Date(), env: Readonly<NodeJS.ProcessEnv> = process.env): string =>
  timeOf(now, env).toISOString().slice(0, 10);

/**
 * The time of a run. `SOURCE_DATE_EPOCH` in the environment replaces the clock, so that the same files give the same review on
 * another day (https://reproducible-builds.org/specs/source-date-epoch/). Throws PlumblineError('usage') if it is not a number of seconds.
 */
export function timeOf(now: Date = new Date(), env: Readonly<NodeJS.ProcessEnv> = process.env): Date {
  const fixed = env.SOURCE_DATE_EPOCH;
  if (!fixed) return now;
  if (!/^\d{1,11}$/.test(fixed))
    throw new PlumblineError('usage', '`SOURCE_DATE_EPOCH` is not a number of seconds', {
      help: 'Set it to seconds since 1970, such as the output of `date +%s`, or unset it.',
    });

  return new Date(Number(fixed) * 1000);
}
