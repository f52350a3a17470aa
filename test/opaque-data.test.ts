import { describe, expect, test } from 'vitest';
import { opaqueBetween } from './opaque-between.ts';
import type { Texts } from './plans-between.ts';

/** A file of data that a change edits, and what else is in the repository. */
type Scene = readonly [data: string, around: Texts];

const deploy = (command: string): Texts => ({ 'deploy.sh': `#!/bin/sh\nset -e\n${command}\n` });
const workflow = (command: string): Texts => ({
  '.github/workflows/deploy.yml': `on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    environment: production\n    steps:\n      - run: ${command}\n`,
});

const named: Readonly<Record<string, Scene>> = {
  'variables without an extension': ['env/vars', deploy('. ./env/vars\nkubectl apply -f - <<EOF\n$A\nEOF')],
  'variables that a rule of make includes': [
    'vars',
    { Makefile: 'include vars\nup:\n\thelm upgrade web ./web --set a=$(A)\n' },
  ],
  'a file of variables of Terraform': ['prod/inputs', deploy('terraform apply -var-file=prod/inputs')],
  'values in JSON under any name': ['settings/web.json', deploy('helm upgrade web oci://x/web -f settings/web.json')],
  'values under a name that a variable has': ['settings/prod', deploy('helm upgrade web oci://x/web -f settings/$ENV')],
  'data of Jsonnet in another folder': [
    'data/pools.json',
    { 'clusters/main.jsonnet': "local p = import '../data/pools.json';\n{}\n" },
  ],
  'a text that Jsonnet imports': [
    'data/pool.txt',
    { 'clusters/main.jsonnet': "std.parseYaml(importstr '../data/pool.txt')\n" },
  ],
  'a table that CUE embeds': ['pools.csv', { 'main.cue': '@extern(embed)\npools: _ @embed(file="pools.csv")\n' }],
  'data of a pipeline': ['pools.json', workflow('./ship --pools pools.json')],
  'a manifest without its extension': ['pool.txt', deploy('kubectl apply -f pool.txt')],
};

const unnamed: Readonly<Record<string, Scene>> = {
  'data that nothing names': ['data/users.json', deploy('kubectl apply -f pools/')],
  'a script that changes no cluster': ['data/users.json', deploy('jq . data/users.json')],
  'a pipeline of tests': [
    'fixtures/a.json',
    {
      '.github/workflows/test.yml':
        'on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - run: npm test fixtures/a.json\n',
    },
  ],
  'a word that is also a name': ['app/config', deploy('kubectl config use-context prod')],
  'a longer name': ['app/users.json', deploy('kubectl create configmap a --from-file=admin-users.json')],
  'text for people': ['docs/deploy.md', deploy('cat docs/deploy.md; kubectl apply -f pools/')],
  'an image that a deployment builds': [
    'app/Dockerfile',
    deploy('docker build -f app/Dockerfile . && kubectl rollout restart deploy/app'),
  ],
  'dependencies that a pipeline installs': [
    'requirements.txt',
    workflow('pip install -r requirements.txt && ./deploy'),
  ],
  'a lockfile that is the key of a cache': [
    'package-lock.json',
    workflow('echo package-lock.json && kubectl apply -f pools/'),
  ],
  'dependencies of a program next to Jsonnet': ['web/package.json', { 'main.jsonnet': "import 'a.libsonnet'\n" }],
};

const opaqueAfter = ([data, around]: Scene): Promise<readonly string[]> =>
  opaqueBetween({ ...around, [data]: '{"a": 1}\n' }, { ...around, [data]: '{"a": 2}\n' });

describe('T84: data is opaque if a program that may change a cluster names it', () => {
  test.each(Object.entries(named))('%s', async (_, scene) => {
    expect(await opaqueAfter(scene)).toEqual([scene[0]]);
  });

  test.each(Object.entries(unnamed))('but not %s', async (_, scene) => {
    expect(await opaqueAfter(scene)).toEqual([]);
  });
});
