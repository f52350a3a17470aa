import { expect, test } from 'vitest';
import { openFacts } from '../../../io/catalog/facts.ts';
import { defaultSettings } from '../../karpenter/api/settings.ts';
import { review } from '../review.ts';
import { figures } from './figures.ts';

const facts = openFacts(new URL('../../../../data', import.meta.url).pathname);

const pool = (name: string, type: string, more = '') => `apiVersion: karpenter.sh/v1
kind: NodePool
metadata: {name: ${name}}
spec:
  template:
    spec:
      nodeClassRef: {group: karpenter.k8s.aws, kind: EC2NodeClass, name: a}
      requirements:
        - {key: node.kubernetes.io/instance-type, operator: In${type === '' ? '' : `, values: [${type}]`}}
        - {key: karpenter.sh/capacity-type, operator: In, values: [on-demand]}
${more}---
`;
const others = `apiVersion: karpenter.k8s.aws/v1
kind: EC2NodeClass
metadata: {name: a}
spec: {role: a, amiSelectorTerms: [{alias: al2023@v20260715}], subnetSelectorTerms: [{id: subnet-0123456789abcdef0}], securityGroupSelectorTerms: [{id: sg-0123456789abcdef0}]}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: a}
spec:
  replicas: 2
  selector: {matchLabels: {app: a}}
  template:
    metadata: {labels: {app: a}}
    spec: {containers: [{name: a, image: a, resources: {requests: {cpu: 1500m, memory: 1Gi}}}]}
`;

/** The types of the nodes after a change, the codes of new errors, and what is said about refused objects. */
function reviewed(base: string, head: string): { types: string[]; errors: string[]; refused: string[] } {
  const side = (text: string) => ({
    sources: [{ file: 'a.yaml', text: text + others }],
    hintSources: [],
    diagnostics: [],
  });
  const settings = { ...defaultSettings, region: 'us-east-1', karpenterVersion: '1.8', kubernetesVersion: '1.34' };
  const { estimate, findings } = review({
    base: side(base),
    head: side(head),
    settings,
    facts,
    version: 'test',
    figures,
  });
  return {
    types: (estimate?.head?.nodePools ?? [])
      .flatMap(({ nodeClaims }) => nodeClaims)
      .map(({ instanceType }) => instanceType),
    errors: findings.flatMap(({ isNew, diagnostic: { severity, code } }) =>
      isNew && severity === 'error' ? code : [],
    ),
    refused: (estimate?.assumptions ?? []).filter((one) => one.startsWith('The API server refuses')),
  };
}

test.each<[string, base: string, head: string, expected: ReturnType<typeof reviewed>]>([
  [
    'a NodePool that the API server refuses stays as it was',
    pool('web', 'm6i.large'),
    pool('web', ''),
    {
      types: ['m6i.large', 'm6i.large'],
      errors: ['schema/cel'],
      refused: ['The API server refuses NodePool `web`, so the figures are those without the change of it.'],
    },
  ],
  [
    'a new NodePool that the API server refuses is not there',
    pool('web', 'm6i.large'),
    pool('web', 'm6i.large') + pool('heavy', '', '  weight: 50\n'),
    {
      types: ['m6i.large', 'm6i.large'],
      errors: ['schema/cel'],
      refused: ['The API server refuses NodePool `heavy`, so the figures do not include it.'],
    },
  ],
  [
    'one that it accepts is',
    pool('web', 'm6i.large'),
    pool('web', 'm6i.large') + pool('heavy', 'c6i.large', '  weight: 50\n'),
    { types: ['c6i.large', 'c6i.large'], errors: [], refused: [] },
  ],
  [
    'one that it accepts with other types is as well',
    pool('web', 'm6i.large'),
    pool('web', 'c6i.large'),
    { types: ['c6i.large', 'c6i.large'], errors: [], refused: [] },
  ],
])('%s', (_, base, head, expected) => expect(reviewed(base, head)).toEqual(expected));
