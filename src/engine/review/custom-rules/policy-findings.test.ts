import { expect, test } from 'vitest';
import { parseManifests } from '../../manifest/parse.ts';
import type { BoundPolicy } from '../../rules/custom-rules/admission/bound-policies.ts';
import type { RuleAnswer } from '../../rules/custom-rules/rule-request.ts';
import { policyFindings } from './policy-findings.ts';
import type { PolicyQuestion } from './policy-questions.ts';

const text = 'apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: {name: web}\n';
const manifest = parseManifests({ file: 'pool.yaml', text }, { set: {} }).manifests[0]!;
const validation = { expression: 'object.spec.weight > 1', message: 'Weights matter.', messageExpression: undefined };
const policy: BoundPolicy = {
  name: 'p',
  binding: 'p',
  action: 'Deny',
  failsClosed: true,
  matching: [],
  matchConditions: [],
  variables: [],
  validations: [validation],
};
const question: PolicyQuestion = { policy, validation, manifest, side: 'head', place: 0 };
const answer = (outcome: RuleAnswer['outcome'], more: Partial<RuleAnswer> = {}): RuleAnswer => ({
  outcome,
  message: '',
  values: [],
  unknown: [],
  cost: 1,
  ...more,
});
const found = (one: RuleAnswer, changes: Partial<PolicyQuestion> = {}) =>
  policyFindings([{ ...question, ...changes }], [one]).map(({ severity, message }) => `${severity}: ${message}`);

const denies = 'error: ValidatingAdmissionPolicy `p` denies NodePool `web`: ';
const notJudged = 'note: ValidatingAdmissionPolicy `p` was not judged: ';

test.each([
  ['holds', answer('holds'), {}, []],
  ['a match condition is false', answer('skipped'), {}, []],
  ['is broken', answer('broken'), {}, [`${denies}Weights matter`]],
  ['has its own message', answer('broken', { message: 'Too light' }), {}, [`${denies}Too light`]],
  [
    'has no message',
    answer('broken'),
    { validation: { ...validation, message: undefined } },
    [`${denies}\`object.spec.weight > 1\` is false`],
  ],
  [
    'only warns',
    answer('broken'),
    { policy: { ...policy, action: 'Warn' } },
    ['warning: ValidatingAdmissionPolicy `p` warns about NodePool `web`: Weights matter'],
  ],
  [
    'only audits',
    answer('broken'),
    { policy: { ...policy, action: 'Audit' } },
    ['note: ValidatingAdmissionPolicy `p` records NodePool `web`: Weights matter'],
  ],
  [
    'has an error',
    answer('failed', { message: 'no such key: weight' }),
    {},
    [`${denies}an expression of it has an error: no such key: weight`],
  ],
  ['has an error that is ignored', answer('failed'), { policy: { ...policy, failsClosed: false } }, []],
  [
    'costs more than plumbline allows',
    answer('failed', { message: 'operation cancelled: actual cost limit exceeded' }),
    {},
    [`${notJudged}it is too expensive to evaluate here`],
  ],
  [
    'needs the sender',
    answer('unknown', { unknown: ['environment.request.userInfo'] }),
    {},
    [`${notJudged}it reads \`request.userInfo\`, which is unknown before somebody applies the object`],
  ],
  ['compares the base with what was before', answer('unknown', { unknown: ['oldObject.spec'] }), { side: 'base' }, []],
  [
    'uses what plumbline does not have',
    answer('invalid', { message: "undeclared reference to\n 'authorizer'" }),
    {},
    [`${notJudged}plumbline cannot evaluate it (undeclared reference to 'authorizer')`],
  ],
  ['is for another version', answer('holds'), { place: null }, [`${notJudged}it is for another version of NodePool`]],
] as const)('a policy that %s', (_, one, changes, expected) => expect(found(one, changes)).toEqual(expected));

test('a policy that cannot be judged is named once', () => {
  const unknown = answer('unknown', { unknown: ['environment.request.userInfo'] });
  expect(policyFindings([question, { ...question, place: 1 }], [unknown, unknown])).toHaveLength(1);
});
