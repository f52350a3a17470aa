import { karpenterKinds } from '../manifest/karpenter-kinds.ts';

/** A kind whose objects are read or written. */
export interface AccessedKind {
  readonly group: string;
  readonly plural: string;
}

/** One thing that a role in the cluster may do. */
export interface Permission {
  readonly verb: string;
  readonly group: string;
  readonly resource: string;
  readonly namespace?: string;
  readonly name?: string;
}

/** A rule of a ClusterRole or Role. */
export interface RbacRule {
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly resourceNames?: readonly string[];
  readonly verbs: readonly string[];
}

/** What an apply does to Karpenter's objects: server-side apply is a PATCH, and creates with it. */
export const applyVerbs = (canDelete: boolean): readonly string[] => [
  'get',
  'list',
  'watch',
  'create',
  'patch',
  ...(canDelete ? ['delete'] : []),
];

export const readVerbs: readonly string[] = ['get', 'list', 'watch'];
/** The Lease that lets one apply run at a time is made beforehand: so the role may touch this one and create none. */
export const leaseVerbs: readonly string[] = ['get', 'update'];

/** NodeClaims tell how many nodes a deletion takes; nobody but Karpenter writes them. */
const nodeClaims: AccessedKind = karpenterKinds.find(({ kind }) => kind === 'NodeClaim')!;

/** The rules of a ClusterRole: the kinds with these verbs, NodeClaims to read, and nothing else. */
export function karpenterRules(kinds: readonly AccessedKind[], verbs: readonly string[]): RbacRule[] {
  const groups = [...new Set(kinds.map(({ group }) => group))].sort();
  const rules = groups.map((group) => ({
    apiGroups: [group],
    resources: kinds
      .filter((kind) => kind.group === group)
      .map(({ plural }) => plural)
      .sort(),
    verbs,
  }));
  return [...rules, { apiGroups: [nodeClaims.group], resources: [nodeClaims.plural], verbs: readVerbs }];
}

/** Each permission of the rules by itself, as an access review asks for it. */
export const permissionsOf = (rules: readonly RbacRule[], namespace?: string): Permission[] =>
  rules.flatMap(({ apiGroups, resources, resourceNames, verbs }) =>
    apiGroups.flatMap((group) =>
      resources.flatMap((resource) =>
        (resourceNames ?? [undefined]).flatMap((name) =>
          verbs.map((verb) => ({ verb, group, resource, ...(namespace && { namespace }), ...(name && { name }) })),
        ),
      ),
    ),
  );

/** What the identity of a deployment must not be able to do: with any of it, it is more than one for Karpenter's objects. */
export const excessive: readonly Permission[] = [
  { verb: 'list', group: '', resource: 'secrets' },
  { verb: 'create', group: '', resource: 'pods' },
  { verb: 'patch', group: 'apps', resource: 'deployments' },
  { verb: 'delete', group: '', resource: 'nodes' },
  { verb: 'create', group: 'rbac.authorization.k8s.io', resource: 'clusterrolebindings' },
  { verb: 'impersonate', group: '', resource: 'users' },
  { verb: '*', group: '*', resource: '*' },
];
