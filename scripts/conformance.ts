/**
 * Compares our simulation with recorded answers of the real Karpenter: `npm run compare -- scenarios FOLDER…` (folders with
 * manifests.yaml, scenario.json and expected.json, or folders of such folders, of provisioning and of disruption). Without
 * arguments it compares the repository's own recordings.
 * Prints the agreement by feature and by aspect, then the differences. `--verbose` shows their details. Exits 1 on a mismatch. Without arguments
 * it also updates docs/accuracy.md.
 */
import { readFileSync } from 'node:fs';
import { type Aspect, aspects, type Picture, pictureOf, pictureOfExpected } from '../test/conformance/aspects.ts';
import { readWorldFolders, readWorlds, type World } from '../test/conformance/disruption/world.ts';
import { readFolders, readRecordings, run, type Scenario } from '../test/conformance/scenario.ts';
import { writeAccuracyPage } from './accuracy-page.ts';
import { compareWorlds } from './conformance-worlds.ts';

interface Comparison {
  readonly scenario: Scenario;
  readonly differing: readonly Aspect[];
  readonly ours: Picture | undefined;
  readonly theirs: Picture;
  readonly error: unknown;
}

function compare(scenario: Scenario): Comparison {
  const theirs = pictureOfExpected(scenario.expected.result);
  try {
    const ours = pictureOf(run(scenario));
    return {
      scenario,
      theirs,
      ours,
      differing: aspects.filter((aspect) => isCompared(aspect, scenario) && ours[aspect] !== theirs[aspect]),
      error: undefined,
    };
  } catch (error) {
    return { scenario, theirs, ours: undefined, differing: aspects, error };
  }
}

/** Both sides break ties by name, so everything is compared. Texts are compared only if Karpenter's text is always the same. */
const isCompared = (aspect: Aspect, { expected }: Scenario): boolean =>
  aspect !== 'messages' || expected.stableAspects.messages === true;

/** Recordings of folders, or the repository's own. */
function recordings(folders: readonly string[]): { scenarios: readonly Scenario[]; worlds: readonly World[] } {
  if (folders.length === 0) return { scenarios: readRecordings(), worlds: readWorlds() };
  const worlds = readWorldFolders(folders);
  const names = new Set(worlds.map(({ name }) => name));
  return { scenarios: readFolders(folders).filter(({ name }) => !names.has(name)), worlds };
}

function table(title: string, rows: ReadonlyMap<string, readonly boolean[]>): void {
  console.log(`\n${title}`);
  for (const [name, agreements] of rows) {
    const agreed = agreements.filter(Boolean).length;
    console.log(`  ${name.padEnd(36)} ${agreed}/${agreements.length}${agreed === agreements.length ? '' : '  *'}`);
  }
}

/** Counts the scenarios that use a feature, those that are identical, and those that differ for a known reason. */
function featureTable(all: readonly Comparison[]): void {
  const byFeature = new Map<string, Comparison[]>();
  for (const comparison of all) {
    for (const feature of comparison.scenario.settings.probes ?? ['hand-written']) {
      const scenarios = byFeature.get(feature);
      if (scenarios) scenarios.push(comparison);
      else byFeature.set(feature, [comparison]);
    }
  }
  const row = (feature: string, ...figures: readonly (string | number)[]): string =>
    `${feature.padEnd(38)}${figures.map((figure) => String(figure).padStart(12)).join('')}`;
  console.log(row('feature', 'scenarios', 'identical', 'known gaps'));
  for (const [feature, scenarios] of [...byFeature].sort()) {
    const identical = scenarios.filter(({ differing }) => differing.length === 0).length;
    console.log(row(feature, scenarios.length, identical, scenarios.filter(isGap).length));
  }
}

function show({ scenario, differing, ours, theirs, error }: Comparison, isVerbose: boolean): void {
  console.log(`${scenario.name}: ${differing.join(', ')}`);
  if (!isVerbose) return;
  if (error) console.log(error);
  const [first] = differing;
  if (first === undefined || ours === undefined) return;
  const [mine, real] = [ours[first].split('\n'), theirs[first].split('\n')];
  for (const line of mine.filter((text) => !real.includes(text))) console.log(`  ours   ${line}`);
  for (const line of real.filter((text) => !mine.includes(text))) console.log(`  theirs ${line}`);
}

const { scenarios: gaps } = JSON.parse(
  readFileSync(new URL('../test/conformance/known-gaps.json', import.meta.url), 'utf8'),
) as { scenarios: Readonly<Record<string, string>> };
const isVerbose = process.argv.includes('--verbose');
const folders = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const { scenarios, worlds } = recordings(folders);
const comparisons = scenarios.map(compare);
const isGap = ({ scenario }: Comparison): boolean => Object.hasOwn(gaps, scenario.name);
const compared = (aspect: Aspect): Comparison[] => comparisons.filter(({ scenario }) => isCompared(aspect, scenario));
for (const comparison of comparisons.filter(({ differing }) => differing.length > 0)) show(comparison, isVerbose);
featureTable(comparisons);
table(
  'per aspect',
  new Map(aspects.map((aspect) => [aspect, compared(aspect).map(({ differing }) => !differing.includes(aspect))])),
);
const failed = comparisons.filter(({ differing }) => differing.length > 0);
const unexplained = failed.filter((comparison) => !isGap(comparison));
const closed = comparisons.filter((comparison) => isGap(comparison) && comparison.differing.length === 0);
console.log(
  `\n${comparisons.length - failed.length} of ${comparisons.length} scenarios agree; ${failed.length - unexplained.length} differ for a known reason (test/conformance/known-gaps.json)`,
);
for (const { scenario } of closed) console.log(`${scenario.name} agrees, but is listed as a known gap`);
const doWorldsAgree = worlds.length === 0 || compareWorlds(worlds, isVerbose);
process.exitCode = unexplained.length + closed.length === 0 && doWorldsAgree ? 0 : 1;
if (folders.length === 0) writeAccuracyPage();
