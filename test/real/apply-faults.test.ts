import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { applyPlan } from '../../src/apply/apply.ts';
import { nodeClass, nodePool, planned } from '../../src/engine/changes/plan/plan.test-support.ts';
import { KubeClient } from '../../src/io/kube/client.ts';
import { type ApiServer, startApiServer } from '../apiserver/api-server.ts';
import { type Fate, type FaultProxy, type Passing, startFaultProxy } from '../apiserver/fault-proxy.ts';
import { applyRequest, clear, connectionOf, liveOf, startController } from './apply-cluster.ts';

let server: ApiServer;
let controller: { stop(): Promise<void> };
let proxy: FaultProxy | undefined;

beforeAll(async () => {
  server = await startApiServer();
});
afterAll(() => server?.stop());
beforeEach(() => {
  controller = startController(server);
});
afterEach(async () => {
  await proxy?.stop();
  proxy = undefined;
  await controller.stop();
  await clear(server);
});

const base = { 'a.yaml': `${nodeClass()}---\n${nodePool('web', 'weight: 1')}---\n${nodePool('old')}` };
const head = {
  'a.yaml': `${nodeClass('default', 'role: other')}---\n${nodePool('web', 'weight: 2')}---\n${nodePool('new')}`,
};
/** Two updates, a creation and a deletion. */
const plan = planned(base, head);
const acknowledged = new Map([['NodePool/old', 0]]);

const bringBase = async (): Promise<void> => {
  expect((await applyPlan(applyRequest(server, { plan: planned({}, base), commit: 'b'.repeat(40) }))).result).toBe(
    'applied',
  );
};

/** The state of each planned object in the cluster, in one word. */
async function standing(): Promise<string[]> {
  const [role, weight, isNew, isOld] = [
    (await liveOf(server, 'EC2NodeClass', 'default'))?.spec.role,
    (await liveOf(server, 'NodePool', 'web'))?.spec.weight,
    await liveOf(server, 'NodePool', 'new'),
    await liveOf(server, 'NodePool', 'old'),
  ];
  return [role, String(weight), isNew ? 'new' : '', isOld ? 'old' : ''];
}

const before = ['node', '1', '', 'old'];
const after = ['other', '2', 'new', ''];

async function through(fate: (passing: Passing) => Fate, options: { patienceSeconds?: number } = {}) {
  proxy = await startFaultProxy(server, fate);
  const connection = { ...connectionOf(server), server: proxy.server };
  const waits: number[] = [];
  const client = new KubeClient(async () => connection, {
    ...options,
    sleep: async (seconds) => void waits.push(seconds),
  });
  return { request: applyRequest(server, { plan, acknowledged, client, leaseSeconds: 60 }), waits };
}

const again = () => applyPlan(applyRequest(server, { plan, acknowledged, leaseSeconds: 60 }));

/** The numbers of the requests of an undisturbed apply. Between two requests that only read, nothing can be lost. */
async function steps(): Promise<number[]> {
  await bringBase();
  const { request } = await through(() => undefined);
  expect((await applyPlan(request)).result).toBe('applied');
  const numbers = proxy!.seen.filter(({ method }) => method !== 'GET').map(({ number }) => number);
  await proxy!.stop();
  await clear(server);
  return numbers;
}

/** An apply in a separate process. */
async function child(at: string): Promise<{ kill(): void; ended: Promise<void> }> {
  const script = resolve('test/real/apply-child.ts');
  const running = spawn(process.execPath, [script], { stdio: ['pipe', 'pipe', 'pipe'] });
  running.stdin.end(JSON.stringify({ server: at, ca: server.ca, token: server.tokens.admin, plan }));
  running.stdin.on('error', () => {});
  return { kill: () => void running.kill('SIGKILL'), ended: once(running, 'exit').then(() => {}) };
}

describe('killed at every step', () => {
  test('SIGKILL before and after each request that writes or tries to write: the next run finishes, and says so', async () => {
    const numbers = await steps();
    expect(numbers.length).toBeGreaterThanOrEqual(10);
    const found: string[] = [];
    for (const number of numbers)
      for (const when of ['before', 'after'] as const) {
        await bringBase();
        let running: { kill(): void; ended: Promise<void> } | undefined;
        proxy = await startFaultProxy(server, (passing) =>
          passing.number === number
            ? {
                [when]: async () => {
                  running!.kill();
                  await running!.ended;
                },
              }
            : undefined,
        );
        running = await child(proxy.server);
        await running.ended;
        await proxy.stop();
        const half = await standing();
        found.push(half.join());
        // Each object is always that of base or that of head.
        for (const [i, value] of half.entries()) expect([before[i], after[i]]).toContain(value);
        const outcome = await again();
        expect(outcome.result, `${when} request ${number}`).toBe('applied');
        expect(await standing()).toEqual(after);
        await clear(server);
      }
    // It was interrupted before, between and after the writes. On a busy machine, a killed program may get one write further.
    expect(new Set(found).size).toBeGreaterThanOrEqual(3);
  });

  test('the run after a killed one names the unfinished plan', async () => {
    await bringBase();
    let running: { kill(): void; ended: Promise<void> } | undefined;
    proxy = await startFaultProxy(server, ({ method, path }) =>
      method === 'PATCH' && path.includes('nodepools') && !path.includes('dryRun')
        ? { after: () => running!.kill() }
        : undefined,
    );
    running = await child(proxy.server);
    await running.ended;
    const request = applyRequest(server, { plan, acknowledged, leaseSeconds: 60 });
    expect((await applyPlan(request)).result).toBe('applied');
    expect(request.said.join('\n')).toContain(`stopped before it finished plan ${plan.digest}`);
  });
});

const isWrite = ({ method, path, body }: Passing): boolean =>
  (method === 'PATCH' || method === 'DELETE') && !`${path}${body}`.includes('dryRun') && path.includes('karpenter');

describe('a server that fails', () => {
  test('is unavailable before the first write: one line, and nothing is written', async () => {
    await bringBase();
    const { request } = await through(() => 'lost', { patienceSeconds: 1 });
    await expect(applyPlan(request)).rejects.toMatchObject({
      code: 'kube',
      message: expect.stringContaining('cannot be reached'),
    });
    expect(await standing()).toEqual(before);
  });

  test.each(['lost', 'answer-lost'] as const)(
    'is unavailable from the second write on (%s): reported, and the next run finishes',
    async (fate) => {
      await bringBase();
      const written = new Set<string>();
      const { request } = await through(
        (passing) => {
          if (isWrite(passing)) written.add(passing.path);
          if (written.size < 2) return undefined;
          return isWrite(passing) ? fate : 'lost';
        },
        { patienceSeconds: 1 },
      );
      const outcome = await applyPlan(request);
      expect(outcome.result).toBe('incomplete');
      const states = outcome.objects.map(({ state }) => state);
      expect(states[0]).toBe('written');
      expect(states).toContain('unknown');
      expect((await again()).result).toBe('applied');
      expect(await standing()).toEqual(after);
    },
  );

  test('an answer that is lost once is not a failure: the write is repeated and changes nothing more', async () => {
    await bringBase();
    const seen = new Set<string>();
    const { request } = await through((passing) => {
      if (!isWrite(passing) || seen.has(passing.path)) return undefined;
      seen.add(passing.path);
      return 'answer-lost';
    });
    expect((await applyPlan(request)).result).toBe('applied');
    expect(seen.size).toBe(4);
    expect(await standing()).toEqual(after);
  });

  test('T40: after status 429, waits as long as Retry-After says', async () => {
    await bringBase();
    let refused = 0;
    const { request, waits } = await through((passing) =>
      isWrite(passing) && refused++ < 2 ? { status: 429, headers: { 'retry-after': '7' } } : undefined,
    );
    expect((await applyPlan(request)).result).toBe('applied');
    expect(waits).toEqual([7, 7]);
  });

  test('503 is followed by another attempt', async () => {
    await bringBase();
    let refused = 0;
    const { request } = await through(() => (refused++ % 3 === 0 ? { status: 503 } : undefined));
    expect((await applyPlan(request)).result).toBe('applied');
  });

  test('409: if somebody else writes the object, it is read again', async () => {
    await bringBase();
    let touched = 0;
    const { request } = await through((passing) =>
      isWrite(passing) && touched++ < 3
        ? {
            before: async () => {
              const status = { status: { resources: { cpu: String(touched) } } };
              for (const name of ['web', 'new', 'old'])
                await server.request('PATCH', `/apis/karpenter.sh/v1/nodepools/${name}/status`, status, {
                  contentType: 'application/merge-patch+json',
                });
            },
          }
        : undefined,
    );
    expect((await applyPlan(request)).result).toBe('applied');
    expect(await standing()).toEqual(after);
  });

  test('409: a spec that is edited between read and write is refused, and nothing of it is overwritten', async () => {
    await bringBase();
    let isEdited = false;
    const { request } = await through((passing) => {
      if (!isWrite(passing) || !passing.path.includes('nodepools/web') || isEdited) return undefined;
      isEdited = true;
      const edit = { apiVersion: 'karpenter.sh/v1', kind: 'NodePool', metadata: { name: 'web' }, spec: { weight: 77 } };
      return { before: () => server.apply([edit], 'somebody') };
    });
    const outcome = await applyPlan(request);
    expect(outcome.result).toBe('incomplete');
    expect(outcome.reasons[0]).toContain('`spec.weight` belongs to `somebody`');
    expect((await liveOf(server, 'NodePool', 'web')).spec.weight).toBe(77);
  });

  test('a token that expires during the apply is renewed once', async () => {
    await bringBase();
    let tokens = 0;
    const old = { ...connectionOf(server), token: 'expired' };
    const client = new KubeClient(async (isRefused) => {
      if (isRefused) tokens++;
      return tokens % 2 === 0 && isRefused !== true && tokens > 0
        ? old
        : isRefused
          ? connectionOf(server)
          : tokens === 0
            ? old
            : connectionOf(server);
    });
    expect((await applyPlan(applyRequest(server, { plan, acknowledged, client }))).result).toBe('applied');
    expect(tokens).toBeGreaterThan(0);
    const never = new KubeClient(async () => old);
    await expect(applyPlan(applyRequest(server, { plan, client: never }))).rejects.toMatchObject({
      code: 'kube',
      message: expect.stringContaining('does not accept the credentials'),
    });
  });

  test('one apply at a time: a second one waits, and gives up if the first one continues', async () => {
    await bringBase();
    const slow = applyPlan(
      applyRequest(server, {
        plan: planned(base, { 'a.yaml': `${base['a.yaml']}---\n${nodeClass('slow')}` }),
        leaseSeconds: 1,
        readySeconds: 4,
        run: 'run 1',
      }),
    );
    await controller.stop();
    await new Promise((done) => setTimeout(done, 500));
    await expect(
      applyPlan(applyRequest(server, { plan, acknowledged, leaseSeconds: 1, run: 'run 2' })),
    ).rejects.toMatchObject({ code: 'kube', message: 'Another apply to production is running: run 1' });
    expect((await slow).result).toBe('not-ready');
    expect(await standing()).toEqual(before);
  });
});
