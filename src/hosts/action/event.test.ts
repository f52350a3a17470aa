import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readWorkflowJob } from './event.ts';

const [a, b] = ['a'.repeat(40), 'b'.repeat(40)];
const base = { sha: a, ref: 'main' };
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'plumbline-event-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function job(eventName: string, payload: unknown, env: Record<string, string> = {}) {
  const path = join(folder, 'event.json');
  writeFileSync(path, typeof payload === 'string' ? payload : JSON.stringify(payload));
  return readWorkflowJob({
    GITHUB_REPOSITORY: 'acme/infra',
    GITHUB_EVENT_NAME: eventName,
    GITHUB_EVENT_PATH: path,
    GITHUB_SHA: b,
    ...env,
  });
}

describe('the event', () => {
  test.each([
    [
      'pull_request',
      {
        pull_request: {
          number: 3,
          head: { sha: b, repo: { full_name: 'mallory/infra' } },
          base,
          labels: [{ name: 'x' }],
        },
      },
      {
        kind: 'pull-request',
        pull: { number: 3, headSha: b, headRepository: 'mallory/infra', baseSha: a, baseRef: 'main', labels: ['x'] },
        headBranch: '',
      },
    ],
    [
      'pull_request',
      { pull_request: { number: 3, head: { sha: b, repo: null }, base } },
      {
        kind: 'pull-request',
        pull: { number: 3, headSha: b, headRepository: null, baseSha: a, baseRef: 'main', labels: [] },
        headBranch: '',
      },
    ],
    ['merge_group', { merge_group: { base_sha: a, head_sha: b } }, { kind: 'merge-group', baseSha: a, headSha: b }],
    ['push', { before: a }, { kind: 'push', before: a, headSha: b }],
    ['push', { before: '0'.repeat(40) }, { kind: 'push', before: null, headSha: b }],
    ['workflow_dispatch', {}, { kind: 'other', headSha: b }],
    ['schedule', {}, { kind: 'other', headSha: b }],
    [
      'workflow_run',
      { workflow_run: { event: 'pull_request', head_sha: b, head_branch: 'x', head_repository: { full_name: 'm/i' } } },
      { kind: 'workflow-run', run: { event: 'pull_request', headSha: b, headBranch: 'x', headRepository: 'm/i' } },
    ],
  ])('%s gives the right trigger', (eventName, payload, trigger) =>
    expect(job(eventName, payload).trigger).toEqual(trigger),
  );

  test.each([
    ['pull_request', { pull_request: { number: 3, head: { sha: '--upload-pack=x' }, base } }],
    ['merge_group', { merge_group: { base_sha: 'main', head_sha: b } }],
    ['push', { before: '; rm -rf /' }],
    ['push', 'not JSON'],
    ['pull_request', { pull_request: { number: 3, base } }],
    ['pull_request', { pull_request: { number: 3, head: null, base } }],
    ['pull_request', { pull_request: { number: 3, head: { sha: b, repo: null } } }],
    ['pull_request', { pull_request: { head: { sha: b, repo: null }, base } }],
    ['pull_request', { pull_request: 'x' }],
    ['workflow_run', { workflow_run: {} }],
  ])('%s with a malformed payload is an error', (eventName, payload) => {
    expect(() => job(eventName, payload)).toThrow(expect.objectContaining({ code: 'usage' }));
  });

  test('may have a payload that is not an object', () => {
    expect(job('workflow_dispatch', 'null').trigger).toEqual({ kind: 'other', headSha: b });
  });

  test.each([
    ['http://proxy.acme.test:3128', true],
    ['proxy.acme.test:3128', true],
    ['', true],
    ['not an address', false],
  ])('the proxy %j is valid: %s', (value, isValid) => {
    const read = () => job('schedule', {}, { https_proxy: value });
    if (isValid) expect(read()).toMatchObject({ eventName: 'schedule' });
    else expect(read).toThrow('`https_proxy` is not a valid URL');
  });

  test.each(['GITHUB_API_URL', 'GITHUB_SERVER_URL'])('%s that is not a URL is an error', (name) => {
    expect(() => job('push', {}, { [name]: 'nonsense' })).toThrow(expect.objectContaining({ code: 'usage' }));
  });

  test('outside of GitHub Actions is a usage error', () => {
    expect(() => readWorkflowJob({})).toThrow(expect.objectContaining({ code: 'usage' }));
  });

  test('gives the server, also for GitHub Enterprise Server', () => {
    const env = { GITHUB_API_URL: 'https://ghe.acme.com/api/v3', GITHUB_SERVER_URL: 'https://ghe.acme.com' };
    expect(job('schedule', {}, env)).toMatchObject({ apiUrl: env.GITHUB_API_URL, serverUrl: env.GITHUB_SERVER_URL });
  });

  test('gives the run', () => {
    const env = { GITHUB_RUN_ID: '42', GITHUB_RUN_ATTEMPT: '3' };
    expect(job('schedule', {}, env)).toMatchObject({
      runId: 42,
      runAttempt: 3,
      repository: { owner: 'acme', repo: 'infra' },
    });
  });
});
