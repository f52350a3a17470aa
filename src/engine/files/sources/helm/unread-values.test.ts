import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import type { Mapping } from '../../../manifest/model/manifest.ts';
import type { HelmCall, Root } from '../root/root.ts';
import { valuesWithoutReader } from './unread-values.ts';

const chartFiles: Readonly<Record<string, string>> = {
  'chart/Chart.yaml': 'apiVersion: v2\nname: chart\nversion: 1.0.0\n',
  'chart/values.yaml': 'replicas: 1\nimage: {tag: latest}\npools: {}\nextra: {}\n',
  'chart/templates/web.yaml': [
    'replicas: {{ .Values.replicas }}',
    'tag: {{ .Values.image.tag }}',
    '{{- range $name, $pool := .Values.pools }}',
    '- {name: {{ $name }}, limits: {{ toYaml $pool.limits }}}',
    '{{- end }}',
    'extra: {{ toYaml .Values.extra }}',
  ].join('\n'),
};

interface Scene {
  readonly more?: Readonly<Record<string, string>>;
  readonly text?: string;
  readonly call?: Partial<HelmCall>;
}

/** The findings of a change of values, in a file or in the definition. */
function found(before: Mapping, after: Mapping, { more = {}, text = '', call = {} }: Scene = {}): readonly string[] {
  const files = { ...chartFiles, ...more };
  const rootOf = (values: Mapping): Root =>
    ({
      name: 'web',
      file: 'release.yaml',
      files: [...Object.keys(files), 'values.yaml'],
      call: { helm: { chart: 'chart', valueFiles: ['values.yaml'], values, set: [], dependencies: [], ...call } },
      obstacles: [],
    }) as unknown as Root;

  const readerOf = (values: Mapping) => (file: string) => {
    if (file === 'values.yaml') return stringify(values);
    return files[file];
  };
  const inFile = valuesWithoutReader({
    root: rootOf({}),
    before: rootOf({}),
    text,
    read: readerOf(after),
    readBefore: readerOf(before),
  });
  const inDefinition = valuesWithoutReader({
    root: rootOf(after),
    before: rootOf(before),
    text,
    read: readerOf({}),
    readBefore: readerOf({}),
  });

  const textsOf = (all: typeof inFile) => all.map(({ severity, message, help }) => `${severity}: ${message}. ${help}`);
  expect(textsOf(inDefinition)).toEqual(textsOf(inFile));
  return textsOf(inFile);
}

const unread = (value: string): string => `No template of the chart \`chart\` reads the value \`${value}\``;

test.each<[string, Mapping, Mapping, string]>([
  [
    'a key takes the place of another one',
    { replicas: 4, image: { tag: '1' } },
    { replicaCount: 6, image: { tag: '1' } },
    `warning: ${unread('replicaCount')}, which the change sets in place of \`replicas\`. For \`replicas\`, other values or the chart’s default apply. Set \`replicas\`, or let a template read \`replicaCount\`.`,
  ],
  [
    'a key next to the one that is meant',
    { replicas: 4 },
    { replicas: 1, replicaCount: 6 },
    `warning: ${unread('replicaCount')}, which the change sets. It has no effect. Did you mean \`replicas\`?`,
  ],
  [
    'a key of an item that a template goes through',
    { pools: { general: { limits: { cpu: 160 } } } },
    { pools: { general: { limit: { cpu: 320 } } } },
    `warning: ${unread('pools.general.limit')}, which the change sets in place of \`limits\`. For \`limits\`, other values or the chart’s default apply. Set \`limits\`, or let a template read \`limit\`.`,
  ],
  [
    'a key that resembles none',
    { replicas: 4 },
    { replicas: 4, ownedBy: 'payments' },
    `note: ${unread('ownedBy')}, which the change sets. It has no effect. Correct its name, or remove it.`,
  ],
])('%s', (_, before, after, expected) => expect(found(before, after)).toEqual([expected]));

const renamed = [{ replicas: 4 }, { replicaCount: 6 }] as const;

test.each<[string, Mapping, Mapping, Scene]>([
  ['a key that a template reads', { image: { tag: '1' } }, { image: { tag: '1' }, replicas: 6 }, {}],
  [
    'a key of values that are rendered as they are',
    { extra: { a: 1 } },
    { extra: { a: 1, tagged: 2 } },
    { text: 'tagged: 2' },
  ],
  [
    'a key of a mapping without keys that templates name',
    { extra: { first: 1 } },
    { extra: { first: 1, second: 2 } },
    {},
  ],
  ['a key that was there before', { replicaCount: 4, image: {} }, { image: {}, pools: { replicaCount: 4 } }, {}],
  ['a key that only the defaults have', ...renamed, { more: { 'chart/values.yaml': 'replicaCount: 1\n' } }],
  ['a template that reads all values', ...renamed, { more: { 'chart/templates/a.yaml': '{{ toYaml .Values }}' } }],
  ['a chart with another one in it', ...renamed, { more: { 'chart/charts/a/Chart.yaml': 'name: a\n' } }],
  ['a chart with a dependency', ...renamed, { call: { dependencies: [{ name: 'a', folder: 'a' }] } }],
  ['nothing changes', { replicaCount: 4 }, { replicaCount: 4 }, {}],
])('nothing is said: %s', (_, before, after, scene) => expect(found(before, after, scene)).toEqual([]));
