import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { run } from '../src/hosts/cli/terminal/terminal.test-support.ts';
import { reviewFiles } from '../src/index.ts';

const nodeClass = (alias: string): string => `apiVersion: karpenter.k8s.aws/v1
kind: EC2NodeClass
metadata: { name: default }
spec:
  amiSelectorTerms:
    - alias: ${alias}
  role: nodes
  subnetSelectorTerms: [{ tags: { karpenter.sh/discovery: main } }]
  securityGroupSelectorTerms: [{ tags: { karpenter.sh/discovery: main } }]
`;

describe('the Renovate preset', () => {
  interface Manager {
    readonly managerFilePatterns: readonly string[];
    readonly matchStrings: readonly string[];
    readonly depNameTemplate: string;
    readonly versioningTemplate: string;
  }
  const { customManagers, packageRules } = JSON.parse(
    readFileSync('deploy/renovate/karpenter-images.json', 'utf8'),
  ) as {
    readonly customManagers: readonly Manager[];
    readonly packageRules: readonly { readonly matchDepNames: readonly string[] }[];
  };
  const found = (text: string): string[] =>
    customManagers.flatMap(({ matchStrings, depNameTemplate }) =>
      matchStrings.flatMap((pattern) =>
        [...text.matchAll(new RegExp(pattern, 'g'))].map(({ groups }) => `${depNameTemplate} ${groups?.currentValue}`),
      ),
    );

  test.each([
    ['alias: al2023@v20260715', 'awslabs/amazon-eks-ami v20260715'],
    ["- alias: 'al2@v20240807'", 'awslabs/amazon-eks-ami v20240807'],
    ['[{alias: bottlerocket@v1.44.0}]', 'bottlerocket-os/bottlerocket v1.44.0'],
    ['{ "alias": "bottlerocket@v1.44.0" }', 'bottlerocket-os/bottlerocket v1.44.0'],
    ['amiSelectorTerms = [{ alias = "al2023@v20260715" }]', 'awslabs/amazon-eks-ami v20260715'],
  ])('finds %s', (text, expected) => expect(found(text)).toEqual([expected]));

  test.each(['alias: al2023@latest', 'alias: bottlerocket@v1.44', 'image: al2023@v20260715', 'alias: windows2022@v1'])(
    'does not find %s',
    (text) => expect(found(text)).toEqual([]),
  );

  test('orders releases of Amazon Linux by date', () => {
    const pattern = new RegExp(customManagers[0]!.versioningTemplate.replace(/^regex:/, ''));
    expect(pattern.exec('v20260715')?.groups).toEqual({ major: '2026', minor: '07', patch: '15' });
  });

  test('reads the files in which node classes are, and has a rule for each program', () => {
    const names = customManagers.map(({ depNameTemplate }) => depNameTemplate);
    expect(packageRules.flatMap(({ matchDepNames }) => matchDepNames)).toEqual(names);
    for (const { managerFilePatterns } of customManagers) {
      const patterns = managerFilePatterns.map((pattern) => new RegExp(pattern.slice(1, -1)));
      const isRead = (file: string): boolean => patterns.some((pattern) => pattern.test(file));
      expect(['a/class.yaml', 'a.yml', 'main.tf', 'x.json', 'README.md'].map(isRead)).toEqual([
        ...[true, true, true, true],
        false,
      ]);
    }
  });

  test('moves an alias in a way that plumbline reviews', async () => {
    const before = nodeClass('bottlerocket@v1.44.0');
    const after = before.replace(found(before)[0]!.split(' ')[1]!, 'v1.45.0');
    const { review } = await reviewFiles({ before: { 'a.yaml': before }, after: { 'a.yaml': after } });
    expect(review.changes.map(({ effect }) => effect)).toEqual(['all-nodes']);
  });
});

test('the MegaLinter plugin runs a command that finds mistakes and writes SARIF', async () => {
  const file = 'deploy/mega-linter-plugin-plumbline/plumbline.megalinter-descriptor.yml';
  const [linter] = parse(readFileSync(file, 'utf8')).linters;
  const cwd = mkdtempSync(join(tmpdir(), 'plumbline-megalinter-'));
  try {
    writeFileSync(join(cwd, 'class.yaml'), nodeClass('al2023@v20260715').replace('role:', 'rol:'));
    const sarif = linter.cli_sarif_args.map((arg: string) => arg.replace('{{SARIF_OUTPUT_FILE}}', 'found.sarif'));
    const { code } = await run([...linter.cli_lint_extra_args, ...sarif, ...linter.cli_lint_extra_args_after], { cwd });
    expect(code).toBe(1);
    const found = JSON.parse(readFileSync(join(cwd, 'found.sarif'), 'utf8'));
    expect(found.runs[0].results.map(({ ruleId }: { ruleId: string }) => ruleId)).toContain('schema/unknown-field');
    for (const flag of [linter.cli_help_arg_name, linter.cli_version_arg_name])
      expect(await run([flag])).toMatchObject({ code: 0 });
  } finally {
    rmSync(cwd, { recursive: true });
  }
});

test('the entry for SchemaStore names the schema of plumbline.yaml', () => {
  const { fileMatch, url } = JSON.parse(readFileSync('editors/schemastore.json', 'utf8'));
  expect(fileMatch).toEqual(['plumbline.yaml']);
  expect(url).toMatch(
    /^https:\/\/raw\.githubusercontent\.com\/plumbline\/plumbline\/main\/docs\/plumbline\.schema\.json$/,
  );
  expect(JSON.parse(readFileSync('docs/plumbline.schema.json', 'utf8')).title).toBe('plumbline.yaml');
});
