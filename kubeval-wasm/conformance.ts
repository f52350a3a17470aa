import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Program } from './instance.ts';
import { differences, judge, readCases, readDefinitions } from './recorded-case.ts';
import { load, type Validator } from './validator.ts';

/** Runs all recorded cases and prints how many verdicts agree: npm run compare -- kubeval [--program FOLDER]. */
const { values: options } = parseArgs({ options: { program: { type: 'string' } } });

const validator = await load(options.program ? { program: programIn(options.program) } : {});
const definitions = readDefinitions();
const tally = new Map<string, { cases: number; agree: number }>();
const differing: string[] = [];
const start = performance.now();
for (const recorded of readCases()) {
  const name = `${recorded.set} ${recorded.kind} ${recorded.apiVersion.split('/').at(-1)}`;
  const count = tally.get(name) ?? { cases: 0, agree: 0 };
  tally.set(name, count);
  const found = compare(validator, recorded);
  count.cases++;
  if (found.length === 0) count.agree++;
  else differing.push(`${recorded.id} ${name}`, ...found.map((text) => `  ${text.slice(0, 2000)}`));
}
const seconds = (performance.now() - start) / 1000;

for (const [name, { cases, agree }] of tally) console.log(`${name.padEnd(40)} ${agree} of ${cases}`);
const sum = (isBuiltin: boolean, key: 'cases' | 'agree') =>
  [...tally].reduce((total, [name, count]) => total + (name.startsWith('builtin') === isBuiltin ? count[key] : 0), 0);
console.log(`custom kinds: ${sum(false, 'agree')} of ${sum(false, 'cases')}`);
console.log(`built-in kinds: ${sum(true, 'agree')} of ${sum(true, 'cases')}`);
console.log(`${seconds.toFixed(1)} s`);
if (differing.length > 0) console.log(differing.join('\n'));
process.exitCode = differing.length === 0 ? 0 : 1;

function programIn(folder: string): Program {
  const [code, memory] = ['kubeval.wasm', 'kubeval.memory'].map((name) => readFileSync(join(folder, name)));
  return { code: code!, memory: memory! };
}

function compare(validator: Validator, recorded: ReturnType<typeof readCases>[number]): string[] {
  try {
    return differences(recorded, judge(validator, recorded, definitions));
  } catch (error) {
    return [String(error)];
  }
}
