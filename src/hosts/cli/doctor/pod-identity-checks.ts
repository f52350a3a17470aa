import { accountNear, type ControllerAccount } from '../../../engine/aws/setup/controller-account.ts';
import type { IamStatement } from '../../../engine/aws/setup/iam-policy.ts';
import { locatedAt } from '../../../engine/aws/setup/nearby.ts';
import { addressOf, type TerraformRole } from '../../../engine/aws/setup/terraform-roles.ts';
import { type Check, checksOf } from '../../../engine/files/setup/check.ts';
import { knownTextAt } from '../../../engine/karpenter/installation/helm-releases.ts';
import type { Manifest, Path } from '../../../engine/manifest/model/manifest.ts';
import { quotedNames } from '../../../engine/text/words/quoted-names.ts';
import type { VisitedFiles } from './read-visit.ts';

/** An association of EKS Pod Identity for Karpenter. Undefined parts are unknown. */
interface Association {
  readonly manifest: Manifest;
  readonly path: Path;
  readonly namespace: string | undefined;
  readonly serviceAccount: string | undefined;
  /** The address of its role, if it is a resource. */
  readonly role: string | undefined;
}

/** Checks the associations of EKS Pod Identity for Karpenter, and what their roles trust. */
export const podIdentityChecks = (files: VisitedFiles, roles: readonly TerraformRole[]): Check[] =>
  files.context.head.manifests.flatMap(associationIn).flatMap((association) => judge(association, roles, files));

function associationIn(manifest: Manifest): Association[] {
  if (manifest.kind === 'module') return moduleAssociation(manifest);
  if (manifest.kind !== 'aws_eks_pod_identity_association') return [];

  const [namespace, serviceAccount] = ['namespace', 'service_account'].map((name) =>
    knownTextAt(manifest, ['spec', name]),
  );
  const arn = String(manifest.get(['spec', 'role_arn']));
  const role = /\$\{((?:module|aws_iam_role)\.[\w.-]+?)\.\w+\}/.exec(arn)?.[1];
  if (!/karpenter/i.test(`${addressOf(manifest)} ${serviceAccount ?? ''} ${role ?? ''}`)) return [];

  return [{ manifest, path: ['spec', 'service_account'], namespace, serviceAccount, role }];
}

/** The association that Karpenter's module creates: since v21 by default, and before on request. */
function moduleAssociation(manifest: Manifest): Association[] {
  if (!/\/\/modules\/karpenter\b/.test(String(manifest.get(['spec', 'source'])))) return [];

  const major = Number(/\d+/.exec(String(manifest.get(['spec', 'version'])))?.[0] ?? Number.NaN);
  const isAsked = manifest.get(['spec', 'create_pod_identity_association']);
  if (isAsked !== true && !(isAsked === undefined && major >= 21)) return [];

  const inputOr = (name: string, standard: string): string | undefined => {
    if (manifest.get(['spec', name]) === undefined) return standard;
    return knownTextAt(manifest, ['spec', name]);
  };

  const field = ['namespace', 'service_account', 'cluster_name'].find(
    (name) => manifest.get(['spec', name]) !== undefined,
  );

  return [
    {
      manifest,
      path: field === undefined ? ['spec'] : ['spec', field],
      namespace: inputOr('namespace', 'kube-system'),
      serviceAccount: inputOr('service_account', 'karpenter'),
      role: undefined,
    },
  ];
}

function judge(association: Association, roles: readonly TerraformRole[], files: VisitedFiles): Check[] {
  const { manifest, path, namespace, serviceAccount } = association;
  const subject = `${files.place(manifest.keySpan(path))} ${addressOf(manifest)}`;
  const to = checksOf(subject);
  const account = accountNear(locatedAt(manifest).near, files.accounts);
  const wrong = account && differing(association, account);
  const role = association.role === undefined ? undefined : roles.find(({ address }) => address === association.role);
  const lacking = role?.statements ? lackingForPods(role.statements) : [];

  const checks = [
    ...(wrong
      ? [
          to.fail(
            'pod-identity/wrong-account',
            `it gives its role to the service account \`${namespace}/${serviceAccount}\`, but \`${account.release}\` in ${account.file} runs Karpenter as \`${wrong}\``,
            'Set `namespace` and `service_account` to those of the release.',
          ),
        ]
      : []),
    ...(lacking.length > 0
      ? [
          to.fail(
            'pod-identity/trust',
            `the trust policy of \`${role!.address}\` does not allow \`pods.eks.amazonaws.com\` to use ${quotedNames(lacking)}`,
            'Allow `sts:AssumeRole` and `sts:TagSession` for this service.',
          ),
        ]
      : []),
  ];

  if (checks.length > 0) return checks;

  if (namespace === undefined || serviceAccount === undefined || account === undefined)
    return [
      to.unknown(
        'pod-identity/not-checked',
        'not checked: whether its service account is the one of Karpenter',
        'Name the folder of the release of Karpenter’s chart, too.',
      ),
    ];

  return [
    to.pass('pod-identity/ok', `it gives its role to \`${namespace}/${serviceAccount}\`, which Karpenter runs as`),
  ];
}

/** The service account of the release, if it is known to be another one. */
function differing(
  { namespace, serviceAccount }: Pick<Association, 'namespace' | 'serviceAccount'>,
  account: ControllerAccount,
): string | undefined {
  if (namespace === undefined || serviceAccount === undefined) return undefined;
  const isOther =
    (account.namespace !== undefined && account.namespace !== namespace) ||
    (account.serviceAccount !== undefined && account.serviceAccount !== serviceAccount);
  if (isOther) return `${account.namespace ?? namespace}/${account.serviceAccount ?? serviceAccount}`;
  return undefined;
}

const podActions = ['sts:AssumeRole', 'sts:TagSession'];

/** The actions that EKS Pod Identity needs and no statement allows. */
function lackingForPods(statements: readonly IamStatement[]): string[] {
  const forPods = statements.filter(
    ({ effect, principals }) =>
      effect === 'Allow' &&
      [...principals.values()].flat().some((principal) => /^(?:pods\.eks\.amazonaws\.com|\*|\$.*)$/.test(principal)),
  );

  const isAllowed = (action: string): boolean =>
    forPods.some((statement) =>
      statement.actions.some((pattern) => /[*$]/.test(pattern) || pattern.toLowerCase() === action.toLowerCase()),
    );

  return podActions.filter((action) => !isAllowed(action));
}
