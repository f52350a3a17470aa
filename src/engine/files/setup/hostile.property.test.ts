import fc from 'fast-check';
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { propertyRuns } from '../../../../test/extent.ts';
import { githubTrust } from '../../aws/setup/github-trust.ts';
import { readPolicy } from '../../aws/setup/iam-policy.ts';
import { judgePermissions } from '../../aws/setup/permission-policy.ts';
import { judgeTrustPolicy } from '../../aws/setup/trust-policy.ts';
import { refusals } from '../../aws/setup/web-identity.ts';
import { judgeWorkflow } from './workflow.ts';

const words = [
  'Allow',
  'Deny',
  '*',
  'sts:AssumeRoleWithWebIdentity',
  'repo:a/b:environment:p',
  'Federated',
  'StringEquals',
];
const keys = [
  'Effect',
  'Principal',
  'Action',
  'Condition',
  'Resource',
  'NotAction',
  'Federated',
  'StringLike',
  '__proto__',
];
const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom<unknown>(...words, null, 5, true, ''),
    fc.array(tie('any'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...keys), tie('any'), { maxKeys: 5 }),
  ),
})).any;

const job = {
  subject: 'x.json',
  repository: { owner: 'a', name: 'b' },
  environment: 'p',
  hasIds: undefined,
};

test('any JSON can be checked without an exception, and only correct input passes', () => {
  fc.assert(
    fc.property(value, (statement) => {
      const text = JSON.stringify({ Version: '2012-10-17', Statement: statement });
      const checks = [...judgeTrustPolicy(text, githubTrust(job)), ...judgePermissions(text, 'x.json')];
      expect(checks.length).toBeGreaterThan(0);
      const policy = readPolicy(text);
      if ('fault' in policy) return;
      const claims = { iss: 'https://token.actions.githubusercontent.com', sub: 'repo:a/b:environment:p', aud: 'x' };
      refusals(policy.statements, claims);
      const isRight = checks.some(({ code }) => code === 'trust/ok');
      // A policy without a provider, a subject and an audience never passes.
      if (isRight) expect(/oidc-provider/.test(text) && /:sub/.test(text) && /:aud/.test(text)).toBe(true);
    }),
    { numRuns: propertyRuns(2_000) },
  );
});

test('any workflow can be checked without an exception', () => {
  const part = fc.constantFrom<unknown>(
    'push',
    'pull_request',
    'write-all',
    'plumbline/plumbline@v0',
    { mode: 'apply' },
    [],
    {},
    null,
    5,
  );
  const step = fc.record({ uses: part, with: part }, { requiredKeys: [] });
  const steps = fc.oneof(part, fc.array(step, { maxLength: 3 }));
  const one = fc.record({ environment: part, permissions: part, concurrency: part, steps }, { requiredKeys: [] });
  const workflow = fc.record({ on: part, permissions: part, jobs: fc.oneof(part, fc.dictionary(fc.string(), one)) });
  fc.assert(
    fc.property(workflow, (document) => {
      const checks = judgeWorkflow(`# plumbline\n${stringify(document)}`, 'w.yaml');
      expect(checks.every(({ status, help }) => status === 'pass' || help)).toBe(true);
    }),
    { numRuns: 300 },
  );
});
