import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eachAtOnce } from '../../src/io/each-at-once.ts';
import { BotWorld } from '../bot/bot-world.ts';
import { runAction } from '../github/action.ts';
import { checkout } from '../github/checkout.ts';
import { FakeGitHub } from '../github/github.ts';
import { openScene } from '../github/scene.ts';
import { type HostileInput, hostileInputs } from '../hostile/inputs.ts';

const megabytes = 512;
/** Limit of one input, in ordinary reviews. The slowest inputs need five, and a busy machine can double that. */
const ordinaryReviews = 15;
/** The limit in seconds of CPU. An ordinary review on the same machine sets it, because machines differ. */
let cpuSeconds: number;

const ordinary: HostileInput = {
  name: 'a NodePool',
  files: {
    'a.yaml':
      'apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: {name: web}\nspec: {template: {spec: {nodeClassRef: {group: karpenter.k8s.aws, kind: EC2NodeClass, name: web}, requirements: []}}}\n',
  },
};

/** In milliseconds. It only ends what hangs. */
const patience = 30 * 60_000;

let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'plumbline-hostile-'));
  // Two at a time, because machines have at least two processors, and each process counts only what it uses itself.
  await eachAtOnce([...hostileInputs.entries()], 2, async ([i, input]) => {
    ended[i] = await reviewed(input, String(i));
  });
  const reviews = await Promise.all([0, 1].map((i) => reviewed(ordinary, `ordinary-${i}`)));
  cpuSeconds = ordinaryReviews * Math.max(...reviews.map((one) => one.cpuSeconds));
}, patience);
afterAll(() => rmSync(folder, { recursive: true }));

interface Ended {
  readonly code: number | null;
  readonly text: string;
  readonly cpuSeconds: number;
  readonly megabytes: number;
}

/** Prints the resources that the process and its threads used to standard error. */
const told = `data:text/javascript,${encodeURIComponent(
  `process.on('exit', () => { const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage(); process.stderr.write('\\n' + JSON.stringify({ cpuSeconds: (userCPUTime + systemCPUTime) / 1e6, megabytes: maxRSS / 1024 })); });`,
)}`;

/** Reviews an input with the command line, in a process of its own. */
async function reviewed({ files }: HostileInput, name: string): Promise<Ended> {
  const root = join(folder, name);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const args = ['--import', told, resolve('dist/cli.js'), 'review', '.', '--region', 'us-east-1'];
  const env = { PATH: process.env.PATH, HOME: root };
  const child = spawn(process.execPath, args, { cwd: root, env, timeout: patience });
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  const usage = JSON.parse(stderr.trim().split('\n').at(-1) || '{}');
  return { code, text: `${stdout}${stderr}`, ...usage };
}

/** What the command line said, in the order of the inputs. */
const ended: Ended[] = [];

test('there are at least 40 kinds', () => expect(hostileInputs.length).toBeGreaterThanOrEqual(40));

describe.each(hostileInputs.map((input, i) => [input.name.slice(0, 80), input, i] as const))('%s', (_, input, i) => {
  test('T50: on the command line: ends soon, uses little memory, and never passes', () => {
    const { code, text, ...usage } = ended[i]!;
    if (input.concerns === 'other-objects') expect(text).toContain('1 finding in objects that Karpenter does not read');
    else if (input.concerns === 'pods') expect(text).not.toContain('nothing to review');
    else expect(text).not.toMatch(/\bpassed\b|nothing to review/);
    expect([0, 1]).toContain(code);
    expect(usage.cpuSeconds).toBeLessThan(cpuSeconds);
    expect(usage.megabytes).toBeLessThan(megabytes);
  });
});

/** Hosts use the same review, so a third of the inputs shows that they survive what it says. */
const some = hostileInputs.filter((_, index) => index % 3 === 0);

describe('in the bot', () => {
  let world: BotWorld;
  beforeAll(async () => {
    world = await BotWorld.start();
  });
  afterAll(() => world.close());

  test.each(some.map((input) => [input.name.slice(0, 80), input] as const))(
    '%s: the check has a result',
    async (_, { files }) => {
      const start = process.cpuUsage();
      const { head } = await world.reviewed({ 'README.md': '' }, files);
      const { user, system } = process.cpuUsage(start);
      const runs = await world.fake.checkRuns(head);
      expect(runs.map(({ status }) => status)).toEqual(['completed']);
      expect((user + system) / 1e6).toBeLessThan(2 * cpuSeconds);
    },
  );
});

describe('in the Action', () => {
  let fake: FakeGitHub;
  beforeAll(async () => {
    fake = await FakeGitHub.start();
  });
  afterAll(() => fake.close());

  test.each(some.map((input, i) => [input.name.slice(0, 80), input, i] as const))(
    'T50: %s: the step ends with a message',
    async (_, { files, concerns }, i) => {
      const at = await openScene(fake, { 'README.md': String(i) }, files);
      const workspace = checkout(fake, at.merge);
      const payload = { pull_request: await fake.pull(at.number) };
      const token = await fake.token({ contents: 'read', pull_requests: 'write' });
      const start = process.cpuUsage();
      const inputs = { region: 'us-east-1' };
      const said = await runAction(fake, { event: 'pull_request', payload, sha: at.merge, token, workspace, inputs });
      const { user, system } = process.cpuUsage(start);
      rmSync(workspace, { recursive: true });
      expect(said.outputs.verdict).toMatch(concerns ? /^(?:block|warn|pass)$/ : /^(?:block|warn)$/);
      expect((user + system) / 1e6).toBeLessThan(2 * cpuSeconds);
    },
  );
});
