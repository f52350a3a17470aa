import { expect, test } from 'vitest';
import { simulate } from '../simulate.ts';
import { manifestsOf, nodeClass, nodePool, simulator } from '../simulation.test-support.ts';
import { decidedSpec, specWithUnknowns } from './decided-spec.ts';

const type = '        - { key: node.kubernetes.io/instance-type, operator: In, values: [m6i.large] }\n';
const labeled = (label: string): string =>
  nodePool('web', '', type).replace('  template:\n', `  template:\n    metadata: { labels: { ${label} } }\n`);

const requirementOn = (key: string, value: string): string =>
  `        - { key: ${key}, operator: In, values: [${value}] }\n`;
const branches = (one: string, other: string): string =>
  `        {{- if .Values.a }}\n${one}        {{- else }}\n${other}        {{- end }}\n`;

test('requirements of one label in different blocks are not branches', () => {
  const block = (requirement: string): string => `        {{- if .Values.a }}\n${requirement}        {{- end }}\n`;
  const pool = nodePool('web', '', block(type) + block(requirementOn('kubernetes.io/arch', 'amd64')));
  const { nodePools } = simulate(
    { manifests: manifestsOf(nodeClass + pool), otherManifests: [], live: undefined },
    simulator(),
    true,
  );
  expect(nodePools.known.map(({ name }) => name)).toEqual(['web']);
});

/** How many instance types the refused NodePool would have, or that they are unknown. */
function launchable(pool: string, nodeClasses: string = nodeClass): string {
  const manifests = manifestsOf(nodeClasses + pool);
  const { nodePools } = simulate({ manifests, otherManifests: [], live: undefined }, simulator(), true);
  expect(nodePools.known).toEqual([]);
  const { problem, launchOnly } = nodePools.refused[0]!;
  expect(problem.kind).toBe('placeholder');
  return launchOnly === undefined ? 'unknown' : launchOnly.nodePool.metadata.name;
}

test.each([
  ['a label of the user', labeled('team: "${TEAM}"'), 'web'],
  ['a weight', nodePool('web', '  weight: "${WEIGHT}"', type), 'web'],
  ['limits', nodePool('web', '  limits: { cpu: "${CPU}" }', type), 'web'],
  [
    'a requirement of a label of the user',
    nodePool('web', '', `${type}        - { key: team, operator: In, values: ["\${T}"] }`),
    'web',
  ],
  [
    'a zone',
    nodePool('web', '', `${type}        - { key: topology.kubernetes.io/zone, operator: In, values: ["\${Z}"] }`),
    'web',
  ],
  ['the name of its class', nodePool('web', '', type).replace('name: default', 'name: "${CLASS}"'), 'web'],
  ['an architecture', labeled('kubernetes.io/arch: "${ARCH}"'), 'unknown'],
  ['branches of a template', nodePool('web', '', branches(type, type.replace('m6i.large', 'c7g.metal'))), 'unknown'],
  [
    'branches of a label of the user',
    nodePool('web', '', type + branches(requirementOn('team', 'a'), requirementOn('team', 'b'))),
    'web',
  ],
  [
    'requirements that a line of a template adds',
    nodePool('web').replace(/(requirements:\n).*\n/, '$1        {{- toYaml .Values.requirements | nindent 8 }}\n'),
    'unknown',
  ],
  ['an instance type', nodePool('web', '', type.replace('m6i.large', '"${TYPE}"')), 'unknown'],
  [
    'the label of a requirement',
    nodePool('web', '', type.replace('node.kubernetes.io/instance-type', '"${LABEL}"')),
    'unknown',
  ],
])('a placeholder in %s', (_, pool, expected) => {
  expect(launchable(pool)).toBe(expected);
});

test('a class with placeholders is assumed to have defaults', () => {
  const volumes = nodeClass.replace('spec: {', 'spec: { blockDeviceMappings: [{ ebs: { volumeSize: "${SIZE}" } }],');
  expect(launchable(nodePool('web', '', type), volumes)).toBe('web');
});

test('requirements that the default values of a chart leave without values have unknown ones', () => {
  const requirements = [
    { key: 'topology.kubernetes.io/zone', operator: 'In', values: null },
    { key: 'kubernetes.io/arch', operator: 'Exists' },
  ];
  const object = { spec: { template: { spec: { requirements } } } };
  const manifest = manifestsOf(nodePool('web', '', type))[0]!;
  const origin = { isGuessed: true } as unknown as NonNullable<typeof manifest.source.origin>;
  const guessed = { ...manifest, source: { ...manifest.source, origin } } as typeof manifest;
  expect(specWithUnknowns(object, manifest)).toEqual(object.spec);
  expect(decidedSpec(specWithUnknowns(object, guessed))).toMatchObject({
    template: { spec: { requirements: [requirements[1]] } },
  });
});
