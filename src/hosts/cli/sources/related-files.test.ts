import { expect, test } from 'vitest';
import { run } from '../terminal/terminal.test-support.ts';

const cwd = 'test/cases/a-well-kept-cluster-in-terraform-and-yaml/head';

test('`sources` shows which Terraform belongs to one cluster with which files, and why', async () => {
  const { stdout } = await run(['sources'], { cwd });
  const [, related] = stdout.split('Reviewed as one cluster ');
  expect(related).toBe(
    [
      `(both name the cluster \`shop\`; the folder \`${cwd}\` has only one cluster):`,
      `  \`${cwd}/k8s/apps\``,
      `  \`${cwd}/k8s/karpenter\``,
      `  the Terraform root \`${cwd}/terraform\`\n`,
    ].join('\n'),
  );
});

test('`sources` names no cluster without Terraform', async () => {
  const { stdout } = await run(['sources'], { cwd: `${cwd}/k8s` });
  expect(stdout).not.toContain('Reviewed as one cluster');
});
