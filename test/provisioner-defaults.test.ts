import { beforeAll, expect, test } from 'vitest';
import type { RenderMethod } from '../src/io/render/hand-over/render-method.ts';
import { plainRenderer } from './plain-renderer.ts';
import { reviewOfTexts } from './reviewed-texts.ts';

/** Reviews of changes of requirements that v1alpha5 adds to every Provisioner. */

let renderer: RenderMethod;
beforeAll(async () => {
  renderer = await plainRenderer();
});

const provisioner = (requirements: readonly string[], labels = ''): string => `apiVersion: karpenter.sh/v1alpha5
kind: Provisioner
metadata: { name: mill }
spec:
  limits: { resources: { cpu: 100 } }
  providerRef: { name: mill }
  labels: { team: mill${labels} }
  requirements: [${requirements.join(', ')}]
---
apiVersion: karpenter.k8s.aws/v1alpha1
kind: AWSNodeTemplate
metadata: { name: mill }
spec:
  subnetSelector: { karpenter.sh/discovery: mill }
  securityGroupSelector: { karpenter.sh/discovery: mill }
`;

const isIn = (key: string, ...values: string[]): string =>
  `{ key: ${key}, operator: In, values: [${values.join(', ')}] }`;
const size = isIn('karpenter.k8s.aws/instance-size', 'large');
const amd64 = isIn('kubernetes.io/arch', 'amd64');

const effects = async (base: string, head: string): Promise<string[]> => {
  const { review } = await reviewOfTexts({ 'nodes.yaml': base }, { 'nodes.yaml': head }, { renderer });
  return review.changes.flatMap(({ fields }) => fields.map(({ path, effect }) => `${path.join('.')} ${effect}`));
};

test.each([
  ['the architecture', amd64],
  ['the operating system', isIn('kubernetes.io/os', 'linux')],
  ['the old key of the architecture', isIn('beta.kubernetes.io/arch', 'amd64')],
  ['the kind of capacity', isIn('karpenter.sh/capacity-type', 'on-demand')],
])('a default that is written down changes nothing: %s', async (_, written) => {
  const [without, named] = [provisioner([size]), provisioner([size, written])];
  for (const effect of [...(await effects(without, named)), ...(await effects(named, without))])
    expect(effect).toMatch(/ none$/);
});

test('what is not the default is compared with it', async () => {
  expect(await effects(provisioner([size]), provisioner([size, isIn('kubernetes.io/arch', 'arm64')]))).toEqual([
    'spec.requirements.1 all-nodes',
  ]);
  const both = isIn('kubernetes.io/arch', 'amd64', 'arm64');
  expect(await effects(provisioner([size]), provisioner([size, both]))).toEqual(['spec.requirements.1 new-nodes']);
});

test('a label in place of a default has no requirement next to it', async () => {
  const labeled = provisioner([size], ', kubernetes.io/arch: amd64');
  expect(await effects(labeled, provisioner([size, amd64], ', kubernetes.io/arch: amd64'))).toEqual([
    'spec.requirements.1 none',
  ]);
});

test('nothing is added if a key is a placeholder', async () => {
  const open = isIn("'${KEY}'", 'a');
  expect(await effects(provisioner([open]), provisioner([open, amd64]))).toEqual(['spec.requirements.1 some-nodes']);
});
