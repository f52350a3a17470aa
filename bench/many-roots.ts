import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const pool = (name: string): string => `apiVersion: karpenter.sh/v1
kind: NodePool
metadata:
  name: ${name}
spec:
  template:
    spec:
      nodeClassRef: {group: karpenter.k8s.aws, kind: EC2NodeClass, name: default}
      requirements:
        - {key: karpenter.sh/capacity-type, operator: In, values: [spot]}
  limits: {cpu: 10}
`;

function write(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** Two folders that differ in one of many roots. */
export interface ManyRoots {
  readonly base: string;
  readonly head: string;
}

/** Two folders of charts and kustomizations. Two kustomizations each share a base. Head changes the name prefix of one overlay. */
export function writeManyRoots(charts: number, kustomizations: number): ManyRoots {
  const [base, head] = [0, 1].map(() => mkdtempSync(join(tmpdir(), 'plumbline-roots-'))) as [string, string];
  for (const folder of [base, head]) {
    for (let i = 0; i < charts; i++)
      write(folder, {
        [`charts/c${i}/Chart.yaml`]: `apiVersion: v2\nname: c${i}\nversion: 0.1.0\n`,
        [`charts/c${i}/values.yaml`]: `name: chart-${i}\n`,
        [`charts/c${i}/templates/pool.yaml`]: pool('{{ .Values.name }}'),
      });
    for (let i = 0; i < kustomizations; i++)
      write(folder, {
        [`apps/a${i}/kustomization.yaml`]: `resources: [../../bases/b${i >> 1}]\nnamePrefix: ${i % 2 === 0 ? 'dev' : 'prod'}-\n`,
        [`bases/b${i >> 1}/kustomization.yaml`]: 'resources: [pool.yaml]\n',
        [`bases/b${i >> 1}/pool.yaml`]: pool(`pool-${i >> 1}`),
      });
  }
  write(head, { 'apps/a0/kustomization.yaml': 'resources: [../../bases/b0]\nnamePrefix: test-\n' });
  return { base, head };
}
