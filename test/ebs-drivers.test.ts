import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { run } from '../src/hosts/cli/terminal/terminal.test-support.ts';

test.each([
  ['ebs.csi.aws.com', true],
  ['ebs.csi.eks.amazonaws.com', true],
  ['kubernetes.io/aws-ebs', true],
  ['efs.csi.aws.com', false],
])('volumes of %s stay in their zone: %s', async (provisioner, isZonal) => {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-ebs-'));
  cpSync('test/cases/volumes-stay-in-a-zone-without-nodes', folder, { recursive: true });
  for (const side of ['base', 'head']) {
    const file = join(folder, side, 'db.yaml');
    writeFileSync(file, readFileSync(file, 'utf8').replace('ebs.csi.aws.com', provisioner));
  }
  const sides = ['--base', join(folder, 'base'), '--head', join(folder, 'head')];
  const { stdout } = await run(['review', ...sides, '--format', 'json']);
  const codes = (JSON.parse(stdout) as { diagnostics: { code: string }[] }).diagnostics.map(({ code }) => code);
  expect(codes.includes('provisioning/volume-zone')).toBe(isZonal);
});
