import { environmentSubjects } from '../../../engine/setup/github-subject.ts';
import { type Answers, deployers } from './answers.ts';
import { accountOf } from './iam-files.ts';

/** What is left to do by hand, as commands. Nothing of it is done by plumbline: each needs an administrator. */
export function nextSteps(answers: Answers): string {
  const { environment, repository, isTerraform } = answers;
  const name = `${repository.owner}/${repository.name}`;
  const steps = isTerraform
    ? terraformSteps(answers)
    : [...awsSteps(answers), ...clusterSteps(answers), ...githubSteps(answers)];
  const secret = answers.cluster
    ? []
    : deployers(answers).map(
        (one) => `gh secret set PLUMBLINE_KUBECONFIG --repo ${name} --env ${one.environment} < KUBECONFIG`,
      );
  return `
What is left to do, as an administrator:

${[...steps, ...secret].map((step) => `  ${step}`).join('\n')}

Add reviewers to the environment ${environment}, protect ${answers.branch}, and commit the files. Then
  plumbline doctor --environment ${environment}
says whether everything holds.${subjectNote(answers)}
`;
}

const terraformSteps = ({ environment }: Answers): string[] => [
  `terraform -chdir=plumbline/${environment} init`,
  `terraform -chdir=plumbline/${environment} apply`,
];

function awsSteps(answers: Answers): string[] {
  const { cluster } = answers;
  if (!cluster) return [];
  const roles = deployers(answers).flatMap((deployer) => {
    const folder = `file://plumbline/${deployer.environment}`;
    const role = `--role-name ${deployer.roleName}`;
    return [
      `aws iam create-role ${role} --assume-role-policy-document ${folder}/trust-policy.json`,
      `aws iam put-role-policy ${role} --policy-name plumbline --policy-document ${folder}/policy.json`,
      `aws eks create-access-entry --region ${cluster.region} --cli-input-json ${folder}/access-entry.json`,
    ];
  });
  return [
    `# once for the account ${accountOf(cluster)}:`,
    'aws iam create-open-id-connect-provider --url https://token.actions.githubusercontent.com --client-id-list sts.amazonaws.com',
    ...roles,
  ];
}

const clusterSteps = ({ environment }: Answers): string[] => [`kubectl apply -f plumbline/${environment}/rbac.yaml`];

const githubSteps = (answers: Answers): string[] => {
  const { owner, name } = answers.repository;
  return deployers(answers).map(
    ({ environment }) =>
      `gh api --method PUT repos/${owner}/${name}/environments/${encodeURIComponent(environment)} --input plumbline/${environment}/github-environment.json`,
  );
};

/** Which formats of the subject the trust policy admits, and which it does not. */
function subjectNote(answers: Answers): string {
  const { cluster, repository, hasIds, environment } = answers;
  if (!cluster) return '';
  const { byName, byId } = environmentSubjects(repository, environment);
  if (byId === undefined)
    return `

The trust policies admit ${byName} alone. A repository that was created or renamed since 15 July 2026 has ids in its
subject: then write them with --repository-ids "$(gh api repos/${repository.owner}/${repository.name} --jq '"\\(.owner.id)/\\(.id)"')".`;
  const admitted = hasIds === true ? [byId] : [byName, byId];
  const left =
    hasIds === true ? `\nGitHub says that tokens of this repository carry ids, so ${byName} is not admitted.` : '';
  return `

The trust policies admit ${admitted.join(' and ')}.${left}`;
}
