import { expect, test } from 'vitest';
import type { Diagnostic } from '../diagnostic.ts';
import type { Review } from '../review.ts';
import { migrationPatch } from './migration-patch.ts';

const text =
  'apiVersion: karpenter.k8s.aws/v1beta1\nkind: EC2NodeClass\nmetadata: {name: a}\nspec:\n  amiFamily: AL2\n  role: r\n';

const review = (code: Diagnostic['code'], apiVersion: string): Review =>
  ({
    findings: [
      {
        diagnostic: {
          code,
          severity: 'error',
          message: 'gone',
          span: { file: 'a.yaml', start: 0, end: 1 },
          labels: [],
          resource: { apiVersion, kind: 'EC2NodeClass', name: 'a' },
        },
        isNew: true,
      },
    ],
    texts: new Map([['a.yaml', text]]),
    karpenterVersion: '1.14',
  }) as unknown as Review;

test('an API that is gone is migrated by a patch', () => {
  expect(migrationPatch(review('schema/removed-version', 'karpenter.k8s.aws/v1beta1'))).toMatch(
    /^--- a\/a\.yaml\n\+\+\+ b\/a\.yaml\n@@ -1,6 \+1,9 @@\n-apiVersion: karpenter\.k8s\.aws\/v1beta1\n\+apiVersion: karpenter\.k8s\.aws\/v1\n/,
  );
});

test.each<[Diagnostic['code'], string]>([
  ['schema/removed-version', 'autoscaling/v2beta2'],
  ['schema/enum', 'karpenter.k8s.aws/v1beta1'],
])('%s of %s asks for none', (code, apiVersion) => expect(migrationPatch(review(code, apiVersion))).toBe(''));
