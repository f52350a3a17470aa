import type { Environment } from '../../karpenter/api/settings.ts';
import { compareNames } from '../../text/name-order.ts';
import { type Check, checksOf } from './check.ts';

/**
 * Checks the environments in plumbline.yaml. Each one must pin its cluster or leave the cluster to a kubeconfig, and no two may
 * manage the same objects in the same cluster. A repository needs environments only if its workflows connect to a cluster.
 */
export function judgeEnvironments(
  environments: Readonly<Record<string, Environment>>,
  { isNeeded }: { readonly isNeeded: boolean },
): Check[] {
  const to = checksOf('plumbline.yaml');
  const all = Object.entries(environments).sort(([a], [b]) => compareNames(a, b));
  if (all.length === 0 && !isNeeded) return [];

  if (all.length === 0)
    return [
      to.warn(
        'config/no-environment',
        'the file defines no environment, so the target cluster is unknown',
        'Add one, or run `plumbline init --apply` to generate it.',
      ),
    ];

  return all.flatMap(([name, environment]) => {
    const checks = [...roles(name, environment), ...shared(name, environment, all)];
    if (checks.length > 0) return checks;
    return [to.pass('config/environment', `the environment \`${name}\` ${pinned(environment)}`)];
  });
}

const pinned = ({ clusterArn }: Environment): string => {
  if (clusterArn === undefined) return 'does not set a cluster, so an apply needs a kubeconfig';
  return `pins \`${clusterArn}\``;
};

function roles(name: string, { clusterArn, roleArn }: Environment): Check[] {
  if (roleArn === undefined || clusterArn !== undefined) return [];
  const message = `the environment \`${name}\` sets \`roleArn\` without \`clusterArn\`, so the role is never assumed`;
  return [checksOf('plumbline.yaml').warn('config/role-without-cluster', message, 'Set `clusterArn` as well.')];
}

/** Two environments that both apply all files to the same cluster would undo each other's changes. */
function shared(
  name: string,
  { clusterArn, paths }: Environment,
  all: readonly (readonly [string, Environment])[],
): Check[] {
  if (clusterArn === undefined || paths.length > 0) return [];

  const others = all
    .filter(([other, environment]) => other !== name && environment.clusterArn === clusterArn)
    .map(([other]) => other);
  if (others.length === 0) return [];

  const message = `the environment \`${name}\` covers all files, and \`${others.join('`, `')}\` uses the same cluster`;

  return [
    checksOf('plumbline.yaml').warn('config/shared-cluster', message, 'Set `paths` in each of these environments.'),
  ];
}
