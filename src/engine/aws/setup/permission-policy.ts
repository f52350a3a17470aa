import { type Check, checksOf } from '../../files/setup/check.ts';
import { covers } from '../../text/words/covers.ts';
import { type IamStatement, namesAction, readPolicy } from './iam-policy.ts';

/** Actions that give an identity more power than intended if a statement allows them on all resources. */
const grave: readonly (readonly [action: string, why: string])[] = [
  ['iam:CreateRole', 'can create any role for itself'],
  ['iam:PutRolePolicy', 'can give any role any permission'],
  ['iam:PassRole', 'can pass every role of the account to an instance that it starts'],
  ['sts:AssumeRole', 'can assume every role that trusts it'],
  ['secretsmanager:GetSecretValue', 'can read every secret'],
  ['ec2:TerminateInstances', 'can terminate every instance of the account'],
];

/** Checks that a policy allows no dangerous action on all resources. */
export function judgePermissions(text: string, subject: string): Check[] {
  const to = checksOf(subject);
  const policy = readPolicy(text);
  if ('fault' in policy)
    return [to.fail('policy/unreadable', `the policy ${policy.fault}`, 'Write a policy document that IAM accepts.')];
  return judgeStatements(policy.statements, subject);
}

/** The same for the statements of a policy, however they are written. */
export function judgeStatements(statements: readonly IamStatement[], subject: string): Check[] {
  const to = checksOf(subject);
  const checks = statements
    .filter(({ effect }) => effect === 'Allow')
    .flatMap((statement) => judge(statement, subject));
  if (checks.length > 0) return checks;
  return [to.pass('policy/ok', 'the policy allows no dangerous action on all resources')];
}

function judge(statement: IamStatement, subject: string): Check[] {
  const to = checksOf(subject);
  const { name, resources, conditions, isNegated } = statement;

  if (isNegated)
    return [
      to.warn('policy/negated', `${name} allows everything except what it names`, 'List what it should allow instead.'),
    ];

  const isEverything = resources.some((resource) => covers(resource, '*'));
  if (!isEverything || conditions.length > 0) return [];

  if (statement.actions.some((action) => action === '*' || action === '*:*'))
    return [
      to.fail(
        'policy/administrator',
        `${name} allows all actions on all resources`,
        'Name the actions and the resources.',
      ),
    ];

  return grave
    .filter(([action]) => namesAction(statement, action))
    .map(([action, why]) =>
      to.warn(
        'policy/too-wide',
        `${name} allows \`${action}\` on all resources, so whoever has this policy ${why}`,
        action === 'iam:PassRole'
          ? 'Set the node role as the resource, and add a condition on `iam:PassedToService`.'
          : 'Name the resources, or add a condition on the cluster’s tag.',
      ),
    );
}
