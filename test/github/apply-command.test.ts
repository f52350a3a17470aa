import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { run } from '../../src/hosts/cli/terminal/terminal.test-support.ts';
import { checkout } from './checkout.ts';
import { FakeGitHub, type Fault } from './github.ts';
import { writer } from './scene.ts';

// Nothing waits here. Repeated requests are counted.
vi.mock('node:timers/promises', () => ({ setTimeout: async () => {} }));

let fake: FakeGitHub;
let clone: string;

beforeEach(async () => {
  fake = await FakeGitHub.start();
  const commit = fake.git.commit({ 'a.yaml': 'a: 1\n' });
  clone = checkout(fake, commit);
  const plan = {
    format: 1,
    environment: 'production',
    digest: 'a'.repeat(64),
    base: commit,
    head: commit,
    objects: [],
  };
  writeFileSync(join(clone, 'plan.json'), JSON.stringify(plan));
});
afterEach(async () => {
  rmSync(clone, { recursive: true });
  await fake.close();
});

const apply = async (env: Record<string, string> = {}) =>
  run(['apply', '--plan', 'plan.json', '--repository', 'acme/infra'], {
    cwd: clone,
    env: { GITHUB_TOKEN: await fake.token(writer), GITHUB_API_URL: fake.url, PATH: process.env.PATH!, ...env },
  });

test.each<[string, Partial<Fault>, string]>([
  ['breaks off', { harm: 'reset' }, 'the connection broke off'],
  ['breaks off within its answer', { harm: 'cut' }, 'the connection broke off'],
  ['sends half of an answer', { harm: 'half' }, 'the response is not JSON'],
  ['sends a page', { harm: 'page' }, 'the response is not JSON'],
  ['sends an error page', { harm: 'page', status: 502 }, 'HTTP 502'],
  ['fails', { status: 503, headers: { 'retry-after': '3' } }, 'HTTP 503'],
])('apply applies nothing if GitHub %s', async (_, what, why) => {
  fake.fail({ method: 'GET', path: /^\/repos\/acme\/infra$/, status: 200, times: 99, ...what });
  const said = await apply();
  expect(said.code).toBe(2);
  const lines = said.stderr.trim().split('\n');
  expect(
    lines.filter((line) => line.startsWith('GitHub did not answer or limits requests; trying again in ')).length,
  ).toBe(3);
  expect(lines[3]).toContain(`GitHub's API could not look up the default branch (${why})`);
  expect(lines.length).toBeLessThanOrEqual(5);
  expect(fake.requests('GET', /infra$/).length).toBe(4);
});

test('an invalid URL is an error', async () => {
  const said = await apply({ GITHUB_API_URL: 'github.com' });
  expect(said).toMatchObject({ code: 2, stderr: expect.stringContaining('`GITHUB_API_URL` is not a URL') });
});
