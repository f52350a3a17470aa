import { githubTrust } from '../../../engine/aws/setup/github-trust.ts';
import { judgeTrustPolicy } from '../../../engine/aws/setup/trust-policy.ts';
import { type Check, checksOf } from '../../../engine/files/setup/check.ts';
import { awsAudience, githubIssuer } from '../../../engine/files/setup/github-subject.ts';
import { quotedNames } from '../../../engine/text/words/quoted-names.ts';
import type { AwsLookup } from '../../../io/aws/aws-lookup.ts';
import { roleArn } from '../../../io/identity/arn.ts';
import { askAws } from './aws-question.ts';
import type { FileContext } from './file-checks.ts';

/** The roles and the cluster of one environment. */
interface RoleQuestion {
  readonly lookup: AwsLookup;
  readonly roleArn: string;
  readonly clusterName: string | undefined;
  readonly context: FileContext;
}

/** Checks the role that jobs assume: whom it trusts, whether its issuer exists, and whether the cluster knows it. */
export async function roleChecks(question: RoleQuestion): Promise<Check[]> {
  const { lookup, context } = question;
  const role = roleArn(question.roleArn);
  const subject = `role ${role.name}`;
  const to = checksOf(subject);
  const { repository, environment, hasIds } = context;

  const trust = await askAws(subject, 'iam:GetRole', async () => {
    const policy = await lookup.role(role.name);
    if (policy === undefined)
      return [
        to.fail(
          'role/missing',
          `the role \`${role.name}\` does not exist`,
          'Create it with the trust policy that `plumbline init --apply` writes.',
        ),
      ];

    return judgeTrustPolicy(policy, githubTrust({ subject, repository, environment, hasIds }));
  });

  const provider = `arn:${role.partition}:iam::${role.account}:oidc-provider/${githubIssuer}`;

  return [
    ...trust,
    ...(await askAws(`identity provider ${githubIssuer}`, 'iam:GetOpenIDConnectProvider', () =>
      providerCheck(lookup, provider),
    )),
    ...(await entryChecks(question, role.text)),
  ];
}

async function providerCheck(lookup: AwsLookup, arn: string): Promise<Check[]> {
  const to = checksOf(`identity provider ${githubIssuer}`);
  const audiences = await lookup.identityProvider(arn);
  if (audiences === undefined)
    return [
      to.fail(
        'provider/missing',
        'the account has no identity provider for GitHub Actions',
        `Create it: \`aws iam create-open-id-connect-provider --url https://${githubIssuer} --client-id-list ${awsAudience}\`.`,
      ),
    ];

  if (!audiences.includes(awsAudience))
    return [
      to.fail(
        'provider/wrong-audience',
        `its audience is ${quotedNames(audiences) || 'empty'}, but tokens have \`${awsAudience}\``,
        `Add it: \`aws iam add-client-id-to-open-id-connect-provider --open-id-connect-provider-arn ${arn} --client-id ${awsAudience}\`.`,
      ),
    ];

  return [to.pass('provider/ok', 'the account has the identity provider, with the right audience')];
}

async function entryChecks({ lookup, clusterName }: RoleQuestion, principal: string): Promise<Check[]> {
  if (clusterName === undefined) return [];

  const subject = `access entry of ${clusterName}`;
  const to = checksOf(subject);

  return askAws(subject, 'eks:DescribeAccessEntry', async () => {
    const entry = await lookup.accessEntry(clusterName, principal);
    if (entry === undefined)
      return [
        to.fail(
          'access-entry/missing',
          `the cluster has no access entry for \`${principal}\``,
          'Create it from the access-entry.json that `plumbline init --apply` writes. In authentication mode CONFIG_MAP, add a line to aws-auth instead.',
        ),
      ];

    if (entry.groups.length === 0)
      return [
        to.fail(
          'access-entry/no-group',
          'it gives the role no group, so RBAC grants it nothing',
          'Add the group of rbac.yaml to `kubernetesGroups`.',
        ),
      ];

    return [to.pass('access-entry/ok', `it gives the role the group ${quotedNames(entry.groups)}`)];
  });
}
