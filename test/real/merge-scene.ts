import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ApplyJob } from '../../src/apply/run-apply.ts';
import type { ApiServer } from '../apiserver/api-server.ts';
import { type Run, runAction } from '../github/action.ts';
import { checkout } from '../github/checkout.ts';
import type { Files } from '../github/git-repository.ts';
import type { FakeGitHub } from '../github/github.ts';
import { type Changes, openScene, type Scene } from '../github/scene.ts';

/** plumbline.yaml of a repository with one environment, which is reached by a kubeconfig. */
export const config = (more = ''): string => `environments:
  production:
    paths: [clusters/production]
    readyMinutes: 0.1
${more}`;

/** A pull request merged into main. */
export interface Merged extends Scene {
  /** main before and after. */
  readonly before: string;
  readonly after: string;
}

/** Merges a pull request. The result is main with its changes, or the content of `result`. */
export function merge(fake: FakeGitHub, scene: Scene, into: { commit: string; files: Files }, result?: Files): Merged {
  const after = fake.git.commit(result ?? into.files, [into.commit, scene.head]);
  fake.merges.merge(scene.number, after);
  return { ...scene, before: into.commit, after };
}

/** Opens, approves and merges a change of some files. ada wrote and pushed it, and trent approves. */
export async function approvedMerge(
  fake: FakeGitHub,
  before: Files,
  changes: Changes,
): Promise<Merged & { files: Files }> {
  const scene = await openScene(fake, before, changes);
  allow(fake, scene.head);
  await fake.review('trent', scene.number, { event: 'APPROVE', commit: scene.head });
  const files = withChanges(before, changes);
  return { ...merge(fake, scene, { commit: scene.base, files }), files };
}

/** trent has write access, and ada pushed. */
export function allow(fake: FakeGitHub, head: string): void {
  fake.app.permissions.set('trent', 'write');
  fake.app.permissions.set('ada', 'admin');
  fake.merges.pushers.set(head, 'ada');
}

export const withChanges = (before: Files, changes: Changes): Files =>
  Object.fromEntries(
    Object.entries({ ...before, ...changes }).filter((entry): entry is [string, string] => entry[1] !== null),
  );

export interface ApplyOptions {
  readonly inputs?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly event?: string;
  readonly now?: string;
  readonly timing?: ApplyJob['timing'];
  readonly user?: string;
  /** Permissions of the job's token. */
  readonly permissions?: Parameters<FakeGitHub['token']>[0];
}

/** The push's job: `mode: apply` on the merged commit. */
export async function applyJob(
  fake: FakeGitHub,
  server: ApiServer,
  at: { readonly before: string | null; readonly after: string },
  { inputs = {}, env = {}, event = 'push', now, timing, user = 'admin', permissions }: ApplyOptions = {},
): Promise<Run> {
  const workspace = checkout(fake, at.after);
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-apply-'));
  try {
    return await runAction(fake, {
      event,
      payload: { before: at.before ?? '0'.repeat(40), repository: { default_branch: 'main' } },
      sha: at.after,
      token: await fake.token(permissions ?? { contents: 'read', pull_requests: 'read' }),
      workspace,
      env: { GITHUB_REF: 'refs/heads/main', HOME: folder, ...env },
      inputs: { mode: 'apply', environment: 'production', kubeconfig: kubeconfig(server, user), ...inputs },
      clock: {
        ...(now !== undefined && { now: () => now }),
        applyTiming: { leaseSeconds: 2, pollSeconds: 0.05, readySeconds: 8, ...timing },
      },
    });
  } finally {
    rmSync(workspace, { recursive: true });
    rmSync(folder, { recursive: true });
  }
}

/** The content of the kubeconfig, as in a secret, and not its path. */
export const kubeconfig = ({ server, ca, tokens }: ApiServer, user = 'admin'): string =>
  JSON.stringify(
    {
      apiVersion: 'v1',
      kind: 'Config',
      'current-context': 'it',
      contexts: [{ name: 'it', context: { cluster: 'it', user: 'it' } }],
      clusters: [{ name: 'it', cluster: { server, 'certificate-authority-data': Buffer.from(ca).toString('base64') } }],
      users: [{ name: 'it', user: { token: tokens[user] ?? user } }],
    },
    null,
    1,
  );
