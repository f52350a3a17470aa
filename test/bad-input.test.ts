import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { run } from '../src/hosts/cli/terminal/terminal.test-support.ts';
import { reviewFormats } from '../src/shared/options.ts';
import { isWhole, sceneTest } from './extent.ts';

/** Each takes a second or half of one. */
const test = sceneTest(2);

const head = 'apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata:\n  name: web\n';
const pool = `${head}spec:
  limits:
    cpu: 100
  template:
    spec:
      nodeClassRef:
        group: karpenter.k8s.aws
        kind: EC2NodeClass
        name: default
      requirements: []
`;

const deployment = ({ replicas = '1', cpu = '100m', memory = '1Gi' }): string => `${pool}---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: cart
  namespace: shop
spec:
  replicas: ${replicas}
  selector:
    matchLabels: { app: cart }
  template:
    metadata:
      labels: { app: cart }
    spec:
      containers:
        - name: cart
          image: cart
          resources:
            requests: { cpu: ${cpu}, memory: ${memory} }
`;

/** `a: &a [x, …]`, and ten lists of nine copies of the previous one. */
const aliases = Array.from({ length: 10 }, (_, i) => {
  const items = i === 0 ? 'x,x,x,x,x,x,x,x,x' : `${`*a${i - 1},`.repeat(8)}*a${i - 1}`;
  return `  a${i}: &a${i} [${items}]\n`;
}).join('');

const files: Readonly<Record<string, string | Buffer>> = {
  'pool.yaml': pool,
  'other/pool.yaml': pool.replace('web', 'other'),
  'latin.yaml': Buffer.from(`${pool}# é\n`, 'latin1'),
  'utf16.yaml': Buffer.from(`\ufeff${pool.replace('limits', 'limit')}`, 'utf16le'),
  'utf16-without-mark.yaml': Buffer.from(pool, 'utf16le'),
  'aliases.yaml': `${head}spec:\n${aliases}  limits: *a9\n`,
  'documents.yaml': `${'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\n---\n'.repeat(100_000)}${pool}`,
  'flow.yaml': `${head}spec: ${'['.repeat(10_000)}${']'.repeat(10_000)}\n`,
  'block.yaml': `${head}spec:\n  ${'- '.repeat(10_000)}x\n`,
  'deep.json': `{"apiVersion":"karpenter.sh/v1","kind":"NodePool","spec":${'['.repeat(10_000)}${']'.repeat(10_000)}}`,
  // A JSON document above 64 kB is read by JSON's own parser, which has no limits.
  'deep-large.json': `{"apiVersion":"karpenter.sh/v1","kind":"NodePool","metadata":{"name":"a","labels":{"a":"${'x'.repeat(70_000)}"}},"spec":${'['.repeat(1_000)}${']'.repeat(1_000)}}`,
  'very-deep.json': `{"apiVersion":"karpenter.sh/v1","kind":"NodePool","metadata":{"name":"a"},"spec":${'{"a":'.repeat(3_000)}"${'x'.repeat(70_000)}"${'}'.repeat(3_000)}}`,
  'ten-megabytes.json': `{"apiVersion":"karpenter.sh/v1","kind":"NodePool","metadata":{"name":"a","annotations":{"a":"${'x'.repeat(10_000_000)}"}},"spec":{}}`,
  'not-a-number.yaml': pool.replace('spec:', 'spec:\n  weight: .nan'),
  'infinite.yaml': pool.replace('spec:', 'spec:\n  weight: 1e999'),
  'huge-number.yaml': pool.replace('spec:', 'spec:\n  weight: 123456789012345678901234567890'),
  'no-definition.yaml': `apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: a}\nspec: {group: karpenter.example, names: {kind: A, plural: a}, versions: [{name: v1, served: true, schema: {openAPIV3Schema: {$ref: x}}}]}\n---\napiVersion: karpenter.example/v1\nkind: A\nmetadata: {name: a}\n`,
  'no-spec.yaml': head,
  'nulls.yaml': 'apiVersion: v1\nkind: List\nitems: [null, null]\n---\n- null\n---\nnull\n',
  'scalar-spec.yaml': `${head}spec: 3\n`,
  'negative.yaml': deployment({ cpu: '-1' }),
  'absurd.yaml': deployment({ memory: '1e30' }),
  'words.yaml': deployment({ cpu: 'abc' }),
  'many.yaml': deployment({ replicas: '1e9' }),
  'minus.yaml': deployment({ replicas: '-1' }),
  'empty.yaml': '',
  'folder.yaml/inner.yaml': pool.replace('limits', 'limit'),
  'misspelt-key.yaml': 'regoin: us-east-1\n',
  'wrong-type.yaml': 'zones: us-east-1a\n',
  'misspelt-region.yaml': 'region: us-esat-1\n',
  'budgets.yaml': `${deployment({}).replace('  template:\n    spec:\n      nodeClassRef', '  disruption:\n    consolidateAfter: 1m\n    budgets: [{ nodes: "0", schedule: TZ=Mars/Olympus 0 9 * * 1, duration: 8h }, { nodes: "0", schedule: 0 9 30 2 *, duration: 8h }]\n  template:\n    spec:\n      nodeClassRef')}---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: { name: nobody, namespace: shop }
spec: { maxUnavailable: 1, selector: { matchLabels: { app: nobody } } }
`,
  'cart.yaml': `${deployment({})}---\napiVersion: karpenter.k8s.aws/v1\nkind: EC2NodeClass\nmetadata: { name: default }\nspec: { amiSelectorTerms: [{ alias: al2023@latest }] }\n`,
  'cut-off.json': '{"apiVersion":"v1","kind":"List","items":[{"apiVersion":"v1","kind":"Node","metadata":{"name":"a"',
  'another-cluster.json':
    '{"apiVersion":"v1","kind":"Node","metadata":{"name":"a","labels":{"topology.kubernetes.io/region":"eu-west-1","karpenter.sh/nodepool":"gpu"}}}',
  'empty/.keep': '',
  'hello.txt': 'hello\n',
  'broken.yaml': 'apiVersion: v1\nkind: Node\nmetadata: { name: [\n',
  'no-nodes.json': '{"apiVersion":"v1","kind":"List","items":[]}',
};

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'plumbline-bad-'));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  writeFileSync(join(root, 'huge.yaml'), pool);
  truncateSync(join(root, 'huge.yaml'), 200 * 1024 * 1024);
  symlinkSync('loop.yaml', join(root, 'loop.yaml'));
  execFileSync('mkfifo', [join(root, 'pipe.yaml')]);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** A message and at most one line of help, never a stack trace. */
const isPlain = (stderr: string): boolean => /^error: \S[^\n]*[^.\n]\n(?: {2}help: [^\n]+[.?]\n)?$/.test(stderr);

describe('an invalid invocation or configuration: one line, what to do, exit code 2', () => {
  test.each([
    [['check', 'nowhere.yaml'], '`nowhere.yaml`'],
    [['check', 'loop.yaml'], '`loop.yaml`'],
    [['review', '--base', 'main'], 'not in a git repository'],
    [['check', 'pool.yaml', '--region', 'us-esat-1'], 'Did you mean `us-east-1`?'],
    [['check', 'pool.yaml', '--config', 'misspelt-region.yaml'], 'Did you mean `us-east-1`?'],
    [['check', 'pool.yaml', '--region', ''], 'region'],
    [['check', 'pool.yaml', '--karpenter-version', 'banana'], 'not a version of Karpenter'],
    [['check', 'pool.yaml', '--kubernetes-version', 'latest'], 'not a version of Kubernetes'],
    [['check', 'pool.yaml', '--config', 'misspelt-key.yaml'], 'misspelt-key.yaml:1: `regoin`'],
    [['check', 'pool.yaml', '--config', 'misspelt-key.yaml'], 'Did you mean `region`?'],
    [['check', 'pool.yaml', '--config', 'wrong-type.yaml'], '`zones` must be a list'],
    [['check', 'pool.yaml', '--config', 'nowhere.yaml'], 'cannot be read'],
    [['check', 'pool.yaml', '--config', 'empty'], 'cannot be read'],
    [['chekc', 'pool.yaml'], 'Did you mean `plumbline check`?'],
    [['toString'], '`plumbline help all`'],
    [['check', 'pool.yaml', '--regoin', 'x'], 'Did you mean `--region`?'],
    [['check', 'pool.yaml', '--cluster', 'x'], '`plumbline estimate`'],
    [['check', 'pool.yaml', '-x'], '`-x`'],
    [['check', 'pool.yaml', '--region'], '`--region REGION`'],
    [['check', 'pool.yaml', '--set', 'X'], '`--set NAME=VALUE`'],
    [['check', 'pool.yaml', '--format', 'xml'], reviewFormats.join(', ')],
    [['check', 'pool.yaml', '--format', 'jsn'], 'Did you mean `json`?'],
    [['check', 'pool.yaml', '--fail-on', 'eror'], 'Did you mean `error`?'],
    [['check', 'pool.yaml', '--output', 'nowhere/review.txt'], '`nowhere/review.txt`'],
    [['check', 'pool.yaml', '--output', 'empty'], '`empty`'],
    [['check'], '`plumbline check .`'],
    [['estimate'], '`plumbline estimate .`'],
    [['diff'], '`plumbline diff` was removed: write `plumbline review --no-figures`'],
    [['diff', '--base', 'main', 'karpenter/'], '`plumbline review --no-figures --base main karpenter/`'],
    [['diff', '--set', 'a=$(b)'], 'write `plumbline review --no-figures`\n'],
    [['diff', '--help'], '`plumbline review --no-figures --help`'],
    [['estimate', '.', '--no-figures'], '`plumbline review`'],
    [['review', '--no-figures', '--cluster', 'nowhere.json'], 'the file of `--cluster` is not read'],
    [['check', '-', '--fix'], 'standard input'],
    [['estimate', 'pool.yaml', '--cluster', 'nowhere.json'], '`nowhere.json`'],
    [['estimate', 'pool.yaml', '--cluster', 'hello.txt'], '`hello.txt` contains no Kubernetes objects'],
    [['review', 'pool.yaml', '--cluster', 'empty.yaml'], '`empty.yaml` is empty'],
    [['review', 'pool.yaml', '--cluster', 'cut-off.json'], '`cut-off.json` is not valid YAML or JSON'],
    [['review', 'pool.yaml', '--cluster', 'broken.yaml'], '`broken.yaml` is not valid YAML or JSON'],
    [['review', 'pool.yaml', '--cluster', 'hello.txt'], 'kubectl get nodes,nodeclaims,pods -A -o json'],
    [['explain'], '`plumbline explain'],
    [['explain', 'require-limts'], 'Did you mean `lint/require-limits`?'],
    [['catalog', 'm6i.xlarg'], 'Did you mean `m6i.xlarge`?'],
    [['catalog', '--region', 'us-iso-east-1'], '`us-iso-east-1`'],
  ] as const)('%j', async (argv, says) => {
    const { code, stdout, stderr } = await run(argv, { cwd: root });
    expect({ code, stdout, isPlain: isPlain(stderr) }).toEqual({ code: 2, stdout: '', isPlain: true });
    expect(stderr).toContain(says);
  });
});

describe('bad content: findings, exit 1', () => {
  test.each([
    ['latin.yaml', 'io/encoding'],
    ['utf16.yaml', 'schema/unknown-field'],
    ['utf16-without-mark.yaml', 'io/encoding'],
    ['aliases.yaml', 'yaml/alias-bomb'],
    ['documents.yaml', 'yaml/too-large'],
    ['flow.yaml', 'yaml/too-deep'],
    ['block.yaml', 'yaml/too-deep'],
    ['deep.json', 'yaml/too-deep'],
    ['deep-large.json', 'yaml/too-deep'],
    ['very-deep.json', 'yaml/too-deep'],
    ['ten-megabytes.json', 'schema/refused'],
    ['not-a-number.yaml', 'schema/type'],
    ['infinite.yaml', 'schema/type'],
    ['huge-number.yaml', 'schema/range'],
    ['no-definition.yaml', 'schema/unjudged'],
    ['no-spec.yaml', 'schema/missing-spec'],
    ['scalar-spec.yaml', 'schema/type'],
    ['negative.yaml', 'provisioning/bad-request'],
    ['absurd.yaml', 'provisioning/pod-unschedulable'],
    ['words.yaml', 'provisioning/bad-request'],
    ['many.yaml', 'provisioning/too-many-pods'],
    ['minus.yaml', 'provisioning/bad-replicas'],
    ['folder.yaml', 'schema/unknown-field'],
  ])('%s: %s', async (file, finding) => {
    const argv = ['review', file, '--region', 'us-east-1', '--format', 'json', '--quiet'];
    const { code, stdout, stderr } = await run(argv, { cwd: root });
    const errors = JSON.parse(stdout).diagnostics.filter(({ severity }: { severity: string }) => severity === 'error');
    expect(errors.map((diagnostic: { code: string }) => diagnostic.code)).toContain(finding);
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
  });
});

describe('snapshots and objects that cannot limit a forecast: reported, and the rest is still reviewed', () => {
  interface Told {
    readonly diagnostics: readonly { readonly code: string }[];
    readonly estimate: {
      readonly assumptions: readonly string[];
      readonly after: { readonly nodes: { readonly high: number } };
    };
  }
  const told = async (...argv: readonly string[]): Promise<Told> => {
    const { stdout } = await run(['review', ...argv, '--region', 'us-east-1', '--format', 'json', '--quiet'], {
      cwd: root,
    });
    return JSON.parse(stdout);
  };

  test('schedules that are invalid or never occur, and budgets that select nothing', async () => {
    const { diagnostics, estimate } = await told('budgets.yaml');
    expect(diagnostics.filter(({ code }) => code === 'lint/budget-schedule')).toHaveLength(2);
    expect(estimate.assumptions.filter((line) => /none of the known pods.*`shop\/nobody`/.test(line))).toHaveLength(1);
    expect(estimate.after.nodes.high).toBe(1);
  });

  test.each([
    ['another-cluster.json', /`eu-west-1`.*another cluster/],
    ['another-cluster.json', /`gpu`\. Is the snapshot from another cluster/],
  ])('%s: %s', async (file, line) => {
    const { estimate } = await told('cart.yaml', '--cluster', file);
    expect(estimate.assumptions.filter((one) => line.test(one))).toHaveLength(1);
    expect(estimate.after.nodes.high).toBe(2);
  });
});

test.runIf(isWhole)('T41: the time for thousands of objects is proportional to their number', async () => {
  const nodeClass = (name: string): string => `apiVersion: karpenter.k8s.aws/v1
kind: EC2NodeClass
metadata:
  name: ${name}
spec:
  role: nodes
  amiFamily: AL2023
  amiSelectorTerms: [{ name: golden-x86_64-* }]
  subnetSelectorTerms: [{ tags: { a: b } }]
  securityGroupSelectorTerms: [{ tags: { a: b } }]
`;
  const objects = Array.from({ length: 4000 }, (_, i) => [
    pool.replace('name: web', `name: web${i}`).replace('name: default', `name: default${i}`),
    nodeClass(`default${i}`),
  ]);
  const stdin = objects.flat().join('---\n');
  const { code, stderr } = await run(['check', '-', '--quiet'], { cwd: root, stdin });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
});

test('T41: a file that is too large to read fails the review, because it may contain anything', async () => {
  const { code, stdout } = await run(['review', 'huge.yaml', '--format', 'json', '--quiet'], { cwd: root });
  expect(JSON.parse(stdout).diagnostics).toMatchObject([{ code: 'io/too-large', severity: 'error' }]);
  expect(code).toBe(1);
});

describe('files that are not read are reported, which alone does not fail the review', () => {
  test.each([
    ['pipe.yaml', ['io/not-a-file']],
    ['nulls.yaml', []],
    ['empty.yaml', []],
    ['empty', []],
  ])('%s', async (file, findings) => {
    const { code, stdout } = await run(['review', file, '--format', 'json', '--quiet'], { cwd: root });
    const { diagnostics } = JSON.parse(stdout);
    expect(diagnostics.map((diagnostic: { code: string }) => diagnostic.code)).toEqual(findings);
    expect(code).toBe(0);
  });
});

describe('unknown versions are treated like the nearest known one', () => {
  test.each([
    ['9.9', '1.15'],
    ['1.20', '1.15'],
    ['0.1', '0.32'],
  ])('%s by %s', async (asked, known) => {
    const { code, stdout } = await run(['estimate', '.', '--karpenter-version', asked, '--format', 'json', '--quiet'], {
      cwd: join(root, 'other'),
    });
    expect(code).not.toBe(2);
    expect(JSON.parse(stdout).estimate.karpenterVersion).toBe(known);
  });
});

describe('regions without prices', () => {
  test.each(['mx-central-1', 'ap-southeast-7', 'ap-east-2', 'cn-north-1', 'cn-northwest-1'])('%s', async (region) => {
    const argv = ['--region', region, '--format', 'json', '--quiet'];
    expect((await run(['check', 'pool.yaml', ...argv], { cwd: root })).code).toBe(0);
    const { code, stdout } = await run(['estimate', 'pool.yaml', ...argv], { cwd: root });
    const { assumptions, after: placed } = JSON.parse(stdout).estimate;
    expect({ code, nodes: placed.nodes.likely, usd: placed.monthlyUsd.likely }).toEqual({
      code: 0,
      nodes: null,
      usd: null,
    });
    expect(assumptions.join()).toContain(region);
  });
});

describe('standard input', () => {
  test.each([
    ['', 'Standard input is empty'],
    [' \n\n', 'Standard input is empty'],
    ['hello\n', 'Standard input contains no Kubernetes objects'],
    ['{"apiVersion":"v1","kind":"List","items":[{"apiVersion":"v1","ki', 'Standard input is not valid YAML or JSON'],
    [
      '{"apiVersion":"karpenter.sh/v1","kind":"NodePool","metadata":{"name"',
      'Standard input is not valid YAML or JSON',
    ],
    ['apiVersion: v1\nkind: Pod\nmetadata: { name: [\n', 'Standard input is not valid YAML or JSON'],
  ])('%j is rejected', async (stdin, message) => {
    for (const command of ['check', 'review', 'estimate', 'migrate']) {
      const { code, stdout, stderr } = await run([command, '-'], { cwd: root, stdin });
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toContain(message);
      expect(stderr).toContain('Check the command that writes them');
    }
  });

  test.each([
    [
      'a List without items',
      '{"apiVersion":"v1","kind":"List","items":[]}',
      'No Karpenter objects found in standard input.',
    ],
    [
      'objects of other kinds',
      'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\n',
      'No Karpenter objects found',
    ],
    ['an object of Karpenter', pool, 'Checked 1 NodePool, 0 EC2NodeClasses, 0 workloads.'],
  ])('%s is', async (_, stdin, message) => {
    const { code, stdout } = await run(['check', '-'], { cwd: root, stdin });
    expect(stdout).toContain(message);
    expect(code).toBe(0);
  });

  test('a syntax error in a manifest is a finding at its line', async () => {
    const { code, stdout } = await run(['check', '-'], { cwd: root, stdin: `${pool}  a: [\n` });
    expect(stdout).toContain('yaml/');
    expect(code).toBe(1);
  });

  test('an empty cluster is valid', async () => {
    const { code, stderr } = await run(['estimate', 'cart.yaml', '--cluster', 'no-nodes.json', '--quiet'], {
      cwd: root,
    });
    expect({ isRefused: code === 2, stderr }).toEqual({ isRefused: false, stderr: '' });
  });

  test.each(['check', 'estimate', 'review'])('%s -', async (command) => {
    const argv = [command, '-', '--region', 'us-east-1', '--format', 'json', '--quiet'];
    const { code, stdout } = await run(argv, {
      cwd: root,
      stdin: deployment({ cpu: command === 'check' ? '1' : '-1' }),
    });
    const { diagnostics } = JSON.parse(stdout);
    expect(diagnostics.every(({ file }: { file: string }) => file === '<stdin>')).toBe(true);
    expect(code).toBe(command === 'check' ? 0 : 1);
  });
});

describe('the terminal', () => {
  test.each<[string, Record<string, string>, readonly string[], boolean]>([
    ['a terminal', {}, [], true],
    ['NO_COLOR', { NO_COLOR: '1' }, [], false],
    ['a dumb terminal', { TERM: 'dumb' }, [], false],
    ['--no-color', {}, ['--no-color'], false],
    ['--color over NO_COLOR', { NO_COLOR: '1' }, ['--color'], true],
    ['a file', {}, ['--output', 'review.txt'], false],
  ])('%s', async (_, env, flags, isColored) => {
    const { stdout } = await run(['check', 'no-spec.yaml', ...flags], { cwd: root, env, isTerminal: true });
    expect(stdout.includes('\u001b[')).toBe(isColored);
  });

  test.runIf(isWhole)('a reader that closes the pipe is not an error', () => {
    const command = `${process.execPath} ${join(process.cwd(), 'src/cli.ts')} check documents.yaml other folder.yaml --format json --quiet`;
    const { status, stderr } = spawnSync('bash', ['-c', `set -o pipefail; ${command} | head -1`], {
      cwd: root,
      encoding: 'utf8',
    });
    expect({ status, stderr }).toEqual({ status: expect.toBeOneOf([0, 1]), stderr: '' });
  });
});

describe.each(['constructor', '__proto__', 'toString', 'hasOwnProperty'])(
  'names that every object of JavaScript has: %s',
  (name) => {
    const nodeClass = (alias: string): string => `apiVersion: karpenter.k8s.aws/v1
kind: EC2NodeClass
metadata: { name: default }
spec:
  role: nodes
  amiFamily: AL2023
  amiSelectorTerms: [{ alias: ${alias}@v1 }]
  subnetSelectorTerms: [{ tags: { ${name}: x } }]
  securityGroupSelectorTerms: [{ tags: { ${name}: x } }]
`;
    const side = (i: number): string =>
      [
        pool
          .replace('    cpu: 100', `    cpu: 100\n    ${name}: ${i}`)
          .replace(
            'requirements: []',
            `requirements: [{ key: ${name}, operator: ${name}, values: [${name}] }]\n      taints: [{ key: ${name}, effect: ${name} }]\n      ${name}: [{ a: ${i} }]`,
          ),
        nodeClass(name),
        `apiVersion: v1\nkind: ${name}\nmetadata: { name: a, annotations: { ${name}: x } }\nspec: { ${name}: [{ a: ${i} }] }\n`,
        `apiVersion: karpenter.sh/v1beta1\nkind: NodePool\nmetadata: { name: old, annotations: { ${name}: x }, labels: { ${name}: x } }\nspec: { ${name}: [${i}] }\n`,
        `apiVersion: karpenter.sh/v1alpha5\nkind: Provisioner\nmetadata: { name: older }\nspec: { labels: { ${name}: x }, requirements: [{ key: ${name}, operator: In, values: [${name}] }] }\n`,
        `apiVersion: v1\nkind: Node\nmetadata: { name: ${name}, labels: { ${name}: x } }\nspec: { taints: [{ key: ${name}, effect: ${name} }] }\n`,
      ].join('---\n');

    test.each(['check', 'review', 'estimate', 'migrate'])('%s answers', async (command) => {
      for (const [folder, i] of [
        ['base', 1],
        ['head', 2],
      ] as const) {
        mkdirSync(join(root, name, folder), { recursive: true });
        writeFileSync(join(root, name, folder, 'all.yaml'), side(i));
      }
      const argv = command === 'review' ? ['--base', `${name}/base`, '--head', `${name}/head`] : [`${name}/head`];
      const { code, stdout, stderr } = await run([command, ...argv, '--quiet'], { cwd: root });
      expect(`${stdout}${stderr}`).not.toMatch(/bug in plumbline|\[native code\]|function /);
      expect([0, 1]).toContain(code);
    });
  },
);
