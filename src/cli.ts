#!/usr/bin/env node
import { main } from './hosts/cli/main.ts';

process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 3));
const { argv, env, stdout, stderr } = process;
process.exitCode = await main({
  ...{ argv: argv.slice(2), env, cwd: process.cwd(), stdout, stderr },
  // Node opens it at the first look at it, which takes a while, and hardly anybody pipes into it.
  get stdin() {
    return process.stdin;
  },
});
// Once all is written, threads and their memory need not be tidied up before the process ends.
stdout.write('', (failed) => {
  if (!failed) stderr.write('', (failedToo) => failedToo ?? process.exit());
});
