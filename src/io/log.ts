import type { TextOutput } from './text-output.ts';

/** Where progress and messages for people go; results go elsewhere. */
export interface Log {
  /** What is being done now; replaced by the next one on a terminal, a line each elsewhere. */
  progress(message: string): void;
  /** Ends the progress line. */
  done(): void;
}

/** A log that says nothing. */
export const silentLog: Log = { progress: () => {}, done: () => {} };

const minimumQuietMs = 300;

/**
 * Progress on a stream: one line that is rewritten on a terminal, plain lines otherwise.
 * The first moments stay quiet, so that a fast run prints nothing.
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
