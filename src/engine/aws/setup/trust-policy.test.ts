import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { githubTrust } from './github-trust.ts';
import { karpenterTrust } from './karpenter-trust.ts';
import { judgeTrustPolicy } from './trust-policy.ts';

const issuer = 'token.actions.githubusercontent.com';
const byName = 'repo:acme/infra:environment:production';
const byId = 'repo:acme@7/infra@42:environment:production';

interface Spelling {
  readonly federated?: unknown;
  readonly principal?: unknown;
  readonly action?: unknown;
  readonly condition?: unknown;
}

const policy = (spelling: Spelling = {}): string =>
  JSON.stringify({
    Version: '2012-10-17',
    Statement: {
      Effect: 'Allow',
      Principal: spelling.principal ?? {
        Federated: spelling.federated ?? `arn:aws:iam::111122223333:oidc-provider/${issuer}`,
      },
      Action: spelling.action ?? 'sts:AssumeRoleWithWebIdentity',
      ...(spelling.condition !== null && { Condition: spelling.condition ?? on(byName, byId) }),
    },
  });

const on = (...subjects: string[]): object => ({
  StringEquals: { [`${issuer}:aud`]: 'sts.amazonaws.com', [`${issuer}:sub`]: subjects },
});

const job = {
  subject: 'trust.json',
  repository: { owner: 'acme', name: 'infra', ids: { owner: 7, repository: 42 } },
  environment: 'production',
  hasIds: undefined,
};

const codes = (text: string, known: Partial<Parameters<typeof githubTrust>[0]> = {}): string[] =>
  judgeTrustPolicy(text, githubTrust({ ...job, ...known })).map(({ code, status }) => `${status} ${code}`);

describe('T29: the trust policy of a deployment', () => {
  test.each<[string, Spelling, string[]]>([
    ['both formats of the subject', {}, ['pass trust/ok']],
    ['one format', { condition: on(byName) }, ['pass trust/ok']],
    ['no conditions at all', { condition: null }, ['fail trust/no-sub', 'warn trust/no-audience']],
    ['no subject', { condition: { StringEquals: { [`${issuer}:aud`]: 'sts.amazonaws.com' } } }, ['fail trust/no-sub']],
    ['no audience', { condition: { StringEquals: { [`${issuer}:sub`]: byName } } }, ['warn trust/no-audience']],
    [
      'another audience',
      { condition: { StringEquals: { [`${issuer}:aud`]: 'https://github.com/acme', [`${issuer}:sub`]: byName } } },
      ['fail trust/wrong-audience'],
    ],
    [
      'a wildcard for repositories',
      {
        condition: {
          StringEquals: { [`${issuer}:aud`]: 'sts.amazonaws.com' },
          StringLike: { [`${issuer}:sub`]: 'repo:acme/*' },
        },
      },
      ['fail trust/wildcard'],
    ],
    ['a wildcard that is compared literally', { condition: on('repo:acme/infra:*') }, ['fail trust/literal-wildcard']],
    [
      'a branch instead of an environment',
      { condition: on('repo:acme/infra:ref:refs/heads/main') },
      ['fail trust/no-environment', 'fail trust/wrong-subject'],
    ],
    [
      'another repository',
      { condition: on(byName, 'repo:mallory/infra:environment:production') },
      ['fail trust/other-repository'],
    ],
    [
      'the ids of another repository',
      { condition: on(byName, 'repo:acme@7/infra@41:environment:production') },
      ['fail trust/other-repository'],
    ],
    [
      'another environment',
      { condition: on(byName, 'repo:acme/infra:environment:staging') },
      ['warn trust/other-environment'],
    ],
    [
      'another issuer',
      { federated: 'arn:aws:iam::111122223333:oidc-provider/gitlab.com' },
      // The policy checks nothing, because its conditions belong to another issuer.
      ['fail trust/foreign-condition', 'fail trust/no-sub', 'fail trust/wrong-issuer', 'warn trust/no-audience'],
    ],
    [
      'a quantifier that matches without the claim',
      {
        condition: {
          StringEquals: { [`${issuer}:aud`]: 'sts.amazonaws.com' },
          'ForAllValues:StringEquals': { [`${issuer}:sub`]: byName },
        },
      },
      ['fail trust/weak-operator'],
    ],
    [
      'everybody',
      { principal: '*' },
      ['fail trust/anybody', 'fail trust/no-issuer', 'fail trust/no-sub', 'warn trust/no-audience'],
    ],
    ['no web identity', { action: 'sts:AssumeRole' }, ['fail trust/no-web-identity']],
    ['a wildcard for actions', { action: 'sts:*' }, ['pass trust/ok']],
  ])('with %s', (_, spelling, expected) => {
    expect(codes(policy(spelling)).sort()).toEqual(expected);
  });

  const first = JSON.parse(policy()).Statement;
  const withStatement = (statement: object): string =>
    JSON.stringify({ Statement: [first, { Effect: 'Allow', ...statement }] });
  const audience = (audiences: unknown, operator = 'StringEquals'): string =>
    policy({
      condition: { StringEquals: { [`${issuer}:sub`]: byName }, [operator]: { [`${issuer}:aud`]: audiences } },
    });
  const subject = (value: unknown, operator = 'StringEquals'): string =>
    policy({
      condition: {
        StringEquals: { [`${issuer}:aud`]: 'sts.amazonaws.com' },
        ...(operator === 'StringEquals'
          ? { StringEquals: { [`${issuer}:aud`]: 'sts.amazonaws.com', [`${issuer}:sub`]: value } }
          : { [operator]: { [`${issuer}:sub`]: value } }),
      },
    });
  const saml = 'arn:aws:iam::111122223333:saml-provider/okta';
  const provider = `arn:aws:iam::111122223333:oidc-provider/${issuer}`;

  test.each<[string, string, string, RegExp]>([
    [
      'a second audience',
      policy({
        condition: { StringEquals: { [`${issuer}:aud`]: ['sts.amazonaws.com', 'other'], [`${issuer}:sub`]: byName } },
      }),
      'fail trust/other-audience',
      /also admits tokens for `other`/,
    ],
    ['a wildcard audience', audience('*', 'StringLike'), 'fail trust/wildcard', /every audience that matches `\*`/],
    [
      'SAML in a separate statement',
      withStatement({ Principal: { Federated: saml }, Action: 'sts:AssumeRoleWithSAML' }),
      'fail trust/other-provider',
      /signs in through the SAML provider/,
    ],
    ['SAML in a list', policy({ federated: [provider, saml] }), 'fail trust/other-provider', /SAML provider/],
    [
      'a second OIDC provider in a list',
      policy({ federated: [provider, 'arn:aws:iam::111122223333:oidc-provider/evil.example'] }),
      'fail trust/wrong-issuer',
      /trusts the issuer `evil\.example`/,
    ],
    [
      'NotPrincipal',
      withStatement({ NotPrincipal: { AWS: 'arn:aws:iam::111122223333:root' }, Action: 'sts:AssumeRole' }),
      'fail trust/negated',
      /everybody else/,
    ],
    [
      'NotAction',
      withStatement({ Principal: { AWS: '111122223333' }, NotAction: 'iam:*' }),
      'fail trust/negated',
      /everybody else/,
    ],
    [
      'NotCondition',
      JSON.stringify({ Statement: [{ ...first, NotCondition: {} }] }),
      'fail trust/unknown-element',
      /`NotCondition`, which is not an element/,
    ],
    ['a wildcard', subject('repo:acme/infra:*', 'StringLike'), 'fail trust/wildcard', /every subject that matches/],
    [
      'a variable',
      subject(['repo:${aws:PrincipalTag/x}:environment:production', byName]),
      'fail trust/wildcard',
      /every subject that matches/,
    ],
    [
      'ForAnyValue',
      subject(byName, 'ForAnyValue:StringEquals'),
      'fail trust/weak-operator',
      /`ForAnyValue:StringEquals`/,
    ],
    ['IfExists', subject(byName, 'StringEqualsIfExists'), 'fail trust/weak-operator', /`StringEqualsIfExists`/],
    ['a negated operator', subject('x', 'StringNotEquals'), 'fail trust/weak-operator', /`StringNotEquals`/],
    [
      'a service',
      withStatement({ Principal: { Service: 'ec2.amazonaws.com' }, Action: 'sts:AssumeRole' }),
      'warn trust/other-principal',
      /the AWS service `ec2\.amazonaws\.com`, and whoever may pass the role to it/,
    ],
    [
      'another AWS account',
      withStatement({ Principal: { AWS: 'arn:aws:iam::210987654321:root' }, Action: 'sts:*' }),
      'fail trust/other-account',
      /of an AWS account other than 111122223333/,
    ],
  ])('T60: with %s, which the message names', (_, text, expected, words) => {
    const checks = judgeTrustPolicy(text, githubTrust(job));
    const found = checks.find(({ code, status }) => `${status} ${code}` === expected);
    expect(checks.map(({ code, status }) => `${status} ${code}`)).toContain(expected);
    expect(found!.message).toMatch(words);
  });

  test('with a root principal in another statement', () => {
    const own = JSON.parse(policy()).Statement;
    const root = { Effect: 'Allow', Principal: { AWS: 'arn:aws:iam::111122223333:root' }, Action: 'sts:AssumeRole' };
    expect(codes(JSON.stringify({ Statement: [own, root] }))).toEqual(['warn trust/other-principal']);
  });

  test('with only the old format, although the repository has ids', () => {
    expect(codes(policy({ condition: on(byName) }), { hasIds: true })).toEqual([
      'warn trust/old-format',
      'fail trust/wrong-subject',
    ]);
    expect(codes(policy({ condition: on(byId) }), { hasIds: true })).toEqual(['pass trust/ok']);
    expect(codes(policy({ condition: on(byId) }), { hasIds: false })).toEqual(['fail trust/wrong-subject']);
  });

  test.each([
    ['not JSON', '{'],
    ['not a policy', '{}'],
    ['a list', '[]'],
    ['a statement that is a string', '{"Statement": "x"}'],
  ])('that is %s', (_, text) => expect(codes(text)).toEqual(['fail trust/unreadable']));

  test('as `aws iam get-role` prints it', () => {
    const role = { Role: { AssumeRolePolicyDocument: JSON.parse(policy()) } };
    expect(codes(JSON.stringify(role))).toEqual(['pass trust/ok']);
  });
});

describe("the trust policy of Karpenter's controller", () => {
  const example = (name: string): string => readFileSync(`examples/kops/${name}`, 'utf8');
  const account = { subject: 'trust.json', namespace: 'kube-system', serviceAccount: 'karpenter' };
  const own = 'kops-oidc-store-demo1.s3.us-west-1.amazonaws.com/demo1.k8s.local/discovery/demo1.k8s.local';
  const judged = (name: string, issuer: string | undefined): string[] =>
    judgeTrustPolicy(example(name), karpenterTrust({ ...account, issuer, kind: 'kops' })).map(({ code }) => code);

  test('of a kOps cluster with its own issuer', () => {
    expect(judged('trust-policy.json', own)).toEqual(['trust/no-audience']);
    expect(judged('trust-policy.json', undefined)).toEqual(['trust/no-audience']);
  });

  const judgedText = (text: string, identity: Partial<Parameters<typeof karpenterTrust>[0]> = {}): string[] =>
    judgeTrustPolicy(
      text,
      karpenterTrust({ ...account, issuer: undefined, kind: 'kops', isFile: true, ...identity }),
    ).map(({ status, code }) => `${status} ${code}`);
  const written = (provider: string, subject: string, audience = 'amazonaws.com'): string =>
    policy({
      federated: `arn:aws:iam::\${ACCOUNT_ID}:oidc-provider/${provider}`,
      condition: { StringEquals: { [`${provider}:aud`]: audience, [`${provider}:sub`]: subject } },
    });

  test.each<[string, string, Partial<Parameters<typeof karpenterTrust>[0]>, string[]]>([
    [
      'for the issuer',
      written('${ISSUER}', 'system:serviceaccount:kube-system:karpenter'),
      {},
      ['unknown trust/placeholder'],
    ],
    [
      'for the region of EKS',
      written('oidc.eks.<REGION>.amazonaws.com/id/<ID>', 'system:serviceaccount:kube-system:karpenter'),
      {},
      ['fail trust/wrong-issuer'],
    ],
    [
      'for the same on EKS',
      written('oidc.eks.<REGION>.amazonaws.com/id/<ID>', 'system:serviceaccount:kube-system:karpenter'),
      { kind: 'eks' },
      ['unknown trust/placeholder'],
    ],
    [
      'for a bucket on EKS',
      written('<BUCKET>.s3.eu-west-1.amazonaws.com', 'system:serviceaccount:kube-system:karpenter'),
      { kind: 'eks' },
      ['unknown trust/placeholder'],
    ],
    [
      'for the namespace',
      written(own, 'system:serviceaccount:{{ .Namespace }}:karpenter'),
      {},
      ['unknown trust/placeholder'],
    ],
    [
      'for the account of another name',
      written(own, 'system:serviceaccount:{{ .Namespace }}:other'),
      {},
      ['fail trust/wrong-subject', 'unknown trust/placeholder'],
    ],
    ['for the account of AWS', written(own, 'system:serviceaccount:kube-system:karpenter'), {}, ['pass trust/ok']],
    [
      'and another store',
      written(own, 'system:serviceaccount:kube-system:karpenter'),
      { discoveryStore: 's3://store/demo' },
      ['fail trust/wrong-issuer'],
    ],
    [
      'and the right store',
      written(own, 'system:serviceaccount:kube-system:karpenter'),
      { discoveryStore: 's3://kops-oidc-store-demo1/demo1.k8s.local/discovery/demo1.k8s.local' },
      ['pass trust/ok'],
    ],
  ])('with a placeholder %s', (_, text, identity, expected) => expect(judgedText(text, identity)).toEqual(expected));

  test('in IAM has no placeholders', () => {
    const text = written('${ISSUER}', 'system:serviceaccount:kube-system:karpenter');
    expect(judgedText(text, { isFile: false, issuer: own })).toContain('fail trust/wrong-issuer');
  });

  test("with an EKS cluster's issuer is wrong, whether the right one is known or not", () => {
    expect(judged('trust-policy-wrong-issuer.json', own)).toEqual(['trust/wrong-issuer', 'trust/no-audience']);
    expect(judged('trust-policy-wrong-issuer.json', undefined)).toEqual(['trust/wrong-issuer', 'trust/no-audience']);
  });
});
