import type { RepositoryIdentity } from '../../../engine/files/setup/github-subject.ts';
import type { RoleArn } from '../../../io/identity/arn.ts';
import type { ScannedRepository } from './repository-scan.ts';

/** The values that the files of a review depend on. */
export interface ReviewAnswers {
  readonly action: ActionReference;
  readonly hasForks: boolean;
  readonly scan: ScannedRepository;
}

/** How workflows name the Action. */
export interface ActionReference {
  /** `OWNER/NAME@REF`. */
  readonly uses: string;
  /** The tag of the commit, such as `v1.2.3`. */
  readonly label?: string | undefined;
}

export const isPinned = ({ uses }: ActionReference): boolean => /@[0-9a-f]{40}$/.test(uses);

/** The values that the files of an environment depend on. */
export interface Answers extends ReviewAnswers {
  readonly environment: string;
  /** The branch that is applied. */
  readonly branch: string;
  readonly repository: RepositoryIdentity;
  /** Whether tokens of the repository contain IDs; undefined if unknown. */
  readonly hasIds: boolean | undefined;
  /** Undefined for a cluster that is reached with a kubeconfig. */
  readonly cluster: EksAnswers | undefined;
  readonly canDelete: boolean;
  readonly isTerraform: boolean;
  /** What jobs get an identity for. */
  readonly purposes: readonly Purpose[];
}

/** `apply` writes and needs reviewers. The others only read, so that scheduled runs do not wait. */
export type Purpose = 'apply' | 'drift' | 'snapshot';

/** The values that the files for current prices depend on. */
export interface PriceAnswers extends ReviewAnswers, Pick<Answers, 'repository' | 'hasIds' | 'branch'> {
  /** The role that reads instance types and prices. */
  readonly role: RoleArn;
  readonly region: string;
}

export interface EksAnswers {
  readonly arn: string;
  readonly name: string;
  readonly partition: string;
  readonly region: string;
  readonly account: string;
  /** The role that applies. */
  readonly roleArn: string;
  readonly allowedAccountIds: readonly string[];
}

/** A file to write: path from the root of the repository, and content. */
export interface PlannedFile {
  readonly path: string;
  readonly text: string;
}

/** One identity: its environment, its role, and its RBAC group in the cluster. */
export interface Deployer {
  readonly environment: string;
  readonly roleName: string;
  readonly group: string;
  readonly purpose: Purpose;
}

/** The identities of an environment, one for each purpose. */
export const deployers = (answers: Answers): readonly Deployer[] =>
  answers.purposes.map((purpose) => deployerFor(purpose, answers));

/** The identity for one purpose. */
export function deployerFor(purpose: Purpose, { environment, cluster }: Answers): Deployer {
  const suffix = purpose === 'apply' ? '' : `-${purpose}`;
  const roleName = cluster?.roleArn.split('/').at(-1) ?? `plumbline-${environment}`;

  return {
    environment: `${environment}${suffix}`,
    roleName: `${roleName}${suffix}`,
    group: `plumbline-${environment}${suffix}`,
    purpose,
  };
}

/** The ARN of a deployer's role. */
export const roleArnOf = (cluster: EksAnswers, { roleName }: Deployer): string =>
  cluster.roleArn.replace(/(?<![^/])[^/]+$/, roleName);
