import { karpenterKinds } from '../../manifest/model/karpenter-kinds.ts';
import { groupBy } from '../../text/group-by.ts';
import { listIf } from '../../text/list-if.ts';
import { compareNames } from '../../text/name-order.ts';

/** A kind that a role can read or write. */
interface AccessedKind {
  readonly group: string;
  readonly plural: string;
}

/** One action that a role in the cluster may perform. */
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

/** The verbs that an apply needs on Karpenter's objects. Server-side apply is a PATCH, which can also create objects. */
export const applyVerbs = (canDelete: boolean): readonly string[] => [
  'get',
  'list',
  'watch',
  'create',
  'patch',
  ...listIf(canDelete, 'delete'),
];

export const readVerbs: readonly string[] = ['get', 'list', 'watch'];
/** The Lease that prevents concurrent applies is created during setup, so the role may update this Lease but not create one. */
export const leaseVerbs: readonly string[] = ['get', 'update'];

/** NodeClaims show how many nodes a deletion would remove. Only Karpenter writes them. */
const nodeClaims: AccessedKind = karpenterKinds.find(({ kind }) => kind === 'NodeClaim')!;

/** The rules of a ClusterRole: these verbs on these kinds, read access to NodeClaims, and nothing else. */
export const karpenterRules = (kinds: readonly AccessedKind[], verbs: readonly string[]): RbacRule[] => [
  ...rulesOf(kinds, verbs),
  ...rulesOf([nodeClaims], readVerbs),
];

/** The rules of a ClusterRole that only lists objects. */
export const listRules = (kinds: readonly AccessedKind[]): RbacRule[] => rulesOf(kinds, ['list']);

/** One rule for each API group. */
const rulesOf = (kinds: readonly AccessedKind[], verbs: readonly string[]): RbacRule[] =>
  [...groupBy(kinds, ({ group }) => group)]
    .map(([group, all]) => ({ apiGroups: [group], resources: all.map(({ plural }) => plural).sort(), verbs }))
    .sort((a, b) => compareNames(a.apiGroups[0]!, b.apiGroups[0]!));

/** Each permission of the rules separately, as an access review needs it. */
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

/** Permissions that the deployment identity must not have, because it needs none of them to manage Karpenter's objects. */
export const excessive: readonly Permission[] = [
  { verb: 'list', group: '', resource: 'secrets' },
  { verb: 'create', group: '', resource: 'pods' },
  { verb: 'patch', group: 'apps', resource: 'deployments' },
  { verb: 'delete', group: '', resource: 'nodes' },
  { verb: 'create', group: 'rbac.authorization.k8s.io', resource: 'clusterrolebindings' },
  { verb: 'impersonate', group: '', resource: 'users' },
  { verb: '*', group: '*', resource: '*' },
];
