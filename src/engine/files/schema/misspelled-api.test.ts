import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { applyEdits } from '../../manifest/edit.ts';
import { parseManifests } from '../../manifest/parse.ts';
import type { Diagnostic } from '../../text/diagnostic.ts';
import { decodeCrdPack } from './definitions/crd-pack.ts';
import { validateSchema } from './validate.ts';

const pack = decodeCrdPack(JSON.parse(readFileSync('data/crds/1.14.json', 'utf8')));

const findings = (text: string): Diagnostic[] =>
  validateSchema(parseManifests({ file: 'a.yaml', text }, { set: {} }).manifests, pack);

const poolSpec =
  '{ template: { spec: { nodeClassRef: { group: karpenter.k8s.aws, kind: EC2NodeClass, name: a }, requirements: [] } } }';
const classSpec =
  '{ role: a, amiSelectorTerms: [{ alias: al2023@latest }], subnetSelectorTerms: [{ id: subnet-1 }], securityGroupSelectorTerms: [{ id: sg-1 }] }';

const object = (apiVersion: string, kind: string): string =>
  `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata: { name: a }\nspec: ${/class/i.test(kind) ? classSpec : poolSpec}\n`;

describe('an API that is nearly one of Karpenter’s', () => {
  test.each([
    ['karpentr.sh/v1', 'NodePool', 'karpenter.sh/v1'],
    ['karpneter.sh/v1', 'NodePool', 'karpenter.sh/v1'],
    ['Karpenter.sh/v1', 'NodePool', 'karpenter.sh/v1'],
    ['carpenter.sh/v1beta1', 'NodePool', 'karpenter.sh/v1'],
    ['karpenter.io/v1', 'NodePool', 'karpenter.sh/v1'],
    ['karpenter.sh', 'NodePool', 'karpenter.sh/v1'],
    ['karpenter.k8s.io/v1', 'EC2NodeClass', 'karpenter.k8s.aws/v1'],
    ['karpenter.k8s.io/v1', 'NodePool', 'karpenter.sh/v1'],
    ['karpenter.k8.aws/v1', 'EC2NodeClass', 'karpenter.k8s.aws/v1'],
    ['v1', 'EC2NodeClass', 'karpenter.k8s.aws/v1'],
    ['v1', 'NodePool', 'karpenter.sh/v1'],
    ['karpenter.sh/v2', 'NodePool', 'karpenter.sh/v1'],
    ['karpenter.sh/v1', 'EC2NodeClass', 'karpenter.k8s.aws/v1'],
  ])('%s %s is an error, and its fix writes the nearest one', (apiVersion, kind, meant) => {
    const text = object(apiVersion, kind);
    const found = findings(text).filter(({ code }) => code === 'schema/unknown-kind');
    expect(found).toHaveLength(1);
    expect(found[0]!.severity).toBe('error');
    expect(found[0]!.help).toContain(`\`apiVersion: ${meant}\``);
    const fixed = applyEdits(text, found[0]!.fix!.edits);
    expect(fixed).toBe(object(meant, kind));
    expect(findings(fixed).filter(({ code }) => code === 'schema/unknown-kind')).toEqual([]);
  });

  test.each([
    ['karpenter.sh/v1', 'Nodepool', 'NodePool'],
    ['karpenter.sh/v1', 'NodePools', 'NodePool'],
    ['karpenter.k8s.aws/v1', 'Ec2NodeClass', 'EC2NodeClass'],
    ['karpenter.k8s.aws/v1', 'EC2Nodeclass', 'EC2NodeClass'],
  ])('%s %s is reported as a misspelling of %s', (apiVersion, kind, meant) => {
    const [found] = findings(object(apiVersion, kind));
    expect(found).toMatchObject({ code: 'schema/unknown-kind', severity: 'error' });
    expect(found!.help).toContain(meant);
  });

  test('a kind in the wrong case is corrected together with the group', () => {
    const [found] = findings(object('karpentr.sh/v1', 'nodepool'));
    expect(found!.help).toBe('Write `apiVersion: karpenter.sh/v1` and `kind: NodePool`.');
    expect(found!.fix).toBeUndefined();
  });
});

describe('does not report objects of other operators', () => {
  test.each([
    ['hypershift.openshift.io/v1beta1', 'NodePool'],
    ['container.gcp.upbound.io/v1beta1', 'NodePool'],
    ['container.cnrm.cloud.google.com/v1beta1', 'ContainerNodePool'],
    ['eks.amazonaws.com/v1', 'NodeClass'],
    ['karpenter.azure.com/v1beta1', 'AKSNodeClass'],
    ['karpenter.k8s.gcp/v1alpha1', 'GCENodeClass'],
    ['karpenter.k8s.alibabacloud/v1alpha1', 'ECSNodeClass'],
    ['karpenter.kwok.sh/v1alpha1', 'KWOKNodeClass'],
    ['platform.example.org/v1', 'NodePool'],
    ['karpenter.platform.example.org/v1', 'NodePool'],
    ['cluster.x-k8s.io/v1beta1', 'MachinePool'],
    ['${GROUP}/v1', 'NodePool'],
    ['apps.example.org/v1', 'EC2NodeClass'],
  ])('%s %s', (apiVersion, kind) => {
    expect(findings(object(apiVersion, kind))).toEqual([]);
  });

  test('a NodePool of the core group with other fields', () => {
    expect(findings('apiVersion: v1\nkind: NodePool\nmetadata: { name: a }\nspec: { count: 3 }\n')).toEqual([]);
  });

  test('a group that the repository defines', () => {
    const definition =
      'apiVersion: apiextensions.crossplane.io/v1\nkind: CompositeResourceDefinition\nmetadata: { name: a }\nspec: { group: karpenter.io }\n---\n';
    expect(findings(definition + object('karpenter.io/v1', 'NodePool'))).toEqual([]);
  });
});
