import { expect, test } from 'vitest';
import { discoveryOfTexts } from '../repository/file-tree.test-support.ts';
import { helmfileRoots } from './helmfile.ts';

/** What the releases of a helmfile render: the chart's values, or what is unknown. */
function rootsOf(helmfile: string, files: Readonly<Record<string, string>> = {}) {
  const discovery = discoveryOfTexts({
    'charts/pools/Chart.yaml': 'name: pools\n',
    'charts/pools/templates/pool.yaml': 'kind: NodePool\n',
    'deploy/helmfile.yaml': helmfile,
    ...files,
  });
  return helmfileRoots(discovery).map(({ name, call, obstacles }) => {
    const helm = call && 'helm' in call ? call.helm : undefined;
    return {
      name,
      chart: helm?.chart,
      valueFiles: helm?.valueFiles,
      ...(helm?.values && { values: helm.values }),
      ...(helm?.set.length && { set: helm.set.map((one) => `${one.name}=${one.value}`) }),
      unknown: obstacles.map(({ message }) => /from `([^`]+)`/.exec(message)?.[1]),
    };
  });
}

const name = 'release pools in deploy/helmfile.yaml';
const chart = 'charts/pools';

test('a release renders the chart in the repository with its files, its values and what it sets', () => {
  const release = 'releases:\n  - name: pools\n    chart: ../charts/pools\n';
  const given = 'values: [values.yaml, { cpu: 10 }]\n    set: [{ name: a.b, value: 3 }]';
  expect(rootsOf(`${release}    ${given}\n`, { 'deploy/values.yaml': 'cpu: 5\n' })).toEqual([
    { name, chart, valueFiles: ['deploy/values.yaml'], values: { cpu: 10 }, set: ['a.b=3'], unknown: [] },
  ]);
});

test('a release with a file for each environment is rendered once for each', () => {
  const text = `environments: { default: {}, prod: {}, dev: {} }
---
releases:
  - name: pools
    namespace: {{ .Values.namespace | default "karpenter" }}
    chart: ../charts/pools
    values:
      - values/{{ .Environment.Name }}.yaml
`;
  const files = { 'deploy/values/prod.yaml': 'cpu: 5\n', 'deploy/values/dev.yaml': 'cpu: 1\n' };
  expect(rootsOf(text, files)).toEqual(
    ['prod', 'dev'].map((environment) => ({
      name: `${name} for ${environment}`,
      chart,
      unknown: [],
      valueFiles: [`deploy/values/${environment}.yaml`],
    })),
  );
});

test.each([
  ['a values file with templates', 'values: [values.yaml.gotmpl]', 'deploy/values.yaml.gotmpl'],
  ['a values file that is not there', 'values: [other.yaml]', 'deploy/other.yaml'],
  ['a value that a template computes', 'values: [{ cpu: {{ .Values.cpu }} }]', 'values'],
  ['values before a file', 'values: [{ cpu: 1 }, values.yaml]', 'deploy/values.yaml'],
  ['secrets', 'secrets: [secrets.yaml]', 'secrets'],
  ['a value to set that a template computes', 'set: [{ name: cpu, value: "{{ .Values.cpu }}" }]', 'set'],
])('a release is not rendered with %s', (_, given, unknown) => {
  const files = { 'deploy/values.yaml.gotmpl': 'cpu: {{ .Values.cpu }}\n', 'deploy/values.yaml': 'cpu: 5\n' };
  const [found] = rootsOf(`releases:\n  - name: pools\n    chart: ../charts/pools\n    ${given}\n`, files);
  expect(found).toMatchObject({ chart, unknown: [unknown] });
});

test('a small file with very many releases and environments is little work', () => {
  const environments = Array.from({ length: 3000 }, (_, i) => `e${i}: {}`).join(', ');
  const release = '  - { name: pools, chart: ../charts/pools, values: ["{{ .Environment.Name }}.yaml"] }\n';
  let reads = 0;
  const discovery = discoveryOfTexts({
    'charts/pools/Chart.yaml': 'name: pools\n',
    'deploy/helmfile.yaml': `environments: { ${environments} }\n---\nreleases:\n${release.repeat(3000)}`,
  });
  const { tree } = discovery;
  const text = (path: string) => {
    reads++;
    return tree.text(path);
  };
  const roots = helmfileRoots({ ...discovery, tree: { ...tree, text } });
  expect(roots.filter(({ call }) => call !== null)).toHaveLength(1999);
  const limits = roots.flatMap(({ obstacles }) => obstacles.filter(({ code }) => code === 'render/limit'));
  expect(limits.map(({ message }) => /more than (\d+ \w+)/.exec(message)?.[1])).toEqual([
    '1000 environments',
    '2000 releases',
  ]);
  // One for the helmfile, a few for the chart, and one for the values of each root.
  expect(reads).toBeLessThan(2100);
});

test('releases that are not installed apply nothing, and those without a chart in the repository are not rendered', () => {
  const releases = ['chart: karpenter/karpenter', 'chart: ../charts/pools\n    installed: false', 'chart: ../../other'];
  const roots = rootsOf(`releases:\n${releases.map((one) => `  - name: pools\n    ${one}\n`).join('')}`);
  expect(roots).toHaveLength(3);
  expect(roots.every(({ chart }) => chart === undefined)).toBe(true);
});

test('more helmfiles than are read is a warning', () => {
  const files = Object.fromEntries(Array.from({ length: 201 }, (_, i) => [`a${i}/helmfile.yaml`, 'releases: []\n']));
  const roots = helmfileRoots(discoveryOfTexts(files));
  expect(roots.map(({ file, obstacles }) => [file, obstacles[0]!.code])).toEqual([
    ['a99/helmfile.yaml', 'render/limit'],
  ]);
});
