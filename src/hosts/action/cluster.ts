import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '../../engine/karpenter/api/settings.ts';
import { accessCluster, type ClusterAccess, type ClusterTarget } from '../../io/cluster/cluster-access.ts';
import { accountIds } from '../../io/identity/arn.ts';
import { PlumblineError } from '../../shared/errors.ts';
import type { ActionInputs } from './inputs.ts';
import type { Session } from './session.ts';

/**
 * Signs in to the cluster of an environment, as the configuration and the inputs say. Every secret is masked
 * in the log before it is used. If nothing names a cluster, the runner's kubeconfig does. Throws a PlumblineError whose help says what to do.
 */
export function signInToCluster(
  { inputs, job, runner }: Session,
  name: string,
  environment: Environment | undefined,
): Promise<ClusterAccess> {
  const target = clusterTarget(inputs, environment);
  const trustPolicy = trustPolicyOf(job.workspace, name, target.roleArn);

  return accessCluster(
    { ...target, ...(trustPolicy !== undefined && { trustPolicy }) },
    {
      env: runner.env,
      cwd: job.workspace,
      source: {
        ...(target.roleArn !== undefined && { idToken: (audience: string) => runner.idToken(audience) }),
        mask: (secret) => runner.setSecret(secret),
        sessionName: `plumbline-${job.runId}-${job.runAttempt}`,
      },
    },
  );
}

/** Inputs may choose the role and allow fewer accounts. They can never choose another cluster than the configuration does. */
export function clusterTarget(inputs: ActionInputs, environment: Environment | undefined): ClusterTarget {
  const { kubeconfig, context, roleArn } = inputs;
  const pinned = environment?.clusterArn;
  if (pinned !== undefined && inputs.clusterArn !== undefined && inputs.clusterArn !== pinned)
    throw new PlumblineError(
      'config',
      `The input \`cluster-arn\` differs from \`clusterArn: ${pinned}\` of the environment in plumbline.yaml`,
      {
        help: 'Remove the input.',
      },
    );

  if (pinned !== undefined && kubeconfig !== undefined)
    throw new PlumblineError(
      'config',
      'The input `kubeconfig` is not allowed, because plumbline.yaml sets `clusterArn` for this environment',
      {
        help: 'Remove the input, or remove `clusterArn` from the environment.',
      },
    );

  return {
    clusterArn: pinned ?? inputs.clusterArn,
    roleArn: roleArn ?? environment?.roleArn,
    allowedAccountIds: accountsOf(inputs.allowedAccountIds, environment?.allowedAccountIds ?? []),
    kubeconfig,
    context: context ?? environment?.context,
  };
}

function accountsOf(inputs: readonly string[], configured: readonly string[]): readonly string[] {
  const ids = accountIds(inputs);
  if (ids.length === 0 || configured.length === 0) {
    if (ids.length > 0) return ids;
    return configured;
  }

  const both = ids.filter((id) => configured.includes(id));
  if (both.length > 0) return both;

  throw new PlumblineError(
    'config',
    'The input `allowed-account-ids` and `allowedAccountIds` in plumbline.yaml have no account in common',
    {
      help: 'Remove the input, or correct one of the two lists.',
    },
  );
}

/** The trust policy that `init` wrote for the role, so that an error can name the claim that does not match. */
function trustPolicyOf(workspace: string, environment: string, role: string | undefined): string | undefined {
  const folder = role?.endsWith('-drift') ? `${environment}-drift` : environment;
  const path = join(workspace, 'plumbline', folder, 'trust-policy.json');
  if (/^[\w.-]+$/.test(folder) && existsSync(path)) return readFileSync(path, 'utf8');
  return undefined;
}
