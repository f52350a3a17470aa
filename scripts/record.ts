/**
 * Records what the real Karpenter does. Needs Go. Scenarios are folders with manifests.yaml and scenario.json, or folders of such folders:
 * npm run record -- scenarios FOLDER… [--runs 5] [--missing]      writes expected.json into each; --missing skips those that have one
 * npm run record -- scenarios --generate SEED COUNT OUT           writes COUNT generated scenarios into OUT, starting from that seed
 * npm run record -- scenarios --suites OUT                        writes the scenarios for Karpenter's own test suites into OUT
 * npm run record -- scenarios --worlds SEED COUNT OUT             writes COUNT generated clusters for the disruption controllers into OUT
 * With --twisted, the generated ones are then changed in ways that the generators themselves do not use.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { behaviourScenarios } from '../test/conformance/behaviours/behaviours.ts';
import { generateTwistedWorld, generateWorld } from '../test/conformance/disruption/generator.ts';
import { generate, generateTwisted } from '../test/conformance/generator.ts';
import type { Question } from '../test/oracle/oracle.ts';
import { Recorder } from '../test/oracle/recorder.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    generate: { type: 'boolean', default: false },
    suites: { type: 'boolean', default: false },
    worlds: { type: 'boolean', default: false },
    twisted: { type: 'boolean', default: false },
    missing: { type: 'boolean', default: false },
    runs: { type: 'string', default: '5' },
  },
});

function write(questions: readonly Question[], out: string): void {
  for (const { name, manifests, settings } of questions) {
    const folder = join(out, name);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'manifests.yaml'), manifests);
    writeFileSync(join(folder, 'scenario.json'), `${JSON.stringify({ name, ...settings })}\n`);
  }
  console.log(`${questions.length} scenarios in ${out}`);
}

const isScenario = (folder: string): boolean => existsSync(join(folder, 'scenario.json'));

function read(folder: string): Question {
  const text = (name: string): string => readFileSync(join(folder, name), 'utf8');
  return { name: basename(folder), manifests: text('manifests.yaml'), settings: JSON.parse(text('scenario.json')) };
}

async function recordFolders(folders: readonly string[]): Promise<void> {
  const scenarios = folders
    .flatMap((folder) => (isScenario(folder) ? [folder] : readdirSync(folder).map((name) => join(folder, name))))
    .filter((folder) => isScenario(folder) && !(values.missing && existsSync(join(folder, 'expected.json'))));
  const recorder = new Recorder(Number(values.runs));
  for (const [index, folder] of scenarios.entries()) {
    try {
      const question = read(folder);
      const recording = await ('kind' in question.settings
        ? recorder.recordWorld(question)
        : recorder.record(question));
      writeFileSync(join(folder, 'expected.json'), `${JSON.stringify(recording, null, 1)}\n`);
      console.log(`${index + 1}/${scenarios.length} ${basename(folder)}${recording.stable ? '' : ', unstable'}`);
    } catch (error) {
      console.error(`${index + 1}/${scenarios.length} ${(error as Error).message}`);
      process.exitCode = 1;
    }
  }
  recorder.close();
}

const [first, count, out] = positionals;
const seeds = (from: number, many: number): number[] => Array.from({ length: many }, (_, i) => from + i);
const scenario = values.twisted ? generateTwisted : generate;
const world = values.twisted ? generateTwistedWorld : generateWorld;
if (values.generate && out !== undefined) write(seeds(Number(first), Number(count)).map(scenario), out);
else if (values.worlds && out !== undefined) write(seeds(Number(first), Number(count)).map(world), out);
else if (values.suites && first !== undefined) write(behaviourScenarios(), first);
else if (!values.generate && !values.worlds && !values.suites && first !== undefined) await recordFolders(positionals);
else {
  console.error(
    'usage: npm run record -- scenarios FOLDER… [--runs 5] [--missing] | --generate SEED COUNT OUT | --worlds SEED COUNT OUT | --suites OUT',
  );
  process.exitCode = 2;
}
