import { type ClusterKind, type ClusterSign, clusterOfFile } from '../../../engine/aws/setup/cluster-signs.ts';
import { accountNear, type ControllerAccount } from '../../../engine/aws/setup/controller-account.ts';
import { githubTrust } from '../../../engine/aws/setup/github-trust.ts';
import { type IamStatement, namesAction, readPolicy } from '../../../engine/aws/setup/iam-policy.ts';
import { type ControllerIdentity, karpenterTrust } from '../../../engine/aws/setup/karpenter-trust.ts';
import { judgePermissions } from '../../../engine/aws/setup/permission-policy.ts';
import { judgeTrust, type TrustExpectation } from '../../../engine/aws/setup/trust-policy.ts';
import { isFilledIn } from '../../../engine/aws/setup/unknown-text.ts';
import { issuerOf, webIdentityAction } from '../../../engine/aws/setup/web-identity.ts';
import { type Check, checksOf } from '../../../engine/files/setup/check.ts';
import {
  githubIssuer,
  pricesEnvironment,
  type RepositoryIdentity,
} from '../../../engine/files/setup/github-subject.ts';
import { judgeWorkflow } from '../../../engine/files/setup/workflow.ts';
import type { Source } from '../../../engine/text/source.ts';
import type { SetupFiles } from '../../../io/files/setup-files.ts';

/** What the files are compared with; undefined values are unknown. */
export interface FileContext {
  readonly repository: RepositoryIdentity | undefined;
  readonly hasIds: boolean | undefined;
  readonly environment: string;
  /** The issuer of the cluster that doctor connected to. */
  readonly issuer: string | undefined;
  /** Who runs the configured cluster. */
  readonly kind: ClusterKind | undefined;
  /** What the files say about the clusters that they belong to. */
  readonly signs: readonly ClusterSign[];
  readonly accounts: readonly ControllerAccount[];
  /** Whether plumbline only reviews here, so that roles of GitHub jobs are for something else. */
  readonly isReviewOnly: boolean;
}

/** The checks of workflows and JSON policies, and how many policies they are about. */
export interface FileChecks {
  readonly checks: readonly Check[];
  readonly trust: number;
  readonly permissions: number;
  /** Policies of others, which were not checked. */
  readonly others: number;
}

/** Checks the workflows and policies in the repository. */
export function fileChecks({ workflows, policies }: SetupFiles, context: FileContext): FileChecks {
  const judged = policies.map((source) => policyChecks(source, context));
  const count = (kind: JudgedPolicy['kind']): number => judged.filter((policy) => policy.kind === kind).length;

  return {
    checks: [
      ...workflows.flatMap(({ file, text }) => judgeWorkflow(text, file)),
      ...judged.flatMap(({ checks }) => checks),
    ],
    trust: count('trust'),
    permissions: count('permissions'),
    others: count('other'),
  };
}

interface JudgedPolicy {
  readonly kind: 'trust' | 'permissions' | 'other' | 'unread' | 'nothing';
  readonly checks: readonly Check[];
}

function policyChecks({ file, text }: Source, context: FileContext): JudgedPolicy {
  const policy = readPolicy(text);
  if ('fault' in policy) return unread(file, text);

  const isTrust = policy.statements.some(({ principals }) => principals.size > 0);
  if (!isTrust) {
    const isOurs = isAbout(`${file} ${text}`) || /ec2:(?:CreateFleet|RunInstances)/i.test(text);
    if (isOurs || isAdministrator(policy.statements))
      return { kind: 'permissions', checks: judgePermissions(text, file) };

    return { kind: 'other', checks: [] };
  }

  const statements = policy.statements.filter(admitsTokens);
  // EC2 instances and EKS itself assume roles without a token.
  if (statements.length === 0) return { kind: 'nothing', checks: [] };

  if (isOfGitHub(statements)) {
    if (context.isReviewOnly && !isAbout(`${file} ${text}`)) return { kind: 'other', checks: [] };

    const environment = environmentOfFile(file, text, context);

    return {
      kind: 'trust',
      checks: judgeTrust(policy.statements, deploymentTrustOf({ subject: file, environment, context })),
    };
  }

  if (!isAbout(`${file} ${text}`) && !hasOpenSubject(statements)) return { kind: 'other', checks: [] };

  return { kind: 'trust', checks: judgeTrust(policy.statements, controllerTrustOf({ subject: file, file, context })) };
}

const isAbout = (text: string): boolean => /karpenter|plumbline/i.test(text);

const isAdministrator = (statements: readonly IamStatement[]): boolean =>
  statements.some(({ effect, actions }) => effect === 'Allow' && actions.includes('*'));

/** Whether no condition says for whom the role is, so that it may be Karpenter's. */
const hasOpenSubject = (statements: readonly IamStatement[]): boolean =>
  statements.every(({ conditions }) =>
    conditions.filter(({ key }) => /:sub$/i.test(key)).every(({ values }) => values.some(isFilledIn)),
  );

/** Templates of JSON are JSON only after they are filled in. Other texts with a `Statement` are no policies. */
function unread(file: string, text: string): JudgedPolicy {
  if (!/\{\{|\{%|%\{|\$\{|<[A-Z]/.test(text) || !isAbout(`${file} ${text}`)) return { kind: 'nothing', checks: [] };
  const why = 'not checked: with its placeholders, the file is not JSON';
  const help = 'Fill them in, and name the file: `plumbline doctor FILE`.';
  return { kind: 'unread', checks: [checksOf(file).unknown('policy/placeholder', why, help)] };
}

/** Whether a statement is about tokens, as of service accounts and jobs. */
export const admitsTokens = (statement: IamStatement): boolean => namesAction(statement, webIdentityAction);

/** Whether jobs of GitHub may assume the role. A file may leave out its issuer, or name no subject. */
export const isOfGitHub = (statements: readonly IamStatement[]): boolean =>
  statements.some(
    ({ principals, conditions }) =>
      (principals.get('Federated') ?? []).some((principal) => issuerOf(principal) === githubIssuer) ||
      conditions.some(
        ({ key, values }) => key.startsWith(`${githubIssuer}:`) || values.some((value) => value.startsWith('repo:')),
      ),
  );

/**
 * `init` writes the files of an environment to a folder with its name. Elsewhere, a file that names an environment that only reads, such as that
 * of drift, is compared with it.
 */
function environmentOfFile(file: string, text: string, { environment }: FileContext): string {
  const folder = /(?:^|\/)plumbline\/([^/]+)\/[^/]+$/.exec(file)?.[1];
  if (folder !== undefined) return folder;

  const others = [`${environment}-drift`, `${environment}-snapshot`, pricesEnvironment];
  return others.find((name) => file.split('/').includes(name) || text.includes(`:environment:${name}"`)) ?? environment;
}

interface DeploymentRole {
  readonly subject: string;
  /** The only GitHub environment whose jobs may assume it. */
  readonly environment: string;
  readonly context: FileContext;
}

/** What the role of a deployment must trust. */
export function deploymentTrustOf({ subject, environment, context }: DeploymentRole): TrustExpectation {
  const { repository, hasIds } = context;
  return githubTrust({
    subject,
    repository,
    hasIds,
    environment,
    isFile: true,
  });
}

interface ControllerRole {
  readonly subject: string;
  /** The file that determines the cluster. */
  readonly file: string;
  readonly context: FileContext;
}

/** What the role of Karpenter's controller must trust, as far as the files near it say. */
export const controllerTrustOf = ({ subject, file, context }: ControllerRole): TrustExpectation =>
  karpenterTrust({ ...controllerIn(file, context), subject, isFile: true });

/** The controller that a file belongs to. */
export function controllerIn(file: string, context: FileContext): Omit<ControllerIdentity, 'subject'> {
  const { issuer, signs, accounts, kind } = context;
  const near = clusterOfFile(file, signs);
  const [sign] = near;
  const stores = new Set(near.flatMap(({ discoveryStore }) => discoveryStore ?? []));
  const account = accountNear(file, accounts);

  return {
    issuer,
    ...(issuer !== undefined && { issuerSource: 'as the cluster reports' }),
    kind: kind ?? sign?.kind,
    ...(kind === undefined && sign && { kindSource: `\`${sign.name}\` in ${sign.file}` }),
    ...(stores.size === 1 && { discoveryStore: [...stores][0]! }),
    namespace: account?.namespace,
    serviceAccount: account?.serviceAccount,
    ...(account && { accountSource: `because \`${account.release}\` in ${account.file} installs Karpenter there` }),
  };
}
