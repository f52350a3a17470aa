import { expect, test } from 'vitest';
import { parseManifests } from '../../manifest/parse.ts';
import { lineMatching, spanOfTextLine } from './text-lines.ts';

const text = `apiVersion: karpenter.k8s.aws/v1
kind: EC2NodeClass
metadata: {name: a}
spec:
  userData: |
    spec:
      kubelet:
        maxPodsExpression: "8"
        twice: 1
        twice: 1
`;
const [nodeClass] = parseManifests({ file: 'a.yaml', text }, { set: {} }).manifests;

test.each([
  ['maxPodsExpression: "8"', 'maxPodsExpression: "8"'],
  ['    kubelet:', 'kubelet:'],
  ['twice: 1', 'userData'],
  ['absent: 1', 'userData'],
  ['', 'userData'],
])('the place of the line %j', (line, expected) => {
  const { start, end } = spanOfTextLine(nodeClass!, ['spec', 'userData'], line);
  expect(text.slice(start, end)).toBe(expected);
});

test.each([
  ['a: 1\n  b: 2\nc: 3', /^[ \t]*b:/m, '  b: 2'],
  ['a: 1', /^b/m, undefined],
  ['x --max-pods=8 y\nz', /--max-pods/, 'x --max-pods=8 y'],
  ['a: 1\n\n   b: 2', /^\s*b/m, '   b: 2'],
])('the line of %j that %s matches', (whole, pattern, expected) => {
  expect(lineMatching(whole, pattern)).toBe(expected);
});
