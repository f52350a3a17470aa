import { isServerError } from './github-errors.ts';

/** The result of one pass, which reads GitHub's state and writes what is missing. */
export interface Pass<T> {
  readonly outcome: T;
  /** The pass created something. Another run may have done the same at the same moment. */
  readonly isCreated: boolean;
}

const maxPasses = 4;

/**
 * Repeats a pass while GitHub may have more than the pass saw. That is the case after creating something, and after a server error,
 * because the request may still have succeeded. GitHub cannot create something only if nobody else did. After the last pass, throws
 * the failure. Throws any other failure at once.
 */
export async function repeatPass<T>(
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
