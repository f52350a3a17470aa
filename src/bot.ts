#!/usr/bin/env node
import { isProgram, runProgram } from './hosts/bot/program.ts';

export { startBot } from './hosts/bot/bot.ts';
export { openJournal } from './hosts/bot/journal.ts';
export { readBotSettings } from './hosts/bot/settings.ts';
export { runProgram };

// Imported by a server that hosts the handler, this starts nothing.
// Once it is done it ends, whatever a review that was given up still waits for.
if (isProgram(import.meta.url)) process.exit(await runProgram(process, process.argv.slice(2)));
