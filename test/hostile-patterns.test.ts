import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { run } from '../src/hosts/cli/terminal/terminal.test-support.ts';

const karpenter = 'apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: {name: web}\nspec:\n';

/** Texts for which a careless regular expression takes hours. */
const texts: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'a line of templates': { 'a.yaml': `${karpenter}${'{{}}'.repeat(98)}x\n` },
  'a line of templates of Terraform': { 'a.yaml': `${karpenter}${'%{}'.repeat(130)}x\n` },
  'a helmfile with carriage returns': {
    'helmfile.yaml': `releases:\n  - name: karpenter\n    chart: ./x\n#${'\r{{\r'.repeat(60_000)}\n`,
  },
  'an image of an Application': {
    'k/pool.yaml': karpenter,
    'k/kustomization.yaml': 'resources: [pool.yaml]\n',
    'app.yaml': `apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: a}\nspec: {source: {path: k, repoURL: x, kustomize: {images: ["${'@a'.repeat(250_000)}\\n", "${':a'.repeat(250_000)}/"]}}, destination: {}}\n`,
  },
  'the source of a unit of Terragrunt': {
    'm/main.tf': 'resource "kubectl_manifest" "karpenter" {\n  yaml_body = "a: 1"\n}\n',
    'live/terragrunt.hcl': `terraform {\n  source = "../m${'?'.repeat(300_000)}\\n?"\n}\n`,
  },
};

test.each(Object.keys(texts))('%s is read in a time that grows with its length', async (name) => {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-patterns-'));
  try {
    for (const [file, text] of Object.entries(texts[name]!)) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), text);
    }
    const { stdout } = await run(['check', '.', '--quiet'], { cwd: folder });
    expect(stdout).toMatch(/^\d+ errors?, \d+ warnings?/m);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
