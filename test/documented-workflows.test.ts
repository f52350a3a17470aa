import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { documentedWorkflows } from './real/documented-workflows.ts';

const workflows = documentedWorkflows();

describe('a workflow in the documentation', () => {
  const withIdentity = workflows.filter(({ text }) => /id-token: *write/.test(text));
  const reviews = workflows.filter(({ text }) => /^ {2}pull_request:|^on: *pull_request/m.test(text));

  test('there is at least one of each kind', () =>
    expect([withIdentity.length > 0, reviews.length > 0]).toEqual([true, true]));

  test.each(withIdentity)('$name has an identity, and pins every action to a commit', ({ text }) => {
    const used = [...text.matchAll(/uses: *(\S+)/g)].map((match) => match[1]!);
    expect(used.filter((uses) => !/@([0-9a-f]{40}|FULL-COMMIT-SHA)$/.test(uses))).toEqual([]);
  });

  test.each(reviews)('$name reviews again when the base changes, and is never skipped', ({ text }) => {
    const { on, jobs } = parse(text);
    expect(on.pull_request.types).toContain('edited');
    for (const job of Object.values(jobs) as { if?: string }[]) expect(job.if).toBeUndefined();
  });
});

describe('the PreSync Job of Argo CD', () => {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-presync-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  const page = readFileSync('docs/apply.md', 'utf8');
  const { spec } = parse(/^apiVersion: batch\/v1\n[\s\S]*?(?=^```)/m.exec(page)![0]).spec.template;
  const [container] = spec.containers;

  /** Runs the Job's script on the newest commit of a local repository, with this plumbline. */
  function run(nodePool: string): number | null {
    const upstream = join(folder, 'upstream');
    const git = (...args: string[]): string => execFileSync('git', ['-C', upstream, ...args], { encoding: 'utf8' });
    mkdirSync(join(upstream, 'clusters/production'), { recursive: true });
    writeFileSync(join(upstream, 'clusters/production/pool.yaml'), nodePool);
    git('init', '--quiet');
    git('add', '.');
    git('-c', 'user.name=a', '-c', 'user.email=a@example.com', 'commit', '--quiet', '--message=change');
    const programs = join(folder, 'bin');
    mkdirSync(programs, { recursive: true });
    // The arguments of plumbline follow `--yes` and the package.
    writeFileSync(
      join(programs, 'npx'),
      `#!/bin/sh\nshift 2\nexec "${process.execPath}" "${resolve('dist/cli.js')}" "$@"\n`,
    );
    chmodSync(join(programs, 'npx'), 0o755);
    const clone = mkdtempSync(join(folder, 'clone-'));
    const script = container.args[0]
      .replace('https://github.com/acme/infra', `file://${upstream}`)
      .replaceAll('/tmp/repository', clone);
    const env = { PATH: `${programs}:${process.env.PATH}`, HOME: folder, REVISION: git('rev-parse', 'HEAD').trim() };
    return spawnSync(container.command[0], [...container.command.slice(1), script], { env }).status;
  }

  test('fails for a commit with an error, and only then', () => {
    const pool = (limits: string): string =>
      readFileSync('examples/label-change/base/karpenter/pools.yaml', 'utf8').replace('limits:', limits);
    expect([run(pool('limits:')), run(pool('limit:'))]).toEqual([0, 1]);
  });

  test('has no token and takes the commit from Argo CD', () => {
    expect(spec.automountServiceAccountToken).toBe(false);
    expect(container.env).toEqual([{ name: 'REVISION', value: '{{ .Values.revision }}' }]);
  });
});
