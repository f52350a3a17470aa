import type { ApplyRequest } from '../../src/apply/apply-request.ts';
import { KubeClient } from '../../src/io/kube/client.ts';
import type { ClusterConnection } from '../../src/io/kube/connection.ts';
import { type ApiServer, pathOf } from '../apiserver/api-server.ts';
import { schemaOf } from './apply-schema.ts';

// biome-ignore lint/suspicious/noExplicitAny: objects as the API server gives them.
type Json = any;

/** The connection of one of the server's users. */
export const connectionOf = ({ server, ca, tokens }: ApiServer, user = 'admin'): ClusterConnection => ({
  server,
  certificateAuthority: ca,
  token: tokens[user],
  describe: () => 'the cluster of this test',
});

/** A request with what most tests need. `said` collects its messages. */
export function applyRequest(
  server: ApiServer,
  over: Partial<ApplyRequest> & Pick<ApplyRequest, 'plan'>,
): ApplyRequest & { readonly said: string[] } {
  const said: string[] = [];
  return {
    schemaOf,
    karpenterVersion: '1.14',
    client: new KubeClient(async () => connectionOf(server)),
    commit: 'c'.repeat(40),
    run: 'acme/infra run 1',
    between: new Map(),
    guard: undefined,
    acknowledged: new Map(),
    delivery: undefined,
    isForced: false,
    ignoresGuard: false,
    isRolledBack: false,
    leaseNamespace: 'kube-system',
    leaseSeconds: 2,
    readySeconds: 10,
    pollSeconds: 0.05,
    log: (line) => void said.push(line),
    said,
    ...over,
  };
}

const collections = [
  '/apis/karpenter.k8s.aws/v1/ec2nodeclasses',
  '/apis/karpenter.sh/v1/nodepools',
  '/apis/karpenter.sh/v1alpha1/nodeoverlays',
];

/** The conditions that Karpenter's controllers would write on an object. Ready by default. */
export type Verdict = (object: Json) => readonly Json[] | undefined;

const ready: Verdict = () => [{ type: 'Ready', status: 'True', reason: 'Ready', message: '' }];

/**
 * Stands in for Karpenter's controllers. Writes the conditions and the hash annotation of every object again and again, as they
 * do. `stop` ends it.
 */
export function startController(server: ApiServer, verdict: Verdict = ready): { stop(): Promise<void> } {
  let isStopped = false;
  const running = (async () => {
    while (!isStopped) {
      await reconcile(server, verdict).catch(() => {});
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
  })();
  return {
    async stop() {
      isStopped = true;
      await running;
    },
  };
}

async function reconcile(server: ApiServer, verdict: Verdict): Promise<void> {
  for (const collection of collections)
    for (const object of (await server.request('GET', collection)).body.items ?? [])
      await judge(server, collection, object, verdict);
}

async function judge(server: ApiServer, collection: string, object: Json, verdict: Verdict): Promise<void> {
  const { name, generation, annotations } = object.metadata;
  const conditions = verdict(object)?.map((condition) => ({
    lastTransitionTime: '2026-01-01T00:00:00Z',
    observedGeneration: generation,
    ...condition,
  }));
  const path = `${collection}/${name}`;
  const merge = { contentType: 'application/merge-patch+json' };
  if (annotations?.['karpenter.sh/nodepool-hash'] !== String(generation)) {
    const hash = { metadata: { annotations: { 'karpenter.sh/nodepool-hash': String(generation) } } };
    await server.request('PATCH', `${path}?fieldManager=karpenter`, hash, merge);
  }
  if (conditions)
    await server.request('PATCH', `${path}/status?fieldManager=karpenter`, { status: { conditions } }, merge);
}

/** Removes all of Karpenter's objects and all leases, so that tests do not affect each other. */
export async function clear(server: ApiServer): Promise<void> {
  for (const collection of [...collections, '/apis/karpenter.sh/v1/nodeclaims'])
    for (const { metadata } of (await server.request('GET', collection)).body.items ?? [])
      await server.request('DELETE', `${collection}/${metadata.name}`);
  await server.request('DELETE', '/apis/coordination.k8s.io/v1/namespaces/kube-system/leases');
}

/** The object in the cluster, or undefined. */
export async function liveOf(
  server: ApiServer,
  kind: 'NodePool' | 'EC2NodeClass',
  name: string,
): Promise<Json | undefined> {
  const apiVersion = kind === 'NodePool' ? 'karpenter.sh/v1' : 'karpenter.k8s.aws/v1';
  const { status, body } = await server.request('GET', pathOf({ apiVersion, kind, metadata: { name } }));
  return status === 200 ? body : undefined;
}

/** A NodeClaim of a NodePool. */
export const nodeClaim = (name: string, nodePool: string): object => ({
  apiVersion: 'karpenter.sh/v1',
  kind: 'NodeClaim',
  metadata: { name, labels: { 'karpenter.sh/nodepool': nodePool } },
  spec: {
    nodeClassRef: { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name: 'default' },
    requirements: [{ key: 'kubernetes.io/arch', operator: 'In', values: ['amd64'] }],
  },
});
