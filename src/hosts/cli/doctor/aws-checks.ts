import { githubTrust } from '../../../engine/aws/setup/github-trust.ts';
import { judgeTrustPolicy } from '../../../engine/aws/setup/trust-policy.ts';
import { type Check, checksOf } from '../../../engine/setup/check.ts';
import { awsAudience, githubIssuer } from '../../../engine/setup/github-subject.ts';
import { quotedNames } from '../../../engine/text/quoted-names.ts';
import type { AwsLookup } from '../../../io/aws/aws-lookup.ts';
import { roleArn } from '../../../io/identity/arn.ts';
import { askAws } from './aws-question.ts';
import type { FileContext } from './file-checks.ts';

/** The roles and the cluster of one environment. */
export interface RoleQuestion {
  readonly lookup: AwsLookup;
  readonly roleArn: string;
  readonly clusterName: string | undefined;
  readonly context: FileContext;
}

/** Looks at the role that jobs take on: whom it trusts, whether its issuer is known, whether the cluster knows it. */
export async function roleChecks(question: RoleQuestion): Promise<Check[]> {
  const { lookup, context } = question;
  const role = roleArn(question.roleArn);
  const subject = `role ${role.name}`;
  const to = checksOf(subject);
  const { repository, environment, hasIds } = context;
  const trust = await askAws(subject, 'iam:GetRole', async () => {
    const policy = await lookup.role(role.name);
    return policy === undefined
      ? [
          to.fail(
            'role/missing',
            `there is no role \`${role.name}\``,
            'Create it with the trust policy that `plumbline init --apply` writes.',
          ),
        ]
      : judgeTrustPolicy(policy, githubTrust({ subject, repository, environment, hasIds }));
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
        'the account does not know the issuer of GitHub Actions',
        `Create it: \`aws iam create-open-id-connect-provider --url https://${githubIssuer} --client-id-list ${awsAudience}\`.`,
      ),
    ];
  if (!audiences.includes(awsAudience))
    return [
      to.fail(
        'provider/wrong-audience',
        `it lists the audience ${quotedNames(audiences) || 'of nobody'}, and tokens carry \`${awsAudience}\``,
        `Add it: \`aws iam add-client-id-to-open-id-connect-provider --open-id-connect-provider-arn ${arn} --client-id ${awsAudience}\`.`,
      ),
    ];
  return [to.pass('provider/ok', 'the account knows the issuer, with the right audience')];
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
          `the cluster does not know \`${principal}\``,
          'Create it from access-entry.json of `plumbline init --apply`; clusters in the mode CONFIG_MAP have a line in aws-auth instead.',
        ),
      ];
    return entry.groups.length === 0
      ? [
          to.fail(
            'access-entry/no-group',
            'it gives the role no group, so RBAC knows nothing of it',
            'Name the group of rbac.yaml in `kubernetesGroups`.',
          ),
        ]
      : [to.pass('access-entry/ok', `it gives the role the group ${quotedNames(entry.groups)}`)];
  });
}
