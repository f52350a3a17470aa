import { webIdentityAction } from '../../../engine/aws/setup/web-identity.ts';
import { awsAudience, environmentSubjects, githubIssuer } from '../../../engine/setup/github-subject.ts';
import {
  type Answers,
  type Deployer,
  deployers,
  type EksAnswers,
  type PlannedFile,
  roleArnOf,
} from './init-answers.ts';

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** Trust policy, permissions and access entry of each role. */
export function iamFiles(answers: Answers): PlannedFile[] {
  const { cluster } = answers;
  if (!cluster) return [];
  return deployers(answers).flatMap((deployer) => {
    const folder = `plumbline/${deployer.environment}`;
    return [
      { path: `${folder}/trust-policy.json`, text: json(trustPolicy(cluster, deployerSubjects(answers, deployer))) },
      { path: `${folder}/policy.json`, text: json(permissions(cluster)) },
      { path: `${folder}/access-entry.json`, text: json(accessEntry(cluster, deployer)) },
    ];
  });
}

/**
 * The subjects that a role admits: both formats where the ids are known. By name alone where they are not, and by id alone
 * where GitHub says that tokens carry ids: the name by itself would admit whoever takes it later.
 */
export function deployerSubjects({ repository, hasIds }: Answers, { environment }: Deployer): string[] {
  const { byName, byId } = environmentSubjects(repository, environment);
  if (byId === undefined) return [byName];
  return hasIds === true ? [byId] : [byName, byId];
}

/** Who may take the role on: this repository's jobs in this environment, and nobody else. */
function trustPolicy(cluster: EksAnswers, subjects: readonly string[]): object {
  return {
    Version: '2012-10-17',
    Statement: [
      {
        Sid: 'JobsOfOneEnvironment',
        Effect: 'Allow',
        Principal: { Federated: `arn:${cluster.partition}:iam::${accountIdOf(cluster)}:oidc-provider/${githubIssuer}` },
        Action: webIdentityAction,
        Condition: { StringEquals: { [`${githubIssuer}:aud`]: awsAudience, [`${githubIssuer}:sub`]: subjects } },
      },
    ],
  };
}

/** The account of the role, which holds the identity provider too. */
export const accountIdOf = ({ roleArn }: EksAnswers): string => roleArn.split(':')[4]!;

/** What the role may do in AWS: look one cluster up. What it may do in the cluster is RBAC's to say. */
const permissions = ({ arn }: EksAnswers): object => ({
  Version: '2012-10-17',
  Statement: [{ Sid: 'LookTheClusterUp', Effect: 'Allow', Action: ['eks:DescribeCluster'], Resource: [arn] }],
});

/** As `aws eks create-access-entry --cli-input-json` takes it: no access policy of EKS, only a group that RBAC knows. */
const accessEntry = (cluster: EksAnswers, deployer: Deployer): object => ({
  clusterName: cluster.name,
  principalArn: roleArnOf(cluster, deployer),
  kubernetesGroups: [deployer.group],
  type: 'STANDARD',
});
