import { execFileSync } from 'node:child_process';
import {
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

/** An input that is too large, and the expected result. */
export interface Knock {
  readonly name: string;
  /** Fills an empty folder, in which the command runs. */
  readonly write: (folder: string) => void;
  readonly argv: readonly string[];
  /** A file of the folder that is used as standard input. */
  readonly stdin?: string;
  readonly code: 0 | 1 | 2;
  /** The expected text on standard output or standard error. */
  readonly says: RegExp;
  /** Takes minutes to create or long to read, so it is not part of the regular tests. */
  readonly isLong?: boolean;
}

const mebibyte = 1024 * 1024;
const gibibyte = 1024 * mebibyte;
const [pool = '', nodeClass = ''] = readFileSync('examples/label-change/base/karpenter/pools.yaml', 'utf8').split(
  '---\n',
);
const configMap = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\n---\n';
const manifests = `${pool}---\n${nodeClass}`;
const deployment = readFileSync('examples/label-change/base/apps/cart.yaml', 'utf8');

function put(folder: string, name: string, text: string): string {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

/** A sparse file with that many bytes, which starts with a text. */
const sized =
  (name: string, bytes: number, text = manifests) =>
  (folder: string): void => {
    truncateSync(put(folder, name, text), bytes);
    put(folder, 'karpenter/pools.yaml', manifests);
  };

/** A file that is written in pieces. */
function pieces(folder: string, name: string, all: Iterable<string>): void {
  mkdirSync(folder, { recursive: true });
  const handle = openSync(join(folder, name), 'w');
  for (const piece of all) writeSync(handle, piece);
  closeSync(handle);
}

const times = function* (count: number, piece: (i: number) => string): Generator<string> {
  for (let i = 0; i < count; i++) yield piece(i);
};

const git = (folder: string, ...args: string[]): void =>
  void execFileSync(
    'git',
    ['-c', 'user.name=a', '-c', 'user.email=a@example.com', '-c', 'core.compression=1', ...args],
    {
      cwd: folder,
      stdio: 'ignore',
    },
  );

/** A repository with the tags `small` and `large`. A file was added between them. */
const inGit = (bytes: number) => (folder: string) => {
  put(folder, 'karpenter/pools.yaml', manifests);
  git(folder, 'init', '-q', '-b', 'main');
  for (const [tag, write] of [
    ['small', () => {}],
    ['large', sized('large.yaml', bytes)],
  ] as const) {
    write(folder);
    git(folder, 'add', '-A');
    git(folder, 'commit', '-q', '--allow-empty', '-m', tag);
    git(folder, 'tag', tag);
  }
};

/** A base with a configuration of that many bytes. */
const configuredInGit = (bytes: number) => (folder: string) => {
  sized('plumbline.yaml', bytes, 'failOn: note\n')(folder);
  git(folder, 'init', '-q', '-b', 'main');
  git(folder, 'add', '-A');
  git(folder, 'commit', '-q', '-m', 'a');
};

/** The same, and the file has changed in the working tree. */
const changedInGit = (bytes: number) => (folder: string) => {
  inGit(bytes)(folder);
  truncateSync(join(folder, 'large.yaml'), bytes - 1);
};

const tinyDocuments = (folder: string): void =>
  pieces(
    folder,
    'a.yaml',
    times(
      1000,
      (i) =>
        'a: 1\n---\n'.repeat(1000) +
        ([10, 500, 990].includes(i) ? `${pool.replace('name: web', `name: web-${i}`)}---\n` : ''),
    ),
  );

const minimalPool = (i: number): string => `apiVersion: karpenter.sh/v1
kind: NodePool
metadata: { name: p-${i} }
spec:
  limits: { cpu: 1 }
  template:
    spec:
      nodeClassRef: { group: karpenter.k8s.aws, kind: EC2NodeClass, name: default }
      requirements: [{ key: kubernetes.io/arch, operator: In, values: [amd64] }]
---
`;

function manyPools(folder: string): void {
  for (let file = 0; file < 200; file++)
    pieces(
      folder,
      `pools-${file}.yaml`,
      times(5000, (i) => minimalPool(file * 5000 + i)),
    );
}

const manyFiles = (count: number) => (folder: string) => {
  for (let i = 0; i < count; i++) {
    const ofPair = Math.floor(i / 40);
    const own = manifests.replace('name: web', `name: web-${i}`).replaceAll('name: default', `name: class-${ofPair}`);
    const service = `apiVersion: v1\nkind: Service\nmetadata: { name: s${i} }\nspec: { ports: [{ port: 80 }] }\n`;
    put(folder, `team-${i % 300}/file-${i}.yaml`, i % 20 === 0 ? own.split('---\n')[(i / 20) % 2]! : service);
  }
};

/** As deep as paths may be long. */
function deepFolders(folder: string): void {
  const depth = Math.min(2000, Math.floor((4000 - folder.length) / 2));
  put(folder, `${'d/'.repeat(depth)}a.yaml`, pool);
}

const links = (target: string) => (folder: string) => {
  put(folder, 'pools.yaml', manifests);
  mkdirSync(join(folder, 'links'));
  for (let i = 0; i < 100_000; i++) symlinkSync(target, join(folder, 'links', `${i}.yaml`));
};

const list = (count: number) => (folder: string) =>
  pieces(folder, 'list.yaml', [
    'apiVersion: v1\nkind: List\nitems:\n',
    ...times(count, (i) => `- { apiVersion: v1, kind: Node, metadata: { name: a${i} } }\n`),
  ]);

const dump = (count: number) => (folder: string) =>
  pieces(folder, 'list.json', [
    '{"apiVersion":"karpenter.sh/v1","kind":"NodePoolList","items":[',
    ...times(count, (i) => `${i > 0 ? ',' : ''}{"metadata":{"name":"a${i}"}}`),
    ']}',
  ]);

/** The output of `kubectl get pods -o json` for that many pods. Each takes 9 kB, of which 2 kB remain without its history. */
const podDump = (count: number) => (folder: string) => {
  put(folder, 'karpenter/pools.yaml', manifests);
  pieces(folder, 'dump.json', [
    '{\n    "apiVersion": "v1",\n    "items": [\n',
    ...times(count, (i) => `${i > 0 ? ',\n' : ''}${JSON.stringify(podOf(i), null, 4)}`),
    '\n    ],\n    "kind": "List"\n}\n',
  ]);
};

const podOf = (i: number) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: {
    name: `a${i}`,
    labels: { app: `a${i % 500}` },
    managedFields: [{ manager: 'kubelet', fieldsV1: { a: 'x'.repeat(7000) } }],
  },
  spec: {
    nodeName: `n${i % 700}`,
    containers: [
      {
        name: 'a',
        env: [{ name: 'A', value: 'x'.repeat(1500) }],
        resources: { requests: { cpu: '100m', memory: '128Mi' } },
      },
    ],
  },
  status: { phase: 'Running' },
});

const longTerraform = 'resource "kubectl_manifest" "a" {\n  yaml_body = "apiVersion: karpenter.sh/v1"\n}\n';

const tooLarge = /This file has \d+ MB, more than 32 MB, so it is not read/;
const existing = /1 existing problem/;

/** Every way in which an input can be too large. */
export const knocks: readonly Knock[] = [
  { name: '1 GB of YAML', write: sized('a.yaml', gibibyte), argv: ['check', '.'], code: 1, says: tooLarge },
  { name: '1 GB of YAML', write: sized('a.yaml', gibibyte), argv: ['review', '.'], code: 1, says: tooLarge },
  { name: '1 GB of YAML', write: sized('a.yaml', gibibyte), argv: ['estimate', '.'], code: 1, says: tooLarge },
  { name: '1 GB of YAML', write: sized('a.yaml', gibibyte), argv: ['migrate', '.'], code: 1, says: tooLarge },
  { name: '1 GB of YAML, named', write: sized('a.yaml', gibibyte), argv: ['check', 'a.yaml'], code: 1, says: tooLarge },
  { name: '1 GB of JSON', write: sized('a.json', gibibyte), argv: ['check', '.'], code: 1, says: tooLarge },
  { name: '1 GB of Terraform', write: sized('a.tf', gibibyte), argv: ['check', '.'], code: 1, says: tooLarge },
  {
    name: '31 MB of Terraform',
    argv: ['check', '.'],
    code: 1,
    says: /This file has more than 2 MB, so it is not read/,
    write: (folder) =>
      pieces(
        folder,
        'main.tf',
        times(31, () => longTerraform.repeat(mebibyte / longTerraform.length)),
      ),
  },
  {
    name: '1 GB on standard input',
    write: sized('a.txt', gibibyte),
    argv: ['check', '-'],
    stdin: 'a.txt',
    code: 1,
    says: /This file has more than 32 MB, so it is not read/,
  },
  {
    name: '200 MB in a ref',
    write: inGit(200 * mebibyte),
    argv: ['review', '--base', 'small', '--head', 'large'],
    code: 1,
    says: tooLarge,
  },
  {
    name: '200 MB in a ref',
    write: inGit(200 * mebibyte),
    argv: ['review', '--no-figures', '--base', 'small', '--head', 'large'],
    code: 1,
    says: tooLarge,
  },
  {
    name: '200 MB in the base',
    write: inGit(200 * mebibyte),
    argv: ['review', '--base', 'large', '--head', 'small'],
    code: 0,
    says: /passed/,
  },
  {
    name: '200 MB that did not change',
    write: inGit(200 * mebibyte),
    argv: ['review', '--base', 'large'],
    code: 0,
    says: existing,
  },
  {
    name: '200 MB that changed',
    write: changedInGit(200 * mebibyte),
    argv: ['review', '--base', 'large'],
    code: 1,
    says: tooLarge,
  },
  {
    name: '1 GB in a ref',
    write: inGit(gibibyte),
    argv: ['review', '--base', 'small', '--head', 'large'],
    code: 1,
    says: tooLarge,
    isLong: true,
  },
  {
    name: '1 GB that changed',
    write: changedInGit(gibibyte),
    argv: ['review', '--base', 'large'],
    code: 1,
    says: tooLarge,
    isLong: true,
  },
  {
    name: 'a million ConfigMaps',
    argv: ['check', '.'],
    code: 1,
    says: tooLarge,
    write: (folder) =>
      pieces(
        folder,
        'a.yaml',
        times(1000, () => configMap.repeat(1000)),
      ),
  },
  {
    name: '500,000 ConfigMaps within 32 MB',
    argv: ['check', '.'],
    code: 1,
    says: /objects/,
    write: (folder) => pieces(folder, 'a.yaml', [manifests, '---\n', ...times(500, () => configMap.repeat(1000))]),
  },
  {
    name: 'a million documents, three NodePools',
    write: tinyDocuments,
    argv: ['check', '.'],
    code: 0,
    says: /3 references/,
  },
  {
    name: 'a million NodePools in 200 files',
    write: manyPools,
    argv: ['check', '.'],
    code: 1,
    says: /more than 16000 objects/,
    isLong: true,
  },
  { name: '100,000 files', write: manyFiles(100_000), argv: ['check', '.'], code: 0, says: /passed/, isLong: true },
  { name: '20,000 files', write: manyFiles(20_000), argv: ['check', '.'], code: 0, says: /passed/ },
  { name: 'folders 2,000 deep', write: deepFolders, argv: ['check', '.'], code: 0, says: /passed/ },
  {
    name: '100,000 links within',
    write: links('../pools.yaml'),
    argv: ['check', '.'],
    code: 0,
    says: /passed/,
    isLong: true,
  },
  {
    name: '100,000 links to elsewhere',
    write: links('/etc/hostname'),
    argv: ['check', '.'],
    code: 0,
    says: /More such links/,
  },
  {
    name: 'a List of 500,000 in YAML',
    write: list(500_000),
    argv: ['check', '.'],
    code: 1,
    says: /MB of YAML, more than 2 MB/,
  },
  {
    name: 'a List of 500,000 in JSON',
    write: dump(500_000),
    argv: ['check', '.'],
    code: 1,
    says: /more than 16000 objects/,
  },
  {
    name: '1,000,000,000 replicas',
    argv: ['review', '.'],
    code: 1,
    says: /more than 20000 pods/,
    write: (folder) =>
      put(folder, 'a.yaml', `${manifests}---\n${deployment.replace(/replicas: .*/, 'replicas: 1000000000')}`),
  },
  {
    name: '300 MB from kubectl',
    write: sized('dump.json', 300 * mebibyte),
    argv: ['estimate', 'karpenter', '--cluster', 'dump.json'],
    code: 2,
    says: tooLarge,
  },
  {
    name: '130 MB of pods from kubectl',
    write: podDump(15_000),
    argv: ['estimate', 'karpenter', '--cluster', 'dump.json'],
    code: 0,
    says: /Not checked for mistakes/,
  },
  {
    name: '130 MB of pods from kubectl',
    write: podDump(15_000),
    stdin: 'dump.json',
    argv: ['snapshot', '-'],
    code: 0,
    says: /podClasses/,
  },
  {
    name: '300 MB from kubectl',
    write: sized('dump.json', 300 * mebibyte),
    argv: ['snapshot', 'dump.json'],
    code: 2,
    says: tooLarge,
  },
  {
    name: '100 MB of Helm values',
    write: sized('karpenter/values.yaml', 100 * mebibyte),
    argv: ['check', '.'],
    code: 1,
    says: tooLarge,
  },
  {
    name: '100 MB of configuration',
    write: sized('plumbline.yaml', 100 * mebibyte),
    argv: ['check', 'karpenter'],
    code: 2,
    says: /longer than 256 kB/,
  },
  {
    name: '100 MB of configuration in the base',
    write: configuredInGit(100 * mebibyte),
    argv: ['review', '--base', 'HEAD'],
    code: 2,
    says: /longer than (?:32 MB|256 kB)/,
  },
  {
    name: '100 MB of baseline',
    write: sized('old.json', 100 * mebibyte),
    argv: ['check', 'karpenter', '--baseline', 'old.json'],
    code: 2,
    says: /longer than 32 MB/,
  },
  {
    name: '1 GB of plan',
    write: sized('plan.json', gibibyte),
    argv: ['apply', '--plan', 'plan.json'],
    code: 2,
    says: /longer than 4 MB/,
  },
];
