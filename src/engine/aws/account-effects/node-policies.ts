import type { ObjectCluster } from '../../files/clusters/related-objects.ts';
import { canonical } from '../../manifest/canonical.ts';
import { asMapping, type Manifest, type Path } from '../../manifest/model/manifest.ts';
import type { Diagnostic } from '../../text/diagnostic.ts';
import { capitalized } from '../../text/words/capitalized.ts';
import { byCount } from '../../text/words/plural.ts';
import { firstNames, quoted } from '../../text/words/quoted-names.ts';
import { type GivenPolicy, givenPolicies, inputsOf, nameOfPolicy } from '../account/given-policies.ts';
import { rolelessDrivers } from '../account/storage-drivers.ts';
import { accountFinding } from '../account-changes/account-finding.ts';
import type { AccountSides } from '../account-changes/account-sides.ts';
import { roleOfClass } from '../fields/named-roles.ts';
import { nodeClassesOf } from '../fields/node-classes.ts';
import { placeInRepository } from './places.ts';

/**
 * Reports policies that an input of a public module no longer attaches to a role of nodes, Fargate pods, the control
 * plane or Karpenter’s controller.
 */
export function lostNodePolicies({ base, head }: AccountSides): Diagnostic[] {
  const now = new Map(head.manifests.map((manifest) => [manifest.source.file, manifest]));

  return base.manifests.flatMap((old): Diagnostic[] => {
    const after = now.get(old.source.file);
    if (after === undefined || after.kind !== old.kind) return [];

    const cluster = head.clusterOf(after);
    if (cluster.isExample) return [];
    return inputsOf(old).flatMap(({ path, owner }) => {
      const lost = lostAt(path, old, after);
      if (lost.length === 0) return [];
      return [findingOf(lost, { owner, after, cluster, head })];
    });
  });
}

/** The policies of an input of the base that its role no longer gets. Empty if its group is gone, or if that is unknown. */
function lostAt(path: Path, old: Manifest, after: Manifest): readonly GivenPolicy[] {
  const written = after.get(path);
  const isGroupGone = path.length > 3 && asMapping(after.get(path.slice(0, -1))) === undefined;
  if (isGroupGone || after.isPartial || (written !== undefined && asMapping(written) === undefined)) return [];

  // A group without policies of its own has those of all groups.
  const [, groups = ''] = path;
  const defaults = ['spec', `${String(groups).replace(/s$/, '')}_defaults`, 'iam_role_additional_policies'];
  const all = givenPolicies(after);
  const isAt = (at: Path) => (policy: GivenPolicy) => policy.path.join('.') === at.join('.');
  const ofRole = all.filter(isAt(path));
  const kept = new Set(
    (written === undefined ? all.filter(isAt(defaults)) : ofRole).map(({ policy }) => canonical(policy)),
  );
  return givenPolicies(old).filter((policy) => isAt(path)(policy) && !kept.has(canonical(policy.policy)));
}

interface Losing {
  readonly owner: string;
  readonly after: Manifest;
  readonly cluster: ObjectCluster;
  readonly head: AccountSides['head'];
}

function findingOf(lost: readonly GivenPolicy[], { owner, after, cluster, head }: Losing): Diagnostic {
  const [first] = lost as readonly [GivenPolicy, ...GivenPolicy[]];
  const names = lost.map(({ policy }) => nameOfPolicy(policy) ?? 'a policy');
  const drivers = rolelessDrivers(
    cluster,
    nodeClassesOf(head.all).flatMap((nodeClass) => roleOfClass(nodeClass, head.clusterOf(nodeClass)) ?? []),
  );
  const driver = owner.startsWith('nodes') ? drivers.find(({ policy }) => names.includes(policy)) : undefined;
  const verb = byCount(owner.startsWith('nodes') || owner.startsWith('Fargate') ? 2 : 1, 'loses', 'lose');
  const what = `${capitalized(owner)} ${verb} the ${byCount(lost.length, 'policy', 'policies')} ${firstNames(names.map(quoted))}`;
  const place = placeOf(after, first.path);

  return accountFinding({
    code: 'terraform/removes-permission',
    severity: driver === undefined ? 'note' : 'warning',
    message: `${what}. ${outcomeOf(owner, driver?.title)}`,
    span: after.span(place),
    placesInBase: [placeInRepository(first.manifest, first.path)],
    help:
      driver === undefined
        ? 'Check that nothing needs it, or give what does a role of its own.'
        : `Give the service account \`kube-system:${driver.serviceAccount}\` a role with \`${driver.policy}\` first.`,
  });
}

function outcomeOf(owner: string, driver: string | undefined): string {
  if (driver !== undefined) return `The ${driver} has no other role in these files, so it then attaches no volumes`;
  if (owner.startsWith('nodes')) return 'Pods that use the role of their node lose its permissions';
  if (owner.startsWith('Fargate')) return 'Pods with a service account that has a role keep theirs';
  return 'Nodes keep theirs';
}

/** The innermost place of a path that an object still has. */
function placeOf(manifest: Manifest, path: Path): Path {
  for (let length = path.length; length > 1; length--)
    if (manifest.get(path.slice(0, length)) !== undefined) return path.slice(0, length);
  return ['metadata', 'name'];
}
