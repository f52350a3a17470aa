import { expect, test } from 'vitest';
import type { Origin } from '../../../text/source.ts';
import { discoveryOfTexts } from '../repository/file-tree.test-support.ts';
import { definitionsIn, hasTooManyDefinitions } from './definition.ts';
import { onlyFileThatFits } from './templated-values-file.ts';

const release = (name: string): string =>
  `apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata:\n  name: ${name}\n`;

test('the file of a definition in rendered text is the source of its document', () => {
  const text = `${release('a')}---\n${release('b')}`;
  const files = (start: number): string => (start < text.indexOf('---') ? 'a.yaml' : 'b.yaml');
  const origin = { trace: (start: number) => ({ span: { file: files(start), start: 0, end: 0 } }) };
  const found = definitionsIn([{ file: 'made', text, origin: origin as unknown as Origin }]);
  expect(found.map(({ name, file }) => [name, file])).toEqual([
    ['a', 'a.yaml'],
    ['b', 'b.yaml'],
  ]);
});

test.each([
  [5000, false],
  [5001, true],
])('a file with %i objects has too many: %s', (count, expected) => {
  const text = `${release('a')}---\n`.repeat(count);
  expect(hasTooManyDefinitions({ file: 'a.yaml', text })).toBe(expected);
});

test.each<[string, text: string, spec: unknown, isTemplate: true | undefined]>([
  [
    'values of another chart',
    'spec:\n  values:\n    name: {{ .Values.cluster.name | quote }}\n    arn: "arn:aws:iam::{{ $.Values.account }}:role/x"\n    {{ .Values.key }}: [{{ include "a.b" . }}]\n',
    {
      values: {
        name: '${Values.cluster.name}',
        arn: 'arn:aws:iam::${Values.account}:role/x',
        '${Values.key}': ['${include}'],
      },
    },
    true,
  ],
  [
    'lines that only a condition adds',
    'spec:\n  values:\n    {{- if .Values.on }}\n    extra: 1\n    {{- end }}\n    same: 2\n',
    { values: { extra: 1, same: 2 } },
    true,
  ],
  ['templates in text that is YAML as it is', "spec:\n  path: '{{ .path }}'\n", { path: '{{ .path }}' }, undefined],
  ['no templates', 'spec:\n  path: a\n', { path: 'a' }, undefined],
])('a definition with %s', (_, text, spec, isTemplate) => {
  const [found, ...others] = definitionsIn([{ file: 'a.yaml', text: release('a') + text }]);
  expect(others).toEqual([]);
  expect({ spec: found!.spec, isTemplate: found!.isTemplate }).toEqual({ spec, isTemplate });
});

test.each<[string, path: string, files: readonly string[], expected: string | undefined]>([
  ['the only environment', '${Values.env}.values.yaml', ['a/dev.values.yaml', 'a/values.yaml'], 'a/dev.values.yaml'],
  ['a template in braces', 'envs/{{ env }}/v.yaml', ['a/envs/dev/v.yaml', 'a/v.yaml'], 'a/envs/dev/v.yaml'],
  ['a variable of Flux', 'values-${env}.yaml', ['a/values-dev.yaml', 'a/values.yaml'], 'a/values-dev.yaml'],
  ['two environments', '${env}.values.yaml', ['a/dev.values.yaml', 'a/prod.values.yaml'], undefined],
  ['no file', '${env}.values.yaml', ['a/values.yaml', 'b/dev.values.yaml'], undefined],
  ['no placeholder', 'dev.values.yaml', ['a/dev.values.yaml'], undefined],
  ['the chart itself', '${file}.yaml', ['a/Chart.yaml'], undefined],
  ['another kind of placeholder next to it', '<env>-${region}.yaml', ['a/dev-eu.yaml'], undefined],
])('a values file with a placeholder, for %s', (_, path, files, expected) => {
  const discovery = discoveryOfTexts(Object.fromEntries(files.map((file) => [file, ''])));
  expect(onlyFileThatFits(path, 'a', discovery)).toBe(expected);
});
