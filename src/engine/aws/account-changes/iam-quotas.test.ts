import { describe, expect, test } from 'vitest';
import { cluster, messagesOf } from './account-changes.test-support.ts';

/** Statements of about 150 characters each. */
const statements = (
  count: number,
  resource = 'arn:aws:ec2:us-east-1:111122223333:subnet/subnet-0123456789abcdef',
): string =>
  Array.from(
    { length: count },
    (_, i) =>
      `{ Sid = "Statement${i}", Effect = "Allow", Action = ["ec2:RunInstances", "ec2:CreateFleet"], Resource = "${resource}" }`,
  ).join(',\n');

const policy = (count: number, kind = 'aws_iam_policy', resource?: string): string =>
  cluster('') +
  `resource "${kind}" "karpenter" {\n  name = "karpenter"\n  policy = jsonencode({ Version = "2012-10-17", Statement = [${statements(count, resource)}] })\n}\n`;

const documented = (count: number): string => {
  const blocks = Array.from(
    { length: count },
    (_, i) =>
      `  statement {\n    sid = "Statement${i}"\n    actions = ["ec2:RunInstances", "ec2:CreateFleet"]\n    resources = ["arn:aws:ec2:us-east-1:111122223333:subnet/subnet-0123456789abcdef"]\n  }\n`,
  ).join('');
  return `${cluster('')}data "aws_iam_policy_document" "d" {\n${blocks}}\nresource "aws_iam_policy" "karpenter" {\n  name = "karpenter"\n  policy = data.aws_iam_policy_document.d.json\n}\n`;
};

const attached = (names: readonly string[], policies = 'arn:aws:iam::aws:policy'): string =>
  cluster('') +
  `resource "aws_iam_role" "node" {\n  name = "node"\n  assume_role_policy = "{}"\n}\nresource "aws_iam_role_policy_attachment" "node" {\n  for_each = toset(${JSON.stringify(names)})\n  role = aws_iam_role.node.name\n  policy_arn = "${policies}/\${each.key}"\n}\n`;

const names = (count: number): readonly string[] => Array.from({ length: count }, (_, i) => `Policy${i}`);

const quotasOf = (base: string, head: string): string[] =>
  messagesOf(base, head).filter((message) => message.includes('IAM '));

describe('a policy', () => {
  test('becomes too long', () =>
    expect(quotasOf(policy(10), policy(40))).toEqual([
      expect.stringMatching(
        /^warning: IAM refuses the policy `aws_iam_policy\.karpenter`. It has at least [67],\d{3} characters without white space, and IAM allows 6,144$/,
      ),
    ]));

  test('is a document of its own', () => expect(quotasOf(documented(10), documented(45))).toHaveLength(1));

  test('is part of a role', () =>
    expect(quotasOf(policy(10), policy(80, 'aws_iam_role_policy'))).toEqual([
      expect.stringContaining('IAM allows 10,240'),
    ]));

  test.each([
    ['that is short enough', policy(10), policy(30)],
    ['that was too long before', policy(40), policy(41)],
    ['of a role that is short enough', policy(10), policy(40, 'aws_iam_role_policy')],
    ['whose length depends on what is unknown', policy(10), policy(40, 'aws_iam_policy', `\${var.arn}`)],
    ['in a document that is short enough', documented(10), documented(30)],
  ])('%s is not reported', (_, base, head) => expect(quotasOf(base, head)).toEqual([]));
});

describe('a role', () => {
  test('gets too many policies', () =>
    expect(quotasOf(attached(names(3)), attached(names(11)))).toEqual([
      'warning: The role `node` gets 11 managed policies. IAM attaches 10 to a role, unless the quota of the account is raised',
    ]));

  test.each([
    ['ten policies', attached(names(3)), attached(names(10))],
    ['as many as before', attached(names(11)), attached([...names(10), 'Another'])],
    [
      'the same one several times',
      attached(names(3)),
      attached(names(10)) +
        attached(names(10)).replace(cluster(''), '').replaceAll('"node" {', '"again" {').replace('"node"', '"other"'),
    ],
  ])('with %s is not reported', (_, base, head) => expect(quotasOf(base, head)).toEqual([]));
});
