import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { KubeClient } from '../io/kube/client.ts';
import { Lease } from './lease.ts';

beforeEach(() => void vi.useFakeTimers({ now: 0 }));
afterEach(() => void vi.useRealTimers());

/** A cluster with one Lease, which refuses writes that do not start from its newest version. */
function cluster() {
  let version = 0;
  const client = {
    get: async () => undefined,
    send: async ({ body }: { body?: string }) => {
      const sent = JSON.parse(body!);
      if (version > 0 && sent.metadata.resourceVersion !== String(version)) return { status: 409, body: undefined };
      version++;
      return { status: 200, body: { ...sent, metadata: { ...sent.metadata, resourceVersion: String(version) } } };
    },
  } as unknown as KubeClient;
  return { client, takenByAnother: () => void version++, writes: () => version };
}

const take = (client: KubeClient): Promise<Lease> =>
  Lease.take(
    { client, environment: 'production', namespace: 'plumbline', holder: 'run-1', seconds: 60, log: () => {} },
    'digest',
  );

test('a run that stood still writes nothing once another run has the lease', async () => {
  const { client, takenByAnother } = cluster();
  const lease = await take(client);
  vi.setSystemTime(61_000);
  takenByAnother();
  await expect(lease.assertHeld()).rejects.toThrow('Another run has taken over the lease of production');
});

test('a run that stood still renews a lease that nobody took, and continues', async () => {
  const { client, writes } = cluster();
  const lease = await take(client);
  vi.setSystemTime(61_000);
  await lease.assertHeld();
  await lease.assertHeld();
  expect(writes()).toBe(2);
});

test('a lease that was renewed in time is not renewed again before a write', async () => {
  const { client, writes } = cluster();
  const lease = await take(client);
  await vi.advanceTimersByTimeAsync(59_000);
  await lease.assertHeld();
  expect(writes()).toBe(3);
});
