import { resolve } from 'node:path';
import type { Environment, Settings } from '../../../engine/api/settings.ts';
import { accessCluster, type ClusterAccess, type ClusterTarget } from '../../../io/cluster/cluster-access.ts';
import { chooseEnvironment } from '../../../io/config/environment-choice.ts';
import { jobToken } from '../../../io/identity/job-token.ts';
import type { Flags } from '../arguments/arguments.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** A cluster as the command line knows it. */
export interface CliTarget extends ClusterTarget {
  /** The role of the configuration: it is taken on in jobs of GitHub Actions, and nowhere else can it be. */
  readonly jobRoleArn: string | undefined;
}

/** One environment, with what flags say over it. */
export interface ChosenEnvironment {
  readonly name: string;
  /** Undefined: the configuration does not name it. */
  readonly settings: Environment | undefined;
  readonly target: CliTarget;
  /** Whether anything leads to a cluster. */
  readonly hasCluster: boolean;
}

/** `--environment`, else the only one that plumbline.yaml names. Throws PlumblineError('usage') where that is not clear. */
export function chosenEnvironment(flags: Flags, all: Settings, cwd: string): ChosenEnvironment {
  const { name, settings } = chooseEnvironment(all, flags.text('environment'));
  const kubeconfig = flags.text('kubeconfig');
  const ids = flags.texts('allowed-account-ids');
  const target: CliTarget = {
    // A kubeconfig that is named is a decision.
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
 * Signs in from a command line. In a job with `id-token: write` the role is taken on; elsewhere the credentials of the
 * environment count. Secrets are announced to the runner on standard error: standard output is where results go.
 */
export async function accessTarget(
  { jobRoleArn, ...target }: CliTarget,
  { env, cwd, stderr }: Terminal,
): Promise<ClusterAccess> {
  const isJob = env.ACTIONS_ID_TOKEN_REQUEST_URL !== undefined;
  const isRunner = env.GITHUB_ACTIONS === 'true';
  const roleArn = target.roleArn ?? (isJob ? jobRoleArn : undefined);
  const source = {
    mask: (secret: string) => void (isRunner && stderr.mask(secret)),
    sessionName: 'plumbline',
    ...(isJob && roleArn !== undefined && { idToken: (audience: string) => jobToken(env, audience) }),
  };
  return accessCluster({ ...target, roleArn }, { env, cwd, source });
}
