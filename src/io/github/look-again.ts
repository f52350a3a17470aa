import { isServerError } from './github.ts';

/** What became of one pass: look what GitHub has, then write what is missing. */
export interface Pass<T> {
  readonly outcome: T;
  /** Another run may have created its own at the same moment, so there may be two of them now. */
  readonly isCreated: boolean;
}

const maxPasses = 4;

/**
 * Repeats a pass while GitHub may have more than the pass saw: after a creation, and after a failure of the server, which may have
 * carried out what it was asked for. GitHub offers no way to create something only if nobody else did. Throws the last failure, and
 * every other one at once.
 */
export async function lookAgain<T>(
  pass: (count: number) => Promise<Pass<T>>,
  isWorthAnotherPass: (error: unknown) => boolean = isServerError,
): Promise<T> {
  for (let count = 1; ; count++)
    try {
      const { outcome, isCreated } = await pass(count);
      if (!isCreated || count === maxPasses) return outcome;
    } catch (error) {
      if (!isWorthAnotherPass(error) || count === maxPasses) throw error;
    }
}
