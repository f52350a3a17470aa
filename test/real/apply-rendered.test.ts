import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { nodeClass, nodePool, type Texts } from '../../src/engine/changes/plan/plan.test-support.ts';
import { run } from '../../src/hosts/cli/terminal/terminal.test-support.ts';
import { type ApiServer, startApiServer } from '../apiserver/api-server.ts';
import { type Run, runAction } from '../github/action.ts';
import { checkout } from '../github/checkout.ts';
import type { Files } from '../github/git-repository.ts';
import { FakeGitHub } from '../github/github.ts';
import { type Changes, openScene, type Scene } from '../github/scene.ts';
import { clear, liveOf, startController } from './apply-cluster.ts';
import { type ApplyOptions, allow, applyJob, config, kubeconfig, type Merged, withChanges } from './merge-scene.ts';

/** Pull requests that change a kustomization or a chart: reviewed, approved by digest, rendered in one job, applied in another. */
let server: ApiServer;
let fake: FakeGitHub;
let controller: { stop(): Promise<void> };

beforeAll(async () => {
  server = await startApiServer();
});
afterAll(() => server?.stop());
beforeEach(async () => {
  fake = await FakeGitHub.start();
  controller = startController(server);
});
afterEach(async () => {
  await controller.stop();
  await clear(server);
  await fake.close();
});

const overlay = 'clusters/production';
/** An overlay that sets the limit of a NodePool of a base. */
const kustomized = (cpu: string, target = '{kind: NodePool}'): Texts => ({
  'base/kustomization.yaml': 'resources: [pools.yaml]\n',
  'base/pools.yaml': `${nodeClass()}---\n${nodePool()}`,
  [`${overlay}/kustomization.yaml`]: `resources: [../../base]
patches:
  - target: ${target}
    patch: '[{"op": "replace", "path": "/spec/limits/cpu", "value": "${cpu}"}]'
`,
});
/** A chart with a dependency that is committed in `charts/`. */
const charted = (cpu: string): Texts => ({
  [`${overlay}/Chart.yaml`]: `apiVersion: v2
name: pools
version: 0.1.0
dependencies: [{name: pool, version: 0.1.0, repository: "https://charts.example.com"}]
`,
  [`${overlay}/values.yaml`]: `pool: {cpu: "${cpu}"}\n`,
  [`${overlay}/templates/class.yaml`]: nodeClass(),
  [`${overlay}/charts/pool/Chart.yaml`]: 'apiVersion: v2\nname: pool\nversion: 0.1.0\n',
  // Most charts render a label that looks as if Helm delivered the object.
  [`${overlay}/charts/pool/templates/pool.yaml`]: nodePool('web', 'limits: {cpu: {{ .Values.cpu | quote }}}').replace(
    '{name: web}',
    '{name: web, labels: {app.kubernetes.io/managed-by: {{ .Release.Service }}}}',
  ),
});

const main: Texts = { 'plumbline.yaml': config() };

/** The review of a pull request. */
async function reviewJob({ number, merge }: Scene): Promise<Run> {
  const workspace = checkout(fake, merge);
  const payload = { pull_request: await fake.pull(number) };
  const token = await fake.token({ contents: 'read', pull_requests: 'write' });
  const env = { PATH: process.env.PATH! };
  const said = await runAction(fake, { event: 'pull_request', payload, sha: merge, token, workspace, env });
  rmSync(workspace, { recursive: true });
  return said;
}

interface RenderOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly inputs?: Readonly<Record<string, string>>;
  /** Flags of `git fetch`. */
  readonly flags?: readonly string[];
}

/** The job without credentials. Its token may only read contents. */
async function renderJob(
  { before, after }: { readonly before: string; readonly after: string },
  { env = {}, inputs = {}, flags = [] }: RenderOptions = {},
): Promise<Run> {
  const workspace = checkout(fake, after, ...flags);
  const said = await runAction(fake, {
    event: 'push',
    payload: { before, repository: { default_branch: 'main' } },
    sha: after,
    token: await fake.token({ contents: 'read' }),
    workspace,
    env: { GITHUB_REF: 'refs/heads/main', PATH: process.env.PATH!, ...env },
    inputs: { mode: 'render', ...inputs },
  });
  rmSync(workspace, { recursive: true });
  return said;
}

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** A file as actions/download-artifact writes it. */
function downloaded(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-artifact-'));
  folders.push(folder);
  writeFileSync(join(folder, 'plumbline-rendered.json'), text);
  return join(folder, 'plumbline-rendered.json');
}

/** The job with credentials. No program is on its PATH. */
const apply = (at: Merged, text: string, options: ApplyOptions = {}): Promise<Run> =>
  applyJob(fake, server, at, { ...options, inputs: { rendered: downloaded(text), ...options.inputs } });

/** Merges a pull request by a squash, as GitHub names it. */
function squash(scene: Scene, into: { commit: string; files: Files }): Merged {
  const after = fake.git.commit(into.files, [into.commit], { subject: `A change (#${scene.number})` });
  fake.merges.merge(scene.number, after);
  return { ...scene, before: into.commit, after };
}

/** Opens, reviews and approves a change by its digest, and merges it. */
async function merged(before: Files, changes: Changes): Promise<Merged & { files: Files; digest: string }> {
  const scene = await openScene(fake, before, changes);
  allow(fake, scene.head);
  const digest = (await reviewJob(scene)).outputs['plan-digest']!;
  expect(digest).toMatch(/^[0-9a-f]{64}$/);
  await fake.say('trent', scene.number, `/plumbline approve ${digest}`);
  const files = withChanges(before, changes);
  return { ...squash(scene, { commit: scene.base, files }), files, digest };
}

const cpu = async (): Promise<unknown> => (await liveOf(server, 'NodePool', 'web'))?.spec.limits?.cpu;

/** The same pull request against the cluster of another test. */
async function rendered(at: Merged, options: RenderOptions = {}): Promise<string> {
  const said = await renderJob(at, options);
  expect(said.failure).toBeUndefined();
  return said.outputs.rendered!;
}

describe.each([
  ['a kustomization', kustomized],
  ['a chart', charted],
])('%s', (_, filesOf) => {
  test('a pull request is approved by its digest, rendered by one job, and applied until Ready by another', async () => {
    const first = await merged(main, filesOf('100'));
    const text = await rendered(first);
    const said = await apply(first, text);
    expect(said.failure).toBeUndefined();
    expect(said.outputs).toMatchObject({ 'apply-result': 'applied', 'plan-digest': first.digest });
    expect(await cpu()).toBe('100');
    expect((await liveOf(server, 'NodePool', 'web')).metadata.annotations['plumbline.dev/digest']).toBe(first.digest);
    // The next one starts from there.
    const head = fake.git.commit({ ...first.files, ...filesOf('200') }, [first.after]);
    const number = await fake.open({ base: first.after, head, branch: 'next' });
    allow(fake, head);
    const scene = {
      number,
      base: first.after,
      head,
      merge: fake.git.commit({ ...first.files, ...filesOf('200') }, [first.after, head]),
    };
    const digest = (await reviewJob(scene)).outputs['plan-digest']!;
    const second = squash(scene, { commit: first.after, files: { ...first.files, ...filesOf('200') } });
    const again = await rendered(second);
    const unapproved = await apply(second, again);
    expect(unapproved.failure).toContain('0 of 1 approvals');
    expect(await cpu()).toBe('100');
    await fake.say('trent', number, `approve ${digest}`);
    expect((await apply(second, again)).failure).toBeUndefined();
    expect(await cpu()).toBe('200');
  });
});

describe('what the apply does not trust', () => {
  /** Changes the only rendering of the overlay at the head. */
  const altered = (
    text: string,
    change: (one: { text: string; programs: string[]; files: Record<string, string> }) => void,
  ): string => {
    const file = JSON.parse(text);
    for (const one of file.renderings) if (one.root === overlay && one.text.includes('"100"')) change(one);
    return JSON.stringify(file);
  };

  test('T67, T68, T69: an altered text, another version, other files, another commit or run, and no file at all', async () => {
    const at = await merged(main, kustomized('100'));
    const text = await rendered(at);
    const cases: readonly (readonly [string, string, string, ApplyOptions?])[] = [
      [
        'an altered text',
        altered(text, (one) => {
          one.text = one.text.replace('"100"', '"99999"');
        }),
        '1 approved a different digest',
      ],
      [
        'another version',
        altered(text, (one) => {
          one.programs = ['kustomize v5.9.9'];
        }),
        'kustomize v5.9.9 rendered objects of it, so only a comment with its digest approves it',
      ],
      [
        'other files',
        altered(text, (one) => {
          one.files['base/pools.yaml'] = 'b'.repeat(64);
        }),
        '`clusters/production` cannot be applied, because the render job rendered it from other content of `base/pools.yaml`',
      ],
      ['another commit', text.replace(at.after, 'd'.repeat(40)), 'was rendered for `dddddddddddd`'],
      ['another run', text, 'was rendered by run 1, and not by this run', { env: { GITHUB_RUN_ID: '2' } }],
      ['a file that is cut off', text.slice(0, -9), 'is cut off or is not JSON'],
      [
        'nothing',
        text.replace(/"renderings": \[[\s\S]*\]/, '"renderings": []'),
        'because the render job did not render it',
      ],
    ];
    for (const [name, handed, message, options] of cases) {
      const said = await apply(at, handed, options);
      expect(said.failure, name).toContain(message);
      expect(said.failure!.split('\n'), name).toHaveLength(1);
      expect(await cpu(), name).toBeUndefined();
    }
    const without = await applyJob(fake, server, at);
    expect(without.failure).toContain('it renders nothing, and no render job handed over what it rendered');
    expect((await apply(at, text)).failure).toBeUndefined();
  });

  test('T75: texts that were emptied, or that stand on both sides', async () => {
    const first = await merged(main, kustomized('100'));
    expect((await apply(first, await rendered(first))).failure).toBeUndefined();
    const files = { ...main, ...kustomized('200') };
    const head = fake.git.commit(files, [first.after]);
    const number = await fake.open({ base: first.after, head, branch: 'alike' });
    allow(fake, head);
    const scene = { number, base: first.after, head, merge: fake.git.commit(files, [first.after, head]) };
    await fake.say('trent', number, `approve ${(await reviewJob(scene)).outputs['plan-digest']}`);
    const second = squash(scene, { commit: first.after, files });
    const text = await rendered(second);
    const changed = (change: (one: { text: string }) => string): string => {
      const file = JSON.parse(text);
      for (const one of file.renderings) one.text = change(one);
      return JSON.stringify(file);
    };
    const emptied = await apply(
      second,
      changed(() => ''),
    );
    expect(emptied.failure).toMatch(/people approved the plan|approved a different digest/);
    const alike = await apply(
      second,
      changed(({ text: own }) => own.replace('"200"', '"100"')),
    );
    expect(alike.failure).toMatch(/people approved the plan|approved a different digest/);
    expect(await cpu()).toBe('100');
  });

  test('T66, T67: a review does not approve rendered objects, and neither does `gate.approvals: 0` or break-glass', async () => {
    const scene = await openScene(fake, { 'plumbline.yaml': config('gate: {approvals: 0}\n') }, kustomized('100'));
    allow(fake, scene.head);
    await fake.review('trent', scene.number, { event: 'APPROVE', commit: scene.head });
    const at = squash(scene, {
      commit: scene.base,
      files: { 'plumbline.yaml': config('gate: {approvals: 0}\n'), ...kustomized('100') },
    });
    const text = await rendered(at);
    // A program on PATH that would leave a trace if the job with credentials ran it.
    const trace = join(tmpdir(), `plumbline-ran-${process.pid}`);
    const programs = mkdtempSync(join(tmpdir(), 'plumbline-programs-'));
    folders.push(programs);
    for (const name of ['kustomize', 'helm'])
      writeFileSync(join(programs, name), `#!/bin/sh\ntouch ${trace}\necho v5.8.1\n`, { mode: 0o755 });
    const env = { PATH: `${programs}:${process.env.PATH}` };
    const said = await apply(at, text, { env });
    expect(said.failure).toContain('0 of 1 approvals');
    expect(said.failure).toContain('only a comment with its digest approves it');
    const inputs = { 'break-glass': 'incident 42', base: at.before };
    const broken = await apply(at, text, { env, inputs, event: 'workflow_dispatch' });
    expect(broken.failure).toContain('break-glass does not cover objects that another job rendered');
    expect(await cpu()).toBeUndefined();
    await fake.say('trent', scene.number, `approve ${said.outputs['plan-digest']}`);
    expect((await apply(at, text, { env })).failure).toBeUndefined();
    expect(await cpu()).toBe('100');
    expect(existsSync(trace)).toBe(false);
  });

  test('T66: the render job refuses to run with credentials, for a pull request, and without the history of the branch', async () => {
    const at = await merged(main, kustomized('100'));
    const said = await renderJob(at, {
      env: { ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'x' },
      inputs: { kubeconfig: 'apiVersion: v1' },
    });
    expect(said.failure).toContain(
      'This job has credentials (`id-token: write`, the input `kubeconfig`), so it renders nothing',
    );
    expect(said.outputs.rendered).toBeUndefined();
    const shallow = await renderJob(at, { flags: ['--depth=1'] });
    expect(shallow.failure).toContain(
      '`mode: render` needs the history of the branch. Add `actions/checkout` with `fetch-depth: 0`',
    );
    const payload = { pull_request: await fake.pull(at.number) };
    const token = await fake.token({ contents: 'read' });
    const ofPull = await runAction(fake, {
      event: 'pull_request',
      payload,
      sha: at.merge,
      token,
      inputs: { mode: 'render' },
    });
    expect(ofPull.failure).toContain('`mode: render` does not run on pull_request');
  });
});

describe('several pull requests', () => {
  /** Opens a pull request on a commit of main, approved by digest. */
  async function open(from: { commit: string; files: Texts }, files: Texts): Promise<Scene> {
    const head = fake.git.commit(files, [from.commit]);
    const number = await fake.open({ base: from.commit, head, branch: `b${head.slice(0, 8)}` });
    const scene = { number, base: from.commit, head, merge: fake.git.commit(files, [from.commit, head]) };
    allow(fake, head);
    await fake.say('trent', number, `approve ${(await reviewJob(scene)).outputs['plan-digest']}`);
    return scene;
  }

  const other = {
    'base/pools.yaml': `${kustomized('100')['base/pools.yaml']}---\n${nodePool('batch', 'limits: {cpu: "1"}')}`,
  };

  /** Two pull requests from the same commit: one adds a NodePool to the base, and one changes the limit in the overlay. */
  async function both(filesOf: (cpu: string) => Texts): Promise<Run> {
    const first = await merged(main, filesOf('100'));
    expect((await apply(first, await rendered(first))).failure).toBeUndefined();
    const start = { commit: first.after, files: { ...main, ...filesOf('100') } };
    const added = await open(start, { ...start.files, ...other });
    const limited = await open(start, { ...start.files, ...filesOf('200') });
    const one = squash(added, { commit: first.after, files: { ...start.files, ...other } });
    const two = squash(limited, { commit: one.after, files: { ...start.files, ...filesOf('200'), ...other } });
    return apply({ ...two, before: first.after }, await rendered(two));
  }

  test('two that change different objects of one overlay are applied together', async () => {
    const said = await both((cpu) => kustomized(cpu, '{kind: NodePool, name: web}'));
    expect(said.failure).toBeUndefined();
    expect(await cpu()).toBe('200');
    expect((await liveOf(server, 'NodePool', 'batch')).spec.limits.cpu).toBe('1');
  });

  test('T68: if a changed base renders to something else together with an approved change, nothing is applied', async () => {
    // The patch is for every NodePool, so the second merge also gives `batch` a limit that nobody approved.
    const said = await both(kustomized);
    expect(said.failure).toContain('NodePool `batch`');
    expect(await cpu()).toBe('100');
  });
});

test('T66: drift compares the cluster with what the render job rendered, and renders nothing itself', async () => {
  const at = await merged(main, kustomized('200'));
  const text = await rendered(at);
  expect((await apply(at, text)).failure).toBeUndefined();
  const driftJob = async (inputs: Readonly<Record<string, string>>): Promise<Run> => {
    const workspace = checkout(fake, at.after);
    folders.push(workspace);
    return runAction(fake, {
      event: 'workflow_dispatch',
      payload: {},
      sha: at.after,
      workspace,
      token: await fake.token({ contents: 'read', issues: 'write' }),
      env: { GITHUB_REF_NAME: 'main', HOME: workspace, PATH: process.env.PATH! },
      inputs: { mode: 'drift', environment: 'production', kubeconfig: kubeconfig(server), ...inputs },
    });
  };
  const said = await driftJob({ rendered: downloaded(text) });
  expect([said.failure, said.outputs['drifted-objects']]).toEqual([undefined, '0']);
  const without = await driftJob({});
  expect(without.notices.join('\n')).toContain('it renders nothing, and no render job handed over what it rendered');
});

test('`plumbline plan` gives the same digest locally', async () => {
  const at = await merged(main, charted('100'));
  const clone = checkout(fake, at.after);
  folders.push(clone);
  const said = await run(['plan', '--environment', 'production', '--base', at.before], {
    cwd: clone,
    env: { PATH: process.env.PATH! },
  });
  expect(said.stdout).toContain(`production: digest ${at.digest}`);
  expect(said.stdout).toMatch(/rendered from clusters\/production \([0-9a-f]{12}\) by helm v3\.[\d.]+\n/);
});
