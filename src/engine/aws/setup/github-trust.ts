import {
  awsAudience,
  environmentSubjects,
  githubIssuer,
  immutableSince,
  parseSubject,
  type RepositoryIdentity,
} from '../../files/setup/github-subject.ts';
import { listIf } from '../../text/list-if.ts';
import type { SubjectFault, TrustExpectation } from './trust-policy.ts';

/** The job that should assume a role. Undefined fields are unknown and are not checked. */
interface DeployJob {
  readonly subject: string;
  readonly repository: RepositoryIdentity | undefined;
  readonly environment: string | undefined;
  /** The format of the repository's tokens, if GitHub reported it. */
  readonly hasIds: boolean | undefined;
  /** Whether the policy is in a file, where parts may be filled in later. */
  readonly isFile?: boolean;
}

/** What the role of a deployment must trust: one repository, one environment, GitHub's issuer, and AWS as audience. */
export function githubTrust(job: DeployJob): TrustExpectation {
  const { subject, repository, environment, hasIds } = job;
  const formats =
    repository === undefined || environment === undefined ? undefined : environmentSubjects(repository, environment);

  const subjects = formats && [
    ...listIf(hasIds !== true, formats.byName),
    ...(hasIds === false || formats.byId === undefined ? [] : [formats.byId]),
  ];

  return {
    subject,
    issuer: githubIssuer,
    issuerSource: 'because the jobs run in GitHub Actions',
    audience: awsAudience,
    subjects: subjects?.length ? subjects : undefined,
    judgeSubject: (pattern) => subjectFault(pattern, job),
    ...(job.isFile !== undefined && { isFile: job.isFile }),
  };
}

function subjectFault(text: string, { repository, environment, hasIds }: DeployJob): SubjectFault | undefined {
  const subject = parseSubject(text);
  if (subject === undefined)
    return fault(
      'warn',
      'trust/custom-subject',
      `\`${text}\` is not in GitHub’s default format`,
      'Check that the repository has a customized subject, and that it names the repository and the environment.',
    );

  if (!subject.context.startsWith('environment:'))
    return fault(
      'fail',
      'trust/no-environment',
      `\`${text}\` names no environment, so everybody who can push there or open a pull request can assume the role and bypass reviewers and protected branches`,
      `Name the environment in the subject: \`repo:${subject.owner}/${subject.name}:environment:${environment ?? 'production'}\`.`,
    );

  const isOther = repository && !(isSame(subject.owner, repository.owner) && isSame(subject.name, repository.name));
  if (isOther)
    return fault(
      'fail',
      'trust/other-repository',
      `\`${text}\` lets a repository other than \`${repository.owner}/${repository.name}\` assume the role`,
      'Remove it. After a move or a rename, somebody else can take the old name.',
    );

  if (
    isOtherId(subject.ownerId, repository?.ids?.owner) ||
    isOtherId(subject.repositoryId, repository?.ids?.repository)
  )
    return fault(
      'fail',
      'trust/other-repository',
      `\`${text}\` contains the id of another owner or repository`,
      'Correct the ids. `plumbline init --apply` asks GitHub for them.',
    );

  const other = environment !== undefined && subject.context !== `environment:${environment}`;
  if (other)
    return fault(
      'warn',
      'trust/other-environment',
      `\`${text}\` lets an environment other than \`${environment}\` assume the role`,
      'Create a separate role for each environment.',
    );

  if (subject.ownerId === undefined && hasIds === true)
    return fault(
      'warn',
      'trust/old-format',
      `\`${text}\` has no ids, but tokens of this repository contain them, so it admits nobody now, but later it admits whoever takes over the name`,
      `Remove it. Subjects contain ids for repositories that were created, renamed or moved since ${immutableSince}.`,
    );

  return undefined;
}

const fault = (status: 'warn' | 'fail', code: string, message: string, help: string): SubjectFault => ({
  status,
  code,
  message,
  help,
});

const isSame = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();
const isOtherId = (text: string | undefined, id: number | undefined): boolean =>
  text !== undefined && id !== undefined && text !== String(id);
