import { describe, expect, test } from 'vitest';
import { outcomeOf } from './roots/outcome.ts';
import { sceneOf } from './roots/scene.ts';

/** `PLUMBLINE_ROOTS=2000` tries that many scenes, `PLUMBLINE_SEED` others. */
const count = Number(process.env.PLUMBLINE_ROOTS ?? 60);
const first = 1000 * Number(process.env.PLUMBLINE_SEED ?? 1);

describe('T73: everything that kustomize and helm print for a change is in its plan, or opaque in it', () => {
  test.each(Array.from({ length: count }, (_, i) => first + i))('seed %i', async (seed) => {
    const scene = sceneOf(seed);
    const { unseen, invented } = await outcomeOf(scene);
    expect({ unseen, invented }, scene.name).toEqual({ unseen: [], invented: [] });
  });
});
