import { webIdentityAction } from '../../../engine/aws/setup/web-identity.ts';
import { awsAudience, environmentSubjects, githubIssuer } from '../../../engine/files/setup/github-subject.ts';
import { type RoleArn, roleArn } from '../../../io/identity/arn.ts';
import {
  type Answers,
  type Deployer,
  deployers,
  type EksAnswers,
  type PlannedFile,
  roleArnOf,
} from './init-answers.ts';

/** A policy as the content of a file. */
export const policyText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** Trust policy, permissions and access entry of each role. */
export function iamFiles(answers: Answers): PlannedFile[] {
  const { cluster } = answers;
  if (!cluster) return [];

  return deployers(answers).flatMap((deployer) => {
    const folder = `plumbline/${deployer.environment}`;
    return [
      {
        path: `${folder}/trust-policy.json`,
        text: policyText(trustPolicy(roleArn(cluster.roleArn), subjectsOf(answers, deployer.environment))),
      },
      { path: `${folder}/policy.json`, text: policyText(permissions(cluster)) },
      { path: `${folder}/access-entry.json`, text: policyText(accessEntry(cluster, deployer)) },
    ];
  });
}

/**
 * The token subjects that a role accepts: both formats if the IDs are known, else only the name. If tokens contain IDs, only the
 * ID is accepted, because somebody else could take over the name later.
 */
export function subjectsOf(
  { repository, hasIds }: Pick<Answers, 'repository' | 'hasIds'>,
  environment: string,
): string[] {
  const { byName, byId } = environmentSubjects(repository, environment);
  if (byId === undefined) return [byName];
  if (hasIds === true) return [byId];
  return [byName, byId];
}

/** Only jobs of this repository in this environment can assume the role. */
export function trustPolicy({ partition, account }: RoleArn, subjects: readonly string[]): object {
  return {
    Version: '2012-10-17',
    Statement: [
      {
        Sid: 'JobsOfOneEnvironment',
        Effect: 'Allow',
        Principal: { Federated: `arn:${partition}:iam::${account}:oidc-provider/${githubIssuer}` },
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
