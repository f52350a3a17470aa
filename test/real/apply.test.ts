import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { applyPlan } from '../../src/apply/apply.ts';
import { guardEntry } from '../../src/apply/guard.ts';
import { nodeClass, nodePool, planned, type Texts } from '../../src/engine/changes/plan/plan.test-support.ts';
import { type ApiServer, startApiServer } from '../apiserver/api-server.ts';
import { applyRequest, clear, liveOf, nodeClaim, startController } from './apply-cluster.ts';

let server: ApiServer;
let controller: { stop(): Promise<void> } | undefined;

beforeAll(async () => {
  server = await startApiServer();
});
afterAll(() => server?.stop());
afterEach(async () => {
  await controller?.stop();
  controller = undefined;
  await clear(server);
});

const withController = (verdict?: Parameters<typeof startController>[1]): void => {
  controller = startController(server, verdict);
};

/** Applies a change of files. Before it, the cluster has the state of base. */
async function bring(base: Texts, head: Texts, over: object = {}): ReturnType<typeof applyPlan> {
  return applyPlan(applyRequest(server, { plan: planned(base, head), ...over }));
}

const a = { 'a.yaml': `${nodeClass()}---\n${nodePool()}` };
const b = { 'a.yaml': a['a.yaml'].replace('cpu: "100"', 'cpu: "200"') };

describe('an approved plan', () => {
  test('T12: the plan is applied byte for byte, recorded, and becomes ready', async () => {
    withController();
    const plan = planned({}, a);
    const outcome = await applyPlan(applyRequest(server, { plan }));
    expect(outcome).toMatchObject({ result: 'applied', reasons: [] });
    const live = await liveOf(server, 'NodePool', 'web');
    expect(live.metadata.annotations).toMatchObject({
      'plumbline.dev/digest': plan.digest,
      'plumbline.dev/commit': 'c'.repeat(40),
      'plumbline.dev/run': 'acme/infra run 1',
    });
    expect(live.spec.limits).toEqual({ cpu: '100' });
    expect(live.metadata.managedFields[0]).toMatchObject({ manager: 'plumbline', operation: 'Apply' });
  });

  test('is applied once: a second apply changes nothing', async () => {
    withController();
    await bring({}, a);
    const { metadata } = await liveOf(server, 'NodePool', 'web');
    const again = await bring({}, a);
    expect(again.objects.map(({ state }) => state)).toEqual(['unchanged', 'unchanged']);
    expect((await liveOf(server, 'NodePool', 'web')).metadata.generation).toBe(metadata.generation);
  });

  test('T13: a plan is refused if the spec was edited by hand: it shows the difference and writes nothing', async () => {
    withController();
    await bring({}, a);
    await server.apply(
      [{ apiVersion: 'karpenter.sh/v1', kind: 'NodePool', metadata: { name: 'web' }, spec: { limits: { cpu: '7' } } }],
      'somebody',
    );
    const outcome = await bring(a, b);
    expect(outcome.result).toBe('refused');
    expect(outcome.objects[0]!.details).toContain('spec.limits.cpu: reviewed "100", in the cluster "7"');
    expect((await liveOf(server, 'NodePool', 'web')).spec.limits.cpu).toBe('7');
  });

  test('T13: changes by controllers do not invalidate the review', async () => {
    withController();
    await bring({}, a);
    const guard = planned(a, b).objects.map((object) => guardEntry(object, undefined));
    const live = await liveOf(server, 'NodePool', 'web');
    const seen = [guardEntry(planned(a, b).objects[0]!, live)];
    await server.request(
      'PATCH',
      '/apis/karpenter.sh/v1/nodepools/web/status',
      { status: { resources: { cpu: '4' } } },
      { contentType: 'application/merge-patch+json' },
    );
    expect(guard).toHaveLength(1);
    expect((await bring(a, b, { guard: seen })).result).toBe('applied');
    expect((await liveOf(server, 'NodePool', 'web')).spec.limits.cpu).toBe('200');
  });

  test('T36: a conflict names the manager, and is forced only when asked', async () => {
    withController();
    const objects = planned({}, a).objects.map(({ desired }) => JSON.parse(desired!));
    await server.apply(objects, 'kubectl-client-side-apply');
    const outcome = await bring(a, b);
    expect(outcome.result).toBe('refused');
    expect(outcome.reasons[0]).toContain('`spec.limits.cpu` belongs to `kubectl-client-side-apply`');
    expect((await bring(a, b, { isForced: true })).result).toBe('applied');
  });

  test('T34: a deletion needs its own acknowledgement, with its nodes', async () => {
    withController();
    await bring({}, a);
    await server.apply([nodeClaim('web-1', 'web'), nodeClaim('web-2', 'web')]);
    const without = { 'a.yaml': nodeClass() };
    expect((await bring(a, without)).reasons[0]).toContain('`/plumbline delete NodePool/web nodes=2`');
    expect((await bring(a, without, { acknowledged: new Map([['NodePool/web', 1]]) })).result).toBe('refused');
    expect(await liveOf(server, 'NodePool', 'web')).toBeDefined();
    expect((await bring(a, without, { acknowledged: new Map([['NodePool/web', 2]]) })).result).toBe('applied');
    expect(await liveOf(server, 'NodePool', 'web')).toBeUndefined();
  });

  test('a deletion is complete once the object is gone, not when it was requested', async () => {
    withController();
    await bring({}, a);
    const path = '/apis/karpenter.k8s.aws/v1/ec2nodeclasses/default';
    const merge = { contentType: 'application/merge-patch+json' };
    const finalizer = (finalizers: string[]) => server.request('PATCH', path, { metadata: { finalizers } }, merge);
    await finalizer(['karpenter.k8s.aws/termination']);
    const over = { acknowledged: new Map([['EC2NodeClass/default', 0]]), readySeconds: 0.5 };
    const waiting = await bring(a, { 'a.yaml': nodePool() }, over);
    expect(waiting).toMatchObject({ result: 'not-ready', reasons: [expect.stringContaining('it is being deleted')] });
    expect((await bring(a, { 'a.yaml': a['a.yaml'].replace('role: node', 'role: other') })).reasons[0]).toContain(
      'it is being deleted',
    );
    setTimeout(() => void finalizer([]), 300);
    expect((await bring(a, { 'a.yaml': nodePool() }, { ...over, readySeconds: 10 })).result).toBe('applied');
    expect(await liveOf(server, 'EC2NodeClass', 'default')).toBeUndefined();
  });

  test('messages of the cluster are explained in plain words', async () => {
    withController(({ kind }) =>
      kind === 'EC2NodeClass'
        ? [
            {
              type: 'SubnetsReady',
              status: 'False',
              reason: 'SubnetsNotFound',
              message: 'SubnetSelector did not match any Subnets',
            },
            { type: 'Ready', status: 'False', reason: 'UnhealthyDependents', message: 'SubnetsReady=False' },
          ]
        : undefined,
    );
    const outcome = await bring({}, a, { readySeconds: 1 });
    expect(outcome.result).toBe('not-ready');
    expect(outcome.reasons[0]).toMatch(
      /EC2NodeClass `default` is not ready: no subnet matches `subnetSelectorTerms`.*SubnetsNotFound/,
    );
  });

  test('is rolled back on request if it does not become ready', async () => {
    withController();
    await bring({}, a);
    await controller!.stop();
    withController(({ spec }) =>
      spec.limits?.cpu === '200'
        ? [{ type: 'Ready', status: 'False', reason: 'NodePoolValidationFailed', message: 'no' }]
        : [{ type: 'Ready', status: 'True', reason: 'Ready', message: '' }],
    );
    const outcome = await bring(a, b, { readySeconds: 1, isRolledBack: true });
    expect(outcome.result).toBe('rolled-back');
    expect((await liveOf(server, 'NodePool', 'web')).spec.limits.cpu).toBe('100');
  });

  test('T37: objects that Argo CD owns are verified and never written', async () => {
    withController();
    const owned = planned({}, a).objects.map(({ desired }) => {
      const object = JSON.parse(desired!);
      return { ...object, metadata: { ...object.metadata, annotations: { 'argocd.argoproj.io/tracking-id': 'x' } } };
    });
    await server.apply(owned, 'argocd-controller');
    const early = await bring(a, b, { readySeconds: 0.5 });
    expect(early.result).toBe('not-ready');
    expect((await liveOf(server, 'NodePool', 'web')).spec.limits.cpu).toBe('100');
    setTimeout(
      () =>
        void server.apply([{ ...owned[1], spec: { ...owned[1].spec, limits: { cpu: '200' } } }], 'argocd-controller'),
      300,
    );
    const outcome = await bring(a, b);
    expect(outcome).toMatchObject({ result: 'applied', objects: [{ state: 'verified', owner: 'Argo CD' }] });
    expect((await liveOf(server, 'NodePool', 'web')).metadata.annotations).not.toHaveProperty(['plumbline.dev/digest']);
  });

  test('is not written at all if the API server rejects one of its objects', async () => {
    const bad = { 'a.yaml': `${nodeClass()}---\n${nodePool('web', 'weight: 500')}` };
    const outcome = await bring({}, bad);
    expect(outcome.result).toBe('refused');
    expect(outcome.reasons[0]).toContain('`spec.weight`');
    expect(await liveOf(server, 'EC2NodeClass', 'default')).toBeUndefined();
  });

  test('a field that another manager keeps is reported', async () => {
    withController();
    const c = { 'a.yaml': a['a.yaml'].replace('limits: {cpu: "100"}', 'limits: {cpu: "100"}\n  weight: 3') };
    await server.apply(
      planned({}, c).objects.map(({ desired }) => JSON.parse(desired!)),
      'kubectl',
    );
    const outcome = await bring(c, a);
    expect(outcome.result).toBe('refused');
    expect(outcome.reasons[0]).toContain('spec.weight: reviewed unset, would be 3');
    expect(outcome.reasons[0]).toContain('`kubectl`');
  });
});
