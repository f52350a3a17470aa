/**
 * Asks the real Karpenter about scenarios that are not recorded, and shows where our simulation differs. Needs Go:
 *   npm run compare -- ask SEED COUNT [OUT] [--of twisted|plain|worlds] [--karpenter 1.15]
 * Asks about COUNT generated scenarios, starting from a seed. Those that differ are written to OUT with their answers. At the end it prints how
 * often each feature occurred. Exits 1 if there is a difference.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { aspects, pictureOf, pictureOfExpected } from '../test/conformance/aspects.ts';
import { generateTwistedWorld } from '../test/conformance/disruption/generator.ts';
import { courseOf, worldAspects, worldPicture } from '../test/conformance/disruption/picture.ts';
import { runWorld, type World } from '../test/conformance/disruption/world.ts';
import { generate, generateTwisted } from '../test/conformance/generator.ts';
import { run } from '../test/conformance/scenario.ts';
import type { Question } from '../test/oracle/oracle.ts';
import { Recorder } from '../test/oracle/recorder.ts';
import type { Recording } from '../test/oracle/recording.ts';
import type { WorldRecording } from '../test/oracle/world-recording.ts';

const generators: Readonly<Record<string, (seed: number) => Question>> = {
  twisted: generateTwisted,
  plain: generate,
  worlds: generateTwistedWorld,
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { of: { type: 'string', default: 'twisted' }, karpenter: { type: 'string' } },
});
const [seed, count, out] = positionals;
const generator = generators[values.of];
if (seed === undefined || count === undefined || generator === undefined) {
  console.error('usage: npm run compare -- ask SEED COUNT [OUT] [--of twisted|plain|worlds] [--karpenter 1.15]');
  process.exit(2);
}

function questionOf(number: number): Question {
  const question = generator!(number);
  if (values.karpenter === undefined) return question;
  return { ...question, settings: { ...question.settings, karpenterVersion: values.karpenter } };
}

const recorder = new Recorder(0);
const often = new Recorder(3);

/** The answer, and the aspects in which our result differs. */
async function compare(question: Question): Promise<[Recording | WorldRecording, readonly string[]]> {
  if (values.of === 'worlds') {
    const recording = await recorder.recordWorld(question);
    const [ours, theirs] = [worldPicture(courseOf(runWorld(question as World))), worldPicture(recording.result)];
    return [recording, worldAspects.filter((aspect) => ours[aspect] !== theirs[aspect])];
  }
  const recording = await recorder.record(question);
  const [ours, theirs] = [pictureOf(run(question)), pictureOfExpected(recording.result)];
  const differing = aspects.filter((aspect) => ours[aspect] !== theirs[aspect]);
  if (differing.join() !== 'messages') return [recording, differing];
  // If there are several errors, chance may decide which one Karpenter names.
  const sure = await often.record(question);
  return [sure, sure.stableAspects.messages ? differing : []];
}

function keep({ name, manifests, settings }: Question, recording: object): void {
  if (out === undefined) return;
  const folder = join(out, name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'manifests.yaml'), manifests);
  writeFileSync(join(folder, 'scenario.json'), `${JSON.stringify({ name, ...settings })}\n`);
  writeFileSync(join(folder, 'expected.json'), `${JSON.stringify(recording, null, 1)}\n`);
}

const features = new Map<string, number>();
let asked = 0;
let differ = 0;
for (let number = Number(seed); number < Number(seed) + Number(count); number++) {
  const question = questionOf(number);
  try {
    const [recording, differences] = await compare(question);
    asked++;
    for (const feature of question.settings.probes ?? []) features.set(feature, (features.get(feature) ?? 0) + 1);
    if (differences.length === 0) continue;
    keep(question, recording);
    console.log(`${question.name}: ${differences.join(', ')}`);
    differ++;
  } catch (error) {
    console.error(`${question.name}: ${(error as Error).stack}`);
    process.exitCode = 1;
  }
}
recorder.close();
often.close();
for (const [feature, times] of [...features].sort((a, b) => b[1] - a[1]))
  console.log(`${String(times).padStart(6)} ${feature}`);
console.log(`${asked} asked, ${differ} differ`);
if (differ > 0) process.exitCode = 1;
