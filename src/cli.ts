#!/usr/bin/env node
import { main } from './hosts/cli/main.ts';

process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 3));
const { env, stdout, stderr, stdin } = process;
process.exitCode = await main({ argv: process.argv.slice(2), env, cwd: process.cwd(), stdout, stderr, stdin });
