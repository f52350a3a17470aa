import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openScene, pool, pushTo, type Scene } from '../github/scene.ts';
import { BotWorld } from './bot-world.ts';

let world: BotWorld;

beforeEach(async () => {
  world = await BotWorld.start();
});
afterEach(() => world.close());

const bodies = async ({ number }: Scene): Promise<string[]> =>
  (await world.fake.comments(number)).map(({ body }) => body);

describe('a pull request', () => {
  test('that is opened gets one comment and one check', async () => {
    const at = await openScene(world.fake, { 'pool.yaml': pool() }, { 'pool.yaml': pool('limit') });
    expect((await world.onPull('opened', at.number)).status).toBe(200);
    await world.settled();
    const [comment, ...more] = await bodies(at);
    expect(more).toEqual([]);
    expect(comment).toContain('`limit`');
    expect((await world.fake.comments(at.number))[0]!.user.login).toBe('plumbline[bot]');
    const runs = await world.fake.checkRuns(at.head);
    expect(runs.map(({ name, conclusion }) => [name, conclusion])).toEqual([['plumbline', 'failure']]);
    expect(world.fake.annotations(at.head).map(({ path, start_line }) => [path, start_line])).toEqual([
      ['pool.yaml', 7],
    ]);
  });

  test('keeps its comment over a push, and the new head has its own check', async () => {
    const first = await openScene(world.fake, { 'pool.yaml': pool() }, { 'pool.yaml': pool('limit') });
    await world.onPull('opened', first.number);
    await world.settled();
    const second = pushTo(world.fake, first, { 'pool.yaml': pool('limit', 'limit2') });
    await world.onPull('synchronize', second.number);
    await world.settled();
    expect(await bodies(second)).toEqual([expect.stringContaining('2 errors')]);
    expect((await world.fake.checkRuns(second.head)).length).toBe(1);
  });
});
