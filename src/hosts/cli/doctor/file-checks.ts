import { githubTrust } from '../../../engine/aws/setup/github-trust.ts';
import { type IamStatement, namesAction, readPolicy } from '../../../engine/aws/setup/iam-policy.ts';
import { type ControllerIdentity, karpenterTrust } from '../../../engine/aws/setup/karpenter-trust.ts';
import { judgePermissions } from '../../../engine/aws/setup/permission-policy.ts';
import { judgeTrustPolicy } from '../../../engine/aws/setup/trust-policy.ts';
import { issuerOf, webIdentityAction } from '../../../engine/aws/setup/web-identity.ts';
import type { ManifestSet } from '../../../engine/manifest/manifest-set.ts';
import type { Check } from '../../../engine/setup/check.ts';
import { githubIssuer, type RepositoryIdentity } from '../../../engine/setup/github-subject.ts';
import { judgeWorkflow } from '../../../engine/setup/workflow.ts';
import type { Source } from '../../../engine/source.ts';
import type { SetupFiles } from '../../../io/files/setup-files.ts';

/** What the files are compared with; undefined values are unknown. */
export interface FileContext {
  readonly repository: RepositoryIdentity | undefined;
  readonly hasIds: boolean | undefined;
  readonly environment: string;
  readonly controller: Omit<ControllerIdentity, 'subject'>;
}

/** Checks the workflows and policies in the repository. */
export function fileChecks({ workflows, policies }: SetupFiles, context: FileContext): Check[] {
  return [
    ...workflows.flatMap(({ file, text }) => judgeWorkflow(text, file)),
    ...policies.flatMap((source) => policyChecks(source, context)),
  ];
}

function policyChecks({ file, text }: Source, context: FileContext): Check[] {
  const policy = readPolicy(text);
  if ('fault' in policy) return [];
  const isTrust = policy.statements.some(({ principals }) => principals.size > 0);
  if (!isTrust) return judgePermissions(text, file);
  const statements = policy.statements.filter((one) => namesAction(one, webIdentityAction));
  // EC2 instances and EKS itself assume roles without a token.
  if (statements.length === 0) return [];
  return judgeTrustPolicy(text, isOfGitHub(statements) ? deployment(file, text, context) : controller(file, context));
}

const isOfGitHub = (statements: readonly IamStatement[]): boolean =>
  statements.some(
    ({ principals, conditions }) =>
      (principals.get('Federated') ?? []).some((one) => issuerOf(one) === githubIssuer) ||
      conditions.some(({ values }) => values.some((value) => value.startsWith('repo:'))),
  );

/** A file in the folder of the drift environment is compared with that environment. */
function deployment(file: string, text: string, { repository, environment, hasIds }: FileContext) {
  const drift = `${environment}-drift`;
  const isDrift = file.split('/').includes(drift) || text.includes(`:environment:${drift}"`);
  return githubTrust({ subject: file, repository, hasIds, environment: isDrift ? drift : environment });
}

const controller = (file: string, context: FileContext) => karpenterTrust({ ...context.controller, subject: file });

/** Detects a kOps cluster by InstanceGroups and tags in the manifests. */
export function clusterKind(set: ManifestSet): 'kops' | undefined {
  const isKops = set.manifests.some(
    ({ apiVersion, kind, object }) =>
      apiVersion.startsWith('kops.k8s.io/') ||
      (kind === 'EC2NodeClass' && JSON.stringify(object).includes('"kops.k8s.io/')),
  );
  return isKops ? 'kops' : undefined;
}
