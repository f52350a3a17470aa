import { resolve } from 'node:path';
import type { Environment, Settings } from '../../../engine/karpenter/api/settings.ts';
import { accessCluster, type ClusterAccess, type ClusterTarget } from '../../../io/cluster/cluster-access.ts';
import { chooseEnvironment } from '../../../io/config/environment-choice.ts';
import type { IdentitySource } from '../../../io/identity/aws-session.ts';
import { jobToken } from '../../../io/identity/job-token.ts';
import type { Flags } from '../arguments/arguments.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** A cluster that the command line can connect to. */
interface CliTarget extends ClusterTarget {
  /** The role in the configuration. It can only be assumed inside a GitHub Actions job. */
  readonly jobRoleArn: string | undefined;
}

/** One environment, with the flags that override it. */
export interface ChosenEnvironment {
  readonly name: string;
  /** Undefined if the configuration does not contain it. */
  readonly settings: Environment | undefined;
  readonly target: CliTarget;
  /** Whether flags or configuration name a cluster. */
  readonly hasCluster: boolean;
}

/** `--environment`, else the only environment in plumbline.yaml. Throws PlumblineError('usage') if there are several. */
export function chosenEnvironment(flags: Flags, all: Settings, cwd: string): ChosenEnvironment {
  const { name, settings } = chooseEnvironment(all, flags.text('environment'), '--environment');
  const kubeconfig = flags.text('kubeconfig');
  const ids = flags.texts('allowed-account-ids');

  const target: CliTarget = {
    // `--kubeconfig` overrides the EKS cluster of the configuration.
    clusterArn: flags.text('cluster-arn') ?? (kubeconfig === undefined ? settings?.clusterArn : undefined),
    roleArn: flags.text('role-arn'),
    jobRoleArn: settings?.roleArn,
    allowedAccountIds: ids.length > 0 ? ids : (settings?.allowedAccountIds ?? []),
    kubeconfig: kubeconfig === undefined ? undefined : resolve(cwd, kubeconfig),
    context: flags.text('context') ?? settings?.context,
  };

  return {
    name,
    settings,
    target,
    hasCluster: target.clusterArn !== undefined || kubeconfig !== undefined || target.context !== undefined,
  };
}

/**
 * Signs in to the cluster. A job with `id-token: write` assumes the role; elsewhere, the credentials of the environment are
 * used. Secrets are masked through standard error, because standard output is for results.
 */
export async function accessTarget({ jobRoleArn, ...target }: CliTarget, terminal: Terminal): Promise<ClusterAccess> {
  const { env, cwd } = terminal;
  const roleArn = target.roleArn ?? (isInJob(env) ? jobRoleArn : undefined);
  return accessCluster({ ...target, roleArn }, { env, cwd, source: identitySource(roleArn, terminal) });
}

const isInJob = (env: Terminal['env']): boolean => env.ACTIONS_ID_TOKEN_REQUEST_URL !== undefined;

/** The identity of a job with `id-token: write` if a role is named. Elsewhere, the credentials of the environment are used. */
export const identitySource = (roleArn: string | undefined, { env, stderr }: Terminal): IdentitySource => ({
  mask: (secret) => void (env.GITHUB_ACTIONS === 'true' && stderr.mask(secret)),
  sessionName: 'plumbline',
  ...(isInJob(env) && roleArn !== undefined && { idToken: (audience: string) => jobToken(env, audience) }),
});
