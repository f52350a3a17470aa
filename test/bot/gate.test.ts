import { afterAll, beforeAll, describe, expect } from 'vitest';
import { isWhole, leading, sceneTest } from '../extent.ts';
import type { GateAnswer } from '../github/app-gaps.ts';
import type { Files } from '../github/git-repository.ts';
import type { Run } from '../github/merge-gaps.ts';
import { pool } from '../github/scene.ts';
import { BotWorld } from './bot-world.ts';

/** Each takes a second. */
const test = sceneTest(4);

let world: BotWorld;
let runs = 0;

beforeAll(async () => {
  world = await BotWorld.start();
  world.fake.app.permissions.set('trent', 'write');
  world.fake.app.permissions.set('root', 'admin');
});
afterAll(() => world.close());

const config = 'environments:\n  production: {}\n';
const files = (cpu: number, more: Files = {}): Files => ({
  'plumbline.yaml': config,
  'pool.yaml': pool().replace('100', String(cpu)),
  ...more,
});

interface Opened {
  readonly number: number;
  readonly base: string;
  readonly head: string;
  readonly after: Files;
}

/** main, from which a deployment to production was started. */
async function started(salt: string, before: Files = files(100)): Promise<string> {
  const base = world.fake.git.commit({ ...before, 'scene.txt': salt });
  await start(await opened(`start-${salt}`, { base, after: { ...before, 'scene.txt': `${salt} starts` } }));
  return world.fake.merges.tip;
}

/** Merges a pull request, and an administrator accepts the resulting main as the starting point. */
async function start(pull: Opened, by = 'root'): Promise<GateAnswer> {
  const commit = merge(pull);
  await world.fake.say(by, pull.number, '/plumbline start production');
  return answer(commit);
}

/** A pull request that raises the limit. By default it starts from a main that was deployed. */
async function opened(
  salt: string,
  { base, after = files(200), author = 'ada' }: { base?: string; after?: Files; author?: string } = {},
): Promise<Opened> {
  const from = base ?? (await started(salt));
  const head = world.fake.git.commit({ ...after, 'scene.txt': salt }, [from]);
  const number = await world.fake.open({ base: from, head, branch: `gate-${salt}` });
  world.fake.merges.pushers.set(head, author);
  return { number, base: from, head, after };
}

/** The result of the merge. `result` overrides it if it differs from the pull request. */
function merge({ number, base, head, after }: Opened, { onto = base, result = after } = {}): string {
  const commit = world.fake.git.commit(result, [onto, head]);
  world.fake.merges.merge(number, commit);
  return commit;
}

/** A job creates a deployment, which waits, and the bot answers. */
async function answer(sha: string, environment = 'production', run: Run = {}): Promise<GateAnswer> {
  const runId = ++runs;
  world.fake.merges.runs.set(runId, run);
  world.fake.merges.deployments.push({ id: runId, environment, sha, statuses: [] });
  const deployment_callback_url = `https://api.github.com/repos/acme/infra/actions/runs/${runId}/deployment_protection_rule`;
  await world.deliver('deployment_protection_rule', { action: 'requested', environment, sha, deployment_callback_url });
  await world.settled();
  return world.fake.app.gateAnswers.find((one) => one.runId === runId)!;
}

/** trent reviews the current content of the pull request. */
const approve = ({ number, head }: Opened) => world.fake.review('trent', number, { event: 'APPROVE', commit: head });

/** The digest in the bot's comment. */
async function digestOf(number: number): Promise<string> {
  const comment = await world.onComment('trent', number, '/plumbline plan');
  await world.settled();
  const answers = (await world.fake.comments(number)).map(({ body }) => body);
  const found = answers.find((body) => body.startsWith(`<!-- plumbline:answer to=${comment.id} -->`))!;
  return /digest `([0-9a-f]{64})`/.exec(found)![1]!;
}

describe('a waiting deployment', () => {
  test('is approved when a review of the head approved its plan', async () => {
    const pull = await opened('review');
    await approve(pull);
    const said = await answer(merge(pull));
    expect(said).toMatchObject({ state: 'approved', environment: 'production' });
    expect(said.comment).toContain('trent');
    expect(said.comment).not.toContain('@');
  });

  test.each(leading(['/plumbline approve', 'approve']))('is approved when `%s DIGEST` approved it', async (command) => {
    const pull = await opened(`digest ${command}`.replaceAll(/\W/g, ''));
    const digest = await digestOf(pull.number);
    await world.onComment('trent', pull.number, `${command} ${digest}`);
    await world.settled();
    expect((await world.fake.comments(pull.number)).at(-1)!.body).toContain('You approved the plan of `production`');
    expect(await answer(merge(pull))).toMatchObject({ state: 'approved' });
  });

  test('is answered with notes on what the verdict does not include', async () => {
    const named = { 'plumbline.yaml': `${config}snapshot: gone.json\n` };
    const base = await started('snapshot', files(100, named));
    const pull = await opened('snapshot', { base, after: files(200, named) });
    await approve(pull);
    const said = await answer(merge(pull));
    expect(said).toMatchObject({ state: 'approved' });
    expect(said.comment).toContain('the snapshot `gone.json` was not found at the base');
  });

  test('is rejected if a kustomization changes, even if the configuration turns rendering off', async () => {
    const more = {
      'plumbline.yaml': `${config}sources: {render: false}\n`,
      'kustomization.yaml': 'resources: [pool.yaml]\n',
    };
    const base = await started('unrendered', files(100, more));
    const pull = await opened('unrendered', { base, after: files(200, more) });
    await approve(pull);
    const said = await answer(merge(pull));
    expect(said).toMatchObject({ state: 'rejected' });
    expect(said.comment).toContain(
      'no plan is possible: The configuration turns rendering off (sources.render: false)',
    );
  });

  test('is rejected without an approval', async () => {
    const said = await answer(merge(await opened('nobody')));
    expect(said).toMatchObject({ state: 'rejected' });
    expect(said.comment).toContain('0 of 1 approvals');
  });

  test.each([
    ['without write access', 'mallory'],
    ['who pushed last', 'ada'],
  ])('is rejected when somebody approved %s', async (_, login) => {
    const pull = await opened(`by-${login}`);
    await world.fake.review(login, pull.number, { event: 'APPROVE', commit: pull.head });
    expect(await answer(merge(pull))).toMatchObject({ state: 'rejected' });
  });

  test('is rejected after a push that changed the plan', async () => {
    const pull = await opened('push');
    await approve(pull);
    const digest = await digestOf(pull.number);
    await world.fake.say('trent', pull.number, `approve ${digest}`);
    const head = world.fake.git.commit(files(900), [pull.head]);
    world.fake.moveHead(pull.number, head);
    world.fake.merges.pushers.set(head, 'ada');
    expect(await answer(merge({ ...pull, head }, { result: files(900) }))).toMatchObject({ state: 'rejected' });
  });

  test('is rejected when the merge contains more than was approved', async () => {
    const pull = await opened('more');
    await approve(pull);
    expect(await answer(merge(pull, { result: files(999) }))).toMatchObject({ state: 'rejected' });
  });

  test('is rejected for a commit that is not the newest of the branch', async () => {
    const pull = await opened('elsewhere');
    await approve(pull);
    merge(pull);
    const aside = world.fake.git.commit(files(777), [pull.base]);
    expect(await answer(aside)).toMatchObject({
      state: 'rejected',
      comment: expect.stringContaining('main is now at'),
    });
    // If an older run is started again, it would undo later changes.
    expect(await answer(pull.base)).toMatchObject({ state: 'rejected' });
  });

  test('is rejected for an environment that is not in the configuration', async () => {
    const pull = await opened('environment');
    await approve(pull);
    expect(await answer(merge(pull), 'staging')).toMatchObject({
      state: 'rejected',
      comment: expect.stringContaining('has no environment staging'),
    });
  });

  test('is approved when no Karpenter object changes', async () => {
    const base = await started('nothing');
    const pull = await opened('nothing', { base, after: files(100, { 'README.md': 'hello' }) });
    expect(await answer(merge(pull))).toMatchObject({ state: 'approved', comment: 'No Karpenter object changes' });
  });

  test('is approved again when its job runs again', async () => {
    const pull = await opened('again');
    await approve(pull);
    const commit = merge(pull);
    expect(await answer(commit)).toMatchObject({ state: 'approved' });
    expect(await answer(commit)).toMatchObject({ state: 'approved' });
  });
});

describe('T72: a change that no plan shows needs an approval', () => {
  const kustomization = (resources: string): string =>
    `apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nresources: [${resources}]\n`;
  const scenes: Readonly<Record<string, Files>> = {
    'an Application of another repository': {
      'app.yaml':
        'apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: a, namespace: argocd}\nspec:\n  project: default\n  source: {repoURL: https://github.com/somebody/x, path: p, targetRevision: main}\n  destination: {server: https://kubernetes.default.svc, namespace: x}\n',
    },
    'a NodePool that Terraform applies': {
      'main.tf': `resource "kubectl_manifest" "x" {\n  yaml_body = <<-EOT\n${pool().replace('web', 'other')}EOT\n}\n`,
    },
    'a NodePool whose name the API server chooses': {
      'e.yaml': pool().replace('  name: web\n', '  generateName: web-\n'),
    },
    'an object of an operator': {
      'set.yaml': 'apiVersion: fluxcd.controlplane.io/v1\nkind: ResourceSet\nmetadata: {name: r}\nspec: {inputs: []}\n',
    },
  };

  test.each(leading(Object.entries(scenes), 2))('%s', async (name, more) => {
    const salt = name.replaceAll(/\W/g, '');
    const base = await started(salt);
    const pull = await opened(salt, { base, after: files(100, more) });
    const commit = merge(pull);
    const said = await answer(commit);
    expect(said).toMatchObject({
      state: 'rejected',
      comment: expect.stringContaining('0 of 1 approvals for the plan'),
    });
  });

  test('a review approves it, and the answer names what nobody saw', async () => {
    const base = await started('opaque-approved');
    const more = { 'app.yaml': scenes['an Application of another repository']!['app.yaml']! };
    const pull = await opened('opaque-approved', { base, after: files(100, more) });
    await approve(pull);
    const said = await answer(merge(pull));
    expect(said).toMatchObject({ state: 'approved' });
    expect(said.comment).toContain('1 file whose effect plumbline cannot see: app.yaml');
  });

  test('an approval of a digest ends with a push that adds a remote base', async () => {
    const pull = await opened('opaque-push', { after: files(110) });
    await world.fake.say('trent', pull.number, `approve ${await digestOf(pull.number)}`);
    const after = files(110, { 'x/kustomization.yaml': kustomization('"https://github.com/somebody/x?ref=main"') });
    const head = world.fake.git.commit({ ...after, 'scene.txt': 'opaque-push' }, [pull.head]);
    world.fake.moveHead(pull.number, head);
    world.fake.merges.pushers.set(head, 'ada');
    expect(await answer(merge({ ...pull, head, after }))).toMatchObject({ state: 'rejected' });
  });

  test('a harmless edit of the same file by somebody else does not hide what was approved', async () => {
    const app = scenes['an Application of another repository']!['app.yaml']!;
    const base = await started('opaque-chain');
    const first = await opened('opaque-chain', { base, after: files(100, { 'app.yaml': app }) });
    await approve(first);
    const c1 = merge(first);
    const after = files(100, { 'app.yaml': `# Applies the files of a team.\n${app}` });
    const second = await opened('opaque-chain-2', { base: c1, after });
    expect(await answer(merge(second))).toMatchObject({ state: 'approved' });
  });
});

describe('T64: a job of the queue is about a run that GitHub knows', () => {
  test.each<[string, Run]>([
    ['another commit', { sha: 'f'.repeat(40) }],
    ['another environment', { waitsFor: ['staging'] }],
    ['nothing', { waitsFor: [] }],
  ])('a run for %s is not answered', async (title, run) => {
    const pull = await opened(`forged ${title}`.replaceAll(/\W/g, ''));
    await approve(pull);
    expect(await answer(merge(pull), 'production', run)).toBeUndefined();
  });

  test.each<[string, Run, string]>([
    ['a pull request', { event: 'pull_request' }, 'the event pull_request'],
    ['another branch', { branch: 'wild' }, 'for the branch wild, not for main'],
  ])('a run for %s with the newest commit is rejected', async (title, run, why) => {
    const pull = await opened(`run of ${title}`.replaceAll(/\W/g, ''));
    await approve(pull);
    const said = await answer(merge(pull), 'production', run);
    expect(said).toMatchObject({ state: 'rejected', comment: expect.stringContaining(why) });
  });
});

describe('T74: what the review blocks, the gate blocks', () => {
  test('a Deployment beyond a limit, although no object of Karpenter changes', async () => {
    const limited = { 'plumbline.yaml': `${config}gate: {monthlyIncreaseUsd: 10}\n` };
    const deployment =
      'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: huge, namespace: default}\nspec:\n  replicas: 8\n  selector: {matchLabels: {a: b}}\n  template:\n    metadata: {labels: {a: b}}\n    spec:\n      containers: [{name: c, image: x, resources: {requests: {cpu: 8, memory: 1Gi}}}]\n';
    const base = await started('limit', files(100, limited));
    const pull = await opened('limit', { base, after: files(100, { ...limited, 'd.yaml': deployment }) });
    const said = await answer(merge(pull));
    expect(said).toMatchObject({ state: 'rejected', comment: expect.stringContaining('the gate allows $10/month') });
  });
});

describe('T75: an approved change does not turn into nothing', () => {
  test('people approved a digest, and the commits give no plan', async () => {
    const base = await started('lost');
    const pull = await opened('lost', { base, after: files(100, { 'README.md': 'Hello' }) });
    await world.fake.say('trent', pull.number, `approve ${'a'.repeat(64)}`);
    const commit = merge(pull);
    const said = await answer(commit);
    expect(said).toMatchObject({
      state: 'rejected',
      comment: expect.stringContaining('people approved the plan aaaaaaaaaaaa'),
    });
    await world.fake.say('trent', pull.number, '/plumbline retract');
    expect(await answer(commit)).toMatchObject({ state: 'approved', comment: 'No Karpenter object changes' });
  });
});

describe('T44: an approval counts only for one base branch', () => {
  test('an approval for another base branch does not count', async () => {
    const main = await started('stacked');
    const feature = world.fake.git.commit(files(100, { 'evil.yaml': pool().replace('web', 'evil') }), [main]);
    const after = files(101, { 'evil.yaml': pool().replace('web', 'evil') });
    const pull = await opened('stacked', { base: feature, after });
    const digest = await digestOf(pull.number);
    await approve(pull);
    await world.fake.say('trent', pull.number, `approve ${digest}`);
    world.fake.moveBase(pull.number, main);
    const said = await answer(merge({ ...pull, base: main }));
    expect(said).toMatchObject({ state: 'rejected', comment: expect.stringContaining('0 of 1 approvals') });
  });

  test('an approval also does not count if GitHub changed the base branch because the old one was deleted', async () => {
    const pull = await opened('automatic');
    await approve(pull);
    world.fake.moveBase(pull.number, pull.base, { isAutomatic: true });
    expect(await answer(merge(pull))).toMatchObject({ state: 'rejected' });
  });

  test('an approval after the change of the base branch counts', async () => {
    const pull = await opened('retargeted');
    world.fake.moveBase(pull.number, pull.base);
    await approve(pull);
    expect(await answer(merge(pull))).toMatchObject({ state: 'approved' });
  });
});

describe('T45: an approval counts only with the configuration that the reviewer saw', () => {
  const withLimit = (limit: number, text: string, more = ''): Files => ({
    'plumbline.yaml': `${config}set: {LIMIT: "${limit}"}\n${more}`,
    'pool.yaml': text,
  });
  const templated = pool().replace('cpu: 100', 'cpu: "${LIMIT}"');

  test('a review before `set` changed does not approve other bytes; a comment with the digest does', async () => {
    const main = await started('set', withLimit(10, pool()));
    const pull = await opened('set', { base: main, after: withLimit(10, templated) });
    await approve(pull);
    const other = await opened('set-config', { base: main, after: withLimit(1_000_000, pool()) });
    await approve(other);
    const c1 = merge(other);
    expect(await answer(c1)).toMatchObject({ state: 'approved', comment: expect.stringContaining('plumbline.yaml') });
    const c2 = merge(pull, { onto: c1, result: withLimit(1_000_000, templated) });
    const said = await answer(c2);
    expect(said).toMatchObject({
      state: 'rejected',
      comment: expect.stringContaining('may have seen a different plan'),
    });
    const [, digest] = /approve ([0-9a-f]{64})/.exec(said.comment)!;
    await world.fake.say('trent', pull.number, `approve ${digest}`);
    expect(await answer(c2)).toMatchObject({ state: 'approved' });
  });

  test('reviewers may have seen a configuration that a merge hides from the history of the file', async () => {
    const main = await started('hidden-set', withLimit(1_000_000, pool()));
    const pull = await opened('hidden-set', { base: main, after: withLimit(1_000_000, templated) });
    // Two pushes without a pull request: a small limit, and a merge that keeps the content of its other parent.
    const small = world.fake.git.commit({ ...withLimit(10, pool()), 'a.txt': 'a' }, [main]);
    await approve(pull);
    const side = world.fake.git.commit({ ...withLimit(1_000_000, pool()), 'b.txt': 'b' }, [main]);
    const large = world.fake.git.commit({ ...withLimit(1_000_000, pool()), 'a.txt': 'a' }, [small, side]);
    const commit = merge(pull, { onto: large, result: { ...withLimit(1_000_000, templated), 'a.txt': 'a' } });
    expect(await answer(commit)).toMatchObject({
      state: 'rejected',
      comment: expect.stringContaining('may have seen a different plan'),
    });
  });

  const settings = [
    ['`set`', withLimit(1_000_000, pool())],
    ['the number of approvals', { ...files(100), 'plumbline.yaml': `${config}gate: {approvals: 0}\n` }],
    [
      'the namespace of the lease',
      { ...files(100), 'plumbline.yaml': 'environments:\n  production: {leaseNamespace: x}\n' },
    ],
    ['the rules', { ...files(100), 'plumbline.yaml': `${config}failOn: never\n` }],
  ] as const;

  test.each(leading(settings))('a change of %s needs a review itself', async (what, after) => {
    const salt = what.replaceAll(/\W/g, '');
    const base = await started(salt);
    const pull = await opened(salt, { base, after });
    const commit = merge(pull);
    expect(await answer(commit)).toMatchObject({
      state: 'rejected',
      comment: expect.stringContaining('plumbline.yaml'),
    });
    await approve(pull);
    expect(await answer(commit)).toMatchObject({ state: 'approved' });
  });

  test('a comment in the configuration or another layout has no effect', async () => {
    const base = await started('layout');
    const after = { ...files(100), 'plumbline.yaml': `# ours\n{"environments": {"production": {}}}\n` };
    expect(await answer(merge(await opened('layout', { base, after })))).toMatchObject({ state: 'approved' });
  });

  test('a push to main without a pull request is not hidden', async () => {
    const base = await started('push-config');
    const pushed = world.fake.git.commit({ ...files(100), 'plumbline.yaml': `${config}gate: {approvals: 0}\n` }, [
      base,
    ]);
    world.fake.merges.tip = pushed;
    expect(await answer(pushed)).toMatchObject({
      state: 'rejected',
      comment: expect.stringContaining('gate.approvals in plumbline.yaml'),
    });
  });
});

describe('T47: only our own record decides what is deployed', () => {
  /** Nobody approves the first of two merges, and the second changes nothing relevant. */
  async function hidden(salt: string) {
    const base = await started(salt);
    const evil = await opened(`${salt}-evil`, {
      base,
      after: files(100, { 'evil.yaml': pool().replace('web', 'evil') }),
    });
    const c1 = merge(evil);
    const after = { ...evil.after, 'README.md': 'hello' };
    const harmless = await opened(`${salt}-harmless`, { base: c1, after });
    return { base, c1, c2: merge(harmless) };
  }

  test('nothing is deployed before an administrator names the starting point', async () => {
    const base = world.fake.git.commit({ ...files(100), 'scene.txt': 'first' });
    const pull = await opened('first', { base });
    await approve(pull);
    const commit = merge(pull);
    const said = await answer(commit);
    expect(said.state).toBe('rejected');
    expect(said.comment).toContain('/plumbline start production');
    await world.fake.say('trent', pull.number, '/plumbline start production');
    expect(await answer(commit)).toMatchObject({ state: 'rejected' });
    await world.fake.say('root', pull.number, 'Would this do?\n/plumbline start production');
    expect(await answer(commit)).toMatchObject({ state: 'rejected' });
    await world.fake.say('root', pull.number, '/plumbline start production');
    expect(await answer(commit)).toMatchObject({
      state: 'approved',
      comment: expect.stringContaining('Starting point of production'),
    });
  });

  test('an administrator accepts only what is merged, because a push could follow a comment before the merge', async () => {
    const base = world.fake.git.commit({ ...files(100), 'scene.txt': 'early' });
    const pull = await opened('early', { base });
    await world.onComment('root', pull.number, '/plumbline start production');
    await world.settled();
    expect((await world.fake.comments(pull.number)).at(-1)!.body).toContain('counts only after the merge');
    const evil = files(100, { 'evil.yaml': pool().replace('web', 'evil') });
    const head = world.fake.git.commit(evil, [pull.head]);
    world.fake.moveHead(pull.number, head);
    const commit = merge({ ...pull, head }, { result: evil });
    expect(await answer(commit)).toMatchObject({
      state: 'rejected',
      comment: expect.stringContaining('/plumbline start production'),
    });
  });

  test('an administrator can revoke a starting point', async () => {
    const base = world.fake.git.commit({ ...files(100), 'scene.txt': 'back' });
    const pull = await opened('back', { base });
    const commit = merge(pull);
    await world.fake.say('root', pull.number, '/plumbline start production');
    await world.fake.say('root', pull.number, '/plumbline retract');
    expect(await answer(commit)).toMatchObject({ state: 'rejected' });
  });

  test('main was reset to an older deployment by a force push', async () => {
    const base = await started('forced');
    const pull = await opened('forced', { base });
    await approve(pull);
    const commit = merge(pull);
    expect(await answer(commit)).toMatchObject({ state: 'approved' });
    world.fake.merges.move('main', commit, 'ada');
    world.fake.merges.move('main', base, 'ada', 'force_push');
    world.fake.merges.tip = base;
    const said = await answer(base);
    expect(said).toMatchObject({
      state: 'rejected',
      comment: expect.stringContaining('a force push rewrote the history'),
    });
    expect(said.comment).toContain('/plumbline start production');
  });

  test('a starting point is for one environment and one merge', async () => {
    const { c2 } = await hidden('start');
    expect(await answer(c2)).toMatchObject({ state: 'rejected' });
  });

  test.runIf(isWhole)('thirty failed deployments of an unapproved commit do not make it deployed', async () => {
    const { c1, c2 } = await hidden('thirty');
    for (let i = 0; i < 130; i++)
      world.fake.merges.deployments.push({ id: ++runs, environment: 'production', sha: c1, statuses: [failure] });
    expect(await answer(c2)).toMatchObject({ state: 'rejected', comment: expect.stringContaining('0 of 1 approvals') });
  });

  test('a status that anybody can write does not make it deployed', async () => {
    const { c1, c2 } = await hidden('forged');
    const statuses = [{ ...failure, state: 'success' }];
    world.fake.merges.deployments.push({ id: ++runs, environment: 'production', sha: c1, statuses });
    expect(await answer(c2)).toMatchObject({ state: 'rejected', comment: expect.stringContaining('0 of 1 approvals') });
  });

  test('a check run with the same name by another app does not make it deployed', async () => {
    const { c1, c2 } = await hidden('app');
    world.fake.merges.deployments.push({ id: ++runs, environment: 'production', sha: c1, statuses: [] });
    const token = await world.fake.token({ checks: 'write' });
    const made = await fetch(`${world.fake.url}/repos/acme/infra/check-runs`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        name: 'plumbline: production',
        head_sha: c1,
        external_id: 'let-through "production"',
        status: 'completed',
        conclusion: 'success',
      }),
    });
    expect(made.status).toBe(201);
    expect(await answer(c2)).toMatchObject({ state: 'rejected', comment: expect.stringContaining('0 of 1 approvals') });
  });

  const failure = { state: 'failure', description: '', log_url: '' };
});

describe('whose approval counts', () => {
  const hidden = [
    ['in a code fence', (digest: string) => `To approve:\n\n\`\`\`\napprove ${digest}\n\`\`\`\n`],
    ['in an HTML comment', (digest: string) => `Will look tomorrow.\n<!--\napprove ${digest}\n-->`],
    ['struck out', (digest: string) => `<del>\napprove ${digest}\n</del>`],
    ['after a sentence that forbids it', (digest: string) => `Please do not\napprove ${digest}\nyet.`],
  ] as const;

  test.each(leading(hidden))('T46: an approval %s does not count', async (what, text) => {
    const pull = await opened(what.replaceAll(' ', '-'));
    await world.fake.say('trent', pull.number, text(await digestOf(pull.number)));
    expect(await answer(merge(pull))).toMatchObject({ state: 'rejected' });
  });

  test('T55: an approval in a comment ends if the person requests changes', async () => {
    const pull = await opened('changes');
    await world.fake.say('trent', pull.number, `approve ${await digestOf(pull.number)}`);
    await world.fake.review('trent', pull.number, { event: 'REQUEST_CHANGES', commit: pull.head });
    expect(await answer(merge(pull))).toMatchObject({ state: 'rejected' });
  });

  test("T55: a dismissed review ends the person's approvals, also in earlier comments", async () => {
    const pull = await opened('dismissed');
    await world.fake.say('trent', pull.number, `approve ${await digestOf(pull.number)}`);
    world.fake.dismiss(pull.number, await approve(pull));
    expect(await answer(merge(pull))).toMatchObject({ state: 'rejected' });
  });

  test('a person who restores the branch after the merge has not pushed the change', async () => {
    const pull = await opened('restored');
    await approve(pull);
    const commit = merge(pull);
    world.fake.merges.move('gate-restored', pull.head, 'trent');
    expect(await answer(commit)).toMatchObject({ state: 'approved' });
  });

  test('people whose approval does not count are listed in the answer to `plan`', async () => {
    const pull = await opened('heard');
    const digest = await digestOf(pull.number);
    await world.fake.say('mallory', pull.number, `approve ${digest}`);
    await approve(pull);
    await world.onComment('root', pull.number, '/plumbline plan');
    await world.settled();
    const said = (await world.fake.comments(pull.number)).at(-1)!.body;
    expect(said).toContain('`trent` approved the newest commit in a review');
    expect(said).toContain('a comment by `mallory` does not count: they have no write access');
  });

  test('T55: a retracted approval does not count', async () => {
    const pull = await opened('retract');
    await approve(pull);
    await world.onComment('trent', pull.number, '/plumbline retract');
    await world.settled();
    expect((await world.fake.comments(pull.number)).at(-1)!.body).toContain('no longer counts');
    expect(await answer(merge(pull))).toMatchObject({ state: 'rejected' });
  });

  test('T55: a retracted approval does not count, even if somebody else edits the comment', async () => {
    const pull = await opened('retract-edited');
    await approve(pull);
    const comment = await world.fake.say('trent', pull.number, '/plumbline retract');
    const rewritten = await fetch(`${world.fake.url}/repos/acme/infra/issues/comments/${comment.id}`, {
      method: 'PATCH',
      headers: {
        authorization: `Bearer ${await world.fake.token({ issues: 'write', pull_requests: 'write' })}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ body: 'Thanks' }),
    });
    expect(rewritten.status).toBe(200);
    world.fake.edit(comment.id);
    expect(await answer(merge(pull))).toMatchObject({ state: 'rejected' });
  });

  test('T56: one approval is not enough if an app wrote and pushed the change', async () => {
    const pull = await opened('app-author', { author: 'github-actions[bot]' });
    world.fake.openedBy(pull.number, 'github-actions[bot]');
    await approve(pull);
    const commit = merge(pull);
    expect(await answer(commit)).toMatchObject({
      state: 'rejected',
      comment: expect.stringContaining('1 of 2 approvals'),
    });
    await world.fake.review('root', pull.number, { event: 'APPROVE', commit: pull.head });
    expect(await answer(commit)).toMatchObject({ state: 'approved' });
  });

  test('T2: an approval in a comment that was edited within the second of its creation does not count', async () => {
    const pull = await opened('rewritten');
    const digest = await digestOf(pull.number);
    const comment = await world.fake.say('trent', pull.number, 'Interesting, I will look tomorrow.');
    const rewritten = await fetch(`${world.fake.url}/repos/acme/infra/issues/comments/${comment.id}`, {
      method: 'PATCH',
      headers: {
        authorization: `Bearer ${await world.fake.token({ issues: 'write', pull_requests: 'write' })}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ body: `approve ${digest}` }),
    });
    expect(rewritten.status).toBe(200);
    expect(await answer(merge(pull))).toMatchObject({ state: 'rejected' });
  });
});

describe('approve', () => {
  const approveBy = async (number: number, login: string, digest: string): Promise<string> => {
    await world.onComment(login, number, `/plumbline approve ${digest}`);
    await world.settled();
    return (await world.fake.comments(number)).at(-1)!.body;
  };

  test('by somebody without write access is rejected, with the reason', async () => {
    const pull = await opened('approve-mallory');
    expect(await approveBy(pull.number, 'mallory', await digestOf(pull.number))).toContain('no write access');
  });

  test("with a digest that is not the plan's is rejected", async () => {
    const pull = await opened('approve-other');
    expect(await approveBy(pull.number, 'trent', 'f'.repeat(64))).toContain('no plan of the newest commit');
  });
});

test('migrate returns a patch from old APIs, and pushes nothing', async () => {
  const old = pool().replace('karpenter.sh/v1', 'karpenter.sh/v1beta1').replace('group: karpenter.k8s.aws, ', '');
  const at = await world.reviewed({ 'pool.yaml': pool() }, { 'old.yaml': old.replace('web', 'old') });
  const comment = await world.onComment('mallory', at.number, '/plumbline migrate');
  await world.settled();
  const found = (await world.bodies(at)).find((body) => body.includes(`to=${comment.id} `))!;
  expect(found).toContain('```diff');
  expect(found).toContain('+apiVersion: karpenter.sh/v1');
  expect(world.fake.seen.filter(({ method, path }) => method !== 'GET' && /\/git\/|\/contents\//.test(path))).toEqual(
    [],
  );
});
