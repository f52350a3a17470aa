import { expect, test } from 'vitest';
import { manifestSet } from '../manifest/manifest-set.ts';
import { parseManifests } from '../manifest/parse.ts';
import { countInputs } from './input-counts.ts';

const read = (text: string) => countInputs(manifestSet([parseManifests({ file: 'a.yaml', text }, { set: {} })]));

const object = (apiVersion: string, kind: string, spec = '{}'): string =>
  `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata: { name: a }\nspec: ${spec}\n---\n`;

test('counts the objects of a review', () => {
  const found = read(
    [
      object('karpenter.sh/v1', 'NodePool'),
      object('karpenter.sh/v1alpha5', 'Provisioner'),
      object('karpenter.k8s.aws/v1', 'EC2NodeClass'),
      object('karpenter.sh/v1alpha1', 'NodeOverlay'),
      object('apps/v1', 'Deployment', '{ template: { spec: { containers: [] } } }'),
      object('batch/v1', 'Job', '{ template: { spec: { containers: [] } } }'),
      object('policy/v1', 'PodDisruptionBudget'),
    ].join(''),
  );
  expect(found).toEqual({
    nodePools: 2,
    nodeClasses: 1,
    otherKarpenter: 1,
    workloads: 2,
    notRendered: [],
    related: [],
  });
});

test('objects of other operators with the same kind are not counted', () => {
  const found = read(
    object('hypershift.openshift.io/v1beta1', 'NodePool') +
      object('container.gcp.upbound.io/v1beta1', 'NodePool') +
      object('eks.example.com/v1', 'NodeClass') +
      object('karpentr.sh/v1', 'NodePool'),
  );
  expect(found).toMatchObject({ nodePools: 0, nodeClasses: 0, otherKarpenter: 0 });
});
