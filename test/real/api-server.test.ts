import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ApiServer, startApiServer } from '../apiserver/api-server.ts';

describe('the API server for tests', () => {
  let server: ApiServer;
  beforeAll(async () => {
    server = await startApiServer({ users: ['anna:deployers,readers'] });
  });
  afterAll(() => server?.stop());

  test('serves Karpenter’s kinds', async () => {
    const { body } = await server.request('GET', '/apis/karpenter.sh/v1');
    expect(body.resources.map(({ name }: { name: string }) => name)).toEqual(
      expect.arrayContaining(['nodepools', 'nodepools/status', 'nodeclaims']),
    );
  });

  test('knows users and their groups, and grants them nothing by default', async () => {
    const review = { apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' };
    const who = await server.request('POST', '/apis/authentication.k8s.io/v1/selfsubjectreviews', review, {
      user: 'anna',
    });
    expect(who.body.status.userInfo).toMatchObject({
      username: 'anna',
      groups: expect.arrayContaining(['deployers', 'readers']),
    });
    expect((await server.request('GET', '/apis/karpenter.sh/v1/nodepools', undefined, { user: 'anna' })).status).toBe(
      403,
    );
    expect((await server.request('GET', '/apis/karpenter.sh/v1/nodepools', undefined, { user: 'nobody' })).status).toBe(
      401,
    );
  });

  test('applies the rules of the CRDs', async () => {
    const nodeClass = {
      apiVersion: 'karpenter.k8s.aws/v1',
      kind: 'EC2NodeClass',
      metadata: { name: 'bare' },
      spec: {},
    };
    const { status, body } = await server.request('POST', '/apis/karpenter.k8s.aws/v1/ec2nodeclasses', nodeClass);
    expect(status).toBe(422);
    expect(body.details.causes.map(({ field }: { field: string }) => field)).toContain('spec.amiSelectorTerms');
  });

  test('writes a kubeconfig with a context for each user', () => {
    const { contexts } = JSON.parse(readFileSync(server.kubeconfig, 'utf8'));
    expect(contexts.map(({ name }: { name: string }) => name)).toEqual(['admin', 'anna']);
  });
});
