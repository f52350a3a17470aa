import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { isolation } from '../../src/io/render/isolation.ts';
import { defaultLimits } from '../../src/io/render/render-bounds.ts';
import { Sandbox, type SandboxOptions } from '../../src/io/render/sandbox.ts';
import { findTool, type Tool } from '../../src/io/render/tool.ts';
import { deliver, origin } from '../bot/bot-world.ts';
import { runAction } from '../github/action.ts';
import { FakeGitHub } from '../github/github.ts';
import { openScene, workflowRun } from '../github/scene.ts';
import { BotProcess } from './bot-process.ts';
import { buildHostileHelm, type Targets, valuesOf } from './hostile-helm.ts';
import { chartYaml, nodePool } from './rendering.ts';

/** These tests need a Linux where users may create namespaces. */
const here = await isolation();
const isHere = 'unshare' in here;

const secret = 'a-secret-that-must-not-leak';
let folder: string;
let keys: string;
let targets: Targets;
const servers: Server[] = [];
const connections: string[] = [];

const listening = (name: string, at: { port: 0; host: string } | { path: string }): Promise<Server> =>
  new Promise((resolve) => {
    const server = createServer((socket) => {
      connections.push(name);
      socket.destroy();
    });
    servers.push(server);
    server.listen(at, () => resolve(server));
  });

beforeAll(async () => {
  folder = buildHostileHelm();
  const loopback = await listening('loopback', { port: 0, host: '127.0.0.1' });
  const socket = `plumbline-test-${process.pid}`;
  await listening('abstract socket', { path: `\0${socket}` });
  keys = mkdtempSync(join(tmpdir(), 'plumbline-keys-'));
  const key = join(keys, 'app.pem');
  await listening('socket', { path: `${key}.sock` });
  targets = { key, secret, port: (loopback.address() as { port: number }).port, socket };
});
afterAll(() => {
  for (const server of servers) server.close();
  for (const path of [folder, keys]) rmSync(path, { recursive: true, force: true });
});
beforeEach(() => {
  connections.length = 0;
  writeFileSync(targets.key, secret, { mode: 0o600 });
});
afterEach(() => {
  expect(readdirSync(tmpdir()).filter((name) => name.startsWith(`plumbline-render-${process.pid}-`))).toEqual([]);
});

const chart = (values = valuesOf(targets)): Record<string, string> => ({
  'c/Chart.yaml': chartYaml('c'),
  'c/values.yaml': values,
  'c/templates/pool.yaml': nodePool('web').replace('[spot]', '[spott]'),
});

async function attack(options: SandboxOptions, values?: string) {
  const sandbox = new Sandbox(options);
  try {
    for (const [path, text] of Object.entries(chart(values))) sandbox.write(path, text);
    const program = { name: 'helm', path: join(folder, 'helm'), libraries: [] };
    return await sandbox.run(program, ['template', 'c', sandbox.path('c')]);
  } finally {
    sandbox.dispose();
  }
}

describe.runIf(isHere)('an isolated program', () => {
  const isolated = (more: SandboxOptions = {}): SandboxOptions => ({ isolation: isHere ? here : null, ...more });

  test('T65: reaches no process, file, key, socket or network, and cannot leave its folder', async () => {
    expect(await attack(isolated())).toEqual({ output: chart()['c/templates/pool.yaml'] });
    expect(connections).toEqual([]);
    expect(readFileSync(targets.key, 'utf8')).toBe(secret);
  });

  test('without isolation, the same program reaches the key and other processes, so the test means something', async () => {
    const { error } = (await attack({})) as { error: string };
    for (const what of ['bytes of', '/proc/', 'wrote the key']) expect(error).toContain(what);
  });

  test('a program that needs shared libraries gets them and nothing else', async () => {
    const tool = (await findTool('helm', { path: process.env.PATH, mustIsolate: true })) as Tool;
    expect(tool.version).toMatch(/^v3\./);
    expect(tool.isolation).toEqual(here);
  });

  test('on a system without user namespaces, the reason names the setting that allows them', () => {
    const script = `const { isolation } = await import(${JSON.stringify(pathToFileURL('src/io/render/isolation.ts'))}); console.log(JSON.stringify(await isolation()));`;
    // Settings of a user namespace hold within it, so this forbids others only here.
    const forbid = 'echo 0 > /proc/sys/user/max_user_namespaces; exec "$@"';
    const command = [process.execPath, '--input-type=module', '-e', script];
    const text = execFileSync('unshare', ['--user', '--map-root-user', 'sh', '-c', forbid, 'sh', ...command]);
    expect(JSON.parse(text.toString())).toEqual({
      why: 'this system does not let it create user namespaces and mount in them',
      help: 'Run `sudo sysctl -w user.max_user_namespaces=1000` before',
    });
  });

  test('T51: ends after its time, with everything that it started', async () => {
    const start = performance.now();
    const limits = { ...defaultLimits, seconds: 1 };
    expect(await attack(isolated({ limits }), `${valuesOf(targets)}sleep: 60s\n`)).toEqual({ limit: 'time' });
    expect(performance.now() - start).toBeLessThan(20_000);
    expect(running()).toEqual([]);
  });

  test('T51: ends when the review is replaced, with the reason', async () => {
    const controller = new AbortController();
    const ended = attack(isolated({ signal: controller.signal }), `${valuesOf(targets)}sleep: 60s\n`);
    setTimeout(() => controller.abort(new Error('a newer job')), 500);
    await expect(ended).rejects.toThrow('a newer job');
    expect(running()).toEqual([]);
  });

  test('T51: ends when its thread ends', async () => {
    const module = (path: string): string => JSON.stringify(pathToFileURL(join('src/io/render', path)));
    const text = `
      import { Sandbox } from ${module('sandbox.ts')};
      import { isolation } from ${module('isolation.ts')};
      const sandbox = new Sandbox({ isolation: await isolation() });
      for (const [path, text] of ${JSON.stringify(Object.entries(chart(`${valuesOf(targets)}sleep: 60s\n`)))}) sandbox.write(path, text);
      await sandbox.run({ name: 'helm', path: ${JSON.stringify(join(folder, 'helm'))}, libraries: [] }, ['template', 'c', sandbox.path('c')]);`;
    const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(text)}`));
    const { threadId } = worker;
    await expect.poll(running).toHaveLength(1);
    await worker.terminate();
    await expect.poll(running).toEqual([]);
    const { removeSandboxes } = await import('../../src/io/render/sandbox-folders.ts');
    removeSandboxes(threadId);
  });
});

/** Processes of the program with the chart of this test: other reviews on the machine may render theirs. */
const running = (): string[] =>
  readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').startsWith('/bin/helm\0template\0c\0');
    } catch {
      return false;
    }
  });

/** The same charts before, so that the pull request changes one. */
const before = (): Record<string, string> => ({
  ...chart(),
  'c/templates/pool.yaml': nodePool('web'),
});

describe.runIf(isHere)('a hostile chart', () => {
  let fake: FakeGitHub;

  beforeEach(async () => {
    fake = await FakeGitHub.start();
  });
  afterEach(() => fake.close());

  test('T65: gets nothing of a job in `mode: comment`: no token, no file of the runner, no network', async () => {
    const scene = await openScene(fake, before(), chart(), 'mallory');
    const token = await fake.token({ contents: 'read', pull_requests: 'write', checks: 'write' });
    const { outputs } = await runAction(fake, {
      event: 'workflow_run',
      payload: workflowRun(scene),
      sha: scene.base,
      token,
      inputs: { mode: 'comment' },
      env: { PATH: `${folder}:${process.env.PATH}`, SECRET: secret },
    });
    const { diagnostics, changes } = JSON.parse(outputs['report-json']!);
    const codes = diagnostics.map(({ code }: { code: string }) => code);
    expect(codes).toContain('lint/unknown-capacity-type');
    expect(codes.filter((code: string) => code.startsWith('render/'))).toEqual([]);
    expect(changes.map((one: { roots: string[] }) => one.roots)).toEqual([['c']]);
    expect(outputs['report-markdown']).not.toContain('reached');
    expect(connections).toEqual([]);
  });

  test('T65: gets nothing of the process of the bot: no key, no secret, no token, no Redis', async () => {
    writeFileSync(targets.key, fake.privateKey, { mode: 0o600 });
    const bot = await BotProcess.start(fake, {
      PATH: `${folder}:${process.env.PATH}`,
      PRIVATE_KEY_PATH: targets.key,
      EXTRA_SECRET: secret,
    });
    const scene = await openScene(fake, before(), chart(), 'mallory');
    const pull_request = await fake.pull(scene.number);
    await deliver(bot.url, 'pull_request', { ...origin, action: 'opened', number: scene.number, pull_request });
    await expect.poll(async () => (await fake.comments(scene.number)).length).toBe(1);
    const { body } = (await fake.comments(scene.number))[0]!;
    expect(body).toContain('spott');
    expect(body).not.toMatch(/reached|not rendered/);
    expect(connections).toEqual([]);
    expect(bot.log.filter((line) => line.includes('kustomizations'))).toEqual([
      expect.stringContaining('"helm":"v3.20.2"'),
    ]);
    expect(bot.log.join('\n')).not.toContain(secret);
    expect(await bot.stop()).toBe(0);
  });
});
