import { expect, test } from 'vitest';
import { manifestSet } from '../../manifest/manifest-set.ts';
import { parseManifests } from '../../manifest/parse.ts';
import type { PredictionRecord } from './record.ts';
import { outcomeOf, type SeenCluster } from './seen.ts';

const prediction: PredictionRecord = {
  kind: 'prediction',
  environment: 'prod',
  commit: 'a'.repeat(40),
  at: '2026-11-01T10:00:00Z',
  figures: { nodes: 2, hourlyUsd: 0.2, types: { 'm6i.large': 2 } },
  nodes: { low: 2, high: 2 },
  replicas: { 'ReplicaSet/shop/web': 3 },
  running: { 'ReplicaSet/shop/web': 4 },
  restarted: { 'ReplicaSet/shop/web': 2 },
};

interface ClaimOptions {
  readonly created?: string;
  readonly capacity?: string;
  readonly isInitialized?: boolean;
  readonly isDeleting?: boolean;
}

const claim = (name: string, options: ClaimOptions = {}): object => ({
  apiVersion: 'karpenter.sh/v1',
  kind: 'NodeClaim',
  metadata: {
    name,
    creationTimestamp: options.created ?? '2026-11-01T10:02:00Z',
    labels: { 'karpenter.sh/capacity-type': options.capacity ?? 'on-demand', 'karpenter.sh/nodepool': 'web' },
    ...(options.isDeleting && { deletionTimestamp: '2026-11-01T11:00:00Z' }),
  },
  spec: {},
  status: {
    providerID: name,
    conditions: [{ type: 'Initialized', status: options.isInitialized === false ? 'False' : 'True' }],
  },
});
const node = (name: string): object => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name, labels: { 'karpenter.sh/nodepool': 'web' } },
  spec: { providerID: name },
  status: {},
});
const pod = (name: string, created: string): object => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: {
    name,
    namespace: 'shop',
    creationTimestamp: created,
    ownerReferences: [{ apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web', controller: true }],
  },
  spec: { nodeName: 'n1', containers: [{ name: 'main' }] },
  status: { phase: 'Running' },
});

function seen(objects: readonly object[], more: Partial<SeenCluster> = {}): SeenCluster {
  const text = JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects });
  const { manifests } = manifestSet([parseManifests({ file: 'cluster.json', text }, { set: {} })]);
  const figures = { nodes: 2, hourlyUsd: 0.2, types: { 'm6i.large': 2 } };
  return { figures, objects: manifests, hasPods: true, isDrifted: false, at: '2026-11-01T11:00:00Z', ...more };
}

const [older, younger] = ['2026-10-01T00:00:00Z', '2026-11-01T10:01:00Z'];
const still = [claim('n1'), node('n1'), pod('a', older), pod('b', younger), pod('c', younger)];

test('a cluster at rest is recorded, with the pods that restarted and not those that only stopped', () => {
  expect(outcomeOf(prediction, seen(still))).toEqual({
    kind: 'outcome',
    environment: 'prod',
    commit: 'a'.repeat(40),
    at: '2026-11-01T11:00:00Z',
    figures: { nodes: 2, hourlyUsd: 0.2, types: { 'm6i.large': 2 } },
    // Four ran, one is still there, and one of the others was not replaced.
    restarted: { 'ReplicaSet/shop/web': 2 },
    reasons: [],
  });
});

test('nothing is recorded in the first half hour, or with a clock that went back', () => {
  expect(outcomeOf(prediction, seen(still, { at: '2026-11-01T10:20:00Z' }))).toBe('too early');
  expect(outcomeOf(prediction, seen(still, { at: '2026-10-01T10:20:00Z' }))).toBe('too early');
});

test.each([
  ['a NodeClaim that is not initialized', claim('n2', { isInitialized: false })],
  ['a NodeClaim that is being deleted', claim('n2', { isDeleting: true })],
])('%s delays the record for a day', (_, moving) => {
  expect(outcomeOf(prediction, seen([...still, moving]))).toBe('still changing');
  const late = seen([...still, moving], { at: '2026-11-02T10:00:00Z' });
  expect(outcomeOf(prediction, late)).toMatchObject({ reasons: ['still-changing'] });
});

test('another load, late spot nodes and changes by hand are reasons', () => {
  const other = seen(
    [...still, pod('d', younger), claim('n2', { capacity: 'spot', created: '2026-11-01T10:40:00Z' })],
    {
      isDrifted: true,
    },
  );
  expect(outcomeOf(prediction, other)).toMatchObject({ reasons: ['load-moved', 'spot-replaced', 'changed-by-hand'] });
});

test('a spot node that the change launched is no reason', () => {
  const soon = seen([...still, claim('n2', { capacity: 'spot', created: '2026-11-01T10:10:00Z' })]);
  expect(outcomeOf(prediction, soon)).toMatchObject({ reasons: [] });
});

test('without pods, restarts are unknown and load is no reason', () => {
  const [own] = [seen([claim('n1'), node('n1')], { hasPods: false })];
  expect(outcomeOf(prediction, own)).toMatchObject({ restarted: null, reasons: [] });
  expect(outcomeOf({ ...prediction, running: null }, seen(still))).toMatchObject({ restarted: null });
});
