/** `plumbline lsp`, asked by a client of the protocol's own library over standard input and output. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type CodeAction,
  type CodeLens,
  type CompletionItem,
  createProtocolConnection,
  type Diagnostic,
  type Hover,
  type ProtocolConnection,
  type PublishDiagnosticsParams,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver-protocol/node';

interface FoundByCheck {
  readonly file: string;
  readonly code: string;
  readonly start: { readonly line: number; readonly column: number };
}

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'plumbline-lsp-')));
const uri = (file: string): string => pathToFileURL(join(folder, file)).href;

const nodeClass = `apiVersion: karpenter.k8s.aws/v1
kind: EC2NodeClass
metadata:
  name: web
spec:
  role: KarpenterNodeRole
  amiSelectorTerms: [{ alias: al2023@v20250501 }]
  subnetSelectorTerms: [{ tags: { karpenter.sh/discovery: web } }]
  securityGroupSelectorTerms: [{ tags: { karpenter.sh/discovery: web } }]
`;
const pool = (limits: string): string => `apiVersion: karpenter.sh/v1
kind: NodePool
metadata:
  name: web
spec:
  ${limits}: { cpu: 100 }
  template:
    spec:
      nodeClassRef: { group: karpenter.k8s.aws, kind: EC2NodeClass, name: web }
      requirements:
        - key: node.kubernetes.io/instance-type
          operator: In
          values: [m6i.large]
`;
const workload = `apiVersion: apps/v1
kind: Deployment
metadata: { name: web, namespace: shop }
spec:
  replicas: 3
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec:
      containers: [{ name: web, image: web, resources: { requests: { cpu: 500m, memory: 1Gi } } }]
`;

let server: ChildProcess;
let connection: ProtocolConnection;
const published = new Map<string, readonly Diagnostic[]>();
const waiting = new Set<() => void>();

/** Resolves once the published findings satisfy a condition. */
const until = (condition: () => boolean): Promise<void> =>
  new Promise((done) => {
    const look = (): void => {
      if (!condition()) return;
      waiting.delete(look);
      done();
    };
    waiting.add(look);
    look();
  });

const codes = (file: string): string[] => (published.get(uri(file)) ?? []).map(({ code }) => String(code));

beforeAll(async () => {
  mkdirSync(join(folder, 'karpenter'));
  writeFileSync(join(folder, 'plumbline.yaml'), 'region: eu-central-1\n');
  writeFileSync(join(folder, 'karpenter/class.yaml'), nodeClass);
  writeFileSync(join(folder, 'karpenter/pool.yaml'), pool('limit'));
  writeFileSync(join(folder, 'workload.yaml'), workload);
  server = spawn(process.execPath, [resolve('dist/cli.js'), 'lsp'], { stdio: ['pipe', 'pipe', 'inherit'] });
  connection = createProtocolConnection(
    new StreamMessageReader(server.stdout!),
    new StreamMessageWriter(server.stdin!),
  );
  connection.onNotification('textDocument/publishDiagnostics', ({ uri, diagnostics }: PublishDiagnosticsParams) => {
    published.set(uri, diagnostics);
    for (const look of [...waiting]) look();
  });
  connection.listen();
  await connection.sendRequest('initialize', {
    processId: process.pid,
    rootUri: null,
    capabilities: {},
    workspaceFolders: [{ uri: pathToFileURL(folder).href, name: 'infra' }],
  });
  await connection.sendNotification('initialized', {});
  await until(() => codes('karpenter/pool.yaml').includes('schema/unknown-field'));
});

afterAll(() => {
  connection.dispose();
  server.kill();
  rmSync(folder, { recursive: true });
});

const open = (file: string, text: string): Promise<void> =>
  connection.sendNotification('textDocument/didOpen', {
    textDocument: { uri: uri(file), languageId: 'yaml', version: 1, text },
  });

let version = 1;
const change = (file: string, text: string): Promise<void> =>
  connection.sendNotification('textDocument/didChange', {
    textDocument: { uri: uri(file), version: ++version },
    contentChanges: [{ text }],
  });

const place = (text: string, before: string): { line: number; character: number } => {
  const lines = text.slice(0, text.indexOf(before) + before.length).split('\n');
  return { line: lines.length - 1, character: lines.at(-1)!.length };
};

const complete = async (text: string, before: string): Promise<string[]> => {
  await change('karpenter/pool.yaml', text);
  const items = await connection.sendRequest<CompletionItem[]>('textDocument/completion', {
    textDocument: { uri: uri('karpenter/pool.yaml') },
    position: place(text, before),
  });
  return items.map(({ label }) => label);
};

describe('an editor', () => {
  test('shows findings of saved files, with their place and what to do', () => {
    const [first] = published.get(uri('karpenter/pool.yaml'))!;
    expect(first).toMatchObject({
      code: 'schema/unknown-field',
      source: 'plumbline',
      severity: 1,
      range: { start: { line: 5, character: 2 } },
    });
    expect(first!.message).toContain('`limit`');
  });

  test('shows the findings of `plumbline check`, at the same places', async () => {
    const argv = [resolve('dist/cli.js'), 'check', '.', '--format', 'json', '--quiet'];
    const { stdout } = spawnSync(process.execPath, argv, { cwd: folder, encoding: 'utf8' });
    const { diagnostics } = JSON.parse(stdout) as { diagnostics: readonly FoundByCheck[] };
    const expected = diagnostics.map(({ file, code, start }) => `${file}:${start.line}:${start.column} ${code}`).sort();
    const shown = (): string[] =>
      [...published]
        .flatMap(([at, found]) =>
          found.map(({ code, range: { start } }) => {
            const file = relative(folder, fileURLToPath(at));
            return `${file}:${start.line + 1}:${start.character + 1} ${code}`;
          }),
        )
        .sort();
    await until(() => shown().length >= expected.length);
    expect(shown()).toEqual(expected);
    expect(expected.length).toBeGreaterThan(1);
  });

  test('offers the fix, which makes the finding disappear', async () => {
    const text = pool('limit');
    await open('karpenter/pool.yaml', text);
    const [action] = await connection.sendRequest<CodeAction[]>('textDocument/codeAction', {
      textDocument: { uri: uri('karpenter/pool.yaml') },
      range: { start: { line: 5, character: 3 }, end: { line: 5, character: 3 } },
      context: { diagnostics: [] },
    });
    const edits = action!.edit!.changes![uri('karpenter/pool.yaml')]!;
    expect(edits).toMatchObject([{ newText: 'limits' }]);
    await change('karpenter/pool.yaml', pool('limits'));
    await until(() => !codes('karpenter/pool.yaml').includes('schema/unknown-field'));
  });

  test('shows findings while somebody types, also in text that does not parse yet', async () => {
    await change('karpenter/pool.yaml', `${pool('limits')}  weight: [1\n`);
    await until(() => codes('karpenter/pool.yaml').some((code) => code.startsWith('yaml/')));
    await change('karpenter/pool.yaml', pool('limits'));
    await until(() => codes('karpenter/pool.yaml').every((code) => !code.startsWith('yaml/')));
  });

  test('completes fields, labels, instance types and zones', async () => {
    const text = pool('limits');
    expect(await complete(text.replace('  template:', '  wei\n  template:'), '  wei')).toEqual(
      expect.arrayContaining(['weight', 'limits', 'disruption', 'template']),
    );
    expect(await complete(text.replace('key: node.kubernetes.io/instance-type', 'key: '), 'key: ')).toContain(
      'karpenter.k8s.aws/instance-family',
    );
    expect(await complete(text, 'values: [')).toContain('m7g.xlarge');
    const zones = text.replace('node.kubernetes.io/instance-type', 'topology.kubernetes.io/zone');
    expect(await complete(zones, 'values: [')).toEqual(['eu-central-1a', 'eu-central-1b', 'eu-central-1c']);
    expect(await complete(workload, 'kind: ')).toEqual([]);
    await change('karpenter/pool.yaml', text);
  });

  test('shows what an instance type offers, and its price', async () => {
    const { contents } = await connection.sendRequest<Hover>('textDocument/hover', {
      textDocument: { uri: uri('karpenter/pool.yaml') },
      position: place(pool('limits'), 'values: [m6i'),
    });
    expect((contents as { value: string }).value).toMatch(/m6i\.large.*eu-central-1[\s\S]*on-demand: \$0\.\d{4}\/hour/);
  });

  test('shows what Karpenter says about a field, and what a NodePool can launch', async () => {
    const spare = `${pool('limits').replace('name: web', 'name: spare')}      taints: [{ key: spare, effect: NoSchedule }]\n`;
    const hoverAt = async (text: string): Promise<string | undefined> => {
      const answer = await connection.sendRequest<Hover | null>('textDocument/hover', {
        textDocument: { uri: uri('karpenter/spare.yaml') },
        position: place(spare, text),
      });
      return (answer?.contents as { value: string } | undefined)?.value;
    };
    writeFileSync(join(folder, 'karpenter/spare.yaml'), spare);
    await open('karpenter/spare.yaml', spare);
    await connection.sendNotification('textDocument/didSave', { textDocument: { uri: uri('karpenter/spare.yaml') } });
    expect(await hoverAt('  lim')).toMatch(/^Limits define a set of bounds/);
    expect(await hoverAt('  name: s')).toBeUndefined();
    await expect
      .poll(() => hoverAt('  requirem'))
      .toMatch(
        /^NodePool spare can launch 1 instance type: m6i\.large\. For a small pod, it launches m6i\.large \(spot\) for \$0\.\d{4}\/hour\.\n\nRequirements are layered/,
      );
  });

  test('shows nodes and cost above a NodePool once the files are saved', async () => {
    writeFileSync(join(folder, 'karpenter/pool.yaml'), pool('limits'));
    await connection.sendNotification('textDocument/didSave', { textDocument: { uri: uri('karpenter/pool.yaml') } });
    const lens = (): Promise<CodeLens[]> =>
      connection.sendRequest('textDocument/codeLens', { textDocument: { uri: uri('karpenter/pool.yaml') } });
    await expect
      .poll(async () => (await lens())[0]?.command?.title)
      .toMatch(/^\d nodes? · m6i\.large · \$\d+\.\d\d\/month$/);
  });

  test('gets answers about lines of a megabyte', async () => {
    const text = `${pool('limits')}  a: ${'b'.repeat(400_000)} ${' '.repeat(400_000)}c!\n`;
    expect(await complete(text, 'c!')).toEqual([]);
    const asked = { textDocument: { uri: uri('karpenter/pool.yaml') }, position: place(text, 'c!') };
    expect(await connection.sendRequest('textDocument/hover', asked)).toBeNull();
    await change('karpenter/pool.yaml', pool('limits'));
  });

  test('gets no answer about files outside of its folder, and the server goes on', async () => {
    const other = pathToFileURL(join(tmpdir(), 'other.yaml')).href;
    await connection.sendNotification('textDocument/didOpen', {
      textDocument: { uri: other, languageId: 'yaml', version: 1, text: pool('limit') },
    });
    const actions = await connection.sendRequest('textDocument/codeAction', {
      textDocument: { uri: other },
      range: { start: { line: 5, character: 3 }, end: { line: 5, character: 3 } },
      context: { diagnostics: [] },
    });
    expect(actions).toEqual([]);
    expect(published.has(other)).toBe(false);
  });
});
