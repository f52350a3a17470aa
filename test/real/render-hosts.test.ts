import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { run } from '../../src/hosts/cli/terminal/terminal.test-support.ts';
import { isolation } from '../../src/io/render/isolation.ts';
import { today } from '../../src/io/today.ts';
import { BotWorld } from '../bot/bot-world.ts';
import { runAction } from '../github/action.ts';
import { checkout } from '../github/checkout.ts';
import { type Scene, workflowRun } from '../github/scene.ts';
import { chartYaml, kustomization, nodePool } from './rendering.ts';

/** Isolation needs a Linux where users may create namespaces. */
const isHere = 'unshare' in (await isolation());

const deployment = (name: string, cpu: string): string =>
  `apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: ${name}}\nspec:\n  replicas: 4\n  selector: {matchLabels: {app: ${name}}}\n  template:\n    metadata: {labels: {app: ${name}}}\n    spec: {containers: [{name: a, image: a, resources: {requests: {cpu: "${cpu}", memory: 1Gi}}}]}\n`;

const nodeClass =
  'apiVersion: karpenter.k8s.aws/v1\nkind: EC2NodeClass\nmetadata: {name: default}\nspec:\n  amiSelectorTerms: [{alias: al2023@v20250101}]\n  role: nodes\n  subnetSelectorTerms: [{tags: {a: b}}]\n  securityGroupSelectorTerms: [{tags: {a: b}}]\n';

/** A chart with two values files, and a base with an overlay that inflates another chart. */
const files: Record<string, string> = {
  'plumbline.yaml': 'region: eu-central-1\n',
  'charts/pools/Chart.yaml': chartYaml('pools'),
  'charts/pools/values.yaml': 'name: general\ncpu: 100\n',
  'charts/pools/values-dev.yaml': 'name: dev\ncpu: 10\n',
  'charts/pools/values-prod.yaml': 'name: prod\ncpu: 1000\n',
  'charts/pools/templates/_helpers.tpl': '{{- define "capacity" }}[spot]{{ end }}\n',
  'charts/pools/templates/pool.yaml': nodePool('{{ .Values.name }}', '{{ .Values.cpu }}').replace(
    '[spot]',
    '{{ include "capacity" . }}',
  ),
  'charts/pools/templates/class.yaml': nodeClass,
  'charts/pools/templates/web.yaml': deployment('web', '1'),
  'deploy/base/kustomization.yaml': kustomization('batch.yaml'),
  'deploy/base/batch.yaml': nodePool('batch'),
  'deploy/prod/kustomization.yaml': `${kustomization('../base')}namePrefix: prod-\npatches: [{path: limits.yaml}]\nhelmCharts: [{name: jobs}]\n`,
  'deploy/prod/limits.yaml':
    'apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: {name: batch}\nspec: {limits: {cpu: 64}}\n',
  'deploy/prod/charts/jobs/Chart.yaml': chartYaml('jobs'),
  'deploy/prod/charts/jobs/values.yaml': '',
  'deploy/prod/charts/jobs/templates/jobs.yaml': deployment('jobs', '2'),
};

const change = {
  'charts/pools/templates/_helpers.tpl': '{{- define "capacity" }}[on-demand]{{ end }}\n',
  'deploy/prod/limits.yaml': files['deploy/prod/limits.yaml']!.replace('64', '8'),
};

let world: BotWorld;
let scene: Scene;

beforeAll(async () => {
  world = await BotWorld.start({ env: { PATH: process.env.PATH! } });
  scene = await world.reviewed(files, change, 'mallory');
});
afterAll(() => world.close());

async function act(mode: 'review' | 'comment', workspace?: string) {
  const { fake } = world;
  const token = await fake.token({ contents: 'read', pull_requests: 'write', checks: 'write' });
  const event =
    mode === 'comment'
      ? { event: 'workflow_run', payload: workflowRun(scene, { head_branch: 'change-0' }), sha: scene.base }
      : { event: 'pull_request', payload: { pull_request: await fake.pull(scene.number) }, sha: scene.merge };
  const env = { PATH: process.env.PATH! };
  const { outputs } = await runAction(fake, {
    token,
    env,
    inputs: { mode },
    // The same day as for the command line.
    clock: { today },
    ...event,
    ...(workspace && { workspace }),
  });
  return { report: JSON.parse(outputs['report-json']!), markdown: outputs['report-markdown']! };
}

/** What a review says, without the commits and times that differ between hosts. */
const said = ({ diagnostics, changes, estimate, environments, notRendered }: Record<string, unknown>) => ({
  diagnostics,
  changes,
  estimate,
  environments,
  notRendered,
});

describe.runIf(isHere)('a chart with two values files and a kustomization with a chart', () => {
  test('give the same findings, changes and figures in `mode: comment`, `mode: review` and the command line', async () => {
    const workspace = checkout(world.fake, scene.head);
    execFileSync('git', ['fetch', '--quiet', `file://${world.fake.git.folder}`, scene.base], { cwd: workspace });
    const [comment, review] = [await act('comment'), await act('review', workspace)];
    const { stdout } = await run(['review', '--base', scene.base, '--head', scene.head, '--format', 'json'], {
      cwd: workspace,
      env: { PATH: process.env.PATH! },
    });
    rmSync(workspace, { recursive: true });
    expect(said(comment.report)).toEqual(said(review.report));
    expect(said(JSON.parse(stdout))).toEqual(said(review.report));
    const roots = comment.report.changes.flatMap((one: { roots: string[] }) => one.roots);
    expect([...new Set(roots)].sort()).toEqual([
      'charts/pools with values-dev.yaml',
      'charts/pools with values-prod.yaml',
      'deploy/prod',
    ]);
    expect(comment.report.diagnostics.filter(({ code }: { code: string }) => code.startsWith('render/'))).toEqual([]);
  });

  test('give the same comment by the bot and `mode: comment`', async () => {
    const { markdown } = await act('comment');
    const [body] = await world.bodies(scene);
    const plain = (text: string): string =>
      text
        .replace(/<!--.*?-->\n/g, '')
        .replace(/\]\(https:[^)]*\)/g, ']')
        .trim();
    expect(plain(body!)).toBe(plain(markdown));
    expect(body).toContain('prod-batch');
  });
});

describe('where programs cannot be isolated, or are not installed', () => {
  test('the bot names the roots that it left out and what to install', async () => {
    const bare = await BotWorld.start({ env: { PATH: '/nowhere' } });
    const at = await bare.reviewed(files, change, 'mallory');
    const [body] = await bare.bodies(at);
    await bare.close();
    expect(body).toContain('kustomize v5 is not installed here');
    expect(body).toContain('helm v3 (3.11.1 or newer) is not installed here');
    for (const root of ['charts/pools with values-dev.yaml', 'charts/pools with values-prod.yaml', 'deploy/prod'])
      expect(body).toContain(root);
  });
});

describe.runIf(isHere)('a deployment of a changed kustomization that waits for the bot', () => {
  const main = (cpu: string): Record<string, string> => ({
    'plumbline.yaml': 'environments:\n  production: {}\n',
    'base/kustomization.yaml': kustomization('batch.yaml'),
    'base/batch.yaml': nodePool('batch'),
    'deploy/kustomization.yaml': `${kustomization('../base')}patches: [{path: limits.yaml}]\n`,
    'deploy/limits.yaml': `apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: {name: batch}\nspec: {limits: {cpu: ${cpu}}}\n`,
  });
  let runs = 0;

  /** Merges a pull request from `before` to `after`. */
  async function merged(from: string, after: Record<string, string>, result = after) {
    const { fake } = world;
    const head = fake.git.commit({ ...after, 'scene.txt': String(++runs) }, [from]);
    const number = await fake.open({ base: from, head, branch: `deploy-${runs}` });
    fake.merges.pushers.set(head, 'ada');
    const commit = fake.git.commit(result, [from, head]);
    return {
      number,
      head,
      /** Merges it, and returns the commit. */
      merge: () => {
        fake.merges.merge(number, commit);
        fake.git.git('update-ref', 'refs/heads/main', commit);
        return commit;
      },
    };
  }

  async function answer(sha: string): Promise<string> {
    const runId = 1_000 + ++runs;
    world.fake.merges.deployments.push({ id: runId, environment: 'production', sha, statuses: [] });
    const deployment_callback_url = `https://api.github.com/repos/acme/infra/actions/runs/${runId}/deployment_protection_rule`;
    await world.deliver('deployment_protection_rule', {
      action: 'requested',
      environment: 'production',
      sha,
      deployment_callback_url,
    });
    await world.settled();
    const { state, comment } = world.fake.app.gateAnswers.find((one) => one.runId === runId)!;
    return `${state}: ${comment}`;
  }

  /** The digest of the plan, as the bot answers it. */
  async function digestOf(number: number): Promise<string> {
    await world.onComment('trent', number, '/plumbline plan');
    await world.settled();
    const bodies = (await world.fake.comments(number)).map(({ body }) => body);
    return /digest `([0-9a-f]{64})`/.exec(bodies.join('\n'))![1]!;
  }

  test('is approved by the digest of what the bot renders, and not by a review or for other content', async () => {
    const { fake } = world;
    fake.app.permissions.set('trent', 'write');
    fake.app.permissions.set('root', 'admin');
    const first = await merged(fake.git.commit(main('100')), { ...main('100'), 'a.txt': 'a' });
    const started = first.merge();
    await fake.say('root', first.number, '/plumbline start production');
    expect(await answer(started)).toContain('approved: Starting point');

    const pull = await merged(started, main('64'));
    const digest = await digestOf(pull.number);
    await fake.review('trent', pull.number, { event: 'APPROVE', commit: pull.head });
    const commit = pull.merge();
    const refused = await answer(commit);
    expect(refused).toMatch(/^rejected: .*kustomize v5.* rendered objects of it, so only a comment with its digest/);
    expect(refused).toContain(`/plumbline approve ${digest}`);
    await world.onComment('trent', pull.number, `/plumbline approve ${digest}`);
    await world.settled();
    expect(await answer(commit)).toContain(`approved: Plan ${digest.slice(0, 12)}`);

    const other = await merged(commit, main('32'), main('1000'));
    await world.onComment('trent', other.number, `/plumbline approve ${await digestOf(other.number)}`);
    await world.settled();
    expect(await answer(other.merge())).toMatch(/^rejected: /);
  });
});
