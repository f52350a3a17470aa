import { spawn } from 'node:child_process';
import { expect, test } from 'vitest';

test('the demo runs to its end, and all its claims are true', async () => {
  const child = spawn(process.execPath, ['test/demo/play.ts'], { env: { ...process.env, NO_COLOR: '1' } });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk));
  const code = await new Promise((resolve) => child.on('close', resolve));
  expect([code, said.match(/^ {3}✗.*/gm)], said).toEqual([0, null]);
  // One of them compares the forecast with the real Karpenter.
  expect(said).toMatch(/predicted {2}3 nodes .*\n {3}observed {3}3 nodes /);
  expect(said).toContain('21 of 21 claims held.');
});
