import { leaseName } from '../../../apply/lease.ts';
import { plannedKinds } from '../../../engine/changes/plan/kinds.ts';
import {
  applyVerbs,
  karpenterRules,
  leaseVerbs,
  listRules,
  type RbacRule,
  readVerbs,
} from '../../../engine/files/setup/rbac.ts';
import { listIf } from '../../../engine/text/list-if.ts';
import { snapshotKinds } from '../cluster/snapshot-kinds.ts';
import { type Answers, type Deployer, deployers, type PlannedFile } from './init-answers.ts';

const leaseNamespace = 'kube-system';

/** The rules of a deployer's ClusterRole. */
export function clusterRules({ purpose }: Deployer, canDelete: boolean): RbacRule[] {
  if (purpose === 'snapshot') return listRules(snapshotKinds);
  return karpenterRules(plannedKinds, purpose === 'apply' ? applyVerbs(canDelete) : readVerbs);
}

/** The permissions in the cluster, for groups that EKS or a certificate assigns: Karpenter's kinds and one Lease, and what a snapshot lists. */
export function rbacFiles(answers: Answers): PlannedFile[] {
  const all = deployers(answers);
  const ofKarpenter = all.filter(({ purpose }) => purpose !== 'snapshot');
  const files = all.filter(({ purpose }) => purpose === 'snapshot').map(snapshotFile);
  if (ofKarpenter.length === 0) return files;
  return [karpenterFile(answers, ofKarpenter), ...files];
}

function karpenterFile(answers: Answers, identities: readonly Deployer[]): PlannedFile {
  const path = `plumbline/${answers.environment}/rbac.yaml`;
  const about = [
    "# What plumbline may do in the cluster: access Karpenter's kinds and one Lease. Apply this once, as an administrator:",
    `#   kubectl apply -f ${path}`,
    ...listIf(
      !answers.canDelete,
      '# It cannot delete anything. `plumbline init --apply --deletions` adds that permission.',
    ),
  ];

  const documents = [
    ...identities.flatMap((deployer) => [clusterRole(deployer, answers.canDelete), clusterRoleBinding(deployer)]),
    ...identities.filter(({ purpose }) => purpose === 'apply').flatMap(leaseObjects),
  ];

  return { path, text: `${about.join('\n')}\n${documents.join('---\n')}` };
}

function snapshotFile(reader: Deployer): PlannedFile {
  const path = `plumbline/${reader.environment}/rbac.yaml`;
  const about = [
    '# What a snapshot of the cluster lists: what scheduling depends on, and no Secrets or ConfigMaps. Apply this once, as an administrator:',
    `#   kubectl apply -f ${path}`,
  ];

  return {
    path,
    text: `${about.join('\n')}\n${[clusterRole(reader, false), clusterRoleBinding(reader)].join('---\n')}`,
  };
}

const list = (items: readonly string[]): string =>
  `[${items
    .map((item) => {
      if (item === '') return '""';
      return item;
    })
    .join(', ')}]`;

const rulesText = (rules: readonly RbacRule[]): string =>
  rules
    .map(({ apiGroups, resources, resourceNames, verbs }) => {
      const names = resourceNames ? `    resourceNames: ${list(resourceNames)}\n` : '';
      return `  - apiGroups: ${list(apiGroups)}\n    resources: ${list(resources)}\n${names}    verbs: ${list(verbs)}\n`;
    })
    .join('');

const clusterRole = (deployer: Deployer, canDelete: boolean): string =>
  `apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata:
  name: ${deployer.group}
rules:
${rulesText(clusterRules(deployer, canDelete))}`;

const subject = (group: string): string => `subjects:
  - apiGroup: rbac.authorization.k8s.io
    kind: Group
    name: ${group}
`;

const clusterRoleBinding = ({ group }: Deployer): string =>
  `apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata:
  name: ${group}
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: ClusterRole
  name: ${group}
${subject(group)}`;

/** Creates the Lease here, because RBAC cannot restrict the name of an object that a role creates. */
const leaseObjects = ({ group, environment }: Deployer): string[] => [
  `apiVersion: coordination.k8s.io/v1
kind: Lease
metadata:
  name: ${leaseName(environment)}
  namespace: ${leaseNamespace}
`,
  `apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata:
  name: ${group}
  namespace: ${leaseNamespace}
rules:
${rulesText([{ apiGroups: ['coordination.k8s.io'], resources: ['leases'], resourceNames: [leaseName(environment)], verbs: leaseVerbs }])}`,
  `apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata:
  name: ${group}
  namespace: ${leaseNamespace}
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: Role
  name: ${group}
${subject(group)}`,
];
