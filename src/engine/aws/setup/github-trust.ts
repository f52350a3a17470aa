import {
  awsAudience,
  environmentSubjects,
  githubIssuer,
  immutableSince,
  parseSubject,
  type RepositoryIdentity,
} from '../../setup/github-subject.ts';
import type { SubjectFault, TrustExpectation } from './trust-policy.ts';

/** The job that is to take on a role; what is undefined is not known, and not judged. */
export interface DeployJob {
  readonly subject: string;
  readonly repository: RepositoryIdentity | undefined;
  readonly environment: string | undefined;
  /** The format of the repository's tokens, where GitHub told. */
  readonly hasIds: boolean | undefined;
}

/** What the role of a deployment must trust: one repository, one environment, GitHub's issuer, AWS as audience. */
export function githubTrust(job: DeployJob): TrustExpectation {
  const { subject, repository, environment, hasIds } = job;
  const formats =
    repository === undefined || environment === undefined ? undefined : environmentSubjects(repository, environment);
  const subjects = formats && [
    ...(hasIds === true ? [] : [formats.byName]),
    ...(hasIds === false || formats.byId === undefined ? [] : [formats.byId]),
  ];
  return {
    subject,
    issuer: githubIssuer,
    issuerSource: 'for they are jobs of GitHub Actions',
    audience: awsAudience,
    subjects: subjects?.length ? subjects : undefined,
    judgeSubject: (pattern) => subjectFault(pattern, job),
  };
}

function subjectFault(text: string, { repository, environment, hasIds }: DeployJob): SubjectFault | undefined {
  const subject = parseSubject(text);
  if (subject === undefined)
    return fault(
      'warn',
      'trust/custom-subject',
      `\`${text}\` is not in GitHub's own format`,
      'Check that the repository has a customised subject, and that it names repository and environment.',
    );
  if (!subject.context.startsWith('environment:'))
    return fault(
      'fail',
      'trust/no-environment',
      `\`${text}\` names no environment: whoever can push there or open a pull request gets in, past reviewers and protected branches`,
      `Name the environment: \`repo:${subject.owner}/${subject.name}:environment:${environment ?? 'production'}\`.`,
    );
  const isOther = repository && !(isSame(subject.owner, repository.owner) && isSame(subject.name, repository.name));
  if (isOther)
    return fault(
      'fail',
      'trust/other-repository',
      `\`${text}\` lets in another repository than \`${repository.owner}/${repository.name}\``,
      'Remove it; after a move or a rename, the old name can be taken by somebody else.',
    );
  if (
    isOtherId(subject.ownerId, repository?.ids?.owner) ||
    isOtherId(subject.repositoryId, repository?.ids?.repository)
  )
    return fault(
      'fail',
      'trust/other-repository',
      `\`${text}\` carries the id of another owner or repository`,
      'Correct the ids; `plumbline init --apply` asks GitHub for them.',
    );
  const other = environment !== undefined && subject.context !== `environment:${environment}`;
  if (other)
    return fault(
      'warn',
      'trust/other-environment',
      `\`${text}\` lets in another environment than \`${environment}\``,
      'Give each environment a role of its own.',
    );
  if (subject.ownerId === undefined && hasIds === true)
    return fault(
      'warn',
      'trust/old-format',
      `\`${text}\` has no ids, and tokens of this repository carry them: this line admits nobody now, and whoever takes the name later`,
      `Remove it: GitHub gives repositories created, renamed or moved since ${immutableSince} subjects with ids.`,
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
const isOtherId = (given: string | undefined, known: number | undefined): boolean =>
  given !== undefined && known !== undefined && given !== String(known);
