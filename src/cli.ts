#!/usr/bin/env node
import { endOnceWritten } from './hosts/cli/end.ts';
import { runCommandLine } from './hosts/cli/main.ts';

process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 3));
const { argv, env, stdout, stderr } = process;
process.exitCode = await runCommandLine({
  argv: argv.slice(2),
  env,
  cwd: process.cwd(),
  stdout,
  stderr,
  // Node opens standard input on first access, which takes time, and few invocations read it.
  get stdin() {
    return process.stdin;
  },
});
endOnceWritten(process);
