import { rmSync } from 'node:fs';
import { checkout } from '../github/checkout.ts';
import type { WorkflowRun } from '../real/act.ts';
import type { Story } from './story.ts';

/** A run of one of the workflows that `init` wrote. */
export interface Started {
  /** Its file below .github/workflows, without the extension. */
  readonly name: string;
  readonly event: string;
  readonly payload: unknown;
  /** The checked-out files. */
  readonly sha: string;
  readonly permissions: Parameters<Story['world']['github']['token']>[0];
}

let runs = 0;

/** Runs it in a runner, with the Action from dist/. */
export async function runWorkflow({ world, written }: Story, started: Started): Promise<WorkflowRun> {
  const { name, event, payload, sha, permissions } = started;
  const { github, cloud, provider, act } = world;
  const workspace = checkout(github, sha);
  const env = {
    ...cloud.env,
    ...provider.env,
    GITHUB_API_URL: github.url,
    GITHUB_REPOSITORY: 'acme/infra',
    GITHUB_REF: 'refs/heads/main',
    GITHUB_REF_NAME: 'main',
    GITHUB_RUN_ID: String(++runs),
  };
  try {
    const workflow = String(written[`.github/workflows/${name}.yaml`]);
    return await act.run({ workflow, event, payload, workspace, env, token: await github.token(permissions) });
  } finally {
    rmSync(workspace, { recursive: true });
  }
}

/** The payload of a push to main. */
export const main = { ref: 'refs/heads/main', repository: { default_branch: 'main', full_name: 'acme/infra' } };
