/**
 * Asks the real Karpenter about generated scenarios that no recording holds, and tells on which of them our simulation differs; needs
 * Go: `node scripts/ask.ts SEED COUNT [OUT] [--plain] [--karpenter 1.15]` writes those that differ into OUT, with their answers. Exits 1 on any.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Aspect, aspects, pictureOf, pictureOfExpected } from '../test/conformance/aspects.ts';
import { generate, generateTwisted } from '../test/conformance/generator.ts';
import { type ExpectedResult, run } from '../test/conformance/scenario.ts';
import type { Question } from '../test/oracle/oracle.ts';
import { Recorder } from '../test/oracle/recorder.ts';
import type { Recording } from '../test/oracle/recording.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { karpenter: { type: 'string' }, plain: { type: 'boolean' } },
});
const [seed, count, out] = positionals;

function questionOf(number: number): Question {
  const question = values.plain ? generate(number) : generateTwisted(number);
  if (values.karpenter === undefined) return question;
  return { ...question, settings: { ...question.settings, karpenterVersion: values.karpenter } };
}

/** Texts are left out: which of several errors Karpenter names may be chance, which a single run does not tell. */
function differing(question: Question, result: ExpectedResult): readonly (Aspect | 'crash')[] {
  try {
    const [ours, theirs] = [pictureOf(run(question)), pictureOfExpected(result)];
    return aspects.filter((aspect) => aspect !== 'messages' && ours[aspect] !== theirs[aspect]);
  } catch (error) {
    console.error(error);
    return ['crash'];
  }
}

function keep({ name, manifests, settings }: Question, recording: Recording): void {
  if (out === undefined) return;
  const folder = join(out, name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'manifests.yaml'), manifests);
  writeFileSync(join(folder, 'scenario.json'), `${JSON.stringify({ name, ...settings })}\n`);
  writeFileSync(join(folder, 'expected.json'), `${JSON.stringify(recording, null, 1)}\n`);
}

if (seed === undefined || count === undefined) {
  console.error('usage: node scripts/ask.ts SEED COUNT [OUT] [--plain] [--karpenter 1.15]');
  process.exit(2);
}
const recorder = new Recorder(0);
const features = new Map<string, number>();
let asked = 0;
let differ = 0;
for (let number = Number(seed); number < Number(seed) + Number(count); number++) {
  const question = questionOf(number);
  try {
    const recording = await recorder.record(question);
    asked++;
    for (const feature of question.settings.probes ?? []) features.set(feature, (features.get(feature) ?? 0) + 1);
    const found = differing(question, recording.result);
    if (found.length === 0) continue;
    differ++;
    keep(question, recording);
    console.log(`${question.name}: ${found.join(', ')}`);
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}
recorder.close();
for (const [feature, times] of [...features].sort((a, b) => b[1] - a[1]))
  console.log(`${String(times).padStart(6)} ${feature}`);
console.log(`${asked} asked, ${differ} differ`);
if (differ > 0) process.exitCode = 1;
