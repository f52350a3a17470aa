import { beforeAll, expect } from 'vitest';
import type { RenderMethod } from '../src/io/render/hand-over/render-method.ts';
import { sceneTest } from './extent.ts';
import { plainDeployment, plainNodeClass, plainNodePool } from './plain-environment.ts';
import { plainRenderer } from './plain-renderer.ts';
import type { Texts } from './readings.ts';
import { reviewOfTexts } from './reviewed-texts.ts';

const test = sceneTest(2);

/** Reviews in which pods move to spot nodes. */

let renderer: RenderMethod;
beforeAll(async () => {
  renderer = await plainRenderer();
});

const nodes = (name: string, capacityType: string): string =>
  plainNodePool()
    .replace('name: general', `name: ${name}`)
    .replace(
      'requirements: [',
      `requirements: [{ key: karpenter.sh/capacity-type, operator: In, values: [${capacityType}] }, `,
    );

const files = (capacityType: string, pods: Texts): Texts => ({
  'class.yaml': plainNodeClass(),
  'pool.yaml': nodes('general', capacityType),
  ...pods,
});

const one = { 'jobs.yaml': plainDeployment('jobs', 1) };
const three = { ...one, 'mail.yaml': plainDeployment('mail', 1), 'web.yaml': plainDeployment('web', 3) };
const asJob = { 'jobs.yaml': one['jobs.yaml'].replace('apps/v1', 'batch/v1').replace('kind: Deployment', 'kind: Job') };
const scaled = {
  ...one,
  'scaler.yaml': `apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: { name: jobs, namespace: shop }
spec: { scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: jobs }, minReplicas: 1, maxReplicas: 4 }
`,
};

/** A NodePool on demand and one on spot, of which the pod selects one. */
const selecting = (name: string): Texts => ({
  'class.yaml': plainNodeClass(),
  'a.yaml': nodes('steady', 'on-demand'),
  'b.yaml': nodes('cheap', 'spot'),
  'jobs.yaml': one['jobs.yaml'].replace('containers:', `nodeSelector: { karpenter.sh/nodepool: ${name} }, containers:`),
});

const found = async (from: Texts, to: Texts): Promise<string[]> => {
  const { review } = await reviewOfTexts(from, to, { renderer });
  return review.findings
    .filter(({ isNew, diagnostic: { message } }) => isNew && message.includes('to spot nodes'))
    .map(({ diagnostic: { span, message } }) => `${span.file}: ${message.split('. ')[0]}`);
};

test.each<[string, Texts, Texts, string]>([
  [
    'a NodePool changes to spot',
    files('on-demand', one),
    files('spot', one),
    'pool.yaml: The only pod of `Deployment/shop/jobs` moves from on-demand to spot nodes',
  ],
  [
    'a NodePool allows spot as well, and the others have more pods',
    files('on-demand', three),
    files('on-demand, spot', three),
    'pool.yaml: The only pods of `Deployment/shop/jobs`, `Deployment/shop/mail` move from on-demand to spot nodes',
  ],
  [
    'the pod selects another NodePool',
    selecting('steady'),
    selecting('cheap'),
    'jobs.yaml: The only pod of `Deployment/shop/jobs` moves from on-demand to spot nodes',
  ],
])('a single pod that moves to spot is named: %s', async (_, from, to, expected) => {
  expect(await found(from, to)).toEqual([expected]);
});

test.each<[string, Texts, Texts]>([
  [
    'it runs on spot already',
    files('spot', one),
    { ...files('spot', one), 'pool.yaml': nodes('general', 'spot').replace('cpu: 100', 'cpu: 200') },
  ],
  ['it moves away from spot', files('spot', one), files('on-demand', one)],
  ['a Job starts its pod again', files('on-demand', asJob), files('spot', asJob)],
  ['there may be more of it', files('on-demand', scaled), files('spot', scaled)],
  ['it is new', files('on-demand', {}), files('spot', one)],
])('nothing is said of other pods: %s', async (_, from, to) => {
  expect(await found(from, to)).toEqual([]);
});
