import { expect, test } from 'vitest';
import { manifestsOf } from '../../cluster/provisioning/simulation.test-support.ts';
import { runsOnFargate } from './fargate-profiles.ts';

const taker = (text: string, namespace = 'shop', labels: Readonly<Record<string, string>> = { app: 'web' }) =>
  runsOnFargate(manifestsOf(text))?.({ metadata: { name: 'web', namespace, labels }, spec: { containers: [] } });

const resource = (selector: string): string =>
  `apiVersion: terraform/v1\nkind: aws_eks_fargate_profile\nmetadata: { name: a }\nspec: { fargate_profile_name: shop, selector: ${selector} }\n`;
const eksctl = (selectors: string): string =>
  `apiVersion: eksctl.io/v1alpha5\nkind: ClusterConfig\nmetadata: { name: a, region: us-east-1 }\nfargateProfiles: [{ name: shop, selectors: ${selectors} }]\n`;
const module = (spec: string): string =>
  `apiVersion: terraform/v1\nkind: module\nmetadata: { name: eks }\nspec: ${spec}\n`;
const ack = (spec: string): string =>
  `apiVersion: eks.services.k8s.aws/v1alpha1\nkind: FargateProfile\nmetadata: { name: shop }\nspec: ${spec}\n`;

const profile = 'Fargate profile `shop`';

test.each([
  ['a resource', resource('[{ namespace: shop }]'), profile],
  ['a resource with a label', resource('[{ namespace: shop, labels: { app: web } }]'), profile],
  ['a resource with another label', resource('[{ namespace: shop, labels: { app: api } }]'), undefined],
  ['a resource with patterns', resource('[{ namespace: "sh*", labels: { app: "w?b" } }]'), profile],
  ['a resource of another namespace', resource('[{ namespace: other }]'), undefined],
  ['one of several selectors', resource('[{ namespace: other }, { namespace: shop }]'), profile],
  ['a selector that is unknown', resource('[{ namespace: "${var.namespace}" }]'), undefined],
  ['eksctl', eksctl('[{ namespace: shop }]'), profile],
  ['the EKS module', module('{ fargate_profiles: { shop: { selectors: [{ namespace: shop }] } } }'), profile],
  [
    'a profile that the module does not create',
    module('{ fargate_profiles: { shop: { create: false, selectors: [{ namespace: shop }] } } }'),
    undefined,
  ],
  [
    'its submodule',
    module(
      '{ source: "terraform-aws-modules/eks/aws//modules/fargate-profile", name: shop, selectors: [{ namespace: shop }] }',
    ),
    profile,
  ],
  ['ACK', ack('{ selectors: [{ namespace: shop }] }'), profile],
  ['Crossplane', ack('{ forProvider: { selector: [{ namespace: shop }] } }'), profile],
  ['no profile', 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\n', undefined],
])('%s', (_, text, expected) => {
  expect(taker(text)).toBe(expected);
});

test('pods on the network of the node stay', () => {
  const pod = { metadata: { name: 'web', namespace: 'shop', labels: {} }, spec: { containers: [], hostNetwork: true } };
  expect(runsOnFargate(manifestsOf(resource('[{ namespace: shop }]')))!(pod)).toBeUndefined();
});
