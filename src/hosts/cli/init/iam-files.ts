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
 * The token subjects that a role accepts: both formats if the IDs are known, else only the name. If tokens contain IDs, only the
 * ID is accepted, because somebody else could take over the name later.
 */
export function deployerSubjects({ repository, hasIds }: Answers, { environment }: Deployer): string[] {
  const { byName, byId } = environmentSubjects(repository, environment);
  if (byId === undefined) return [byName];
  return hasIds === true ? [byId] : [byName, byId];
}

/** Only jobs of this repository in this environment can assume the role. */
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

/** The account of the role, which also has the identity provider. */
export const accountIdOf = ({ roleArn }: EksAnswers): string => roleArn.split(':')[4]!;

/** What the role may do in AWS: describe one cluster. RBAC decides what it may do in the cluster. */
const permissions = ({ arn }: EksAnswers): object => ({
  Version: '2012-10-17',
  Statement: [{ Sid: 'LookTheClusterUp', Effect: 'Allow', Action: ['eks:DescribeCluster'], Resource: [arn] }],
});

/** The input of `aws eks create-access-entry --cli-input-json`: no EKS access policy, only a group for RBAC. */
const accessEntry = (cluster: EksAnswers, deployer: Deployer): object => ({
  clusterName: cluster.name,
  principalArn: roleArnOf(cluster, deployer),
  kubernetesGroups: [deployer.group],
  type: 'STANDARD',
});
