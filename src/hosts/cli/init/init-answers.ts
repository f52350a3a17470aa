import type { RepositoryIdentity } from '../../../engine/setup/github-subject.ts';
import type { ScannedRepository } from './repository-scan.ts';

/** What the files of a review are written for. */
export interface ReviewAnswers {
  readonly action: ActionReference;
  readonly hasForks: boolean;
  readonly found: ScannedRepository;
}

/** How workflows name the Action. */
export interface ActionReference {
  /** `OWNER/NAME@REF`. */
  readonly uses: string;
  /** What a commit is called, such as `v1.2.3`. */
  readonly label?: string | undefined;
}

export const isPinned = ({ uses }: ActionReference): boolean => /@[0-9a-f]{40}$/.test(uses);

/** What the files of an environment are written for. */
export interface Answers extends ReviewAnswers {
  readonly environment: string;
  /** The branch that is applied. */
  readonly branch: string;
  readonly repository: RepositoryIdentity;
  /** Whether the repository's tokens carry ids, where GitHub told. */
  readonly hasIds: boolean | undefined;
  /** Undefined: a cluster that a kubeconfig leads to. */
  readonly cluster: EksAnswers | undefined;
  readonly canDelete: boolean;
  readonly isTerraform: boolean;
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

/** One identity: who takes on which role in which environment, and what it may do in the cluster. */
export interface Deployer {
  readonly environment: string;
  readonly roleName: string;
  readonly group: string;
  readonly purpose: 'apply' | 'drift';
}

/** The two identities: one that writes, behind reviewers, and one that only reads, so that a schedule waits for nobody. */
export function deployers({ environment, cluster }: Answers): readonly [apply: Deployer, drift: Deployer] {
  const roleName = cluster?.roleArn.split('/').at(-1) ?? `plumbline-${environment}`;
  return [
    { environment, roleName, group: `plumbline-${environment}`, purpose: 'apply' },
    {
      environment: driftEnvironment(environment),
      roleName: `${roleName}-drift`,
      group: `plumbline-${environment}-drift`,
      purpose: 'drift',
    },
  ];
}

const driftEnvironment = (environment: string): string => `${environment}-drift`;

/** The ARN of a deployer's role. */
export const roleArnOf = (cluster: EksAnswers, { roleName }: Deployer): string =>
  cluster.roleArn.replace(/[^/]+$/, roleName);
