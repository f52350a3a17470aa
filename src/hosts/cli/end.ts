/** Ends the process once all output is written. Threads do not have to be stopped first. */
export function endOnceWritten(program: NodeJS.Process): void {
  program.stdout.write('', (failed) => {
    // On failure, the error handler of the stream ends the process.
    if (!failed) program.stderr.write('', (failedToo) => failedToo ?? program.exit());
  });
}
