import { expect, test } from 'vitest';
import { parseManifests } from '../../../manifest/parse.ts';
import { hugeNumbers } from './huge-number.ts';

const pathsIn = (text: string): string[] =>
  hugeNumbers(
    parseManifests({ file: 'a.yaml', text: `apiVersion: v1\nkind: Pod\n${text}` }, { set: {} }).manifests[0]!,
  ).map((path) => path.join('.'));

test.each([
  ['an exponent of ten digits', 'spec: {limits: {cpu: "1e999999999"}}', ['spec.limits.cpu']],
  ['a negative exponent', 'spec: {limits: {cpu: "1e-999999999"}}', ['spec.limits.cpu']],
  ['an exponent with leading zeros', 'spec: {limits: {cpu: "1E+0000000001"}}', ['spec.limits.cpu']],
  ['two hundred digits', `spec: {limits: {cpu: "${'9'.repeat(200)}"}}`, ['spec.limits.cpu']],
  ['digits with a suffix', `spec: {limits: {cpu: "0.${'9'.repeat(200)}Gi"}}`, ['spec.limits.cpu']],
  ['a resource with the name of a text field', 'spec: {limits: {data: "1e999999999"}}', ['spec.limits.data']],
  ['the largest allowed amount', 'spec: {limits: {cpu: "1e300"}}', []],
  ['a commit as a label', 'metadata: {labels: {commit: "12e4567"}}', []],
  ['a commit as a label of a template', 'spec: {template: {metadata: {labels: {commit: "12e4567"}}}}', []],
  ['a commit as a variable', 'spec: {env: [{name: COMMIT, value: "12e4567"}]}', []],
  ['a long text', `spec: {image: "${'a'.repeat(500)}"}`, []],
])('T50: %s', (_, text, expected) => expect(pathsIn(text)).toEqual(expected));
