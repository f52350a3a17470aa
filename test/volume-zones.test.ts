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

const kept: Edit = ['pool.yaml', zones, 'values: [eu-west-1a, eu-west-1b]'];
const isGone =
  'Karpenter launches no more nodes in `eu-west-1c` for `StatefulSet/default/db`, so pods whose EBS volume is there stay pending once their nodes are gone. A volume cannot move to another zone';

/** The StorageClass of the claims is in another repository, or there is none in the claims. */
const ofClass = (name: string | undefined): readonly Edit[] => [
  ['db.yaml', 'metadata: { name: gp3 }', 'metadata: { name: other }'],
  ['db.yaml', 'storageClassName: gp3, ', name === undefined ? '' : `storageClassName: ${name}, `],
];

/** The one claim of a Deployment. */
const ofDeployment: readonly Edit[] = [
  ['db.yaml', 'kind: StatefulSet', 'kind: Deployment'],
  ['db.yaml', '  serviceName: db\n  replicas: 3', '  replicas: 1'],
  [
    'db.yaml',
    `  volumeClaimTemplates:
    - metadata: { name: data }
      spec: { storageClassName: gp3, accessModes: [ReadWriteOnce], resources: { requests: { storage: 50Gi } } }
`,
    `      volumes: [{ name: data, persistentVolumeClaim: { claimName: data } }]
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata: { name: data }
spec: { storageClassName: gp3, accessModes: [ReadWriteOnce], resources: { requests: { storage: 50Gi } } }
`,
  ],
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
    'warning: `StatefulSet/default/db` may run only in `eu-west-1a` after this change, so pods whose EBS volume is in `eu-west-1b` or `eu-west-1c` stay pending once they restart. A volume cannot move to another zone',
  ],
  [
    'an affinity leaves out one zone',
    [],
    [['db.yaml', spec, `${affinity}${spec}`]],
    'warning: `StatefulSet/default/db` may run only in `eu-west-1a` or `eu-west-1b` after this change, so pods whose EBS volume is in `eu-west-1c` stay pending once they restart. A volume cannot move to another zone',
  ],
  [
    'a pin moves from one zone to another',
    [pinnedTo('eu-west-1b')],
    [['db.yaml', 'zone: eu-west-1b', 'zone: eu-west-1c']],
    'warning: `StatefulSet/default/db` may run only in `eu-west-1c` after this change, so pods whose EBS volume is in `eu-west-1b` stay pending once they restart. A volume cannot move to another zone',
  ],
  [
    'a pin where no file names the zones of the nodes',
    [zoneRequirement],
    [pinnedTo('eu-west-1a')],
    'note: `StatefulSet/default/db` may run only in `eu-west-1a` after this change, so pods whose EBS volume is in another zone stay pending once they restart. A volume cannot move to another zone',
  ],
  [
    'a NodePool moves to another zone',
    [['pool.yaml', zones, 'values: [eu-west-1a]']],
    [['pool.yaml', 'values: [eu-west-1a]', 'values: [eu-west-1b]']],
    'warning: Karpenter launches no more nodes in `eu-west-1a` for `StatefulSet/default/db`, so pods whose EBS volume is there stay pending once their nodes are gone. A volume cannot move to another zone',
  ],
  [
    'no file has the StorageClass, and its name is that of EBS volumes',
    ofClass('gp3'),
    [kept],
    `warning: ${isGone}. No file has StorageClass \`gp3\`, so its volumes are assumed to be on EBS`,
  ],
  [
    'no file has the default StorageClass',
    ofClass(undefined),
    [kept],
    `warning: ${isGone}. No file has the default StorageClass, so its volumes are assumed to be on EBS`,
  ],
  [
    'no file has the StorageClass, and its name says nothing',
    ofClass('fast'),
    [kept],
    `note: ${isGone}. No file has StorageClass \`fast\`, so its volumes are assumed to be on EBS`,
  ],
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
    'note: Karpenter launches nodes for `StatefulSet/default/db` only in `eu-west-1a` after this change, so pods whose EBS volume is in another zone stay pending once their nodes are gone. A volume cannot move to another zone',
  ],
  ['a Deployment has a claim', ofDeployment, [kept], `warning: ${isGone.replace('StatefulSet/', 'Deployment/')}`],
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
    'all zones for nodes that no file named before',
    [zoneRequirement],
    [['pool.yaml', labels, `${labels}\n        - { key: topology.kubernetes.io/zone, operator: In, ${zones} }`]],
  ],
  ['a StorageClass of volumes that all zones share', ofClass('efs-sc'), [kept]],
  ['a StorageClass of disks of the nodes', ofClass('openebs-hostpath'), [kept]],
  ['a zone that stays', ofClass('gp3'), [['pool.yaml', 'cpu: 100', 'cpu: 90']]],
  ['a pin where volumes have no zone', [['db.yaml', 'ebs.csi.aws.com', 'efs.csi.aws.com']], [pinnedTo('eu-west-1a')]],
])('%s is no finding', async (_, both, edits) => {
  expect(await volumeFindings(both, edits)).toEqual([]);
});
