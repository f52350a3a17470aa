import { readFileSync } from 'node:fs';
import {
  courseOf,
  type WorldAspect,
  type WorldPicture,
  worldAspects,
  worldPicture,
} from '../test/conformance/disruption/picture.ts';
import { runWorld, type World } from '../test/conformance/disruption/world.ts';

interface Comparison {
  readonly world: World;
  readonly differing: readonly WorldAspect[];
  readonly ours: WorldPicture | undefined;
  readonly theirs: WorldPicture;
  readonly error: unknown;
}

function compare(world: World): Comparison {
  const theirs = worldPicture(world.expected.result);
  try {
    const ours = worldPicture(courseOf(runWorld(world)));
    const differing = worldAspects.filter((aspect) => ours[aspect] !== theirs[aspect]);
    return { world, differing, ours, theirs, error: undefined };
  } catch (error) {
    return { world, differing: worldAspects, ours: undefined, theirs, error };
  }
}

function show({ world, differing, ours, theirs, error }: Comparison, isVerbose: boolean): void {
  console.log(`${world.name}: ${differing.join(', ')}`);
  if (!isVerbose) return;
  if (error) console.log(error);
  const [first] = differing;
  if (first === undefined || ours === undefined) return;
  const [mine, real] = [ours[first].split('\n'), theirs[first].split('\n')];
  for (const line of mine.filter((text) => !real.includes(text))) console.log(`  ours   ${line}`);
  for (const line of real.filter((text) => !mine.includes(text))) console.log(`  theirs ${line}`);
}

/**
 * Compares recorded clusters of the disruption controllers with our results and prints the agreement. Returns whether
 * every difference is explained.
 */
export function compareWorlds(worlds: readonly World[], isVerbose: boolean): boolean {
  const { worlds: gaps } = JSON.parse(
    readFileSync(new URL('../test/conformance/disruption/known-gaps.json', import.meta.url), 'utf8'),
  ) as { worlds: Readonly<Record<string, string>> };
  const comparisons = worlds.map(compare);
  const failed = comparisons.filter(({ differing }) => differing.length > 0);
  for (const comparison of failed) show(comparison, isVerbose);
  console.log('\ndisruption, per aspect');
  for (const aspect of worldAspects) {
    const agreed = comparisons.filter(({ differing }) => !differing.includes(aspect)).length;
    console.log(`  ${aspect.padEnd(36)} ${agreed}/${comparisons.length}${agreed === comparisons.length ? '' : '  *'}`);
  }
  const isGap = ({ world }: Comparison): boolean => Object.hasOwn(gaps, world.name);
  const unexplained = failed.filter((comparison) => !isGap(comparison));
  const closed = comparisons.filter((comparison) => isGap(comparison) && comparison.differing.length === 0);
  console.log(
    `\n${comparisons.length - failed.length} of ${comparisons.length} clusters agree; ${failed.length - unexplained.length} differ for a known reason (test/conformance/disruption/known-gaps.json)`,
  );
  for (const { world } of closed) console.log(`${world.name} agrees, but is listed as a known gap`);
  return unexplained.length + closed.length === 0;
}
