/** Ends the process once all is written: threads and their memory need not be tidied up before. */
export function endOnceWritten(program: NodeJS.Process): void {
  program.stdout.write('', (failed) => {
    // Whoever listens for errors of the stream ends the process then.
    if (!failed) program.stderr.write('', (failedToo) => failedToo ?? program.exit());
  });
}
