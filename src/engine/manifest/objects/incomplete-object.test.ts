import { describe, expect, test } from 'vitest';
import { applyEdits } from '../edit.ts';
import { parseManifests } from '../parse.ts';

const read = (text: string) => parseManifests({ file: 'a.yaml', text }, { set: {} });
const messages = (text: string): string[] => read(text).diagnostics.map(({ message }) => message);

const pool = `metadata: { name: a }
spec:
  template: { spec: { nodeClassRef: { group: karpenter.k8s.aws, kind: EC2NodeClass, name: a }, requirements: [] } }
`;
const nodeClass = 'metadata: { name: a }\nspec: { amiSelectorTerms: [{ alias: al2023@latest }] }\n';

describe('an object of Karpenter without a kind or an API version', () => {
  test.each([
    [
      'no kind',
      `apiVersion: karpenter.sh/v1\n${pool}`,
      '`a` has no `kind`, so the API server refuses it',
      'Add `kind: NodePool`.',
    ],
    [
      'null as kind',
      `apiVersion: karpenter.sh/v1\nkind:\n${pool}`,
      '`a` has no `kind`, so the API server refuses it',
      'Add `kind: NodePool`.',
    ],
    [
      'no kind of a class',
      `apiVersion: karpenter.k8s.aws/v1\n${nodeClass}`,
      '`a` has no `kind`, so the API server refuses it',
      'Add `kind: EC2NodeClass`.',
    ],
    [
      'no kind, and fields that do not identify one',
      'apiVersion: karpenter.sh/v1\nspec: {}\n',
      'This object has no `kind`, so the API server refuses it',
      'Add `kind`, for example `kind: NodePool`.',
    ],
    [
      'no apiVersion',
      `kind: NodePool\n${pool}`,
      'This NodePool has no `apiVersion`, so the API server refuses it',
      'Add `apiVersion: karpenter.sh/v1`.',
    ],
    [
      'no apiVersion of a class',
      `kind: EC2NodeClass\n${nodeClass}`,
      'This EC2NodeClass has no `apiVersion`, so the API server refuses it',
      'Add `apiVersion: karpenter.k8s.aws/v1`.',
    ],
    [
      'JSON',
      `{"kind":"EC2NodeClass","metadata":{"name":"a"},"spec":{"amiSelectorTerms":[]}}`,
      'This EC2NodeClass has no `apiVersion`, so the API server refuses it',
      'Add `apiVersion: karpenter.k8s.aws/v1`.',
    ],
  ])('%s', (_, text, message, help) => {
    const { diagnostics, isBroken, manifests } = read(text);
    expect(diagnostics).toMatchObject([{ code: 'schema/required', severity: 'error', message, help }]);
    expect(isBroken).toBe(true);
    expect(manifests).toEqual([]);
  });

  test.each([
    `apiVersion: karpenter.sh/v1\n${pool}`,
    `# ours\nkind: NodePool\n${pool}`,
    `kind: EC2NodeClass\r\n${nodeClass}`,
  ])('the fix completes the object: %j', (text) => {
    const [found] = read(text).diagnostics;
    const fixed = read(applyEdits(text, found!.fix!.edits));
    expect(fixed.diagnostics).toEqual([]);
    expect(fixed.manifests).toHaveLength(1);
  });

  test('every item of a List, and each document', () => {
    const item = `- apiVersion: karpenter.sh/v1\n  metadata: { name: b }\n  spec: {}\n`;
    const list = `apiVersion: v1\nkind: List\nitems:\n${item}${item}`;
    expect(messages(list)).toHaveLength(2);
    expect(messages(`apiVersion: karpenter.sh/v1\nkind: NodePool\n${pool}---\nkind: NodePool\n${pool}`)).toHaveLength(
      1,
    );
  });
});

describe('does not report', () => {
  test.each([
    ['values of a chart', 'apiVersion: karpenter.sh/v1\nname: a\n'],
    ['references', 'nodePools:\n  - name: a\n    requirements: []\n    nodeClassRef:\n      kind: EC2NodeClass\n'],
    [
      'items of a typed list',
      'apiVersion: karpenter.sh/v1\nkind: NodePoolList\nitems:\n- metadata: { name: a }\n  spec: {}\n',
    ],
    ['a template', `{{ if .Values.a }}\napiVersion: karpenter.sh/v1\n{{ include "kind" . }}\n${pool}{{ end }}\n`],
    ['a NodePool of another operator', 'kind: NodePool\nmetadata: { name: a }\nspec: { count: 3, requirements: [] }\n'],
    ['a fragment of a patch', `kind: NodePool\n$patch: delete\n${pool}`],
    ['broken text without an API', `kind: NodePool\n${pool}  : [\n`],
    ['no manifest at all', 'kind: NodePool\nrequirements: none\n'],
  ])('%s', (_, text) => {
    const { diagnostics, isBroken } = read(text);
    expect(diagnostics.filter(({ code }) => code === 'schema/required')).toEqual([]);
    if (!text.includes('{{')) expect(isBroken).toBe(false);
  });
});
