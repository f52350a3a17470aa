import { expect, test } from 'vitest';
import type { Value } from '../../../manifest/model/manifest.ts';
import { uncomparedBecause } from './uncompared-values.ts';

const lost = 'its value was known, and no file says what it is now';
const gained = 'no file says what its value was before the change';
const partly = 'no file says all of its value before the change';
const open = 'no file says whether its value is still the same';
const account = '${data.aws_caller_identity.current.account_id}';

const policyOf = (principal: string, action = 'kms:*'): string =>
  JSON.stringify({ Statement: [{ Principal: { AWS: `arn:aws:iam::${principal}` }, Action: action }] });

test.each<[what: string, before: Value | undefined, after: Value | undefined, because: string | undefined]>([
  ['a literal and another one', 'a', 'b', undefined],
  ['a text that becomes unknown', 'team-a', '${var.team}', lost],
  ['a boolean that becomes unknown', true, '${var.isOn}', lost],
  ['a list that becomes unknown', ['a', 'b'], '${data.aws_subnets.all.ids}', lost],
  ['a part that becomes unknown', 'team-a', 'other-${var.team}', lost],
  ['a new value that is unknown', undefined, '${var.team}', 'it is new, and no file says what it is now'],
  ['a text that becomes known', '${var.team}', 'team-a', gained],
  ['an unknown text and another one', '${var.a}', '${module.b.c}', open],
  ['an item that becomes unknown', ['a', 'b'], ['a', '${var.b}'], open],
  ['one item more', ['a', '${var.b}'], ['a', '${var.b}', 'c'], undefined],
  ['an unknown value that is removed', '${var.a}', undefined, undefined],
  ['a user of aws-auth', '- username: system:node:{{EC2PrivateDNSName}}\n', '[]\n', undefined],
  [
    'another role of aws-auth',
    [{ role: 'a', username: '{{SessionName}}' }],
    [{ role: 'b', username: '{{SessionName}}' }],
    undefined,
  ],
  ['the account, written in words', 'arn:aws:iam::111111111111:role/a', `arn:aws:iam::${account}:role/a`, undefined],
  ['another role of the account', 'arn:aws:iam::111111111111:role/a', `arn:aws:iam::${account}:role/b`, lost],
  ['the account, written in digits', `arn:aws:iam::${account}:role/a`, 'arn:aws:iam::111111111111:role/a', undefined],
  ['the account and something else', 'arn:aws:iam::1:role/a', `arn:aws:iam::${account}:role/\${var.role}`, lost],
  ['a policy of the account that gets another principal', policyOf(`${account}:root`), policyOf('1:role/b'), undefined],
  ['a policy of the account, written in digits', policyOf(`${account}:root`), policyOf('1:root'), undefined],
  ['a list with the account and another one', [`arn:${account}:a`, 'b'], ['arn:1:a', 'c'], undefined],
  ['a policy of an unknown principal', policyOf('${var.principal}', 'kms:*'), policyOf('1:role/b', 'kms:Get'), partly],
  ['a policy that is only unknown', '${data.aws_iam_policy_document.a.json}', policyOf('1:role/b'), gained],
])('%s', (_, before, after, because) => {
  expect(uncomparedBecause(before, after)).toBe(because);
});
