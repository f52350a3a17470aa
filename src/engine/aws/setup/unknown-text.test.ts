import { describe, expect, test } from 'vitest';
import { isFilledIn, isWild, mayBeSame } from './unknown-text.ts';

describe('a part of a policy that is filled in later', () => {
  test.each([
    'arn:aws:iam::${ACCOUNT_ID}:role/x',
    'arn:aws:iam::<ACCOUNT>:role/x',
    'arn:aws:iam::$account_id:role/x',
    'arn:aws:iam::ACCOUNT_ID:role/x',
    'arn:aws:iam::111122223333:role/x',
    'arn:aws:iam::000000000000:role/x',
    'arn:aws:iam::xxxxxxxxxxxx:role/x',
    'REPLACE_ME',
    'REPLACE-ME',
    '{{ .Values.issuer }}',
    '${module.eks.oidc_provider}:sub',
    '${ACCOUNT:-1234}',
    'oidc.eks.eu-west-1.amazonaws.com/id/EXAMPLED539D4633E53DE1B71EXAMPLE',
  ])('%s', (text) => expect(isFilledIn(text)).toBe(true));

  test.each([
    'arn:aws:iam::210987654321:role/KarpenterNodeRole-demo',
    'system:serviceaccount:kube-system:karpenter',
    '${aws:PrincipalTag/team}',
    '${oidc.eks.eu-west-1.amazonaws.com/id/D5:sub}',
    'oidc.eks.eu-west-1.amazonaws.com/id/D539D4633E53DE1B716D3041',
    'repo:ACME/Infra:environment:Production',
  ])('is not %s', (text) => expect(isFilledIn(text)).toBe(false));

  test.each([
    ['oidc.eks.${REGION}.amazonaws.com/id/<ID>', 'oidc.eks.eu-west-1.amazonaws.com/id/D539', true],
    ['oidc.eks.${REGION}.amazonaws.com/id/<ID>', 'store.s3.eu-west-1.amazonaws.com/demo', false],
    ['${ISSUER}', 'store.s3.eu-west-1.amazonaws.com/demo', true],
    ['oidc.eks.${a}/id/${b}', 'oidc.eks.<REGION>/id/x', true],
    ['oidc.eks.${a}', 'store.<REGION>', false],
    ['Store.s3', 'store.S3', true],
    ['a*', 'ab', false],
  ])('%s may be %s: %s', (one, other, expected) => {
    expect(mayBeSame(one, other)).toBe(expected);
    expect(mayBeSame(other, one)).toBe(expected);
  });

  test('is not a wildcard, but a variable of IAM is', () => {
    expect(['repo:${OWNER}/infra', 'a*', '${aws:username}', '${*}', 'x{{ .a?b }}'].map(isWild)).toEqual([
      false,
      true,
      true,
      true,
      false,
    ]);
  });

  test('is found in linear time', () => {
    const start = performance.now();
    for (const text of ['MY-A', '_A', 'EXAMPLE', '${', '<a', '$a', 'x', '__A']) isFilledIn(text.repeat(20_000));
    expect(performance.now() - start).toBeLessThan(5000);
  });
});
