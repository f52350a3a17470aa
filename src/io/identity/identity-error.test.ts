import { describe, expect, test } from 'vitest';
import { assumeRoleError, requestError } from './identity-error.ts';

const issuer = 'token.actions.githubusercontent.com';
const claims = { iss: `https://${issuer}`, aud: 'sts.amazonaws.com', sub: 'repo:acme/infra:ref:refs/heads/main' };
const attempt = { roleArn: 'arn:aws:iam::111122223333:role/deploy', claims, trustPolicy: undefined };
const failed = (name: string, message = 'x'): Error => Object.assign(new Error(message), { name });

describe('a role that cannot be assumed', () => {
  test.each<[string, Error, RegExp]>([
    ['by its trust policy', failed('AccessDenied'), /token has iss .*aud `sts.amazonaws.com`, sub `repo:acme/],
    ['by an old token', failed('ExpiredTokenException'), /identity token has expired/],
    ['by its audience', failed('InvalidIdentityToken', 'Incorrect token audience'), /does not list the audience `sts/],
    [
      'by its issuer',
      failed('InvalidIdentityToken', 'No OpenIDConnect provider found'),
      /has no identity provider for `token/,
    ],
    ['by its signature', failed('InvalidIdentityToken', "Couldn't retrieve key"), /does not accept the identity token/],
    ['by its name', failed('ValidationError', 'roleArn is invalid'), /roleArn is invalid/],
    ['by the network', Object.assign(new Error('x'), { code: 'ECONNREFUSED' }), /AWS cannot be reached/],
    ['by a limit', failed('ThrottlingException'), /refuses more requests/],
    ['by something else', failed('Strange', 'first\nsecond'), /first \(Strange\)/],
  ])('%s is one line that says what to do', (_, error, expected) => {
    const { message, help, code } = assumeRoleError(attempt, error);
    expect([message, code, help === '' || help === undefined]).toEqual([expect.stringMatching(expected), 'aws', false]);
    expect(message).not.toContain('\n');
  });

  test('names the claim if the trust policy is known', () => {
    const trustPolicy = JSON.stringify({
      Statement: {
        Effect: 'Allow',
        Principal: { Federated: `arn:aws:iam::111122223333:oidc-provider/${issuer}` },
        Action: 'sts:AssumeRoleWithWebIdentity',
        Condition: { StringEquals: { [`${issuer}:sub`]: 'repo:acme/infra:environment:production' } },
      },
    });
    const { message, help } = assumeRoleError({ ...attempt, trustPolicy }, failed('AccessDenied'));
    expect(message).toMatch(/`sub` must be `repo:acme\/infra:environment:production`, but the token has `repo:/);
    expect(help).toMatch(/names no environment/);
  });

  test('names no claims if the token cannot be read or the policy is invalid', () => {
    const unread = assumeRoleError({ ...attempt, claims: undefined, trustPolicy: '{' }, failed('AccessDenied'));
    expect(unread.message).toMatch(/does not accept this token$/);
  });
});

test('a denied request says what to allow', () => {
  const { message, help } = requestError('eks:DescribeCluster', failed('AccessDeniedException'), 'Allow it.');
  expect([message, help]).toEqual(['This identity is not allowed to call `eks:DescribeCluster`', 'Allow it.']);
});
