import { readFileSync } from 'node:fs';
import type { Env } from '../../io/env.ts';
import type { RepositoryName } from '../../io/github/github.ts';
import { type PullRequest, pullRequestOf, commitSha as sha } from '../../io/github/pull-request.ts';
import { PlumblineError } from '../../shared/errors.ts';

/** What started the job. */
export type Trigger =
  | { readonly kind: 'pull-request'; readonly pull: PullRequest; readonly headBranch: string }
  | { readonly kind: 'merge-group'; readonly baseSha: string; readonly headSha: string }
  | { readonly kind: 'push'; readonly before: string | null; readonly headSha: string }
  | { readonly kind: 'workflow-run'; readonly run: TriggeringRun }
  | { readonly kind: 'other'; readonly headSha: string };

/** The run that started a `workflow_run` job. */
export interface TriggeringRun {
  readonly event: string;
  readonly headSha: string;
  readonly headBranch: string;
  readonly headRepository: string;
}

/** The job that we run in. */
export interface WorkflowJob {
  readonly eventName: string;
  readonly trigger: Trigger;
  readonly repository: RepositoryName;
  /** Folder that actions/checkout fills. */
  readonly workspace: string;
  readonly temporary: string;
  readonly apiUrl: string;
  readonly serverUrl: string;
  readonly runId: number;
  readonly runAttempt: number;
}

// biome-ignore lint/suspicious/noExplicitAny: each field of an event's payload is checked where it is read.
type Payload = any;

/** Reads the environment and the event's payload. Throws PlumblineError('usage') outside of GitHub Actions. */
export function readWorkflowJob(env: Env): WorkflowJob {
  const [owner = '', repo = ''] = need(env, 'GITHUB_REPOSITORY').split('/');
  const eventName = need(env, 'GITHUB_EVENT_NAME');
  checkProxies(env);

  return {
    eventName,
    trigger: triggerOf(eventName, readPayload(env), env),
    repository: { owner, repo },
    workspace: env.GITHUB_WORKSPACE ?? process.cwd(),
    temporary: env.RUNNER_TEMP ?? '/tmp',
    apiUrl: address(env, 'GITHUB_API_URL', 'https://api.github.com'),
    serverUrl: address(env, 'GITHUB_SERVER_URL', 'https://github.com'),
    runId: Number(env.GITHUB_RUN_ID ?? 0),
    runAttempt: Number(env.GITHUB_RUN_ATTEMPT ?? 1),
  };
}

function need(env: Env, name: string): string {
  const value = env[name];
  if (!value)
    throw new PlumblineError('usage', `\`${name}\` is not set`, { help: 'Run this in a GitHub Actions job.' });
  return value;
}

function address(env: Env, name: string, usual: string): string {
  const value = env[name] || usual;
  if (URL.canParse(value)) return value;
  throw new PlumblineError('usage', `\`${name}\` is not a valid URL: \`${value}\``, {
    help: 'Remove the workflow line that sets it: the runner sets it itself.',
  });
}

/** @actions/github throws while it loads if one is not a URL. The error leaves the value out: it may contain a password. */
function checkProxies(env: Env): void {
  const isAddress = (value: string): boolean => URL.canParse(value) || URL.canParse(`http://${value}`);
  const wrong = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY'].find((name) => !isAddress(env[name] || 'a'));
  if (wrong === undefined) return;
  throw new PlumblineError('usage', `\`${wrong}\` is not a valid URL`, { help: 'Write it as `http://HOST:PORT`.' });
}

function readPayload(env: Env): Payload {
  const path = need(env, 'GITHUB_EVENT_PATH');
  try {
    // `null` has no fields, like an empty object.
    return JSON.parse(readFileSync(path, 'utf8')) ?? {};
  } catch (cause) {
    throw new PlumblineError('usage', 'The event payload is not valid JSON or cannot be read', {
      cause,
      help: `Check the file \`${path}\`, which the runner writes.`,
    });
  }
}

function triggerOf(eventName: string, payload: Payload, env: Env): Trigger {
  if (payload.pull_request) {
    const pull = pullRequestOf(payload.pull_request);
    return { kind: 'pull-request', pull, headBranch: String(payload.pull_request.head.ref ?? '') };
  }

  if (payload.merge_group) {
    const { base_sha, head_sha } = payload.merge_group;
    return { kind: 'merge-group', baseSha: sha(base_sha), headSha: sha(head_sha) };
  }

  if (payload.workflow_run) return { kind: 'workflow-run', run: triggeringRun(payload.workflow_run) };

  const headSha = sha(env.GITHUB_SHA);
  if (eventName !== 'push') return { kind: 'other', headSha };

  // On the first push of a branch, GitHub gives forty zeros as the commit before it.
  const before = /^0+$/.test(payload.before ?? '0') ? null : sha(payload.before);
  return { kind: 'push', before, headSha };
}

const triggeringRun = (run: Payload): TriggeringRun => ({
  event: String(run.event),
  headSha: sha(run.head_sha),
  headBranch: String(run.head_branch ?? ''),
  headRepository: String(run.head_repository?.full_name ?? ''),
});
