import { afterAll, beforeAll, expect, test } from 'vitest';
import { run } from '../../src/hosts/cli/terminal/terminal.test-support.ts';
import { FakeGitHub } from './github.ts';
import { writer } from './scene.ts';

let fake: FakeGitHub;

beforeAll(async () => {
  fake = await FakeGitHub.start();
  fake.app.permissions.set('trent', 'write');
});
afterAll(() => fake.close());

const explain = async (...words: string[]) =>
  run(['explain', ...words], { env: { GITHUB_TOKEN: await fake.token(writer), GITHUB_API_URL: fake.url } });

test('prints who approved a pull request, and what does not count', async () => {
  const base = fake.git.commit({ 'a.yaml': 'a: 1\n' });
  const head = fake.git.commit({ 'a.yaml': 'a: 2\n' }, [base]);
  const number = await fake.open({ base, head, branch: 'explained' });
  fake.merges.pushers.set(head, 'ada');
  await fake.say('mallory', number, `approve ${'1'.repeat(64)}`);
  await fake.say('trent', number, `delete NodePool/web nodes=1\n\u001b[31mred`);
  await fake.review('trent', number, { event: 'APPROVE', commit: head });
  const { code, stdout } = await explain(`#${number}`, '--repository', 'acme/infra');
  expect(code).toBe(0);
  expect(stdout.split('\n')).toEqual([
    `#${number} into main, newest commit ${head.slice(0, 12)}`,
    '  trent approved the newest commit in a review',
    '  trent accepted that deleting NodePool/web removes up to 1 node',
    '  a comment by mallory does not count: they have no write access',
    '',
  ]);
});

test('a pull request that does not exist is an error that says what to do', async () => {
  expect(await explain('999', '--repository', 'acme/infra')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('read #999'),
  });
});

test('without a token, no request is sent', async () => {
  const { code, stderr } = await run(['explain', '12', '--repository', 'acme/infra']);
  expect(code).toBe(2);
  expect(stderr).toContain('GITHUB_TOKEN');
});
