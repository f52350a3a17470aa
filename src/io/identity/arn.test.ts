import { describe, expect, test } from 'vitest';
import { accountIds, clusterArn, domainOf, roleArn } from './arn.ts';

describe('ARNs', () => {
  test('of clusters', () => {
    expect(clusterArn(' arn:aws-cn:eks:cn-north-1:111122223333:cluster/a-b_1 ')).toMatchObject({
      partition: 'aws-cn',
      region: 'cn-north-1',
      account: '111122223333',
      name: 'a-b_1',
    });
  });

  test.each([
    '',
    'production',
    'arn:aws:eks:eu-central-1:1111:cluster/a',
    'arn:aws:eks::111122223333:cluster/a',
    'arn:aws:eks:eu-central-1:111122223333:nodegroup/a',
    'arn:aws:eks:eu-central-1:111122223333:cluster/a/../b',
    'arn:aws:eks:eu-central-1:111122223333:cluster/a\nb',
  ])('that are not the ARN of a cluster: %j', (text) =>
    expect(() => clusterArn(text)).toThrow(/not the ARN of an EKS cluster/),
  );

  test('of roles, with and without a path', () => {
    expect(roleArn('arn:aws:iam::111122223333:role/deploy').name).toBe('deploy');
    expect(roleArn('arn:aws:iam::111122223333:role/a/b/deploy').name).toBe('deploy');
    expect(() => roleArn('arn:aws:iam::111122223333:user/deploy')).toThrow(/not the ARN of an IAM role/);
  });

  test('of accounts', () => {
    expect(accountIds(['111122223333, 444455556666', '000000000001'])).toEqual([
      '111122223333',
      '444455556666',
      '000000000001',
    ]);
    expect(() => accountIds(['1'])).toThrow(/`1` is not an AWS account id/);
  });

  test('of partitions', () => expect(['aws', 'aws-cn'].map(domainOf)).toEqual(['amazonaws.com', 'amazonaws.com.cn']));
});
