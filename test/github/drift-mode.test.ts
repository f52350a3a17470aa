import { rmSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runAction } from './action.ts';
import { checkout } from './checkout.ts';
import { FakeGitHub } from './github.ts';
import { pool } from './scene.ts';

let fake: FakeGitHub;
let folder: string;
let sha: string;
beforeEach(async () => {
  fake = await FakeGitHub.start();
  sha = fake.git.commit({ 'pool.yaml': pool(), 'plumbline.yaml': 'environments: {blue: {}, green: {}}\n' });
  folder = checkout(fake, sha);
});
afterEach(async () => {
  rmSync(folder, { recursive: true });
  await fake.close();
});

async function failure(
  inputs: Record<string, string>,
  event = 'schedule',
  payload: object = {},
): Promise<string | undefined> {
  const token = await fake.token({ contents: 'read', issues: 'write' });
  const all = { mode: 'drift', ...inputs };
  return (await runAction(fake, { event, payload, sha, token, workspace: folder, inputs: all })).failure;
}

const kubeconfig = (server: string): string => `apiVersion: v1
kind: Config
clusters: [{name: a, cluster: {server: "${server}"}}]
users: [{name: a, user: {token: secret-of-the-cluster}}]
contexts: [{name: a, context: {cluster: a, user: a}}]
current-context: a
`;

test.each<[string, Record<string, string>, RegExp]>([
  ['without an environment', {}, /has 2 environments.*blue, green/],
  ['of an unknown environment', { environment: 'red' }, /no environment `red`/],
  [
    'of a missing context',
    { environment: 'blue', kubeconfig: kubeconfig('https://x'), context: 'b' },
    /no context `b`/,
  ],
  ['of an invalid cluster', { environment: 'blue', 'cluster-arn': 'production' }, /not the ARN of an EKS cluster/],
  [
    'without an identity token',
    {
      environment: 'blue',
      'cluster-arn': 'arn:aws:eks:eu-central-1:111122223333:cluster/a',
      'role-arn': 'arn:aws:iam::111122223333:role/a',
    },
    /GitHub did not give the job an identity token.*id-token: write/,
  ],
])('mode: drift %s ends with one line that says what to do', async (_, inputs, expected) => {
  const said = await failure(inputs);
  expect(said).toMatch(expected);
  expect(said).not.toMatch(/\n|because of a bug|secret-of-the-cluster/);
  expect(await fake.issues('all')).toEqual([]);
});

test('mode: drift does not run on pull requests', async () => {
  const pull = { number: 1, head: { sha, repo: null }, base: { sha, ref: 'main' } };
  expect(await failure({ environment: 'blue' }, 'pull_request', { pull_request: pull })).toMatch(
    /does not run on pull_request/,
  );
});
