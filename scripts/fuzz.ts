/**
 * `npm run stress -- fuzz [COUNT] [SEED]`: feeds corrupted inputs to the parsers. Prints crashes with their seeds, the
 * slowest input, and the memory.
 */
import { fuzz } from '../test/fuzz/fuzz.ts';

const [count = 100_000, seed = 1] = process.argv.slice(2).map(Number);
/** Inputs have at most 20 kB, so one that takes this long counts as a hang. */
const slowMs = 5_000;

let slowest = { target: '', seed: 0, milliseconds: 0 };
let done = 0;
const slow: string[] = [];
const crashes = fuzz(count, seed, (target, at, milliseconds) => {
  if (milliseconds > slowest.milliseconds) slowest = { target, seed: at, milliseconds };
  if (milliseconds > slowMs) slow.push(`${target} ${at}: ${milliseconds.toFixed(0)} ms`);
  if (++done % 10_000 === 0) process.stderr.write(`${done} inputs\n`);
});
for (const crash of crashes.slice(0, 20)) console.log(`${crash.target} ${crash.seed}: ${crash.error}\n`);
const megabytes = Math.round(process.memoryUsage().rss / 1e6);
console.log(
  `${count} inputs from seed ${seed}: ${crashes.length} crashes, ${slow.length} over ${slowMs} ms; slowest ${slowest.target} ${slowest.seed} ${slowest.milliseconds.toFixed(0)} ms; ${megabytes} MB at the end`,
);
if (slow.length > 0) console.log(slow.join('\n'));
process.exitCode = crashes.length + slow.length > 0 ? 1 : 0;
