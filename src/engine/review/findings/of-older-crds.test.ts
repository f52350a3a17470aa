import { expect, test } from 'vitest';
import { openFacts } from '../../../io/catalog/facts.ts';
import { defaultSettings } from '../../karpenter/api/settings.ts';
import { review } from '../review.ts';

const facts = openFacts(new URL('../../../../data', import.meta.url).pathname);

const release = (chart: string, version: string, more = '') => `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: {name: ${chart}, namespace: kube-system}
spec:
  chart: {spec: {chart: ${chart}, version: ${version}, sourceRef: {kind: HelmRepository, name: karpenter}}}
  ${more}
---
`;
const repository = `apiVersion: source.toolkit.fluxcd.io/v1
kind: HelmRepository
metadata: {name: karpenter, namespace: kube-system}
spec: {type: oci, url: 'oci://public.ecr.aws/karpenter'}
---
`;
const pool = (operator: string, spec = '') => `apiVersion: karpenter.sh/v1
kind: NodePool
metadata: {name: press}
spec:
  ${spec}
  limits: {cpu: 100}
  template:
    spec:
      nodeClassRef: {group: karpenter.k8s.aws, kind: EC2NodeClass, name: press}
      requirements: [{key: karpenter.k8s.aws/instance-generation, operator: ${operator}, values: ["5"]}]
---
`;
const customization = `apiVersion: kustomize.config.k8s.io/v1beta1
kind: Kustomization
resources:
  - https://raw.githubusercontent.com/aws/karpenter-provider-aws/v1.8.6/pkg/apis/crds/karpenter.sh_nodepools.yaml
`;

const side = (text: string) => {
  const sources = [{ file: 'a.yaml', text }];
  return { sources, hintSources: sources, diagnostics: [] };
};

/** The findings of schemas after a change. */
function found(head: string, base = repository + release('karpenter', '1.8.6') + pool('Gt')): string[] {
  const settings = { ...defaultSettings, region: 'us-east-1' };
  return review({ base: side(base), head: side(head), settings, facts, version: 'test', figures: null })
    .findings.filter(({ diagnostic }) => diagnostic.code.startsWith('schema/'))
    .map(({ diagnostic: { code, severity, help } }) => `${code} ${severity} ${help}`);
}

const controller = repository + release('karpenter', '1.9.0');

test.each<[string, head: string, expected: readonly string[]]>([
  [
    'an operator that the chart of the CRDs does not have',
    controller + release('karpenter-crd', '1.8.6') + pool('Gte'),
    ['schema/enum error Upgrade `karpenter-crd` to 1.9 first.'],
  ],
  [
    'an operator that CRDs at a tag do not have',
    `${controller}${pool('Gte')}${customization}`,
    ['schema/enum error Upgrade the CRDs to 1.9 first.'],
  ],
  [
    'a field that the chart of the CRDs does not have',
    repository + release('karpenter', '1.8.6') + release('karpenter-crd', '1.6.2') + pool('Gt', 'replicas: 2'),
    ['schema/unknown-field error Upgrade `karpenter-crd` to 1.8 first.'],
  ],
  ['the chart of the CRDs follows', controller + release('karpenter-crd', '1.9.0') + pool('Gte'), []],
  [
    'an older patch of the same minor',
    repository + release('karpenter', '1.9.1') + release('karpenter-crd', '1.9.0') + pool('Gte'),
    [],
  ],
  ['CRDs of which no file names the version', controller + release('karpenter-crd', '${CRDS}') + pool('Gte'), []],
  ['no CRDs in the files', controller + pool('Gte'), []],
  [
    'the release of the controller replaces the CRDs',
    repository +
      release('karpenter', '1.9.0', 'upgrade: {crds: CreateReplace}') +
      release('karpenter-crd', '1.8.6') +
      pool('Gte'),
    [],
  ],
  ['only operators that both have', controller + release('karpenter-crd', '1.8.6') + pool('Gt'), []],
])('%s', (_, head, expected) => expect(found(head)).toEqual(expected));
