import { rmSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { nodeClass, nodePool } from '../../src/engine/changes/plan/plan.test-support.ts';
import { type ApiServer, startApiServer } from '../apiserver/api-server.ts';
import { runAction } from '../github/action.ts';
import { checkout } from '../github/checkout.ts';
import type { Files } from '../github/git-repository.ts';
import { FakeGitHub } from '../github/github.ts';
import { openScene } from '../github/scene.ts';
import { clear, liveOf, nodeClaim, startController } from './apply-cluster.ts';
import { allow, applyJob, approvedMerge, config, merge, withChanges } from './merge-scene.ts';

let server: ApiServer;
let fake: FakeGitHub;
let controller: { stop(): Promise<void> };

beforeAll(async () => {
  server = await startApiServer({ users: ['reader'] });
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

const path = 'clusters/production/karpenter.yaml';
const manifests = (cpu: string, name = 'web'): string =>
  `${nodeClass()}---\n${nodePool(name, `limits: {cpu: "${cpu}"}`)}`;
const empty: Files = { 'plumbline.yaml': config() };
const atFirst: Files = { ...empty, [path]: manifests('100') };

/** Brings the cluster to the state of main by an approved pull request. */
async function settled(): Promise<string> {
  const at = await approvedMerge(fake, empty, { [path]: manifests('100') });
  const said = await applyJob(fake, server, at);
  expect(said.failure).toBeUndefined();
  return at.after;
}

const cpu = async (name = 'web'): Promise<unknown> => (await liveOf(server, 'NodePool', name))?.spec.limits?.cpu;

/** Merges a pull request without approval, and applies. */
async function unapproved(after: Files, onto: string) {
  const head = fake.git.commit(after, [onto]);
  const number = await fake.open({ base: onto, head, branch: `unapproved-${head.slice(0, 8)}` });
  allow(fake, head);
  const at = merge(fake, { number, base: onto, head, merge: head }, { commit: onto, files: after });
  return { ...at, number, said: await applyJob(fake, server, at) };
}

describe('T45: the first apply, before a Lease records a commit', () => {
  const lax: Files = { 'plumbline.yaml': config('gate: {approvals: 0}\n') };

  test('a number of approvals that nobody approved does not apply', async () => {
    const main = fake.git.commit(empty);
    const weaker = await unapproved(lax, main);
    expect(weaker.said.failure).toContain('plumbline.yaml');
    const evil = await unapproved({ ...lax, [path]: manifests('99999') }, weaker.after);
    expect(evil.said.failure).toContain('0 of 1 approvals');
    expect(evil.said.failure).toContain('/plumbline start production');
    expect(await cpu()).toBeUndefined();
    await fake.say('ada', evil.number, '/plumbline start production');
    expect((await applyJob(fake, server, evil)).failure).toBeUndefined();
    expect(await cpu()).toBe('99999');
  });

  test('the same holds for one that comes with another namespace for the Lease', async () => {
    const main = await settled();
    const moved: Files = {
      'plumbline.yaml': config('    leaseNamespace: default\ngate: {approvals: 0}\n'),
      [path]: manifests('100'),
    };
    const weaker = await unapproved(moved, main);
    expect(weaker.said.failure).toContain('plumbline.yaml');
    const evil = await unapproved({ ...moved, [path]: manifests('99999') }, weaker.after);
    expect(evil.said.failure).toContain('0 of 1 approvals');
    expect(await cpu()).toBe('100');
  });
});

describe('from merge to Ready', () => {
  test('an approved pull request is applied, becomes ready and is recorded', async () => {
    const at = await approvedMerge(fake, empty, { [path]: manifests('100') });
    const said = await applyJob(fake, server, at);
    expect(said.failure).toBeUndefined();
    expect(said.outputs).toMatchObject({
      'apply-result': 'applied',
      'plan-digest': expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(await cpu()).toBe('100');
    expect((await liveOf(server, 'NodePool', 'web')).metadata.annotations['plumbline.dev/commit']).toBe(at.after);
    expect(fake.merges.deployments[0]?.statuses.map(({ state }) => state)).toEqual(['in_progress', 'success']);
    expect(said.summary).toContain('`@trent`');
  });

  test('T72: what nobody can plan is approved, not applied, and the result says so', async () => {
    const app = `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: {name: team, namespace: argocd}
spec:
  project: default
  source: {repoURL: https://github.com/somebody/x, path: p, targetRevision: main}
  destination: {server: https://kubernetes.default.svc, namespace: team}
`;
    const file = path.replace(/[^/]+$/, 'app.yaml');
    const at = await approvedMerge(fake, empty, { [path]: manifests('100'), [file]: app });
    const said = await applyJob(fake, server, at);
    expect(said.failure).toBeUndefined();
    expect(said.outputs).toMatchObject({ 'apply-result': 'partly-applied' });
    expect(said.summary).toContain(`plumbline did not apply \`${file}\``);
    expect(said.warnings.join('\n')).toContain(file);
    expect(await cpu()).toBe('100');
    const files = { ...empty, [path]: manifests('100'), [file]: app.replace('path: p', 'path: q') };
    const more = await unapproved(files, at.after);
    expect(more.said.failure).toContain('0 of 1 approvals for the plan');
    expect(more.said.failure).toContain(`the change of \`${file}\``);
  });

  test('T12: the applied digest is the one that people approved in the comment', async () => {
    const scene = await openScene(fake, empty, { [path]: manifests('100') });
    allow(fake, scene.head);
    const workspace = checkout(fake, scene.merge);
    const payload = { pull_request: await fake.pull(scene.number) };
    const token = await fake.token({ contents: 'read', pull_requests: 'write' });
    const review = await runAction(fake, { event: 'pull_request', payload, sha: scene.merge, token, workspace });
    rmSync(workspace, { recursive: true });
    const digest = review.outputs['plan-digest']!;
    const [comment] = await fake.comments(scene.number);
    expect(comment!.body).toContain(`digest \`${digest}\``);
    expect(JSON.parse(review.outputs['report-json']!).plan.digest).toBe(digest);
    await fake.say('trent', scene.number, `approve ${digest}`);
    const said = await applyJob(fake, server, merge(fake, scene, { commit: scene.base, files: atFirst }));
    expect(said.failure).toBeUndefined();
    expect((await liveOf(server, 'NodePool', 'web')).metadata.annotations['plumbline.dev/digest']).toBe(digest);
  });

  test.each(['squash', 'rebase'])('a pull request merged by %s has the same plan', async (way) => {
    const middle = { ...empty, [path]: manifests('50') };
    const base = fake.git.commit(empty);
    const first = fake.git.commit(middle, [base]);
    const head = fake.git.commit(atFirst, [first]);
    const number = await fake.open({ base, head, branch: 'change' });
    allow(fake, head);
    await fake.review('trent', number, { event: 'APPROVE', commit: head });
    // Somebody else merged meanwhile, so neither commit of the branch gets into main unchanged.
    const others = { 'README.md': 'hello' };
    const main = fake.git.commit({ ...empty, ...others }, [base]);
    const parent = way === 'squash' ? main : fake.git.commit({ ...middle, ...others }, [main]);
    const after = fake.git.commit({ ...atFirst, ...others }, [parent]);
    fake.merges.merge(number, after);
    const said = await applyJob(fake, server, { before: base, after });
    expect(said.failure).toBeUndefined();
    expect(said.outputs['apply-result']).toBe('applied');
    expect(await cpu()).toBe('100');
  });

  test('T2: an approval in a comment must contain the full digest of the plan', async () => {
    const scene = await openScene(fake, empty, { [path]: manifests('100') });
    allow(fake, scene.head);
    await fake.say('trent', scene.number, `approve ${'a'.repeat(64)}`);
    const at = merge(fake, scene, { commit: scene.base, files: atFirst });
    const refused = await applyJob(fake, server, at);
    expect(refused.failure).toMatch(/0 of 1 approvals.*1 approved a different digest/);
    await fake.say('trent', scene.number, `approve ${refused.outputs['plan-digest']}`);
    expect((await applyJob(fake, server, at)).failure).toBeUndefined();
    expect(await cpu()).toBe('100');
  });

  test('an approval in an edited comment does not count', async () => {
    const scene = await openScene(fake, empty, { [path]: manifests('100') });
    allow(fake, scene.head);
    const at = merge(fake, scene, { commit: scene.base, files: atFirst });
    const digest = (await applyJob(fake, server, at)).outputs['plan-digest'];
    const comment = await fake.say('trent', scene.number, `approve ${digest}`);
    fake.edit(comment.id);
    const said = await applyJob(fake, server, at);
    expect(said.failure).toContain('0 of 1 approvals');
    expect(said.infos.join('\n')).toContain('the comment was edited');
  });

  test.each([
    ['its author', 'ada', 'write', 'ada', 'it is their own pull request'],
    ['somebody without write access', 'mallory', 'read', 'ada', 'they have no write access'],
    ['the last person who pushed', 'trent', 'write', 'trent', 'they pushed last'],
  ] as const)(
    'T3: %s cannot approve, according to the API at the time of the apply',
    async (_, who, permission, pusher, why) => {
      const scene = await openScene(fake, empty, { [path]: manifests('100') });
      allow(fake, scene.head);
      fake.merges.pushers.set(scene.head, pusher);
      fake.app.permissions.set(who, permission);
      const at = merge(fake, scene, { commit: scene.base, files: atFirst });
      const digest = (await applyJob(fake, server, at)).outputs['plan-digest'];
      await fake.say(who, scene.number, `approve ${digest}`);
      const said = await applyJob(fake, server, at);
      // A token without a person opens the emulator's pull requests, so their author is set to ada.
      if (who !== 'ada') expect(said.infos.join('\n')).toContain(why);
      expect(said.failure === undefined).toBe(false);
      expect(await cpu()).toBeUndefined();
    },
  );

  test('T3: a comment by github-actions[bot] is not an approval', async () => {
    const scene = await openScene(fake, empty, { [path]: manifests('100') });
    allow(fake, scene.head);
    const at = merge(fake, scene, { commit: scene.base, files: atFirst });
    const digest = (await applyJob(fake, server, at)).outputs['plan-digest'];
    const token = await fake.token({ pull_requests: 'write', issues: 'write' });
    await fetch(`${fake.url}/repos/acme/infra/issues/${scene.number}/comments`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ body: `approve ${digest}` }),
    });
    const said = await applyJob(fake, server, at);
    expect(said.infos.join('\n')).toContain('only a person can approve');
    expect(said.failure).toContain('0 of 1 approvals');
  });

  test('a review of an older head does not count', async () => {
    const scene = await openScene(fake, empty, { [path]: manifests('100') });
    allow(fake, scene.head);
    await fake.review('trent', scene.number, { event: 'APPROVE', commit: scene.head });
    const files = withChanges(empty, { [path]: manifests('999') });
    const head = fake.git.commit(files, [scene.head]);
    fake.moveHead(scene.number, head);
    fake.merges.pushers.set(head, 'ada');
    const at = merge(fake, { ...scene, head }, { commit: scene.base, files });
    const said = await applyJob(fake, server, at);
    expect(said.failure).toContain('0 of 1 approvals');
    expect(said.infos.join('\n')).toContain('it is for an older commit');
  });

  test('a retracted approval does not count', async () => {
    const scene = await openScene(fake, empty, { [path]: manifests('100') });
    allow(fake, scene.head);
    await fake.review('trent', scene.number, { event: 'APPROVE', commit: scene.head });
    await fake.review('trent', scene.number, { event: 'REQUEST_CHANGES', commit: scene.head });
    const said = await applyJob(fake, server, merge(fake, scene, { commit: scene.base, files: atFirst }));
    expect(said.failure).toContain('0 of 1 approvals');
  });

  test('if it is unknown who pushed last, one more approval is needed', async () => {
    const scene = await openScene(fake, empty, { [path]: manifests('100') });
    allow(fake, scene.head);
    fake.merges.pushers.clear();
    fake.app.permissions.set('mallory', 'write');
    await fake.review('trent', scene.number, { event: 'APPROVE', commit: scene.head });
    const at = merge(fake, scene, { commit: scene.base, files: atFirst });
    expect((await applyJob(fake, server, at)).failure).toContain('1 of 2 approvals');
    await fake.review('mallory', scene.number, { event: 'APPROVE', commit: scene.head });
    expect((await applyJob(fake, server, at)).failure).toBeUndefined();
  });

  test('T1: the base branch changed the same object, and the merge gives content that nobody reviewed', async () => {
    const start = await settled();
    const open = async (changes: Record<string, string>, branch: string) => {
      const head = fake.git.commit({ ...atFirst, ...changes }, [start]);
      const number = await fake.open({ base: start, head, branch });
      allow(fake, head);
      await fake.review('trent', number, { event: 'APPROVE', commit: head });
      return { number, base: start, head, merge: head };
    };
    const first = await open({ [path]: manifests('200') }, 'one');
    const second = await open({ [path]: manifests('100').replace('role: node', 'role: other') }, 'two');
    const one = merge(fake, first, { commit: start, files: { ...atFirst, [path]: manifests('200') } });
    expect((await applyJob(fake, server, { before: start, after: one.after })).failure).toBeUndefined();
    const both = { ...atFirst, [path]: manifests('200').replace('role: node', 'role: other') };
    // Two objects have two changes, and each is what was reviewed.
    const two = merge(fake, second, { commit: one.after, files: both });
    expect((await applyJob(fake, server, { before: one.after, after: two.after })).failure).toBeUndefined();
    const third = await open({ [path]: manifests('300') }, 'three');
    const mixed = { ...both, [path]: both[path]!.replace('"200"', '"250"') };
    const three = merge(fake, third, { commit: two.after, files: mixed });
    const said = await applyJob(fake, server, { before: two.after, after: three.after });
    expect(said.failure).toContain('was reviewed against a different NodePool `web`');
    expect(await cpu()).toBe('200');
  });

  test('a push that no approved pull request explains is refused, and break-glass is logged', async () => {
    const start = await settled();
    const pushed = fake.git.commit({ ...atFirst, [path]: manifests('400') }, [start]);
    fake.merges.tip = pushed;
    const said = await applyJob(fake, server, { before: start, after: pushed });
    expect(said.failure).toContain('no approved pull request explains the change of NodePool `web`');
    expect(await cpu()).toBe('100');
    const broken = await applyJob(
      fake,
      server,
      { before: start, after: pushed },
      { inputs: { 'break-glass': 'incident 42' }, event: 'workflow_dispatch' },
    );
    expect(broken.failure).toBeUndefined();
    expect(broken.warnings.join()).toContain('incident 42');
    expect(broken.summary).toContain('incident 42');
    expect(await cpu()).toBe('400');
  });

  test('T61: break-glass is not allowed on a push, because its reason could come from the pushed commit', async () => {
    const start = await settled();
    const pushed = fake.git.commit({ ...atFirst, [path]: manifests('400') }, [start]);
    fake.merges.tip = pushed;
    const inputs = { 'break-glass': 'because the message says so' };
    const said = await applyJob(fake, server, { before: start, after: pushed }, { inputs });
    expect(said.failure).toContain('`break-glass` is not allowed on push');
    expect(await cpu()).toBe('100');
  });

  test('T44: a review does not count any more once the base branch of the pull request is changed', async () => {
    const main = await settled();
    const evil = `${manifests('100')}---\n${nodePool('evil', 'limits: {cpu: "99999"}')}`;
    const feature = fake.git.commit({ ...atFirst, [path]: evil }, [main]);
    const head = fake.git.commit({ ...atFirst, [path]: evil, 'README.md': 'x' }, [feature]);
    const number = await fake.open({ base: feature, head, branch: 'stacked' });
    allow(fake, head);
    await fake.review('trent', number, { event: 'APPROVE', commit: head });
    fake.moveBase(number, main);
    const scene = { number, base: main, head, merge: head };
    const said = await applyJob(
      fake,
      server,
      merge(fake, scene, { commit: main, files: { ...atFirst, [path]: evil } }),
    );
    expect(said.failure).toContain('0 of 1 approvals');
    expect(said.infos.join('\n')).toContain('the base branch changed afterwards');
    expect(await cpu('evil')).toBeUndefined();
  });

  test('T45: a change of plumbline.yaml needs an approval, and reviews that saw another plan no longer count', async () => {
    const limit = (value: number) => ({ 'plumbline.yaml': config(`set: {LIMIT: "${value}"}\n`) });
    const first = await approvedMerge(fake, limit(10), { [path]: manifests('100') });
    expect((await applyJob(fake, server, first)).failure).toBeUndefined();
    const changed = manifests('${LIMIT}');
    const head = fake.git.commit({ ...limit(10), [path]: changed }, [first.after]);
    const number = await fake.open({ base: first.after, head, branch: 'limit' });
    allow(fake, head);
    await fake.review('trent', number, { event: 'APPROVE', commit: head });
    const files = { ...limit(1_000_000), [path]: manifests('100') };
    const configHead = fake.git.commit(files, [first.after]);
    const configNumber = await fake.open({ base: first.after, head: configHead, branch: 'config' });
    allow(fake, configHead);
    const pull = { number: configNumber, base: first.after, head: configHead, merge: configHead };
    const c1 = merge(fake, pull, { commit: first.after, files });
    expect((await applyJob(fake, server, c1)).failure).toContain('its change of plumbline.yaml');
    await fake.review('trent', configNumber, { event: 'APPROVE', commit: configHead });
    expect((await applyJob(fake, server, c1)).failure).toBeUndefined();
    const scene = { number, base: first.after, head, merge: head };
    const c2 = merge(fake, scene, { commit: c1.after, files: { ...limit(1_000_000), [path]: changed } });
    expect((await applyJob(fake, server, c2)).failure).toContain('reviewers may have seen a different plan');
    expect(await cpu()).toBe('100');
  });

  test.each([
    ['in a code block', 'One would write\n```\ndelete NodePool/web nodes=1\n```\nbut please do not.'],
    ['in an HTML comment', 'Will look at it.\n<!--\ndelete NodePool/web nodes=1\n-->'],
  ])('T46: a deletion acknowledged %s is not applied', async (_, text) => {
    const start = await settled();
    await server.apply([nodeClaim('web-1', 'web')]);
    const files = { ...empty, [path]: nodeClass() };
    const head = fake.git.commit(files, [start]);
    const number = await fake.open({ base: start, head, branch: 'delete' });
    allow(fake, head);
    await fake.review('trent', number, { event: 'APPROVE', commit: head });
    await fake.say('trent', number, text);
    const scene = { number, base: start, head, merge: head };
    const said = await applyJob(fake, server, merge(fake, scene, { commit: start, files }));
    expect(said.failure).toContain('acknowledge');
    expect(await liveOf(server, 'NodePool', 'web')).toBeDefined();
  });

  test('T5: after a push between merge and apply, only the newest commit is applied', async () => {
    const at = await approvedMerge(fake, empty, { [path]: manifests('100') });
    fake.merges.tip = fake.git.commit({ ...atFirst, 'README.md': 'x' }, [at.after]);
    const said = await applyJob(fake, server, at);
    expect(said.failure).toContain('but `main` is now at');
    expect(await cpu()).toBeUndefined();
    // Nothing was applied yet, so an empty plan of the newest push does not mean that there is nothing to do.
    const next = { before: at.after, after: fake.merges.tip };
    expect((await applyJob(fake, server, next)).failure).toContain(
      'NodePool `web` is in that commit and not in the cluster',
    );
    expect((await applyJob(fake, server, next, { inputs: { base: at.before } })).failure).toBeUndefined();
    expect(await cpu()).toBe('100');
  });

  test('T6: the next run applies what an earlier run did not', async () => {
    const start = await settled();
    const next = async (files: Files, number: string, commit: string) => {
      const head = fake.git.commit(files, [commit]);
      const scene = {
        number: await fake.open({ base: commit, head, branch: number }),
        base: commit,
        head,
        merge: head,
      };
      allow(fake, head);
      await fake.review('trent', scene.number, { event: 'APPROVE', commit: head });
      return merge(fake, scene, { commit, files });
    };
    const first = await next({ ...atFirst, [path]: manifests('200') }, 'one', start);
    const second = await next({ ...atFirst, [path]: manifests('300') }, 'two', first.after);
    expect((await applyJob(fake, server, first)).failure).toContain('but `main` is now at');
    expect((await applyJob(fake, server, second)).failure).toBeUndefined();
    expect(await cpu()).toBe('300');
  });

  test('T7: an empty plan means nothing to do only if the review was complete', async () => {
    const start = await settled();
    const harmless = await approvedMerge(fake, atFirst, { 'README.md': 'hello' });
    const onMain = fake.git.commit({ ...atFirst, 'README.md': 'hello' }, [start]);
    fake.merges.merge(harmless.number, onMain);
    const said = await applyJob(fake, server, { before: start, after: onMain });
    expect(said.failure).toBeUndefined();
    expect(said.outputs['apply-result']).toBe('nothing-to-do');
    const broken = fake.git.commit({ ...atFirst, [path]: `${manifests('100')}  bad: [` }, [onMain]);
    fake.merges.tip = broken;
    const unread = await applyJob(fake, server, { before: onMain, after: broken });
    expect(unread.failure).toContain('no plan is possible');
    expect(await cpu()).toBe('100');
  });

  test('T13: an apply over a hand-edited spec is refused, and shows the difference', async () => {
    const start = await settled();
    const edit = {
      apiVersion: 'karpenter.sh/v1',
      kind: 'NodePool',
      metadata: { name: 'web' },
      spec: { limits: { cpu: '7' } },
    };
    await server.apply([edit], 'kubectl-edit');
    const head = fake.git.commit({ ...atFirst, [path]: manifests('200') }, [start]);
    const number = await fake.open({ base: start, head, branch: 'next' });
    allow(fake, head);
    await fake.review('trent', number, { event: 'APPROVE', commit: head });
    const at = merge(
      fake,
      { number, base: start, head, merge: head },
      { commit: start, files: { ...atFirst, [path]: manifests('200') } },
    );
    const said = await applyJob(fake, server, at);
    expect(said.summary).toContain('spec.limits.cpu: reviewed "100", in the cluster "7"');
    expect(said.failure).toContain('refused');
    expect(await cpu()).toBe('7');
  });

  test('T34: a deletion is acknowledged in a comment, with its nodes', async () => {
    const start = await settled();
    await server.apply([nodeClaim('web-1', 'web')]);
    const files = { ...atFirst, [path]: nodeClass() };
    const head = fake.git.commit(files, [start]);
    const number = await fake.open({ base: start, head, branch: 'next' });
    allow(fake, head);
    await fake.review('trent', number, { event: 'APPROVE', commit: head });
    const at = merge(fake, { number, base: start, head, merge: head }, { commit: start, files });
    expect((await applyJob(fake, server, at)).failure).toContain('`/plumbline delete NodePool/web nodes=1`');
    expect(await cpu()).toBe('100');
    await fake.say('mallory', number, 'delete NodePool/web nodes=1');
    expect((await applyJob(fake, server, at)).failure).toContain('nobody has acknowledged');
    await fake.say('trent', number, 'delete NodePool/web nodes=1\n\nFine with me.');
    expect((await applyJob(fake, server, at)).failure).toBeUndefined();
    expect(await liveOf(server, 'NodePool', 'web')).toBeUndefined();
  });

  test('the gate of the base applies: a freeze, and a limit that the pull request itself removes', async () => {
    const gated = config('gate:\n  freeze: [{from: 2026-12-20, to: 2027-01-02, reason: holidays}]\n');
    const before = { 'plumbline.yaml': gated };
    const at = await approvedMerge(fake, before, { [path]: manifests('100'), 'plumbline.yaml': config() });
    const said = await applyJob(fake, server, at, { now: '2026-12-24T12:00:00Z' });
    expect(said.failure).toContain('holidays');
    expect((await applyJob(fake, server, at, { now: '2027-01-03T00:00:00Z' })).failure).toBeUndefined();
  });

  test.each([
    ['pull_request_target', 'refs/heads/main', 'does not run on pull_request_target'],
    ['workflow_run', 'refs/heads/main', 'does not run on workflow_run'],
    ['push', 'refs/heads/feature', 'only the branch `main`'],
  ])('T43: nothing is applied on %s of %s', async (event, ref, why) => {
    const at = await approvedMerge(fake, empty, { [path]: manifests('100') });
    const said = await applyJob(fake, server, at, {
      event: event === 'push' ? event : 'workflow_dispatch',
      env: { GITHUB_EVENT_NAME: event, GITHUB_REF: ref },
    });
    expect(said.failure).toContain(why);
    expect(await cpu()).toBeUndefined();
  });
});
