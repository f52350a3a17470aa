import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [pool = '', nodeClass = ''] = readFileSync('examples/label-change/base/karpenter/pools.yaml', 'utf8').split(
  '---\n',
);

/** Twenty Karpenter files without a finding: ten NodePools, ten EC2NodeClasses. */
export function writeKarpenterFiles(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (let i = 0; i < 10; i++) {
    writeFileSync(
      join(folder, `pool-${i}.yaml`),
      pool.replace('name: web', `name: web-${i}`).replace('name: default', `name: class-${i}`),
    );
    writeFileSync(join(folder, `class-${i}.yaml`), nodeClass.replace('name: default', `name: class-${i}`));
  }
}

const chart = (i: number): string =>
  `${Array.from({ length: 90 }, (_, line) => `setting${line}: "value ${i} of {{ .Values.item${line} }}"`).join('\n')}\n`;
const service = (i: number): string =>
  `apiVersion: v1\nkind: Service\nmetadata:\n  name: s${i}\n  namespace: n${i % 40}\nspec:\n  ports:\n${'    - port: 80\n      protocol: TCP\n'.repeat(30)}`;

/**
 * A repository of 11,000 YAML files, of which twenty are Karpenter's, and a pull request that changes one of them.
 * It is a git repository with the refs `base` and `head`.
 */
export function writeLargeRepository(folder: string): void {
  for (let i = 0; i < 10_980; i++) {
    const at = join(folder, `team-${i % 100}`);
    mkdirSync(at, { recursive: true });
    writeFileSync(join(at, `file-${i}.yaml`), i % 3 === 0 ? chart(i) : service(i));
  }
  writeKarpenterFiles(join(folder, 'karpenter'));
  const git = (...args: string[]): void =>
    void execFileSync('git', ['-c', 'user.name=bench', '-c', 'user.email=bench@example.com', ...args], {
      cwd: folder,
      stdio: 'ignore',
    });
  git('init', '-q', '-b', 'main');
  git('add', '-A');
  git('commit', '-q', '-m', 'base');
  git('tag', 'base');
  const changed = join(folder, 'karpenter/pool-0.yaml');
  writeFileSync(changed, readFileSync(changed, 'utf8').replace('tier: web', 'tier: shop'));
  git('commit', '-q', '-am', 'head');
  git('tag', 'head');
}

const deployment = (at: number, cpu: number): string => `apiVersion: apps/v1
kind: Deployment
metadata:
  name: app-${at}
  namespace: team-${at % 20}
spec:
  replicas: 40
  selector:
    matchLabels:
      app: app-${at}
  template:
    metadata:
      labels:
        app: app-${at}
    spec:
${at % 3 === 0 ? spread(at) : ''}      containers:
        - name: app
          image: example.com/app:1
          resources:
            requests:
              cpu: ${cpu}m
              memory: ${256 + 128 * (at % 23)}Mi
`;

const spread = (at: number): string => `      topologySpreadConstraints:
        - maxSkew: 1
          topologyKey: topology.kubernetes.io/zone
          whenUnsatisfiable: DoNotSchedule
          labelSelector:
            matchLabels:
              app: app-${at}
`;

/** Folders `base` and `head` with 500 Deployments of 40 pods each and a NodePool; one of them requests more at head. */
export function writeWorkloads(folder: string): void {
  for (const side of ['base', 'head']) {
    mkdirSync(join(folder, side), { recursive: true });
    writeFileSync(join(folder, side, 'pools.yaml'), `${openPool}---\n${nodeClass}`);
    for (let at = 0; at < 500; at++) {
      const more = side === 'head' && at === 250 ? 100 : 0;
      writeFileSync(join(folder, side, `app-${at}.yaml`), deployment(at, 100 + 50 * (at % 17) + more));
    }
  }
}

/** 125 Deployments of 40 pods each and a NodePool whose nodes have up to 32 CPUs, so that Karpenter has many nodes to consolidate. */
export function writeMixedCluster(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const smaller = '        - { key: karpenter.k8s.aws/instance-cpu, operator: Lt, values: ["33"] }\n';
  writeFileSync(join(folder, 'pools.yaml'), `${openPool}${smaller}---\n${nodeClass}`);
  for (let at = 0; at < 125; at++) writeFileSync(join(folder, `app-${at}.yaml`), deployment(at, 100 + 50 * (at % 17)));
}

/** A NodePool that allows as many instance types as possible. */
const openPool = `apiVersion: karpenter.sh/v1
kind: NodePool
metadata:
  name: web
spec:
  template:
    spec:
      nodeClassRef: { group: karpenter.k8s.aws, kind: EC2NodeClass, name: default }
      requirements:
        - { key: karpenter.sh/capacity-type, operator: In, values: [on-demand] }
        - { key: kubernetes.io/arch, operator: In, values: [amd64] }
        - { key: karpenter.k8s.aws/instance-category, operator: In, values: [c, m, r] }
`;
