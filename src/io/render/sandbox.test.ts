import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Sandbox } from './sandbox.ts';

const program = { name: 'helm', path: '/nowhere/helm', libraries: [] };

test.each<[string, string, RegExp]>([
  ['out of the tree', 'c/charts/../../../x/a.yaml', /is outside the repository/],
  ['to the root of the machine', `${'../'.repeat(20)}plumbline-sandbox-test/a.yaml`, /is outside the repository/],
  ['through a file', 'c/a.yaml/b.yaml', /cannot be created next to the other files/],
  ['to a folder', 'c', /cannot be created next to the other files/],
  ['with a name that is too long', 'x'.repeat(300), /cannot be created next to the other files/],
])('a path %s is refused, and nothing runs', async (_, path, why) => {
  const sandbox = new Sandbox();
  try {
    sandbox.write('c/a.yaml', 'a: 1\n');
    sandbox.write(path, 'stolen\n');
    expect(await sandbox.run(program, [])).toEqual({
      refused: { path, why: expect.stringMatching(why), help: 'Correct this path.' },
    });
    if (path.includes('..')) expect(existsSync(join(sandbox.tree, path))).toBe(false);
  } finally {
    sandbox.dispose();
  }
});
