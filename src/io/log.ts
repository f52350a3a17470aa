import type { TextOutput } from './text-output.ts';

/** Shows progress to people. Results are written elsewhere. */
export interface Log {
  /** Shows the current step. On a terminal, the next step replaces it. Elsewhere, each step is a line. */
  progress(message: string): void;
  /** Ends the progress line. */
  done(): void;
}

/** A log that shows nothing. */
export const silentLog: Log = { progress: () => {}, done: () => {} };

const minimumQuietMs = 300;

/**
 * Progress on a stream: one line that is rewritten on a terminal, plain lines otherwise.
 * Nothing is shown in the first moments, so that a fast run prints nothing.
 */
export function streamLog(stream: Pick<TextOutput, 'isTTY' | 'write' | 'rewrite'>, now: () => number = Date.now): Log {
  const start = now();
  let isShowing = false;

  return {
    progress(message) {
      if (now() - start < minimumQuietMs) return;
      if (!stream.isTTY) {
        stream.write(`${message}\n`);
        return;
      }

      stream.rewrite(message);
      isShowing = true;
    },
    done() {
      if (isShowing) stream.rewrite('');
      isShowing = false;
    },
  };
}
