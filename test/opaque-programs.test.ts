import { describe, expect, test } from 'vitest';
import { opaqueBetween } from './opaque-between.ts';
import type { Texts } from './plans-between.ts';

const workflow = (command: string, top = ''): string =>
  `name: deploy\non:\n  push:\n    branches: [main]\n${top}jobs:\n  d:\n    runs-on: ubuntu-latest\n    steps:\n      - uses: actions/checkout@v4\n      - run: |\n          ${command}\n`;
const file = '.github/workflows/deploy.yaml';
const runs = (command: string, top?: string): Texts => ({ [file]: workflow(command, top) });
const shell = (command: string): string => `#!/bin/bash\n${command}\n`;
const identity = 'permissions:\n  id-token: write\n';

const ignoring: Texts = {
  [file]: workflow('kubectl apply -f pools').replace('[main]\n', "[main]\n    paths-ignore: ['README.md']\n"),
};

type Row = readonly [name: string, around: Texts, path: string, before: string, after: string];

const changed = (around: Texts, path: string, before: string, after: string): Promise<readonly string[]> =>
  opaqueBetween(
    { ...around, ...(before !== '' && { [path]: before }) },
    { ...around, ...(after !== '' && { [path]: after }) },
  );

describe('T98: a program or file that a pipeline names is opaque, whatever its name is', () => {
  test.each<Row>([
    [
      'a script without an extension',
      runs('bin/deploy'),
      'bin/deploy',
      shell('kubectl apply -f pools'),
      shell('kubectl delete nodepools --all'),
    ],
    ['one that a pipeline with an identity runs', runs('./deploy', identity), 'deploy', shell('./a'), shell('./b')],
    [
      'one in another language',
      runs('tools/ship', identity),
      'tools/ship',
      '#!/usr/bin/env python3\na()\n',
      '#!/usr/bin/env python3\nb()\n',
    ],
    [
      'one that another script runs',
      { ...runs('./deploy.sh', identity), 'deploy.sh': 'bash scripts/apply\n' },
      'scripts/apply',
      shell('./a'),
      shell('./b'),
    ],
    [
      'one that a script without an extension runs',
      { ...runs('bin/deploy', identity), 'bin/deploy': shell('bin/apply') },
      'bin/apply',
      shell('./a'),
      shell('./b'),
    ],
    [
      'a file that a shell sources',
      runs('source .envrc; kubectl apply -f $POOLS'),
      '.envrc',
      'export POOLS=pools\n',
      'export POOLS=big\n',
    ],
    ['a profile', runs('. ./.profile && terraform apply'), '.profile', 'A=1\n', 'A=2\n'],
    [
      'variables of a program',
      runs('set -a; . ./ci.env; terraform apply -auto-approve'),
      'ci.env',
      'TF_WORKSPACE=prod\n',
      'TF_WORKSPACE=stg\nTF_CLI_ARGS_apply=-destroy\n',
    ],
    ['variables of every shell', runs('kubectl apply -f pools', 'env:\n  BASH_ENV: ci/env\n'), 'ci/env', 'a\n', 'b\n'],
    [
      'the registry of a program',
      runs('npx ship && kubectl apply -f pools'),
      '.npmrc',
      'registry=https://a.example\n',
      'registry=https://b.example\n',
    ],
    [
      'where a state is',
      runs('terraform init -backend-config=env/$ENV.tfbackend'),
      'env/prod.tfbackend',
      'key = "a"\n',
      'key = "b"\n',
    ],
    ['passwords', runs('cp .netrc ~ && helm upgrade a b'), '.netrc', 'a\n', 'b\n'],
    [
      'a new file of a glob',
      runs('for f in pools/*; do kubectl apply -f $f; done'),
      'pools/more.disabled',
      '',
      'a: b\n',
    ],
    [
      'a file of a folder that is listed',
      runs('for f in $(ls pools); do kubectl apply -f pools/$f; done'),
      'pools/more.off',
      'a\n',
      'b\n',
    ],
    [
      'a file of a folder that git lists',
      runs('git ls-files pools | xargs -n1 kubectl apply -f'),
      'pools/more.off',
      'a\n',
      '',
    ],
  ])('%s', async (_, around, path, before, after) => {
    expect(await changed(around, path, before, after)).toEqual([path]);
  });

  test.each<Row>([
    [
      'a script that no pipeline names and that runs no such program',
      runs('kubectl apply -f pools'),
      'bin/format',
      shell('prettier .'),
      shell('biome .'),
    ],
    [
      'a comment of a script',
      runs('bin/deploy'),
      'bin/deploy',
      shell('kubectl apply -f pools'),
      `#!/bin/bash\n# Why.\nkubectl apply -f pools\n`,
    ],
    ['a script of a pipeline of tests', runs('bin/test'), 'bin/test', shell('npm test'), shell('npm run all')],
    ['the version of a tool', runs('cat .node-version; kubectl apply -f pools'), '.node-version', '22\n', '24\n'],
    ['settings that no pipeline names', runs('kubectl apply -f pools'), '.envrc', 'a\n', 'b\n'],
    ['settings of an editor', runs('kubectl apply -f pools'), '.editorconfig', 'a\n', 'b\n'],
    [
      'a file of another folder',
      runs('for f in pools/*; do kubectl apply -f $f; done'),
      'shop/more.disabled',
      '',
      'a: b\n',
    ],
    ['a license', runs('bin/deploy'), 'LICENSE', 'a\n', 'b\n'],
    ['text for people that triggers name', ignoring, 'README.md', 'a\n', 'b\n'],
  ])('but not %s', async (_, around, path, before, after) => {
    expect(await changed(around, path, before, after)).toEqual([]);
  });
});

describe('T97: another commit of an action in a pipeline that can deploy is opaque', () => {
  const uses = (ref: string): string => workflow('kubectl apply -f pools').replace('checkout@v4', `checkout@${ref}`);
  const [a, b] = ['3'.repeat(40), '1'.repeat(40)];
  const concurrent = (text: string): string => workflow('kubectl apply -f pools', text);

  test.each<[string, string, string]>([
    ['a commit', uses(a!), uses(b!)],
    ['a commit with the name of a version', uses(`${a} # v4`), uses(`${b} # v5`)],
    ['a commit in the place of a version', uses('v4'), uses(a!)],
    ['a version in the place of a commit', uses(a!), uses('v4')],
    ['a branch', uses('v4'), uses('main')],
    [
      'that a run ends another one',
      concurrent('concurrency:\n  group: a\n  cancel-in-progress: false\n'),
      concurrent('concurrency:\n  group: a\n  cancel-in-progress: true\n'),
    ],
  ])('%s', async (_, before, after) => {
    expect(await opaqueBetween({ [file]: before }, { [file]: after })).toEqual([file]);
  });

  test.each<[string, string, string]>([
    ['another version', uses('v4'), uses('v5')],
    ['another version in full', uses('v4.1.0'), uses('v4.2.1')],
    ['the name of a step', uses('v4'), uses('v4').replace('- uses', '- name: Files\n        uses')],
    [
      'a commit in a pipeline of tests',
      uses(a!).replace('kubectl apply -f pools', 'npm test'),
      uses(b!).replace('kubectl apply -f pools', 'npm test'),
    ],
  ])('but not %s', async (_, before, after) => {
    expect(await opaqueBetween({ [file]: before }, { [file]: after })).toEqual([]);
  });

  const jobs = (first: string, second: string): string =>
    `on: push\npermissions:\n  id-token: write\njobs:\n  plan:\n    runs-on: ubuntu-latest\n    steps:\n${first}      - run: kubectl diff -f pools\n  apply:\n    runs-on: ubuntu-latest\n    steps:\n${second}      - run: kubectl apply -f pools\n`;
  const gate = '      - uses: acme/policy-gate@v2\n';
  const deploy = '      - uses: ./.github/actions/deploy\n';

  test.each<[string, string, string]>([
    ['is added where another job uses it', jobs('', deploy), jobs(deploy, deploy)],
    ['leaves one of two jobs', jobs(gate, gate), jobs(gate, '')],
    ['moves to another job', jobs(gate, ''), jobs('', gate)],
  ])('an action that %s', async (_, before, after) => {
    expect(await opaqueBetween({ [file]: before }, { [file]: after })).toEqual([file]);
  });

  test('names and actions between a condition and its command', async () => {
    const guarded = (between: string): string =>
      jobs('', `      - if: github.ref == 'refs/heads/main'\n${between}        run: kubectl apply -f pools\n`);
    const split = '        uses: actions/checkout@v4\n      - name: Apply\n';
    expect(await opaqueBetween({ [file]: guarded('') }, { [file]: guarded(split) })).toEqual([file]);
  });

  test('but not another version in one of two jobs', async () => {
    const newer = gate.replace('v2', 'v3');
    expect(await opaqueBetween({ [file]: jobs(gate, gate) }, { [file]: jobs(gate, newer) })).toEqual([]);
  });

  test('a new workflow of tests', async () => {
    expect(await opaqueBetween({}, { [file]: workflow('npm test') })).toEqual([]);
  });
});
