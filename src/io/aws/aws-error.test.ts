import { expect, test } from 'vitest';
import { PlumblineError } from '../../shared/errors.ts';
import { awsError } from './aws-error.ts';

const named = (name: string, more: object = {}): Error => Object.assign(new Error('as AWS says it'), { name, ...more });

test.each([
  [named('CredentialsProviderError'), 'not found', 'AWS_PROFILE'],
  [named('ExpiredToken'), 'expired', 'aws sso login'],
  [named('AuthFailure'), 'does not accept', 'enabled'],
  [named('UnauthorizedOperation'), 'not allowed', 'ec2:DescribeSpotPriceHistory'],
  [named('AccessDeniedException'), 'not allowed', 'pricing:GetProducts'],
  [named('RequestLimitExceeded'), 'refuses more requests', 'few minutes'],
  [named('ThrottlingException'), 'refuses more requests', 'few minutes'],
  [named('Error', { code: 'ENOTFOUND' }), 'cannot be reached', 'name of the region'],
  [named('SomethingNew'), 'as AWS says it', 'ec2:DescribeInstanceTypes'],
  ['a text', 'a text', 'ec2:DescribeInstanceTypes'],
  [undefined, 'undefined', 'ec2:DescribeInstanceTypes'],
])('%s', (error, message, help) => {
  const result = awsError('ec2:DescribeInstanceTypes', error);
  expect(result.code).toBe('aws');
  expect(result.message).toContain('`ec2:DescribeInstanceTypes` failed');
  expect(result.message).toContain(message);
  expect(result.help).toContain(help);
});

test('our own errors are unchanged', () => {
  const own = new PlumblineError('aws', 'x');
  expect(awsError('y', own)).toBe(own);
});
