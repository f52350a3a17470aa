import { allows, policyStatements } from '../../../engine/aws/fields/controller-policies.ts';
import { locatedAt } from '../../../engine/aws/setup/nearby.ts';
import { judgeStatements } from '../../../engine/aws/setup/permission-policy.ts';
import { addressOf, type TerraformRole, terraformRoles } from '../../../engine/aws/setup/terraform-roles.ts';
import { judgeTrust } from '../../../engine/aws/setup/trust-policy.ts';
import { type Check, checksOf } from '../../../engine/files/setup/check.ts';
import type { Manifest } from '../../../engine/manifest/model/manifest.ts';
import { admitsTokens, controllerTrustOf, deploymentTrustOf, type FileContext, isOfGitHub } from './file-checks.ts';
import { podIdentityChecks } from './pod-identity-checks.ts';
import type { VisitedFiles } from './read-visit.ts';

/** The checks of Terraform, and how many roles and policies they are about. */
export interface TerraformChecks {
  readonly checks: readonly Check[];
  readonly roles: number;
  readonly policies: number;
  /** Roles of others, which were not checked. */
  readonly others: number;
}

/** Checks the roles that Terraform creates for Karpenter and for plumbline, and which service accounts may use them. */
export function terraformChecks(files: VisitedFiles, context: FileContext): TerraformChecks {
  const all = terraformRoles(files.context.head);
  const roles = all.filter((role) => isKarpenters(role) || isPlumblines(role));
  const policies = files.context.head.manifests.filter(isPermissionPolicy);

  return {
    checks: [
      ...policies.flatMap((policy) => permissionChecks(policy, files)),
      ...roles.flatMap((role) => roleChecks(role, { files, context })),
      ...podIdentityChecks(files, all),
    ],
    roles: roles.length,
    policies: policies.length,
    others: all.length - roles.length,
  };
}

/** Whether an object is a policy of Karpenter or plumbline in Terraform that gives permissions. */
function isPermissionPolicy(policy: Manifest): boolean {
  if (policy.kind !== 'IamPolicy' || policy.source.origin?.tool !== 'terraform') return false;

  const statements = policyStatements(policy);
  if (statements.some(({ statement }) => statement.principals.size > 0)) return false;

  return (
    /karpenter|plumbline/i.test(addressOf(policy)) ||
    allows(
      statements.filter(({ statement }) => !statement.isNegated),
      'ec2:CreateFleet',
    )
  );
}

function permissionChecks(policy: Manifest, files: VisitedFiles): Check[] {
  const all = policyStatements(policy);
  const checks = all.flatMap(({ statement, path }) => {
    const subject = `${files.place(policy.span(path))} ${addressOf(policy)}`;
    return judgeStatements([statement], subject).filter(({ status }) => status !== 'pass');
  });
  if (checks.length > 0) return checks;
  return judgeStatements([], `${files.place(policy.span(['spec']))} ${addressOf(policy)}`);
}

interface RoleContext {
  readonly files: VisitedFiles;
  readonly context: FileContext;
}

function roleChecks(role: TerraformRole, { files, context }: RoleContext): Check[] {
  const { address, manifest, path, statements } = role;
  const subject = `${files.place(manifest.keySpan(path))} ${address}`;

  if (statements === undefined)
    return [
      checksOf(subject).unknown(
        'trust/unknown',
        `not checked: the trust policy of \`${address}\`, because its files do not determine it`,
        'To check the final policy, run doctor with credentials for AWS.',
      ),
    ];

  // EC2 instances and EKS itself assume roles without a token.
  if (!statements.some(admitsTokens)) return [];

  const file = locatedAt(manifest).near;

  const expected = () => {
    if (isOfGitHub(statements))
      return deploymentTrustOf({
        subject,
        environment: `${context.environment}${purposeIn(address)}`,
        context,
      });
    return controllerTrustOf({ subject, file, context });
  };

  return judgeTrust(statements, expected());
}

const isKarpenters = ({ address, name, manifest, statements = [] }: TerraformRole): boolean =>
  [address, name ?? '', manifest.name].some((text) => /karpenter/i.test(text)) ||
  manifest.get(['spec', 'attach_karpenter_controller_policy']) === true ||
  statements.some(({ conditions }) =>
    conditions.some(({ values }) => values.some((value) => /karpenter/i.test(value))),
  );

const isPlumblines = ({ address, name }: TerraformRole): boolean =>
  [address, name ?? ''].some((text) => /plumbline/i.test(text));

/** What the name of a role adds to the name of its environment, as `init --terraform` writes both. */
const purposeIn = (address: string): string => /-drift|-snapshot/.exec(address.replaceAll('_', '-'))?.[0] ?? '';
