import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { nodePool } from '../src/engine/changes/plan/plan.test-support.ts';
import type { Plan } from '../src/engine/changes/plan/plan.ts';
import { plansOfSides, type Texts } from './plans-between.ts';

describe('T102: a link that leads to another folder is opaque', () => {
  const files: Texts = {
    'pool.yaml': nodePool(),
    'pools/v1/a.yaml': nodePool('b'),
    'pools/v2/a.yaml': nodePool('b'),
    'README.md': 'A\n',
  };

  async function relinked(path: string, before: string | undefined, after: string | undefined) {
    const folder = mkdtempSync(join(tmpdir(), 'plumbline-links-'));
    try {
      for (const [side, target] of Object.entries({ base: before, head: after })) {
        for (const [name, text] of Object.entries(files)) {
          mkdirSync(dirname(join(folder, side, name)), { recursive: true });
          writeFileSync(join(folder, side, name), text);
        }
        mkdirSync(dirname(join(folder, side, path)), { recursive: true });
        if (target !== undefined) symlinkSync(target, join(folder, side, path));
      }
      const { plans } = await plansOfSides({ folder, base: join(folder, 'base'), head: join(folder, 'head') });
      return (plans[0] as Plan).opaque.map(({ file }) => file);
    } finally {
      rmSync(folder, { recursive: true });
    }
  }

  test.each<[string, string, string | undefined, string | undefined]>([
    ['that moves', 'clusters/prod', '../pools/v1', '../pools/v2'],
    ['that is new', 'clusters/prod', undefined, '../pools/v2'],
    ['that is removed', 'clusters/prod', '../pools/v1', undefined],
    ['with a hidden name', 'clusters/.prod', '../pools/v1', '../pools/v2'],
    ['with an extension', 'clusters/prod.d', '../pools/v1', '../pools/v2'],
  ])('%s', async (_, path, before, after) => {
    expect(await relinked(path, before, after)).toEqual([path]);
  });

  test.each<[string, string, string | undefined, string | undefined]>([
    ['that stays', 'clusters/prod', '../pools/v1', '../pools/v1'],
    ['to a text for people', 'CLAUDE.md', undefined, 'README.md'],
    ['to a picture', 'logo.png', 'a.png', 'b.png'],
  ])('but not one %s', async (_, path, before, after) => {
    expect(await relinked(path, before, after)).toEqual([]);
  });
});
