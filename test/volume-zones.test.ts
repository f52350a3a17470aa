import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { run } from '../src/hosts/cli/terminal/terminal.test-support.ts';
import { sceneTest } from './extent.ts';

const test = sceneTest(2);

type Edit = readonly [file: string, from: string, to: string];

const zones = 'values: [eu-west-1a, eu-west-1b, eu-west-1c]';
const spec = '      topologySpreadConstraints:';
const labels = '      nodeClassRef: { group: karpenter.k8s.aws, kind: EC2NodeClass, name: web }\n      requirements:';

const pinnedTo = (zone: string): Edit => [
  'db.yaml',
  spec,
  `      nodeSelector: { topology.kubernetes.io/zone: ${zone} }\n${spec}`,
];
const affinity = `      affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [{ matchExpressions: [{ key: topology.kubernetes.io/zone, operator: In, values: [eu-west-1a, eu-west-1b] }] }] } } }\n`;
const zoneRequirement: Edit = [
  'pool.yaml',
  `        - { key: topology.kubernetes.io/zone, operator: In, ${zones} }\n`,
  '',
];

/** What a review says about the zones of volumes. `both` is edited on both sides, `edits` only at the head. */
async function volumeFindings(both: readonly Edit[], edits: readonly Edit[]): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-volume-zones-'));
  for (const side of ['base', 'head']) {
    cpSync('test/cases/volumes-stay-in-a-zone-without-nodes/base', join(folder, side), { recursive: true });
    for (const [name, from, to] of side === 'base' ? both : [...both, ...edits]) {
      const file = join(folder, side, name);
      const text = readFileSync(file, 'utf8');
      expect(text).toContain(from);
      writeFileSync(file, text.replace(from, to));
    }
  }

  const sides = ['--base', join(folder, 'base'), '--head', join(folder, 'head')];
  const { stdout } = await run(['review', ...sides, '--region', 'eu-west-1', '--format', 'json']);
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string; severity: string; message: string }[] };
  return diagnostics.flatMap(({ code, severity, message }) =>
    code === 'provisioning/volume-zone' ? [`${severity}: ${message}`] : [],
  );
}

test.each<[string, readonly Edit[], readonly Edit[], string]>([
  [
    'a node selector pins the pods to one zone',
    [],
    [pinnedTo('eu-west-1a')],
    'warning: Pods of `StatefulSet/default/db` whose EBS volume is in `eu-west-1b` or `eu-west-1c` stay pending once they restart. After this change, they may run only in `eu-west-1a`, and a volume cannot move to another zone',
  ],
  [
    'an affinity leaves out one zone',
    [],
    [['db.yaml', spec, `${affinity}${spec}`]],
    'warning: Pods of `StatefulSet/default/db` whose EBS volume is in `eu-west-1c` stay pending once they restart. After this change, they may run only in `eu-west-1a` or `eu-west-1b`, and a volume cannot move to another zone',
  ],
  [
    'a pin moves from one zone to another',
    [pinnedTo('eu-west-1b')],
    [['db.yaml', 'zone: eu-west-1b', 'zone: eu-west-1c']],
    'warning: Pods of `StatefulSet/default/db` whose EBS volume is in `eu-west-1b` stay pending once they restart. After this change, they may run only in `eu-west-1c`, and a volume cannot move to another zone',
  ],
  [
    'a pin where no file names the zones of the nodes',
    [zoneRequirement],
    [pinnedTo('eu-west-1a')],
    'note: Pods of `StatefulSet/default/db` whose EBS volume is in another zone than `eu-west-1a` stay pending once they restart. After this change, they may run only in `eu-west-1a`, and a volume cannot move to another zone',
  ],
  [
    'a NodePool moves to another zone',
    [['pool.yaml', zones, 'values: [eu-west-1a]']],
    [['pool.yaml', 'values: [eu-west-1a]', 'values: [eu-west-1b]']],
    'warning: Pods of `StatefulSet/default/db` whose EBS volume is in `eu-west-1a` stay pending once their nodes are gone. After this change, Karpenter launches no node for them there, and a volume cannot move to another zone',
  ],
])('%s', async (_, both, edits, message) => {
  expect(await volumeFindings(both, edits)).toEqual([message]);
});

test.each<[string, readonly Edit[], readonly Edit[]]>([
  [
    'a taint that the pods do not tolerate',
    [],
    [
      [
        'pool.yaml',
        labels,
        labels.replace('      requirements', '      taints: [{ key: db, effect: NoSchedule }]\n      requirements'),
      ],
    ],
  ],
  ['a pin to the only zone', [['pool.yaml', zones, 'values: [eu-west-1a]']], [pinnedTo('eu-west-1a')]],
  [
    'a pin is removed',
    [pinnedTo('eu-west-1a')],
    [['db.yaml', '      nodeSelector: { topology.kubernetes.io/zone: eu-west-1a }\n', '']],
  ],
  ['another image', [pinnedTo('eu-west-1a')], [['db.yaml', 'image: db', 'image: db2']]],
  [
    'a zone for nodes that no file named before',
    [zoneRequirement],
    [
      [
        'pool.yaml',
        labels,
        `${labels}\n        - { key: topology.kubernetes.io/zone, operator: In, values: [eu-west-1a] }`,
      ],
    ],
  ],
  ['a pin where volumes have no zone', [['db.yaml', 'ebs.csi.aws.com', 'efs.csi.aws.com']], [pinnedTo('eu-west-1a')]],
])('%s is no finding', async (_, both, edits) => {
  expect(await volumeFindings(both, edits)).toEqual([]);
});
