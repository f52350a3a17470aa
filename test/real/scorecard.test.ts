import { rmSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { nodeClass, nodePool } from '../../src/engine/changes/plan/plan.test-support.ts';
import { connect } from '../../src/io/github/github.ts';
import { readScorecard } from '../../src/io/github/scorecard/scorecard-file.ts';
import { type ApiServer, startApiServer } from '../apiserver/api-server.ts';
import { type Run, runAction } from '../github/action.ts';
import { checkout } from '../github/checkout.ts';
import type { Files } from '../github/git-repository.ts';
import { FakeGitHub } from '../github/github.ts';
import { clear, startController } from './apply-cluster.ts';
import { applyJob, approvedMerge, config, kubeconfig } from './merge-scene.ts';

let server: ApiServer;
let fake: FakeGitHub;
let controller: { stop(): Promise<void> };

beforeAll(async () => {
  server = await startApiServer();
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

const web = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: default}
spec:
  replicas: 2
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers: [{name: main, image: web, resources: {requests: {cpu: 1500m, memory: 1Gi}}}]
`;
const onlyLarge = nodePool().replace(
  '[on-demand]}',
  '[on-demand]}\n        - {key: node.kubernetes.io/instance-type, operator: In, values: [m6i.large]}',
);
const empty: Files = { 'plumbline.yaml': config('scorecard: plumbline-scorecard\nregion: us-east-1\n') };
const files = {
  'clusters/production/karpenter.yaml': `${nodeClass()}---\n${onlyLarge}`,
  'clusters/production/web.yaml': web,
};

/** A node as Karpenter would launch it for the Deployment, with its NodeClaim. */
async function launch(name: string): Promise<void> {
  const labels = {
    'karpenter.sh/nodepool': 'web',
    'karpenter.sh/registered': 'true',
    'karpenter.sh/initialized': 'true',
    'karpenter.sh/capacity-type': 'on-demand',
    'node.kubernetes.io/instance-type': 'm6i.large',
    'topology.kubernetes.io/zone': 'us-east-1a',
    'topology.kubernetes.io/region': 'us-east-1',
    'kubernetes.io/arch': 'amd64',
    'kubernetes.io/os': 'linux',
    'kubernetes.io/hostname': name,
  };
  const providerID = `aws:///us-east-1a/i-${name}`;
  const resources = { cpu: '2', memory: '8Gi', pods: '29' };
  const claim = {
    apiVersion: 'karpenter.sh/v1',
    kind: 'NodeClaim',
    metadata: { name, labels },
    spec: {
      nodeClassRef: { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name: 'default' },
      requirements: [{ key: 'karpenter.sh/capacity-type', operator: 'In', values: ['on-demand'] }],
    },
  };
  await server.apply([{ apiVersion: 'v1', kind: 'Node', metadata: { name, labels }, spec: { providerID } }, claim]);
  const now = '2026-03-01T10:05:00Z';
  const initialized = {
    type: 'Initialized',
    status: 'True',
    reason: 'Initialized',
    message: '',
    lastTransitionTime: now,
  };
  const statuses = [
    [`/api/v1/nodes/${name}/status`, { capacity: resources, allocatable: { ...resources, cpu: '1930m' } }],
    [
      `/apis/karpenter.sh/v1/nodeclaims/${name}/status`,
      { providerID, nodeName: name, capacity: resources, allocatable: resources, conditions: [initialized] },
    ],
  ] as const;
  for (const [path, status] of statuses) {
    const object = (await server.request('GET', path.replace(/\/status$/, ''))).body;
    const { status: answer } = await server.request('PUT', path, {
      ...object,
      status: { ...object.status, ...status },
    });
    expect(answer).toBe(200);
  }
}

async function driftJob(sha: string, now: string): Promise<Run> {
  const workspace = checkout(fake, sha);
  try {
    return await runAction(fake, {
      event: 'schedule',
      payload: {},
      sha,
      workspace,
      token: await fake.token({ contents: 'write', issues: 'write' }),
      inputs: { mode: 'drift', environment: 'production', kubeconfig: kubeconfig(server) },
      clock: { now: () => now },
    });
  } finally {
    rmSync(workspace, { recursive: true });
  }
}

async function records() {
  const github = connect({ token: await fake.token({ contents: 'read' }), apiUrl: fake.url });
  return readScorecard({ github, repository: { owner: 'acme', repo: 'infra' }, branch: 'plumbline-scorecard' });
}

test('a prediction is recorded with the apply, compared after it, and told in the next review', async () => {
  const at = await approvedMerge(fake, empty, files);
  const permissions = { contents: 'write', pull_requests: 'read' } as const;
  const applied = await applyJob(fake, server, at, { now: '2026-03-01T10:00:00Z', permissions });
  expect(applied.failure).toBeUndefined();
  const prediction = {
    kind: 'prediction',
    environment: 'production',
    commit: at.after,
    at: '2026-03-01T10:00:00Z',
    figures: { nodes: 2, hourlyUsd: 0.192, types: { 'm6i.large': 2 } },
    nodes: { low: 2, high: 2 },
    replicas: { 'Deployment/default/web': 2 },
    running: {},
    restarted: {},
  };
  expect(await records()).toEqual([prediction]);

  for (const name of ['a', 'b']) await launch(name);
  const early = await driftJob(at.after, '2026-03-01T10:10:00Z');
  expect([early.failure, early.notices]).toEqual([undefined, []]);
  expect(early.infos.join('\n')).toContain('Scorecard: too early');
  const later = await driftJob(at.after, '2026-03-01T11:00:00Z');
  expect(later.failure).toBeUndefined();
  expect((await records())?.slice(1)).toEqual([
    {
      kind: 'outcome',
      environment: 'production',
      commit: at.after,
      at: '2026-03-01T11:00:00Z',
      figures: prediction.figures,
      restarted: {},
      // Nothing in this cluster creates the pods of the Deployment.
      reasons: ['load-moved'],
    },
  ]);

  const head = fake.git.commit(
    { ...empty, ...files, 'clusters/production/web.yaml': web.replace('replicas: 2', 'replicas: 3') },
    [at.after],
  );
  const number = await fake.open({ base: at.after, head, branch: 'more' });
  const workspace = checkout(fake, head);
  await runAction(fake, {
    event: 'pull_request',
    payload: { pull_request: await fake.pull(number) },
    sha: head,
    workspace,
    token: await fake.token({ contents: 'read', pull_requests: 'write' }),
  });
  rmSync(workspace, { recursive: true });
  const [comment] = await fake.comments(number);
  expect(comment?.body).toContain('Last prediction here: within one node, cost within 0%');
});

test('an apply without the permission to write contents is applied all the same, with a notice', async () => {
  const said = await applyJob(fake, server, await approvedMerge(fake, empty, files), { now: '2026-03-02T10:00:00Z' });
  expect(said.failure).toBeUndefined();
  expect(said.notices.join('\n')).toContain('Give the job `contents: write`');
  expect(await records()).toEqual([]);
});
