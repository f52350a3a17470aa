/**
 * `npm run stress -- hard-knocks [FOLDER]` runs inputs that are too large for any review (gigabyte files, a million documents, 100,000 files) through
 * the command line of dist/, or of another folder with a build. Prints time, memory and output. Exits 1 if one
 * takes more than 512 MB, crashes, or does not print the expected message.
 */

import { knocks } from '../test/hard-knocks/knocks.ts';
import { complaints, runKnock } from '../test/hard-knocks/run-knock.ts';

const cli = `${process.argv[2] ?? 'dist'}/cli.js`;
const columns = ['what', 'command', 'code', 's', 'MB', 'wrong'];
console.log(`| ${columns.join(' | ')} |\n|${columns.map(() => ' --- |').join('')}`);
for (const knock of knocks) {
  const outcome = runKnock(knock, cli, 300);
  const wrong = complaints(knock, outcome);
  const figures = [outcome.code, outcome.seconds.toFixed(1), Math.round(outcome.megabytes)];
  console.log(`| ${[knock.name, `\`${knock.argv.join(' ')}\``, ...figures, wrong.join('; ')].join(' | ')} |`);
  if (wrong.length > 0) process.exitCode = 1;
}
