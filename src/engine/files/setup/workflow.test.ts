import { describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { applyWorkflows, reviewWorkflows } from '../../../hosts/cli/init/workflows.ts';
import type { Target } from '../../review/context/target.ts';
import { judgeWorkflow } from './workflow.ts';

const sha = '3d3c42e5aac5ba805825da76410c181273ba90b1';
const pinned = `plumbline/plumbline@${sha}`;

interface Spelling {
  readonly on?: unknown;
  readonly mode?: string;
  readonly job?: object;
  readonly inputs?: object;
  readonly uses?: string;
  readonly steps?: readonly object[];
}

const workflow = ({
  on = { push: { branches: ['main'] } },
  mode = 'apply',
  job,
  inputs,
  uses = pinned,
  steps = [],
}: Spelling) =>
  stringify({
    on,
    jobs: {
      run: {
        environment: 'production',
        concurrency: { group: 'production', 'cancel-in-progress': false },
        permissions: { contents: 'read', 'id-token': 'write' },
        ...job,
        steps: [...steps, { uses, with: { mode, ...inputs } }],
      },
    },
  });

/** As `init` writes it. */
const reviewed = { pull_request: { types: ['opened', 'synchronize', 'reopened', 'edited'] } };

const codes = (text: string): string[] => judgeWorkflow(text, 'w.yaml').map(({ code }) => code);

describe('a workflow', () => {
  test.each<[string, Spelling, string[]]>([
    ['as it should be', {}, ['workflow/ok']],
    ['without an environment', { job: { environment: undefined } }, ['workflow/no-environment']],
    ['on pull requests', { on: ['push', 'pull_request_target'] }, ['workflow/apply-before-merge']],
    ['without identity', { job: { permissions: { contents: 'read' } } }, ['workflow/no-id-token']],
    ['by kubeconfig', { job: { permissions: {} }, inputs: { kubeconfig: '${{ secrets.K }}' } }, ['workflow/ok']],
    [
      'that cancels a running apply',
      { job: { concurrency: { group: 'x', 'cancel-in-progress': true } } },
      ['workflow/cancelled-apply'],
    ],
    ['without a concurrency group', { job: { concurrency: undefined } }, ['workflow/no-concurrency']],
    ['by a tag', { uses: 'plumbline/plumbline@v0' }, ['workflow/not-pinned']],
    ['with write-all permissions', { job: { permissions: 'write-all' } }, ['workflow/broad-permissions']],
    ['without permissions', { job: { permissions: undefined } }, ['workflow/no-id-token', 'workflow/no-permissions']],
    [
      'that reviews with an identity token',
      { on: reviewed, mode: 'review', job: { environment: undefined } },
      ['workflow/needless-id-token'],
    ],
    ...['pull_request', ['pull_request'], { pull_request: null }, { pull_request: { types: ['opened'] } }].map(
      (on): [string, Spelling, string[]] => [
        `that does not run when the base changes (${JSON.stringify(on)})`,
        { on, mode: 'review', job: { environment: undefined, permissions: { contents: 'read' } } },
        ['workflow/not-on-edited'],
      ],
    ),
    [
      'that renders with an identity, in an environment',
      { mode: 'render' },
      ['workflow/render-with-identity', 'workflow/render-in-environment'],
    ],
    [
      'that renders without anything',
      { mode: 'render', job: { environment: undefined, permissions: { contents: 'read' } } },
      ['workflow/ok'],
    ],
    [
      'that checks out a fork with the permissions of the base',
      {
        on: 'workflow_run',
        mode: 'comment',
        job: { environment: undefined, permissions: { contents: 'read' } },
        steps: [{ uses: `actions/checkout@${sha}` }],
      },
      ['workflow/checkout-with-rights'],
    ],
  ])('%s', (_, spelling, expected) => expect(codes(workflow(spelling))).toEqual(expected));

  test.each([
    '',
    '[',
    'on: push\njobs: {a: {steps: [{run: make}]}}',
    'plumbline: [1]',
    'jobs: {a: {steps: 5}} # plumbline',
  ])('that does not run plumbline: %j', (text) => expect(codes(text)).toEqual([]));

  test('that `init` writes passes, except for the tag of the Action in jobs with access to a cluster', () => {
    const target = { region: 'eu-west-1' } as Target;
    const answers = {
      environment: 'production',
      branch: 'main',
      repository: { owner: 'acme', name: 'infra' },
      hasIds: undefined,
      hasForks: true,
      canDelete: false,
      isTerraform: false,
      cluster: undefined,
      purposes: ['apply', 'drift'] as const,
      scan: { target, objects: 0, folders: [], environments: {}, isRendered: true },
    };
    const judged = (uses: string) => {
      const given = { ...answers, action: { uses } };
      const files = [...reviewWorkflows(given), ...applyWorkflows(given)];
      return files.flatMap(({ path, text }) => judgeWorkflow(text, path).map(({ code }) => code));
    };
    expect(judged(pinned)).toEqual(Array(6).fill('workflow/ok'));
    expect(judged('plumbline/plumbline@v0')).toEqual([
      ...Array(2).fill('workflow/ok'),
      ...Array(4).fill('workflow/not-pinned'),
    ]);
    expect(judged('fork/plumbline@main')).toEqual(Array(6).fill('workflow/not-pinned'));
  });
});
