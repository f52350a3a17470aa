import type { Environment } from '../api/settings.ts';
import { compareNames } from '../name-order.ts';
import { type Check, checksOf } from './check.ts';

/**
 * Judges the environments of plumbline.yaml: each pins its cluster, or leaves that to a kubeconfig, and no two share objects and
 * cluster. Only a repository whose workflows reach a cluster needs one.
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
        'it names no environment, so nothing says which cluster is meant',
        '`plumbline init --apply` writes one.',
      ),
    ];
  return all.flatMap(([name, environment]) => {
    const found = [...roles(name, environment), ...shared(name, environment, all)];
    return found.length > 0
      ? found
      : [to.pass('config/environment', `the environment \`${name}\` ${pinned(environment)}`)];
  });
}

const pinned = ({ clusterArn }: Environment): string =>
  clusterArn === undefined ? 'names no cluster: an apply needs a kubeconfig' : `pins \`${clusterArn}\``;

function roles(name: string, { clusterArn, roleArn }: Environment): Check[] {
  if (roleArn === undefined || clusterArn !== undefined) return [];
  const message = `the environment \`${name}\` names a role and no cluster, so the role is never taken on`;
  return [
    checksOf('plumbline.yaml').warn('config/role-without-cluster', message, 'Set `clusterArn` beside `roleArn`.'),
  ];
}

/** Two environments of one cluster that both mean everything would each undo the other. */
function shared(
  name: string,
  { clusterArn, paths }: Environment,
  all: readonly (readonly [string, Environment])[],
): Check[] {
  if (clusterArn === undefined || paths.length > 0) return [];
  const others = all.filter(([other, one]) => other !== name && one.clusterArn === clusterArn).map(([other]) => other);
  if (others.length === 0) return [];
  const message = `the environment \`${name}\` means all files, and \`${others.join('`, `')}\` means the same cluster`;
  return [checksOf('plumbline.yaml').warn('config/shared-cluster', message, 'Give each its own `paths`.')];
}
