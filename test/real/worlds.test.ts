import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { worldAspects, worldPicture } from '../conformance/disruption/picture.ts';
import { type ExpectedCourse, readWorlds } from '../conformance/disruption/world.ts';
import { readHashes } from '../conformance/hashes/recording.ts';
import { buildOracle } from '../oracle/build.ts';
import { askHashes, hashModules } from '../oracle/hashes/hashes.ts';
import { Oracle } from '../oracle/oracle.ts';
import { sampleOf } from './sample.ts';

let byName: Oracle;

// Uses the same build as the scenarios. The first of the two waits for it.
beforeAll(() => {
  byName = new Oracle(buildOracle().byName, 1);
});
afterAll(() => byName.close());

describe('the real disruption controllers still give the recorded results', () => {
  test.each(sampleOf(readWorlds(), 8))('$name', async (world) => {
    const { runs, error } = await byName.ask<ExpectedCourse>(world);
    const [again, recorded] = [runs?.[0], worldPicture(world.expected.result)];
    if (again === undefined) throw new Error(error);
    const picture = worldPicture(again);
    expect(worldAspects.filter((aspect) => picture[aspect] !== recorded[aspect])).toEqual([]);
  });
});

// The version that the oracle is built from, because its modules are already compiled.
test('the controllers still give the recorded hashes', () => {
  const objects = sampleOf(readHashes('1.14').objects, 200);
  const modules = hashModules.find(({ minor }) => minor === '1.14')!;
  expect(askHashes(modules, objects).map(({ hash }) => hash)).toEqual(objects.map(({ hash }) => hash));
});
