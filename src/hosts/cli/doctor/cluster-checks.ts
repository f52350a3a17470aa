import { leaseName } from '../../../apply/lease.ts';
import { plannedKinds } from '../../../engine/changes/plan/kinds.ts';
import { type Check, checksOf } from '../../../engine/files/setup/check.ts';
import {
  applyVerbs,
  excessive,
  karpenterRules,
  leaseVerbs,
  type Permission,
  permissionsOf,
  readVerbs,
} from '../../../engine/files/setup/rbac.ts';
import { addToGroup } from '../../../engine/text/group-by.ts';
import { textIf } from '../../../engine/text/words/text-if.ts';
import type { KubeClient } from '../../../io/kube/client.ts';
import { PlumblineError } from '../../../shared/errors.ts';

/** What is checked in a cluster. */
interface ClusterQuestion {
  readonly client: KubeClient;
  readonly environment: string;
  readonly leaseNamespace: string;
  /** Whether this identity applies changes or only compares. */
  readonly purpose: 'apply' | 'drift';
}

/** Asks the API server which of Karpenter's kinds it serves, and whether this identity has too few or too many permissions. */
export async function clusterChecks(question: ClusterQuestion): Promise<Check[]> {
  const { client } = question;
  const subject = `cluster ${await client.describe()}`;

  try {
    return [...(await served(client, subject)), ...(await rights(question, subject))];
  } catch (error) {
    if (!(error instanceof PlumblineError)) throw error;
    return [
      checksOf(subject).fail(
        'cluster/unreachable',
        error.message,
        error.help ?? 'Check the address of the API server.',
      ),
    ];
  }
}

async function served(client: KubeClient, subject: string): Promise<Check[]> {
  const to = checksOf(subject);
  const groups = [...new Set(plannedKinds.map(({ group }) => group))];
  const served = new Map<string, string[]>();
  for (const group of groups) {
    const apiGroup = await client.get(`/apis/${group}`);
    for (const { groupVersion } of apiGroup?.versions ?? []) {
      const { resources = [] } = (await client.get(`/apis/${groupVersion}`)) ?? {};
      for (const { name } of resources) addToGroup(served, name, groupVersion);
    }
  }

  const missing = plannedKinds.filter(({ plural, kind }) => !served.has(plural) && kind !== 'NodeOverlay');
  if (missing.length > 0)
    return [
      to.fail(
        'cluster/no-crds',
        `it does not serve ${missing.map(({ plural, group }) => `\`${plural}.${group}\``).join(', ')}`,
        'Install the Helm chart `karpenter-crd` in the version of Karpenter that runs there.',
      ),
    ];

  const versions = plannedKinds.flatMap(({ plural, kind }) => {
    if (served.has(plural)) return [`${kind} ${served.get(plural)!.join(', ')}`];
    return [];
  });
  return [to.pass('cluster/crds', `it serves ${versions.join('; ')}`)];
}

async function rights(question: ClusterQuestion, subject: string): Promise<Check[]> {
  const { client, purpose } = question;
  const to = checksOf(subject);
  const needed = neededPermissions(question);
  const lacking: Permission[] = [];
  for (const permission of needed) if (!(await isAllowed(client, permission))) lacking.push(permission);

  const surplus: Permission[] = [];
  for (const permission of excessive) if (await isAllowed(client, permission)) surplus.push(permission);

  const ofNeeded = () => {
    const task = purpose === 'apply' ? 'applying' : 'comparing';
    if (lacking.length === 0)
      return to.pass('rbac/enough', `this identity has all ${needed.length} permissions that ${task} needs`);

    return to.fail(
      'rbac/missing',
      `this identity may not ${worded(lacking)}`,
      'Apply the rbac.yaml that `plumbline init --apply` writes, and check that the access entry or certificate has its group.',
    );
  };

  const ofExcessive = () => {
    if (surplus.length === 0)
      return to.pass(
        'rbac/no-more',
        "this identity has no permissions beyond Karpenter's kinds, as far as was checked",
      );

    return to.warn(
      'rbac/too-much',
      `this identity may also ${worded(surplus)}`,
      "Grant access only to Karpenter's kinds, as in the rbac.yaml of `plumbline init --apply`. To check the role itself, run doctor in its job.",
    );
  };

  return [ofNeeded(), ofExcessive()];
}

function neededPermissions({ environment, leaseNamespace, purpose }: ClusterQuestion): Permission[] {
  const verbs = purpose === 'apply' ? applyVerbs(false) : readVerbs;
  const lease = {
    apiGroups: ['coordination.k8s.io'],
    resources: ['leases'],
    resourceNames: [leaseName(environment)],
    verbs: leaseVerbs,
  };

  return [
    ...permissionsOf(karpenterRules(plannedKinds, verbs)),
    ...(purpose === 'apply' ? permissionsOf([lease], leaseNamespace) : []),
  ];
}

/** Asks RBAC with a SelfSubjectAccessReview. */
async function isAllowed(client: KubeClient, permission: Permission): Promise<boolean> {
  const review = {
    apiVersion: 'authorization.k8s.io/v1',
    kind: 'SelfSubjectAccessReview',
    spec: { resourceAttributes: permission },
  };

  const path = '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews';
  const { body } = await client.send({ method: 'POST', path, body: JSON.stringify(review) });

  return body?.status?.allowed === true;
}

/** `create, patch nodepools.karpenter.sh; get leases.coordination.k8s.io plumbline-production`. */
function worded(permissions: readonly Permission[]): string {
  const byResource = new Map<string, string[]>();
  for (const { verb, group, resource, name } of permissions) {
    const what = `${resource}${textIf(group && group !== '*', `.${group}`)}${textIf(name, ` ${name}`)}`;
    addToGroup(byResource, what, verb);
  }
  return [...byResource].map(([what, verbs]) => `${verbs.join(', ')} \`${what}\``).join('; ');
}
