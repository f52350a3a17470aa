import { environmentSubjects } from '../../../engine/files/setup/github-subject.ts';
import { plainName } from '../../../engine/text/words/escape.ts';
import { plural } from '../../../engine/text/words/plural.ts';
import { textIf } from '../../../engine/text/words/text-if.ts';
import { accountIdOf } from './iam-files.ts';
import { type Answers, deployers, isPinned, type ReviewAnswers } from './init-answers.ts';
import { rbacFiles } from './rbac-file.ts';
import { snapshotKey, snapshotPath } from './snapshot-workflow.ts';
import { terraformFolder } from './terraform-file.ts';

/** What init found, and the next steps for a review. */
export function reviewSteps(answers: ReviewAnswers): string {
  const { target, objects, folders, environments } = answers.scan;
  const environmentNames = Object.keys(environments);
  const where = textIf(folders.length > 0, ` in ${folders.map((folder) => plainName(folder)).join(', ')}`);

  const objectsText = objects === 0 ? 'no Karpenter objects' : plural(objects, 'Karpenter object');

  return `
Found ${objectsText}${where}.
${textIf(environmentNames.length > 0, `  environments ${environmentNames.join(', ')} (by the names of folders and files)\n`)}  region ${target.region} (${plainName(target.regionSource)})
  Karpenter ${target.karpenterVersion} (${plainName(target.karpenterVersionSource)})

Next: check plumbline.yaml and commit the files. The next pull request that changes a NodePool gets a comment.
Run \`plumbline doctor --offline\` to check the files. \`plumbline init --apply\` adds applying on merge and drift detection,
and \`plumbline init --snapshot\` a weekly snapshot of the cluster, which makes nodes and cost more accurate.
${pinNote(answers)}`;
}

/** How to pin the Action if its commit is unknown. */
function pinNote({ action }: ReviewAnswers): string {
  if (isPinned(action)) return '';
  const [name, ref] = action.uses.split('@');
  return `
The Action is not pinned to a commit, and a tag can be moved. To pin it, get the commit with
\`gh api repos/${name}/commits/${ref} --jq .sha\` and run init again with \`--action ${name}@COMMIT\`.
`;
}

/** The remaining steps, as commands. plumbline runs none of them, because they need an administrator. */
export function nextSteps(answers: Answers): string {
  const { environment, repository, isTerraform, purposes } = answers;
  const name = `${repository.owner}/${repository.name}`;

  const steps = () => {
    if (isTerraform) return terraformSteps(answers);
    return [...awsSteps(answers), ...clusterSteps(answers), ...githubSteps(answers)];
  };

  const secret = () => {
    if (answers.cluster) return [];
    return deployers(answers).map(
      (deployer) => `gh secret set PLUMBLINE_KUBECONFIG --repo ${name} --env ${deployer.environment} < KUBECONFIG`,
    );
  };

  const check = purposes.includes('apply') ? `--environment ${environment}` : '--offline';

  return `
Next, run these commands as an administrator:

${[...steps(), ...secret()].map((step) => `  ${step}`).join('\n')}

${closing(answers)}
Check the setup with
  plumbline doctor ${check}${subjectNote(answers)}
${pinNote(answers)}`;
}

/** What is left to do on GitHub. */
function closing(answers: Answers): string {
  const { environment, purposes, branch } = answers;

  const reviewers = textIf(purposes.includes('apply'), `add reviewers to the GitHub environment ${environment}, `);
  const snapshots = textIf(
    purposes.includes('snapshot'),
    `
Allow GitHub Actions to create pull requests in the settings of the repository. Run the workflow "plumbline snapshot ${environment}", and merge its
pull request. Then set \`${snapshotKey(answers)}: ${snapshotPath(answers)}\` in plumbline.yaml.`,
  );

  return `Then ${reviewers}protect the branch ${branch}, and commit the files.${snapshots}`;
}

const terraformSteps = (answers: Answers): string[] => [
  `terraform -chdir=${terraformFolder(answers)} init`,
  `terraform -chdir=${terraformFolder(answers)} apply`,
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
    `# once for the account ${accountIdOf(cluster)}:`,
    'aws iam create-open-id-connect-provider --url https://token.actions.githubusercontent.com --client-id-list sts.amazonaws.com',
    ...roles,
  ];
}

const clusterSteps = (answers: Answers): string[] => rbacFiles(answers).map(({ path }) => `kubectl apply -f ${path}`);

const githubSteps = (answers: Answers): string[] => {
  const { owner, name } = answers.repository;
  return deployers(answers).map(
    ({ environment }) =>
      `gh api --method PUT repos/${owner}/${name}/environments/${encodeURIComponent(environment)} --input plumbline/${environment}/github-environment.json`,
  );
};

/** Which formats of the token subject the trust policies accept. */
function subjectNote(answers: Answers): string {
  const { cluster, repository, hasIds } = answers;
  const [first] = deployers(answers);
  if (!cluster || !first) return '';

  const { byName, byId } = environmentSubjects(repository, first.environment);

  if (byId === undefined)
    return `

The trust policies accept only ${byName}. A repository that was created or renamed since July 15, 2026 has IDs in its
subject. In that case, run init again with --repository-ids "$(gh api repos/${repository.owner}/${repository.name} --jq '"\\(.owner.id)/\\(.id)"')".`;

  const admitted = hasIds === true ? [byId] : [byName, byId];
  const unknownParts = textIf(
    hasIds === true,
    `\nTokens of this repository contain IDs, so the trust policies do not accept ${byName}.`,
  );

  return `

The trust policies accept ${admitted.join(' and ')}.${unknownParts}`;
}
