import { describe, expect, test } from 'vitest';
import { Deployments, isRunByDeployment } from './deployments.ts';

const run = (path: string, texts: Readonly<Record<string, string>>, pipelines: readonly string[] = []): boolean =>
  isRunByDeployment(path, {
    files: [{ path }],
    readers: Object.entries(texts).map(([file, text]) => ({ file, text })),
    pipelines,
  });

describe('what pipelines and scripts that can change a cluster run', () => {
  test.each<[string, string, Record<string, string>, string[]]>([
    ['a script of a pipeline', 'ci/a.sh', {}, ['run: kubectl apply -f x; ci/a.sh']],
    ['a script that a script of a pipeline runs', 'b.sh', { 'a.sh': './b.sh' }, ['kubectl version; ./a.sh']],
    [
      'a script at the end of a long chain',
      's9.sh',
      Object.fromEntries(Array.from({ length: 9 }, (_, i) => [`s${i}.sh`, `./s${i + 1}.sh`])),
      ['kubectl version; ./s0.sh'],
    ],
    [
      'two scripts that run each other, one of which deploys',
      'a.sh',
      { 'a.sh': './b.sh', 'b.sh': 'helm up; ./a.sh' },
      [],
    ],
    [
      'two scripts that deploy and run each other',
      'a.sh',
      { 'a.sh': 'helm up; ./b.sh', 'b.sh': 'helm up; ./a.sh' },
      [],
    ],
    ['a workflow of another file', '.github/workflows/x.yaml', { 'a.sh': 'kubectl get; x.yaml' }, []],
    ['a module', 'tools/deploy/up.py', {}, ['run: kubectl get; python -m deploy.up']],
    ['a package', 'tools/deploy/up.py', {}, ['run: kubectl get; python -m tools.deploy']],
    ['rules of make', 'Makefile', {}, ['run: helm version; make up']],
    ['an action', '.github/actions/up/index.js', {}, ['id-token: write\nuses: ./.github/actions/up']],
  ])('%s', (_, path, texts, pipelines) => expect(run(path, texts, pipelines)).toBe(true));

  test.each<[string, string, Record<string, string>, string[]]>([
    ['a script that names itself', 'a.sh', { 'a.sh': 'kubectl get; ./a.sh' }, []],
    ['a script that deploys and that its own callee runs', 'a.sh', { 'a.sh': 'helm up; ./b.sh', 'b.sh': './a.sh' }, []],
    ['a script of one that cannot deploy', 'b.sh', { 'a.sh': './b.sh' }, []],
    ['a file that nothing names', 'c.sh', { 'a.sh': 'kubectl get; ./b.sh' }, ['run: kubectl get']],
    ['a module of another name', 'tools/up.py', {}, ['run: kubectl get; python -m tools.upper']],
  ])('not: %s', (_, path, texts, pipelines) => expect(run(path, texts, pipelines)).toBe(false));
});

test('T50: scripts that all run each other are searched once each', () => {
  const names = Array.from({ length: 400 }, (_, i) => `s${i}.sh`);
  const readers = names.map((file) => ({ file, text: `kubectl get\n${names.join('\n')}` }));
  const deployments = new Deployments({ files: names.map((path) => ({ path })), readers });

  expect(names.every((name) => deployments.run(name))).toBe(true);
  expect(deployments.work).toEqual({ texts: 400, comparisons: 401 * 400 });
});
