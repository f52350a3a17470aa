#!/usr/bin/env node
import { isProgram, runProgram } from './hosts/bot/program.ts';

export { startBot } from './hosts/bot/bot.ts';
export { openJournal } from './hosts/bot/service/journal.ts';
export { readBotSettings } from './hosts/bot/service/settings.ts';
export { runProgram };

// A server that hosts the handler imports this file, which must then start nothing.
// The process exits once the program is done, even if an abandoned review is still waiting for something.
if (isProgram(import.meta.url)) process.exit(await runProgram(process, process.argv.slice(2)));
