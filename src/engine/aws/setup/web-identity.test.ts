import { describe, expect, test } from 'vitest';
import { environmentSubjects, parseSubject } from '../../files/setup/github-subject.ts';
import { covers } from '../../text/words/covers.ts';
import { readPolicy } from './iam-policy.ts';
import { type Claims, readClaims, refusals, subjectAdvice } from './web-identity.ts';

const issuer = 'token.actions.githubusercontent.com';
const claims: Claims = {
  iss: `https://${issuer}`,
  aud: 'sts.amazonaws.com',
  sub: 'repo:acme/infra:environment:production',
};

function why(conditions: object, given: Claims = claims): string[] {
  const policy = readPolicy(
    JSON.stringify({
      Statement: [
        {
          Effect: 'Allow',
          Principal: { Federated: `arn:aws:iam::111122223333:oidc-provider/${issuer}` },
          Action: 'sts:AssumeRoleWithWebIdentity',
          Condition: conditions,
        },
      ],
    }),
  );
  if ('fault' in policy) throw new Error(policy.fault);
  return refusals(policy.statements, given).map((text) => /`(\w+)` must be/.exec(text)?.[1] ?? text);
}

const sub = (value: unknown, operator = 'StringEquals'): object => ({ [operator]: { [`${issuer}:sub`]: value } });

describe('a web identity', () => {
  test.each<[string, object, string[]]>([
    ['the subject', sub(claims.sub), []],
    ['one of several', sub(['x', claims.sub]), []],
    ['a pattern', sub('repo:acme/*:environment:production', 'StringLike'), []],
    ['another subject', sub('repo:acme/infra:ref:refs/heads/main'), ['sub']],
    ['a star that is not a wildcard', sub('repo:acme/*'), ['sub']],
    ['a claim that is missing', { StringEquals: { [`${issuer}:environment`]: 'production' } }, ['environment']],
    ['a missing claim, if it exists', { StringEqualsIfExists: { [`${issuer}:environment`]: 'production' } }, []],
    ['an operator that is not evaluated', { ArnLike: { [`${issuer}:sub`]: 'x' } }, []],
    ['two claims', { StringEquals: { [`${issuer}:sub`]: 'x', [`${issuer}:aud`]: 'y' } }, ['sub', 'aud']],
  ])('against %s', (_, conditions, expected) => expect(why(conditions)).toEqual(expected));

  test('of another issuer', () => {
    expect(why(sub(claims.sub), { ...claims, iss: 'https://gitlab.com' })[0]).toContain('`gitlab.com`');
  });

  test('is read only from a token', () => {
    const decode = (text: string): string => Buffer.from(text, 'base64url').toString('utf8');
    const token = `x.${Buffer.from(JSON.stringify({ ...claims, exp: 5, inner: {} })).toString('base64url')}.y`;
    expect(readClaims(token, decode)).toEqual({ ...claims, exp: '5' });
    expect(['', 'a.b.c', 'x', 'x.bnVsbA.y'].map((text) => readClaims(text, decode))).toEqual(Array(4).fill(undefined));
  });

  test.each<[string, string, RegExp | undefined]>([
    ['of a branch', 'repo:acme/infra:ref:refs/heads/main', /names no environment/],
    ['with ids', 'repo:acme@7/infra@42:environment:production', /contains ids/],
    ['by name', 'repo:acme/infra:environment:production', undefined],
    ['with a custom format', 'acme', /customized/],
  ])('%s comes with advice', (_, text, expected) => {
    const advice = subjectAdvice({ ...claims, sub: text });
    if (expected) expect(advice).toMatch(expected);
    else expect(advice).toBeUndefined();
  });
});

describe('a subject', () => {
  test('has two formats, and names the environment as GitHub spells it', () => {
    const repository = { owner: 'acme', name: 'infra', ids: { owner: 7, repository: 42 } };
    expect(environmentSubjects(repository, 'eu:production')).toEqual({
      byName: 'repo:acme/infra:environment:eu%3Aproduction',
      byId: 'repo:acme@7/infra@42:environment:eu%3Aproduction',
    });
    expect(environmentSubjects({ owner: 'acme', name: 'infra' }, 'p').byId).toBeUndefined();
  });

  test('is parsed', () => {
    expect(parseSubject('repo:acme@7/infra@42:environment:production')).toEqual({
      owner: 'acme',
      name: 'infra',
      ownerId: '7',
      repositoryId: '42',
      context: 'environment:production',
    });
    expect(parseSubject('system:serviceaccount:a:b')).toBeUndefined();
  });
});

describe('a pattern of IAM', () => {
  test.each([
    ['sts:*', 'sts:AssumeRole', true],
    ['*', '', true],
    ['a?c', 'abc', true],
    ['a?c', 'ac', false],
    ['a*b*c', 'axxbyyc', true],
    ['a*b', 'axxc', false],
    ['abc', 'abcd', false],
  ])('%s covers %s: %s', (pattern, text, expected) => expect(covers(pattern, text)).toBe(expected));

  test('with many stars is matched quickly', () => {
    expect(covers(`${'*a'.repeat(1000)}b`, 'a'.repeat(5000))).toBe(false);
  });
});
