/** The container images of the bot, built by buildah without a registry and run in a chroot. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FakeGitHub } from '../github/github.ts';
import { BotProcess } from './bot-process.ts';
import { openPulls, send } from './traffic.ts';

const work = mkdtempSync(join(tmpdir(), 'plumbline-image-'));
const store = ['--root', join(work, 'store'), '--runroot', join(work, 'run'), '--storage-driver', 'vfs'];
// Neither a container runtime nor privileges are needed to run a program in a chroot.
const env = { ...process.env, BUILDAH_ISOLATION: 'chroot' };

const buildah = (...args: string[]): string =>
  execFileSync('buildah', [...store, ...args], { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();

/** The same program as `node:24-slim`, with the libraries that Debian's packages hold. */
function makeBase(): void {
  const files = join(work, 'base.tar');
  const packages = '--include=base-files,libc6,libgcc-s1,libstdc++6';
  execFileSync('mmdebstrap', ['--quiet', '--variant=extract', packages, 'bookworm', files]);
  const container = buildah('from', 'scratch');
  buildah('add', container, files, '/');
  buildah('copy', container, process.execPath, '/usr/local/bin/node');
  buildah('commit', '--rm', container, 'docker.io/library/node:24-slim');
}

/** Arguments that run a program in a new container of an image. */
const inside = (
  image: string,
  variables: Readonly<Record<string, string>>,
  ...command: readonly string[]
): string[] => [
  ...[...store, 'run', ...Object.entries(variables).map(([name, value]) => `--env=${name}=${value}`)],
  ...[buildah('from', '--pull-never', image), '--', ...command],
];

const entrypointOf = (image: string): readonly string[] =>
  JSON.parse(buildah('inspect', '--type', 'image', image)).OCIv1.config.Entrypoint;

describe.runIf(process.platform === 'linux')('the image of the bot', () => {
  beforeAll(() => {
    makeBase();
    buildah('build', '--pull-never', '--file', 'deploy/Containerfile', '--tag', 'plumbline-bot', '.');
  });
  afterAll(() => rmSync(work, { recursive: true, force: true }));

  test('runs as another user than root, who can write nothing of the program', () => {
    const script = `
      const { accessSync, constants } = require('node:fs');
      const canWrite = (path) => { try { accessSync(path, constants.W_OK); return true; } catch { return false; } };
      console.log(JSON.stringify([process.getuid(), ['/', '/plumbline', '/plumbline/dist/bot.js', '/tmp'].filter(canWrite)]));`;
    const printed = execFileSync('buildah', inside('plumbline-bot', {}, 'node', '-e', script), {
      env,
      encoding: 'utf8',
    });
    expect(JSON.parse(printed)).toEqual([65532, ['/tmp']]);
  });

  test('says which setting is missing', () => {
    const command = inside('plumbline-bot', {}, ...entrypointOf('plumbline-bot'));
    const { status, stdout, stderr } = spawnSync('buildah', command, { env, encoding: 'utf8' });
    expect(stdout + stderr).toContain('APP_ID');
    expect(status).not.toBe(0);
  });

  test('reviews a pull request', async () => {
    const fake = await FakeGitHub.start();
    const bot = await BotProcess.start(fake, {}, (variables) =>
      spawn('buildah', inside('plumbline-bot', variables, ...entrypointOf('plumbline-bot')), { env }),
    );
    const pulls = await openPulls(fake, 1);
    await send(fake, pulls, { traffic: { pulls: 1, deliveries: 1, seed: 1 }, urls: [bot.url] });
    await expect.poll(() => fake.comments(pulls[0]!.number)).toHaveLength(1);
    const [comment] = await fake.comments(pulls[0]!.number);
    await bot.stop();
    await fake.close();
    expect(comment!.body).toContain('`version0` is not a field');
  });

  test('has kustomize and helm in the image that renders', () => {
    const programs = join(work, 'deploy', 'programs');
    for (const name of ['kustomize', 'helm'])
      cpSync(execFileSync('which', [name], { encoding: 'utf8' }).trim(), join(programs, name));
    const file = 'deploy/Containerfile.rendering';
    buildah('build', '--pull-never', '--file', file, '--tag', 'plumbline-bot-rendering', join(work, 'deploy'));
    const run = (...command: string[]): string =>
      execFileSync('buildah', inside('plumbline-bot-rendering', {}, ...command), { env, encoding: 'utf8' });
    expect(run('helm', 'version', '--short')).toMatch(/^v3\./);
    expect(run('kustomize', 'version')).toMatch(/v5\.|devel/);
    expect(entrypointOf('plumbline-bot-rendering')).toEqual(entrypointOf('plumbline-bot'));
  });
});
