/**
 * A keystroke in the language server: `npm run bench -- lsp`. It talks to the built `dist/cli.js lsp` over the protocol, in a folder with 500
 * manifests, and waits for the diagnostics of each change. A cold `check` of the same folder is the comparison, because a busy machine slows both.
 */
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  createProtocolConnection,
  type PublishDiagnosticsParams,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver-protocol/node';
import { median, processMs } from './measure.ts';

/** NodePools and node classes; the rest are Deployments. */
const pools = 100;
const deployments = 300;
const keystrokes = 30;
/** Compiled code gets faster with use, so that the first ones are not counted. */
const warmUp = 10;
const checks = 3;

const cli = resolve('dist/cli.js');

const deployment = (i: number): string => `apiVersion: apps/v1
kind: Deployment
metadata: { name: app-${i}, namespace: team-${i % 20} }
spec:
  replicas: ${2 + (i % 9)}
  selector: { matchLabels: { app: app-${i} } }
  template:
    metadata: { labels: { app: app-${i} } }
    spec:
      containers:
        - { name: app, image: 'example.com/app:1', resources: { requests: { cpu: ${100 + (i % 7) * 50}m, memory: ${128 + (i % 5) * 64}Mi } } }
`;

/** Writes the manifests as one commit. Returns the file that is edited. */
function writeManifests(folder: string): string {
  const example = readFileSync('examples/label-change/base/karpenter/pools.yaml', 'utf8').split('---\n');
  mkdirSync(join(folder, 'karpenter'));
  mkdirSync(join(folder, 'apps'));
  for (let i = 0; i < pools; i++) {
    const [pool, nodeClass] = example.map((text) => text.replaceAll('name: default', `name: class-${i}`));
    writeFileSync(join(folder, `karpenter/pool-${i}.yaml`), pool!.replace('name: web', `name: web-${i}`));
    writeFileSync(join(folder, `karpenter/class-${i}.yaml`), nodeClass!);
  }
  for (let i = 0; i < deployments; i++) writeFileSync(join(folder, `apps/app-${i}.yaml`), deployment(i));
  const git = (...words: string[]): void =>
    void execFileSync('git', ['-c', 'user.name=bench', '-c', 'user.email=bench@example.com', ...words], {
      cwd: folder,
      stdio: 'ignore',
    });
  git('init', '-q', '-b', 'main');
  git('add', '-A');
  git('commit', '-q', '-m', 'base');
  return join(folder, 'karpenter/pool-7.yaml');
}

/** Milliseconds from each keystroke to the diagnostics of the file. The first figure is from the start to the first diagnostics. */
async function timed(
  folder: string,
  file: string,
): Promise<{ readonly first: number; readonly each: readonly number[]; readonly processor: number }> {
  const began = performance.now();
  const server = spawn(process.execPath, [cli, 'lsp'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const connection = createProtocolConnection(
    new StreamMessageReader(server.stdout),
    new StreamMessageWriter(server.stdin),
  );
  const uri = pathToFileURL(file).href;
  let onDiagnostics = (_: PublishDiagnosticsParams): void => {};
  connection.onNotification('textDocument/publishDiagnostics', (params: PublishDiagnosticsParams) => {
    if (params.uri === uri) onDiagnostics(params);
  });
  connection.listen();
  const rootUri = pathToFileURL(folder).href;
  const workspaceFolders = [{ uri: rootUri, name: 'bench' }];
  await connection.sendRequest('initialize', { processId: null, rootUri, capabilities: {}, workspaceFolders });
  const right = readFileSync(file, 'utf8');
  /** Sends a text, and waits until the server has judged exactly it. */
  const judged = (send: () => Promise<void>, isJudged: (text: string) => boolean): Promise<number> =>
    new Promise((done, fail) => {
      const start = performance.now();
      onDiagnostics = ({ diagnostics }) => {
        if (isJudged(diagnostics.map(({ message }) => message).join('\n'))) done(performance.now() - start);
      };
      send().catch(fail);
    });
  const change = (text: string, version: number): Promise<void> =>
    connection.sendNotification('textDocument/didChange', {
      textDocument: { uri, version },
      contentChanges: [{ text }],
    });
  const wrong = (i: number): string => right.replace('spec:\n', `spec:\n  mistake${i}: 1\n`);
  await judged(
    async () => {
      await connection.sendNotification('initialized', {});
      const textDocument = { uri, languageId: 'yaml', version: 1, text: wrong(0) };
      await connection.sendNotification('textDocument/didOpen', { textDocument });
    },
    (text) => text.includes('mistake0'),
  );
  const first = performance.now() - began;
  const each: number[] = [];
  let before = 0;
  for (let i = 1; i <= warmUp + keystrokes; i++) {
    const ms = await judged(
      () => change(wrong(i), i + 1),
      (text) => text.includes(`mistake${i}\``),
    );
    if (i > warmUp) each.push(ms);
    if (i === warmUp) before = processorMs(server.pid!);
  }
  const processor = (processorMs(server.pid!) - before) / keystrokes;
  await connection.sendRequest('shutdown');
  await connection.sendNotification('exit');
  connection.dispose();
  return { first, each, processor };
}

/** Processor time of a process in ms. Linux counts it in hundredths of a second. */
function processorMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** The figures as a table. */
export async function lspFigures(): Promise<string> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'plumbline-bench-lsp-')));
  try {
    const file = writeManifests(folder);
    const { first, each, processor } = await timed(folder, file);
    const check = median(Array.from({ length: checks }, () => processMs(process.execPath, [cli, 'check', folder])));
    const sorted = each.toSorted((a, b) => a - b);
    const typical = median(each);
    const ms = (value: number): string => `${Math.round(value)} ms`;
    return [
      `| ${2 * pools + deployments} manifests | |`,
      '| --- | ---: |',
      `| a keystroke to diagnostics, median of ${keystrokes} | ${ms(typical)} |`,
      `| 95 of 100 keystrokes | at most ${ms(sorted[Math.ceil(0.95 * sorted.length) - 1]!)} |`,
      `| processor time of a keystroke, in all threads | ${ms(processor)} |`,
      `| start to first diagnostics | ${ms(first)} |`,
      `| a cold \`check\` of the folder | ${ms(check)} |`,
      `| a keystroke / the cold \`check\` | ${(typical / check).toFixed(2)} |`,
    ].join('\n');
  } finally {
    rmSync(folder, { recursive: true });
  }
}
