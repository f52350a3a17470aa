import { type Check, checksOf } from '../../setup/check.ts';
import { covers, type IamStatement, namesAction, readPolicy } from './iam-policy.ts';

/** Actions that make more of an identity than it was meant to be; the first that a statement allows on everything is told. */
const grave: readonly (readonly [action: string, why: string])[] = [
  ['iam:CreateRole', 'can make itself any role'],
  ['iam:PutRolePolicy', 'can give any role any right'],
  ['iam:PassRole', 'can hand every role of the account to an instance that it starts'],
  ['sts:AssumeRole', 'can become every role that lets it'],
  ['secretsmanager:GetSecretValue', 'can read every secret'],
  ['ec2:TerminateInstances', 'can end every instance of the account'],
];

/** Judges what a policy allows: nothing on everything that reaches beyond its purpose. */
export function judgePermissions(text: string, subject: string): Check[] {
  const to = checksOf(subject);
  const policy = readPolicy(text);
  if ('fault' in policy)
    return [to.fail('policy/unreadable', `the policy ${policy.fault}`, 'Write it as IAM takes it.')];
  const found = policy.statements.filter(({ effect }) => effect === 'Allow').flatMap((one) => judge(one, subject));
  return found.length > 0 ? found : [to.pass('policy/ok', 'the policy allows nothing of weight on everything')];
}

function judge(statement: IamStatement, subject: string): Check[] {
  const to = checksOf(subject);
  const { name, resources, conditions, isNegated } = statement;
  if (isNegated)
    return [
      to.warn('policy/negated', `${name} allows everything but what it names`, 'Name what it is to allow instead.'),
    ];
  const isEverything = resources.some((resource) => covers(resource, '*'));
  if (!isEverything || conditions.length > 0) return [];
  if (statement.actions.some((action) => action === '*' || action === '*:*'))
    return [to.fail('policy/administrator', `${name} allows everything on everything`, 'Name actions and resources.')];
  return grave
    .filter(([action]) => namesAction(statement, action))
    .map(([action, why]) =>
      to.warn(
        'policy/too-wide',
        `${name} allows \`${action}\` on everything: who has it ${why}`,
        action === 'iam:PassRole'
          ? 'Name the node role as resource, and `iam:PassedToService` as condition.'
          : "Name the resources, or add a condition on the cluster's tag.",
      ),
    );
}
